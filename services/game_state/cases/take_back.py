"""Taking actions back: by consent of everybody at the table, and only where nothing came to light since.

The log keeps all that was done; a take-back is an entry of its own, after which all but the first so many of the
standing actions stand no more. It counts as something that everybody knows of: versions go on from
where they were and never come again, so an answer to a decision from before it, a person's or a bot's, is stale.

Possible is what everybody could have said beforehand of every action to be undone: one seat alone owed a
decision, no chance was drawn, and nobody's information set came out otherwise than in worlds imagined before
(engine/foresight.py). So nobody learns by it what would have come, nor plays on with what another gave away.
Whether it is possible follows from what is public, so that a refusal tells nothing either.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import orjson

from engine.errors import MatchOver
from engine.foresight import foresee
from services.game_state.match.model import Entry, TakeBack
from services.game_state.match.progress import progressed
from services.game_state.store.changes import change
from services.shared.clocks import Clocks
from services.shared.errors import BadRequest, CannotTakeBack, KeyReused, NoTakeBack, NotYourSeat, TimeIsUp, Unavailable
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.contract.state import State
    from services.game_state.match.model import Match
    from services.game_state.store.changes import Write
    from services.game_state.store.levels import Levels
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.table import Table

#: imagined worlds that have to agree, for each viewer and action: rare secrets shall show, and take-backs are rare
WORLDS = 16
ID_BYTES = 6


@dataclass(frozen=True, slots=True)
class Known:
    """By what name a request is remembered ("": not at all), and what tells it from another one with that name."""

    name: str = ""
    digest: str = ""

    @classmethod
    def of(cls, account: str, key: str, *parts: str | int | None) -> Known:
        """Return it for a request of these parts; raise LimitExceeded if the key is too long."""
        limits().check("idempotency_key_chars_max", len(key))
        # No account's name has a space in it: nobody's submission is called so.
        return cls(f"{account} takes back:{key}", orjson.dumps(parts).decode()) if key else cls()


class TakeBacks:
    """Wishes to take actions back, and what becomes of them."""

    def __init__(self, tables: Tables, levels: Levels) -> None:
        """Work on *tables*."""
        self.tables = tables
        self.store = tables.store
        self.levels = levels

    async def propose(self, match_id: str, account: str, seat: int | None, actions: int, key: str = "") -> Match:
        """Ask to take back a seat's latest *actions*; asking for the same again, or with the same key, changes nothing.

        Without a key a repetition would take back further actions where bots alone have to agree.
        """
        if actions < 1:
            raise BadRequest("actions is 1 or more")
        limits().check("actions_taken_back_max", actions)

        def proposed(table: Table) -> Write | None:
            place = table.acting_seat(account, seat)
            back_to = check(table, place, actions)
            match = table.match
            wish = TakeBack(
                seat=place,
                take_back_id=secrets.token_hex(ID_BYTES),
                actions=len(table.actions) - back_to,
                back_to=back_to,
                agreed=agreeing(match, match.seats_of(account)),
            )
            before = match.take_back
            if before is not None and (before.seat, before.back_to) == (place, back_to):
                return None
            return self._settled(table, wish)

        return await self._change(match_id, proposed, Known.of(account, key, "propose", seat, actions))

    async def answer(
        self, match_id: str, account: str, seat: int | None, take_back_id: str, *, is_accepted: bool, key: str = ""
    ) -> Match:
        """Agree to a take-back, for all the account's seats or one; or end the wish. The same key does it once."""

        def answered(table: Table) -> Write | None:
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
            agreed = agreeing(match, {*wish.agreed, *places})
            if agreed == wish.agreed:
                return None
            check_now(table)
            return self._settled(table, replace(wish, agreed=agreed))

        return await self._change(
            match_id, answered, Known.of(account, key, "answer", seat, take_back_id, int(is_accepted))
        )

    def _settled(self, table: Table, wish: TakeBack) -> Write:
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
        after = progressed(replace(match, versions_ahead=ahead), state, at_ms)
        if match.clocks is not None:
            clocks = Clocks.from_dict(match.clocks).redirect(after.deciding, at_ms)
            after = replace(after, clocks=clocks.to_dict())
        entry = Entry(wish.seat, "", at_ms, wish.back_to)
        return change(match, after, table.token, self.levels, (entry,))

    async def _change(self, match_id: str, changed: Callable[[Table], Write | None], known: Known) -> Match:
        """Write what *changed* makes of the newest table, once by what it is *known*; None: there is nothing to do."""
        await self.levels.rows()
        async with self.tables.lock(match_id):
            for _ in range(limits().submissions_retried_max):
                table = await self.tables.fresh(match_id)
                if known.name and (before := await self.store.answer_to(match_id, known.name)) is not None:
                    if before != known.digest:
                        raise KeyReused("the idempotency key belongs to another wish or answer; use a new one for each")
                    return (await self.tables.fresh(match_id)).match
                write = changed(table)
                if write is None:
                    return table.match
                write.submission, write.answer = known.name, known.digest
                if (await self.store.write(write))[0] == "done":
                    self.tables.bells.ring(match_id, write.token)
                    return write.match
        raise Unavailable("the match changes too fast; try again", retry_after_ms=100)


def agreeing(match: Match, seats: Iterable[int]) -> tuple[int, ...]:
    """Return these seats and those of bots, which always agree."""
    return tuple(place for place, each in enumerate(match.seats) if place in seats or each.kind == "bot")


def check_now(table: Table) -> None:
    """Raise unless the match goes on and may be taken back at all."""
    state, match = table.playing(), table.match
    if match.status == "over":
        raise MatchOver("the match is over")
    if not match.allows_take_back:
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
        if not _undoable(table, state, entry, rng):
            known = f"action {number} ({entry.notation} of seat {entry.seat}) brought something to light"
            raise CannotTakeBack(known, reason="new_information")
    return back_to


def is_open(table: Table, state: State) -> bool:
    """Whether one seat alone decides, and everybody knows of every action so far."""
    viewers = table.feed.viewers
    return len(state.deciding_seats()) == 1 and all(
        state.information_set(viewer).version == state.version for viewer in viewers
    )


def _undoable(table: Table, state: State, entry: Entry, rng: random.Random) -> bool:
    """Carry an action out on *state*; return whether everybody could have said beforehand what came of it."""
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
