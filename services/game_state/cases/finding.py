"""Finding matches: one, or those that somebody wants to see or join."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from services.game_state.archive.search import ArchiveQuery, Found
from services.game_state.match.model import BOT, unknown_match
from services.game_state.store.guests import guests_of
from services.shared import keys
from services.shared.errors import BadRequest, NotAdmitted
from services.shared.guests import find_ids
from services.shared.limits import limits
from services.shared.paging import newest, oldest
from services.shared.tokens import check_account
from services.shared.turns import Turns

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.game_state.match.admission import Guest
    from services.game_state.match.model import Due, Match, Stored
    from services.game_state.match.wanted import Wanted
    from services.game_state.store.store import Store
    from services.shared.paging import Place

#: matches that are read at once, with their logs, of a search for records
RECORDS_AT_ONCE = 20


class Finder:
    """Finds matches for accounts; matches that they may not know about don't exist for them."""

    def __init__(self, store: Store) -> None:
        """Look in *store*."""
        self.store = store
        self.redis = store.redis
        #: to read many matches takes the loop and the archive's threads milliseconds
        self._turns = Turns()

    async def find(self, match_id: str, account: str) -> Match:
        """Return a match that an account may know of; raise UnknownMatch."""
        found = await self.store.matches([match_id])
        if not found:
            raise unknown_match(match_id)
        found[0].check_visible(account)
        return found[0]

    async def due(self, account: str) -> list[Due]:
        """Return the decisions that an account owes now."""
        index, running = keys.account_index(account), keys.status_index("running")
        ids = [each.decode() for each in await self.redis.zinter([index, running])]
        most = limits().page_size_max
        owed = []
        for start in range(0, len(ids), most):
            async with self._turns.take(account):
                matches = await self.store.matches(ids[start : start + most])
            owed += [due for match in matches for due in match.due() if due.account == account]
        return owed

    async def page(self, wanted: Wanted, account: str, size: int, after: Place | None) -> tuple[list[Match], str]:
        """Return a page of matches that an account may know of, newest first, and the next one's token ("": none)."""
        wanted = await self._check(wanted)
        index = self._find_index(wanted, account)
        found: list[Match] = []
        # With a filter that few matches pass, pages are short rather than searches long.
        for _ in range(limits().pages_scanned_max):
            async with self._turns.take(account):
                places, after = await self._find_places(index, wanted, account, after, size)
                by_id = {match.match_id: match for match in await self.store.matches([each.entry for each in places])}
            for place in places:
                match = by_id.get(place.entry)
                if match is not None and await self._is_wanted(match, wanted, account):
                    found.append(match)
                    if len(found) == size:
                        return found, str(place)
            if after is None:
                return found, ""
        return found, str(after)

    async def records(self, wanted: Wanted, account: str, after: Place | None) -> AsyncIterator[tuple[Place, Stored]]:
        """Yield the finished matches that an account may know of, with their logs, those that ended first at first.

        Each comes with its place, after which the same search goes on. Those that are sealed or damaged have no record.
        """
        wanted, index = await self._check(replace(wanted, status="over")), keys.status_index("over")
        search = ArchiveQuery(account, wanted, is_oldest_first=True)
        while True:
            # First here, then there, as everywhere: a match on its way is in both.
            here = await oldest(self.redis, index, after, RECORDS_AT_ONCE)
            there = await self.store.archive.page(search, after, RECORDS_AT_ONCE)
            places, after = _merge(here, there, RECORDS_AT_ONCE, is_oldest_first=True)
            async with self._turns.take(account):
                stored = await self.store.load_all([place.entry for place in places])
            for place in places:
                found = stored.get(place.entry)
                if found is None or found.match.is_sealed:
                    continue
                if wanted.fits(found.match) and found.match.is_visible_to(account):
                    yield place, found
            if after is None:
                return

    async def _find_places(
        self, index: str, wanted: Wanted, account: str, after: Place | None, count: int
    ) -> tuple[list[Place], Place | None]:
        """Return up to *count* places that follow *after*: of an index, and of what the archive has of the same list.

        With them comes the place behind which to go on; None: there is nothing more.
        First here, then there, as everywhere: a match on its way is in both.
        """
        places = await newest(self.redis, index, after, count)
        if wanted.status not in {"", "over"} or index == keys.status_index("running"):
            return _merge(places, Found([], None), count)
        list_of = "" if index == keys.status_index("over") else account if wanted.own else wanted.player
        archived = await self.store.archive.page(ArchiveQuery(account, wanted, list_of=list_of), after, count)
        return _merge(places, archived, count)

    async def _check(self, wanted: Wanted) -> Wanted:
        """Return what is wanted with what follows from it; raise UnknownAccount, BadRequest."""
        wanted = wanted.by_ids(await find_ids(self.redis, wanted.accounts()))
        for name in wanted.accounts():
            await check_account(self.redis, name)
        if not wanted.is_of_ends:
            return wanted
        if wanted.status not in {"", "over"}:
            raise BadRequest(f"a match that is {wanted.status} has not ended: leave out status, or how it ended")
        return replace(wanted, status="over")

    def _find_index(self, wanted: Wanted, account: str) -> str:
        """Return the index to look through."""
        is_account = bool(wanted.player) and not wanted.player.startswith(BOT)
        if wanted.own or is_account:
            return keys.account_index(account if wanted.own else wanted.player)
        return keys.status_index(wanted.status or "running")

    async def _is_wanted(self, match: Match, wanted: Wanted, account: str) -> bool:
        if not match.is_visible_to(account) or not wanted.fits(match):
            return False
        if not wanted.joinable and not wanted.admission.has_bounds():
            return True
        guests = await guests_of(self.redis, match, account)
        if any(not wanted.admission.has_rating(guests[each].rating) for each in match.accounts()):
            return False
        return not wanted.joinable or _may_join(match, guests[account])


def _merge(
    here: list[Place], there: Found, count: int, *, is_oldest_first: bool = False
) -> tuple[list[Place], Place | None]:
    """Return the first *count* of two lists in one order, and the place behind which to go on; None: that is all.

    Both are cut where either of them was looked through no further: there may be something between.
    """
    ends = [end for end in (here[-1] if len(here) == count else None, there.until) if end is not None]
    end = (min if is_oldest_first else max)(ends, default=None)
    merged = sorted({place.entry: place for place in (*there.places, *here)}.values(), reverse=not is_oldest_first)
    if end is not None:
        merged = [place for place in merged if (place <= end if is_oldest_first else place >= end)]
    if len(merged) > count:
        return merged[:count], merged[count - 1]
    return merged, end


def _may_join(match: Match, guest: Guest) -> bool:
    """Whether an account that holds no seat yet may take one."""
    if match.status != "waiting" or match.seats_of(guest.account):
        return False
    if match.seats_kept_for(guest.account):
        return True
    try:
        match.settings.admission.check(guest)
    except NotAdmitted:
        return False
    return bool(match.open_seats()) and not match.settings.is_private
