"""A match in this process: its position replayed from the log, and what each viewer has seen of it.

A table is a cache. It can be dropped at any time and is caught up with the log whenever its token is
not the stored one. There are no snapshots: replaying a whole match takes some 50 us per action, and is
needed only when a process meets a match for the first time.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from dataclasses import dataclass, replace
from sys import getsizeof
from typing import TYPE_CHECKING

import structlog

from engine.contract.state import InformationSet
from engine.errors import EngineError, IllegalAction, MatchOver, NotYourDecision
from engine.foresight import foresee
from engine.registry import find_game
from services.game_state.match.model import Entry
from services.game_state.match.progress import first_state
from services.game_state.store.changes import EMPTY_CHAIN, chain_of, extend_chain
from services.game_state.table.feed import PLACE_BYTES, Feed, Step, encode, show_take_back
from services.shared.errors import MatchNotRunning, NotYourSeat, RulesVersionGone, StaleVersion
from services.shared.json import dump_json

if TYPE_CHECKING:
    from engine.contract.action import Action
    from engine.contract.state import State
    from services.game_state.match.model import Match, Stored
    from services.game_state.table.feed import Viewer

NEW_INFORMATION = "new_information"
#: actions replayed without a pause for other calls: a few milliseconds
AT_ONCE_MAX = 50
TOKENS_KEPT = 32
#: the memory of a table beside its position, actions, events and views
FRAME_BYTES = 3_000
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Submission:
    """The result of actions: the position after them, and their steps."""

    seat: int
    actions: tuple[Action, ...]
    state: State
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A seat's knowledge after the first *count* of its actions."""

    info: InformationSet
    count: int


