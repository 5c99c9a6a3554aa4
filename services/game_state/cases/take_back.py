"""Taking back actions: with the consent of everybody at the table, and only if nothing was revealed since.

The log keeps everything that was done. A take-back is an entry of its own: of the actions standing then, only the first
so many still stand. Everybody knows about it, so it counts in all versions. Versions continue and are never used twice,
so an answer to an earlier decision, a person's or a bot's, is stale.

Possible is what everybody could have said beforehand of every action to be undone: one seat alone owed a
decision, no chance was drawn, and nobody's information set came out otherwise than in worlds imagined before
(engine/foresight.py). So nobody learns by it what would have come, nor plays on with what another gave away.
Whether it is possible follows from what is public, so that a refusal tells nothing either.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import MatchOver
from engine.foresight import foresee
from services.game_state.match.model import Entry, TakeBack
from services.game_state.match.progress import advance
from services.game_state.store.changes import change
from services.game_state.store.writer import newest_match
from services.shared.clocks import Clocks
from services.shared.errors import BadRequest, CannotTakeBack, NoTakeBack, NotYourSeat, TimeIsUp
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.writing import NOTHING, Nothing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.contract.state import State
    from services.game_state.match.model import Match
    from services.game_state.store.changes import Write
    from services.game_state.store.levels import Levels
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.table import Table

#: imagined worlds that have to agree, for each viewer and action: rare secrets shall show, and take-backs are rare
WORLDS = 16
ID_BYTES = 6


class TakeBacks:
    """Wishes to take back actions, and their outcome."""

    def __init__(self, tables: Tables, levels: Levels) -> None:
        """Work on *tables*."""
        self.tables = tables
        self.levels = levels

    async def propose(
        self, match_id: str, account: str, seat: int | None, actions: int, key: RequestKey = NO_KEY
    ) -> Match:
        """Ask to take back a seat's latest *actions*; asking for the same again changes nothing.

        Without a key a repetition would take back further actions where bots alone have to agree.
        """
        if actions < 1:
            raise BadRequest("actions is 1 or more")
        limits().check("actions_taken_back_max", actions)

        def propose(table: Table) -> Write | Nothing:
            place = table.acting_seat(account, seat)
            back_to = check(table, place, actions)
            match = table.match
            wish = TakeBack(
                seat=place,
                take_back_id=secrets.token_hex(ID_BYTES),
                actions=len(table.actions) - back_to,
                back_to=back_to,
                agreed=find_agreeing(match, match.seats_of(account)),
            )
            before = match.take_back
            if before is not None and (before.seat, before.back_to) == (place, back_to):
                return NOTHING
            return self._settle(table, wish)

        return newest_match(await self.tables.change(match_id, propose, key), match_id)

    async def answer(
        self,
        match_id: str,
        account: str,
        seat: int | None,
        take_back_id: str,
        *,
        is_accepted: bool,
        key: RequestKey = NO_KEY,
    ) -> Match:
        """Agree to a take-back, for all the account's seats or one; or end the wish."""

        def answer(table: Table) -> Write | Nothing:
            match = table.match
            match.check_visible(account)
            own = match.seats_of(account)
            if not own or (seat is not None and seat not in own):
                raise NotYourSeat(f"{account!r} holds no such seat of this match")
            wish = match.take_back
            if wish is None or wish.take_back_id != take_back_id:
                raise NoTakeBack("no such take-back is asked now")
            if not is_accepted:
                return change(match, replace(match, take_back=None), table.token, self.levels)
            places = own if seat is None else (seat,)
            agreed = find_agreeing(match, {*wish.agreed, *places})
            if agreed == wish.agreed:
                return NOTHING
            check_now(table)
            return self._settle(table, replace(wish, agreed=agreed))

        return newest_match(await self.tables.change(match_id, answer, key), match_id)

    def _settle(self, table: Table, wish: TakeBack) -> Write:
        """Return the write that keeps a wish, or carries it out if all agree."""
        match, at_ms = table.match, now_ms()
        if len(wish.agreed) < len(match.seats):
            write = change(match, replace(match, take_back=wish), table.token, self.levels)
            for place, each in enumerate(match.seats):
                if place not in wish.agreed:
                    write.tell(each.account, "take_back_asked", place)
            return write
        state = table.position(wish.back_to)
        # The actions undone and the undoing count, so that no version is the same as one before.
        ahead = match.versions_ahead + (table.playing().version - state.version) + 1
        after = advance(replace(match, versions_ahead=ahead), state, at_ms)
        if match.clocks is not None:
            clocks = Clocks.from_dict(match.clocks).redirect(after.deciding, at_ms)
            after = replace(after, clocks=clocks.to_dict(), seen_clocks=clocks.to_dict())
        entry = Entry(wish.seat, "", at_ms, wish.back_to)
        return change(match, after, table.token, self.levels, (entry,))


def find_agreeing(match: Match, seats: Iterable[int]) -> tuple[int, ...]:
    """Return these seats and those of bots, which always agree."""
    return tuple(place for place, each in enumerate(match.seats) if place in seats or each.kind == "bot")


def check_now(table: Table) -> None:
    """Raise unless the match goes on and may be taken back at all."""
    state, match = table.playing(), table.match
    if match.status == "over":
        raise MatchOver("the match is over")
    if not match.settings.allows_take_back:
        raise CannotTakeBack("nothing is taken back in this match", reason="forbidden")
    if match.clocks is not None and Clocks.from_dict(match.clocks).overdue(now_ms()):
        raise TimeIsUp("the time of a seat is up")
    if not is_open(table, state):
        raise CannotTakeBack("several seats decide at once now", reason="new_information")


def check(table: Table, seat: int, actions: int) -> int:
    """Return how many of the standing actions stay if a seat's latest are taken back; raise CannotTakeBack."""
    check_now(table)
    entries = [Entry.from_json(raw) for raw in table.actions]
    own = [place for place, entry in enumerate(entries) if entry.seat == seat]
    if len(own) < actions:
        raise CannotTakeBack(f"seat {seat} has taken {len(own)} actions", reason="nothing")
    back_to = own[-actions]
    gone, most = len(entries) - back_to, limits().actions_taken_back_max
    if gone > most:
        raise CannotTakeBack(
            f"{gone} actions would go, others' among them; the limit actions_taken_back_max is {most}", reason="too_far"
        )
    state = table.position(back_to)
    rng = random.Random()  # noqa: S311 - imagination, not the match's chance
    for number, entry in enumerate(entries[back_to:], back_to):
        if not _can_undo(table, state, entry, rng):
            known = f"action {number} ({entry.notation} of seat {entry.seat}) brought something to light"
            raise CannotTakeBack(known, reason="new_information")
    return back_to


def is_open(table: Table, state: State) -> bool:
    """Whether only one seat decides, and everybody knows every action so far."""
    viewers = table.feed.viewers
    return len(state.deciding_seats()) == 1 and all(state.version_for(viewer) == state.version for viewer in viewers)


def _can_undo(table: Table, state: State, entry: Entry, rng: random.Random) -> bool:
    """Apply an action to *state*; return whether everybody could have foreseen the result."""
    if not is_open(table, state):
        return False
    action = table.game.Action.parse(entry.notation)
    before = {viewer: state.information_set(viewer) for viewer in table.feed.viewers}
    chance = state.describe_rng()
    state.apply(entry.seat, action)
    if state.describe_rng() != chance:
        return False
    return all(
        foresee(before[viewer], action, rng, entry.seat, WORLDS) == state.information_set(viewer) for viewer in before
    )
