"""The operator's work on accounts: list, disable, give a new token; and the deletion of one with its data."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import structlog

from engine.errors import MatchOver
from services.game_state.archive.search import ArchiveQuery
from services.game_state.store.changes import Write
from services.shared import consent, keys, paging
from services.shared.errors import AccountDisabled, MatchDamaged, RulesVersionGone, UnknownAccount, UnknownMatch
from services.shared.now import now_ms
from services.shared.tokens import DELETED, KINDS, NAME
from services.shared.writing import NOTHING, Nothing

if TYPE_CHECKING:
    from services.game_state.cases.leaving import Leaving
    from services.game_state.cases.seats import Seats
    from services.game_state.match.model import Match, Seat, Stored
    from services.shared.paging import Place
    from services.shared.tokens import Accounts

#: how many matches of an account are read at once
MATCHES_AT_ONCE = 100
CHAT_AT_ONCE = 200
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Held:
    """An account as its operator sees it."""

    name: str
    kind: str
    created_ms: int
    active_ms: int
    is_disabled: bool
    tokens: int
    open_matches: int
    #: the name that a guest has taken; empty for all others
    called: str


@dataclass(frozen=True, slots=True)
class Deletion:
    """The fate of a deleted account's matches: the number that it left, and those in which its seats stay nobody's."""

    matches: int
    stuck: tuple[str, ...]


class AccountKeeper:
    """Keeps the accounts of an installation, for its operator."""

    def __init__(self, accounts: Accounts, seats: Seats, leaving: Leaving) -> None:
        """Change tokens by *accounts*, whose client blocks, and matches by the other two."""
        self._accounts = accounts
        self._seats = seats
        self._leaving = leaving
        self._store = seats.store
        self.redis = seats.redis

    async def page(self, size: int, after: Place | None) -> tuple[list[Held], str]:
        """Return a page of accounts, those active last first, and the next one's token ("": none)."""
        places = await paging.newest(self.redis, keys.ACCOUNTS, after, size)
        async with self.redis.pipeline(transaction=False) as pipe:
            for place in places:
                pipe.hgetall(keys.account(place.entry))
                pipe.scard(keys.account_tokens(place.entry))
                pipe.zcard(keys.open_index(place.entry))
            found = await pipe.execute()
        rows = zip(places, found[::3], found[1::3], found[2::3], strict=True)
        held = [
            Held(
                place.entry,
                fields.get(b"kind", KINDS[0].encode()).decode(),
                int(fields.get(b"created_ms", 0)),
                place.at_ms,
                b"disabled_ms" in fields,
                tokens,
                open_matches,
                fields.get(b"called", b"").decode(),
            )
            for place, fields, tokens, open_matches in rows
        ]
        return held, paging.token_after(places, size)

    async def set_disabled(self, account: str, *, is_disabled: bool) -> None:
        """Disable an account and revoke its tokens, or let it be used again; raise UnknownAccount, AccountDisabled.

        A disabled one waits for nobody any more, and no bots play for it alone; matches with others go on without it.
        """
        fields = await self._find(account)
        if b"deleted_ms" in fields:
            raise AccountDisabled(f"the account {account!r} was deleted, and nobody can bring it back")
        if is_disabled:
            await self.redis.hset(keys.account(account), "disabled_ms", now_ms())
            await self._revoke_all(account)
            await self._stop_matches(account)
        else:
            await self.redis.hdel(keys.account(account), "disabled_ms")

    async def _stop_matches(self, account: str) -> None:
        """Take an account out of what has not begun, and end the matches that it made and only bots play."""
        waiting, running = keys.status_index("waiting"), keys.status_index("running")
        for raw in await self.redis.zinter([keys.account_index(account), waiting]):
            with suppress(UnknownMatch):
                await self._seats.vacate(raw.decode(), account)
        ids = [raw.decode() for raw in await self.redis.zinter([keys.open_index(account), running])]
        for start in range(0, len(ids), MATCHES_AT_ONCE):
            for match in await self._store.matches(ids[start : start + MATCHES_AT_ONCE]):
                if not match.accounts():
                    with suppress(MatchOver):
                        await self._leaving.end_for_operator(match.match_id, is_void=True)

    async def renew_token(self, account: str) -> str:
        """Revoke all tokens of an account and return a new one; raise UnknownAccount, AccountDisabled."""
        if b"disabled_ms" in await self._find(account):
            raise AccountDisabled(f"the account {account!r} is disabled; enable it first")
        await self._revoke_all(account)
        return await asyncio.to_thread(self._accounts.create_token, account, name="from the operator")

    async def delete(self, account: str, asked_by: str = "") -> Deletion:
        """Delete an account with its data, for good.

        A call that was cut short is repeated, and goes on with the matches that are left. So the token whose digest is
        *asked_by* is revoked last. What stays is the name, so that nobody gets it again, and results of tournaments
        and ratings, which are others' as well.
        """
        fields = await self._find(account)
        at_ms = now_ms()
        for name in ("disabled_ms", "deleted_ms"):
            if name.encode() not in fields:
                await self.redis.hset(keys.account(account), name, at_ms)
        await self._revoke_all(account, asked_by)
        await self.redis.hdel(keys.account(account), consent.FIELD)
        matches, stuck = 0, []
        for index in (keys.account_index(account), keys.open_index(account)):
            while found := await self.redis.zrange(index, 0, MATCHES_AT_ONCE - 1):
                for raw in found:
                    if not await self._take_out(raw.decode(), account):
                        stuck.append(raw.decode())
                    matches += 1
        # The archive has the name until the matches, which come back for the change, have gone there again.
        search, after, is_all = ArchiveQuery(viewer=account, list_of=account), None, False
        while not is_all:
            page = await self._store.archive.page(search, after, MATCHES_AT_ONCE)
            for place in page.places:
                await self._take_out(place.entry, account)
            matches, after, is_all = matches + len(page.places), page.until, page.until is None
        await self._revoke_all(account)
        await self.redis.delete(
            *(keys.account_events(account), keys.account_tokens(account)),
            *(keys.open_tournaments(account), keys.open_invitations(account)),
            *_name_answers(keys.answers(account)),
        )
        await self.redis.zrem(keys.ACCOUNTS, account)
        return Deletion(matches, tuple(stuck))

    async def _take_out(self, match_id: str, account: str) -> bool:
        """Take an account, its name and its words out of a match; return False if a seat could not be given up."""
        is_left = await self._leave(match_id, account)
        await self._forget(match_id, account)
        for each in (keys.account_index(account), keys.open_index(account)):
            await self.redis.zrem(each, match_id)
        return is_left

    async def _leave(self, match_id: str, account: str) -> bool:
        """Take an account and its name out of a match; return False if a seat could not be given up.

        Nobody can act in such a match any more: the seat is nobody's, and the match goes on only to be ended.
        """
        try:
            await self._seats.vacate(match_id, account)
            match = (await self._store.load_unread(match_id)).match
        except UnknownMatch:
            return True
        is_left = True
        if match.status == "running":
            is_left = await self._resign(match, account)

        def rename(stored: Stored) -> Write | Nothing:
            renamed = _rename(stored.match, account)
            return NOTHING if renamed == stored.match else Write(renamed, stored.token)

        await self._seats.writer.change_unread(match_id, rename)
        return is_left

    async def _resign(self, match: Match, account: str) -> bool:
        """Give up the seats of an account; return False if the match can't be replayed."""
        for seat in match.seats_of(account):
            try:
                await self._leaving.resign(match.match_id, account, seat)
            except MatchOver:
                # With its other seat, or meanwhile.
                return True
            except (MatchDamaged, RulesVersionGone) as refusal:
                log.warning("a seat was not given up", match_id=match.match_id, cause=type(refusal).__name__)
                return False
        return True

    async def _forget(self, match_id: str, account: str) -> None:
        """Forget what an account said at a match, and what it was answered."""
        await self._forget_chat(match_id, account)
        await self.redis.delete(*_name_answers(keys.answers(account, match_id)), keys.chat_rate(match_id, account))

    async def _forget_chat(self, match_id: str, account: str) -> None:
        cursor, name = "-", keys.chat(match_id)
        while found := await self.redis.xrange(name, cursor, "+", count=CHAT_AT_ONCE):
            own = [entry.decode() for entry, fields in found if fields[b"account"].decode() == account]
            if own:
                await self.redis.xdel(name, *own)
            cursor = f"({found[-1][0].decode()}"
        muted = keys.chat_muted(match_id)
        own = [each.decode() for each in await self.redis.smembers(muted) if account in each.decode().split(":")]
        if own:
            await self.redis.srem(muted, *own)

    async def _find(self, account: str) -> dict[bytes, bytes]:
        fields = await self.redis.hgetall(keys.account(account)) if NAME.fullmatch(account) else {}
        if not fields:
            raise UnknownAccount(f"there is no account called {account!r:.60}")
        return fields

    async def _revoke_all(self, account: str, spared: str = "") -> None:
        await asyncio.to_thread(self._accounts.revoke_all, account, spared)


def _name_answers(answers: str) -> tuple[str, str]:
    """Return the names of what keeps what requests were answered, the older ones included (see idempotency.py)."""
    return answers, f"{answers}:before"


def _rename(match: Match, account: str) -> Match:
    """Return a match that does not name an account any more."""

    def rename(seat: Seat) -> Seat:
        def other(name: str) -> str:
            return DELETED if name == account else name

        return replace(
            seat,
            account=other(seat.account),
            resigned_by=other(seat.resigned_by),
            stands_in_for=other(seat.stands_in_for),
        )

    creator = DELETED if match.creator == account else match.creator
    return replace(match, creator=creator, seats=tuple(rename(seat) for seat in match.seats))