class Table:
    """One match, caught up with its log as of `token`."""

    def __init__(self, stored: Stored) -> None:
        """Begin at the first position and replay the log."""
        self.match: Match = stored.match
        self.seed = stored.seed
        self.token = ""
        #: its tokens lately, so that old news are known as such
        self._tokens: deque[str] = deque(maxlen=TOKENS_KEPT)
        self.game = find_game(stored.match.game)
        self.state: State | None = None
        self.feed = Feed(len(stored.match.seats))
        self.count = 0
        #: the actions that stand, as the log has them
        self.actions: list[bytes] = []
        self._actions_bytes = 0
        self._views: dict[Viewer, bytes] = {}
        self.follow(stored)

    def follow(self, stored: Stored) -> bool:
        """Catch up; return False if the stored log is not a continuation of this one, or another match has the id."""
        start = chain_of(self.token) if self.token else EMPTY_CHAIN
        # A match that was removed may be made again under its id, for the same key, with a seed of its own.
        if (
            stored.seed != self.seed
            or stored.start != self.count
            or extend_chain(start, stored.log) != chain_of(stored.token)
        ):
            return False
        self._begin(stored.match)
        self._replay(stored.log)
        self._go_on(stored.match, stored.token, self.count + len(stored.log))
        return True

    @classmethod
    async def build(cls, stored: Stored) -> Table:
        """Return a new table of a whole log, leaving room for other calls in between."""
        table = cls(replace(stored, log=[], token=f"{EMPTY_CHAIN}-"))
        for start in range(0, len(stored.log), AT_ONCE_MAX):
            table._replay(stored.log[start : start + AT_ONCE_MAX])
            await asyncio.sleep(0)
        table._go_on(stored.match, stored.token, len(stored.log))
        return table

    def _replay(self, entries: list[bytes]) -> None:
        for raw in entries:
            entry = Entry.from_json(raw)
            if entry.back_to is not None:
                self.feed.add((show_take_back(entry.seat, len(self.actions) - entry.back_to),))
                self.state = self.position(entry.back_to)
                self._take_back(entry.back_to)
                continue
            try:
                done = self.step(self.playing(), entry.seat, self.game.Action.parse(entry.notation))
            except EngineError as refusal:
                raise self._refuse_rules(refusal) from refusal
            self.feed.add((done,))
            self._add_actions([raw])

    def _refuse_rules(self, refusal: EngineError) -> RulesVersionGone:
        """Return the refusal of a log whose digest is right: by a fault, the rules have changed under their version."""
        match = self.match
        log.error("a match no longer replays under its rules", match_id=match.match_id, cause=str(refusal))
        version = f"version {match.rules_version} of {match.game}"
        return RulesVersionGone(f"the match no longer replays under {version}: these rules have changed since it began")

    def _add_actions(self, entries: list[bytes]) -> None:
        self.actions += entries
        self._actions_bytes += sum(getsizeof(entry) + PLACE_BYTES for entry in entries)

    def _take_back(self, count: int) -> None:
        self._actions_bytes -= sum(getsizeof(entry) + PLACE_BYTES for entry in self.actions[count:])
        del self.actions[count:]

    @property
    def bytes_kept(self) -> int:
        """The memory that the table takes, about."""
        position = 0 if self.state is None else getsizeof(self.state)
        views = sum(map(getsizeof, self._views.values()))
        return FRAME_BYTES + position + self._actions_bytes + self.feed.bytes_kept + views

    def position(self, count: int) -> State:
        """Return the position after the first *count* of the actions that stand."""
        state = first_state(self.match, self.seed)
        for raw in self.actions[:count]:
            entry = Entry.from_json(raw)
            state.apply(entry.seat, self.game.Action.parse(entry.notation))
        return state

    def commit(self, match: Match, token: str, submission: Submission | None, entries: list[bytes]) -> None:
        """Go on to a write of this process that was done: a submission with its log entries, or neither."""
        self._begin(match)
        if submission is not None:
            self.state = submission.state
            self.feed.add(submission.steps)
            self._add_actions(entries)
        self._go_on(match, token, self.count + len(entries))

    def _go_on(self, match: Match, token: str, count: int) -> None:
        self.match, self.token, self.count = match, token, count
        self._tokens.append(token)
        self._views.clear()

    def has_reached(self, token: str) -> bool:
        """Whether this is how the match was when it had that token, or a later position."""
        return token in self._tokens

    def _begin(self, match: Match) -> None:
        if self.state is None and match.status != "waiting":
            self.state = first_state(match, self.seed)

    @staticmethod
    def step(state: State, seat: int, action: Action) -> Step:
        """Carry out an action on *state*. What a spectator knows of, everybody may know of."""
        before = state.version_for(None)
        events = state.submit(seat, action)
        encoded = tuple([encode(event) for event in events])
        return Step(seat, encoded, state.version_for(None) != before)

    # -- who asks ----------------------------------------------------------------------------------

    def viewer(self, account: str, seat: int | None) -> Viewer:
        """Return whose eyes an account sees with: its seat, the one of its seats it names, or a spectator's.

        A sealed match has no spectators: raises MatchSealed.
        """
        held = self._find_seat(account, seat)
        if held is None:
            self.match.check_unsealed()
        return held

    def _find_seat(self, account: str, seat: int | None) -> Viewer:
        """Return the seat that an account holds, the one of its seats it names, or None; raise NotYourSeat."""
        self.match.check_visible(account)
        own = self.match.seats_of(account)
        if seat is not None:
            if seat not in own:
                raise NotYourSeat(f"{account!r} doesn't hold seat {seat}", seat=seat)
            return seat
        if len(own) > 1:
            held = ", ".join(map(str, own))
            raise NotYourSeat(f"{account!r} holds the seats {held}; name one of them")
        return own[0] if own else None

    def acting_seat(self, account: str, seat: int | None) -> int:
        """Return the seat that an account acts for, or raise NotYourSeat."""
        held = self._find_seat(account, seat)
        if held is None:
            raise NotYourSeat(f"{account!r} holds no seat of this match")
        return held

    def playing(self) -> State:
        """Return the position of a match that has begun; raise MatchNotRunning."""
        if self.state is None:
            raise MatchNotRunning("the match has not started yet")
        return self.state

    def information_set(self, viewer: Viewer) -> InformationSet:
        """Return what *viewer* may know."""
        return self.playing().information_set(viewer)

    def version(self, viewer: Viewer) -> int:
        """Return the version as *viewer* may know it."""
        return self.playing().version_for(viewer) + self.match.versions_ahead

    def view(self, viewer: Viewer) -> bytes:
        """Return the view of *viewer* as JSON."""
        if viewer not in self._views:
            self._views[viewer] = dump_json(self.information_set(viewer).view())
        return self._views[viewer]

    # -- actions -----------------------------------------------------------------------------------

    def try_actions(
        self, seat: int, version: int, actions: tuple[Action, ...], *, is_prefix: bool = False
    ) -> Submission:
        """Return what a seat's actions lead to, leaving the table as it is.

        *version* is the seat's own; raises StaleVersion, and for the list as a whole what the engine
        raises. Nothing may follow an action that brings the seat new information: a list that fails
        would otherwise tell what lies ahead. With *is_prefix* the actions up to such a place are taken.
        """
        state = self.playing().clone()
        self._check_version(seat, version)
        steps: list[Step] = []
        for index, action in enumerate(actions):
            try:
                expected = None if index + 1 == len(actions) else self._foresee(state, seat, action)
                steps.append(self.step(state, seat, action))
            except EngineError as refusal:
                if is_prefix and index:
                    break
                if isinstance(refusal, IllegalAction):
                    refusal.index = index
                raise
            if index + 1 < len(actions) and not self._goes_on(state, seat, expected):
                if is_prefix:
                    break
                raise _refuse_to_follow(seat, action, index)
        return Submission(seat, tuple(actions[: len(steps)]), state, tuple(steps))

    @staticmethod
    def _goes_on(state: State, seat: int, expected: InformationSet | None) -> bool:
        """Whether *seat* still decides and knows no more than it expected to."""
        return seat in state.deciding_seats() and state.information_set(seat) == expected

    @staticmethod
    def _foresee(state: State, seat: int, action: Action) -> InformationSet | None:
        """Return what *seat* expects to know after a legal action; None if it can't say, or may not do it."""
        info = state.information_set(seat)
        if action not in info.legal_actions():
            return None
        return foresee(info, action, random.Random())  # noqa: S311 - imagination, not the match's chance

    # -- what actions would lead to ----------------------------------------------------------------

    def foresee_actions(self, seat: int, version: int, actions: tuple[Action, ...]) -> Foreseen:
        """Return how far *seat* can say what its actions lead to, and what it would know then; raise as `try_actions`.

        The last action is not foreseen if it brings new information or ends what the seat does unseen by others. The
        position itself is not looked at: worlds that the seat can't tell apart give the same answer.
        """
        self._check_version(seat, version)
        info = self.information_set(seat)
        rng = random.Random(info.fingerprint())  # noqa: S311 - imagination, not the match's chance
        for index, action in enumerate(actions):
            _check_legal(info, seat, action, index, rng)
            after = foresee(info, action, rng)
            if after is None or (info.state.is_simultaneous and seat not in after.deciding_seats()):
                if index + 1 < len(actions):
                    raise _refuse_to_follow(seat, action, index)
                return Foreseen(info, index)
            # No imagined world knows who has finished a simultaneous step.
            done = set(info.state.deciding_seats()) - set(info.deciding_seats())
            info = InformationSet(after.state, tuple(each for each in after.deciding_seats() if each not in done))
        return Foreseen(info, len(actions))

    def _check_version(self, seat: int, version: int) -> None:
        present = self.version(seat)
        if present != version:
            known = f"seat {seat} knows version {present} by now, not {version}"
            raise StaleVersion(known, version=present, seat=seat)


def _check_legal(info: InformationSet, seat: int, action: Action, index: int, rng: random.Random) -> None:
    """Raise what speaks against an action, as a submission would be refused."""
    if info.is_over:
        raise MatchOver("the match is over; no seat owes a decision")
    if seat not in info.deciding_seats():
        raise NotYourDecision(seat, info.deciding_seats())
    if action in info.legal_actions():
        return
    try:
        info.imagine(rng).submit(seat, action)
    except IllegalAction as refusal:
        refusal.index = index
        raise


def _refuse_to_follow(seat: int, action: Action, index: int) -> IllegalAction:
    wait = f"action {index} ({action}) brings new information; submit what follows after seeing it"
    return IllegalAction(NEW_INFORMATION, wait, seat=seat, index=index + 1)
