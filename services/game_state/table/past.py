"""A finished match as it was at any moment, with anybody's eyes.

A *moment* is a version: how many of the actions that stand had been taken. A past is made from the log by one replay,
which keeps a position every so often; from there any moment is a few actions away.
"""

from __future__ import annotations

import asyncio
import time
from array import array
from bisect import bisect_left
from collections import Counter, OrderedDict
from dataclasses import dataclass
from sys import getsizeof
from typing import TYPE_CHECKING, Final, Literal
from weakref import WeakValueDictionary

from services.game_state.match.model import Entry
from services.game_state.match.progress import first_state
from services.game_state.store.changes import chain_of
from services.game_state.table.feed import PLACE_BYTES, Feed, Viewer
from services.game_state.table.table import AT_ONCE_MAX, Table
from services.shared.errors import BadRequest, LimitExceeded, MatchNotOver
from services.shared.json import dump_json
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.contract.action import Action
    from engine.contract.state import State

#: actions between two positions that are kept: replaying so many takes a fraction of a millisecond
STRIDE = 32
#: the memory of an action with its seat and its place in the list, about
ACTION_BYTES = 110
MINUTE_S = 60
MS = 1000
OPEN_HANDS: Final = "open_hands"
#: who looks on: a seat, a spectator (None), or somebody who knows everything
Eyes = Viewer | Literal["open_hands"]
#: id, commitment and digest of the log: what makes two finished matches the same
Key = tuple[str, str, str]


class Past:
    """The moments of one finished match."""

    def __init__(self, table: Table) -> None:
        """Begin at the first moment; `build` goes on to the last."""
        self.seats = len(table.match.seats)
        self.actions: list[tuple[int, Action]] = []
        self._state = first_state(table.match, table.seed)
        self._kept: list[State] = []
        self._feed = Feed(self.seats)
        self._open: list[bytes] = []
        all_eyes: tuple[Eyes, ...] = (OPEN_HANDS, *self._feed.viewers)
        #: how many events they had seen at each moment
        self._cursors = {eyes: array("I") for eyes in all_eyes}
        self._note()

    @classmethod
    async def build(cls, table: Table) -> Past:
        """Return the past of a match that is over, leaving room for other calls in between."""
        past, log = cls(table), list(table.actions)
        for start in range(0, len(log), AT_ONCE_MAX):
            for raw in log[start : start + AT_ONCE_MAX]:
                entry = Entry.from_json(raw)
                past._go_on(entry.seat, table.game.Action.parse(entry.notation))
            await asyncio.sleep(0)
        return past

    def _go_on(self, seat: int, action: Action) -> None:
        step = Table.step(self._state, seat, action)
        self.actions.append((seat, action))
        self._feed.add((step,))
        self._open += (event.own for event in step.events)
        self._note()

    def _note(self) -> None:
        if len(self.actions) % STRIDE == 0:
            self._kept.append(self._state.clone())
        for eyes, cursors in self._cursors.items():
            cursors.append(len(self._find_events(eyes)))

    @property
    def bytes_kept(self) -> int:
        """The memory that it takes, about."""
        kept = sum(map(getsizeof, (*self._kept, self._state, *self._cursors.values())))
        return kept + len(self.actions) * ACTION_BYTES + len(self._open) * PLACE_BYTES + self._feed.bytes_kept

    def _find_events(self, eyes: Eyes) -> list[bytes]:
        return self._open if eyes == OPEN_HANDS else self._feed.seen[eyes]

    # -- what can be asked -------------------------------------------------------------------------

    def find_moment(self, version: int | None) -> int:
        """Return the moment of that version, the last one if none is named; raise BadRequest."""
        last = len(self.actions)
        if version is not None and not 0 <= version <= last:
            raise BadRequest(f"version is {version}; the match has the versions 0 to {last}")
        return last if version is None else version

    def position(self, moment: int) -> State:
        """Return the position at a moment."""
        state = self._kept[moment // STRIDE].clone()
        for seat, action in self.actions[moment - moment % STRIDE : moment]:
            state.apply(seat, action)
        return state

    def view(self, eyes: Eyes, moment: int) -> bytes:
        """Return the view at a moment as JSON."""
        state = self.position(moment)
        return dump_json(state.reveal() if eyes == OPEN_HANDS else state.view(eyes))

    def cursor(self, eyes: Eyes, moment: int) -> int:
        """Return how many events those eyes had seen at a moment."""
        return self._cursors[eyes][moment]

    def events(self, eyes: Eyes, since: int, moment: int) -> Iterator[tuple[int, int, bytes]]:
        """Yield number, moment and JSON of the events after number *since* up to a moment; raise BadRequest."""
        cursors = self._cursors[eyes]
        there = cursors[moment]
        if not 0 <= since <= there:
            raise BadRequest(f"since is {since}; the events until version {moment} are numbered 1 to {there}")
        for number, event in enumerate(self._find_events(eyes)[since:there], since + 1):
            yield number, bisect_left(cursors, number), event


@dataclass(frozen=True, slots=True)
class Look:
    """A look at a finished match: the seat whose eyes are used, the version, and whether hands are open.

    What is not named: the eyes with which the account sees the match anyhow, and the last version.
    """

    seat: int | None = None
    version: int | None = None
    has_open_hands: bool = False

    def is_of_past(self, table: Table, account: str) -> bool:
        """Whether that is what only a finished match shows: a version, open hands, or another's seat."""
        is_over = table.match.status == "over"
        is_others = is_over and self.seat is not None and self.seat not in table.match.seats_of(account)
        return self.version is not None or self.has_open_hands or is_others

    def eyes(self, table: Table, account: str) -> Eyes:
        """Return the eyes; raise BadRequest, and NotYourSeat if the account holds several seats and names none."""
        if self.has_open_hands:
            if self.seat is not None:
                raise BadRequest("has_open_hands shows all seats; leave seat out")
            return OPEN_HANDS
        if self.seat is None:
            return table.viewer(account, None)
        seats = len(table.match.seats)
        if not 0 <= self.seat < seats:
            raise BadRequest(f"seat is {self.seat}; the seats are 0 to {seats - 1}")
        return self.seat


class Builds:
    """The number of pasts that each reader has had built in this minute: to build one takes processor time."""

    def __init__(self) -> None:
        """Begin with none."""
        self._minute = 0
        self._counts: Counter[str] = Counter()

    def count(self, reader: str) -> None:
        """Count one more; raise LimitExceeded."""
        now = time.time()
        minute = int(now // MINUTE_S)
        if minute != self._minute:
            self._minute = minute
            self._counts.clear()
        most = limits().pasts_per_minute_max
        if self._counts[reader] >= most:
            raise LimitExceeded(
                f"in a minute {most} finished matches can be opened at any moment, without counting those at hand",
                limit="pasts_per_minute_max",
                limit_max=most,
                retry_after_ms=int(((minute + 1) * MINUTE_S - now) * MS) + 1,
            )
        self._counts[reader] += 1


class Pasts:
    """The pasts of matches that were looked at lately, within `cached_pasts_bytes_max`; the last one always stays."""

    def __init__(self) -> None:
        """Begin with none."""
        self._pasts: OrderedDict[Key, tuple[Past, int]] = OrderedDict()
        self._bytes_kept = 0
        self._locks: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()
        self._builds = Builds()

    async def find(self, table: Table, account: str, reader: str) -> Past:
        """Return the past of a match as *account* may see it, built for *reader* unless it is at hand.

        Raises UnknownMatch, MatchNotOver, MatchSealed, RulesVersionGone, LimitExceeded.
        """
        match = table.match
        match.check_visible(account)
        if match.status != "over":
            raise MatchNotOver(f"the match is {match.status}; its past and open hands are shown when it is over")
        match.check_unsealed()
        key = (match.match_id, match.commitment, chain_of(table.token))
        async with self._locks.setdefault(key, asyncio.Lock()):
            if key not in self._pasts:
                self._builds.count(reader)
                self._keep(key, await Past.build(table))
            self._pasts.move_to_end(key)
            return self._pasts[key][0]

    def _keep(self, key: Key, past: Past) -> None:
        kept = past.bytes_kept
        self._pasts[key] = past, kept
        self._bytes_kept += kept
        while self._bytes_kept > limits().cached_pasts_bytes_max and len(self._pasts) > 1:
            _, (_, gone) = self._pasts.popitem(last=False)
            self._bytes_kept -= gone

    async def look(self, look: Look, table: Table, account: str, reader: str) -> tuple[Past, Eyes, int]:
        """Return the past of a match, the eyes and the moment that are meant; raise as `find` does, and BadRequest."""
        past = await self.find(table, account, reader)
        return past, look.eyes(table, account), past.find_moment(look.version)
