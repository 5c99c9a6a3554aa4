"""The clocks of a match. They take the server's time and give deadlines; nothing here reads a clock or waits.

Every seat that owes a decision runs its own clock, so simultaneous decisions cost each seat only
its own time. Times are whole milliseconds of the server's clock; a client's time is never used.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypedDict

from services.shared.errors import BadClock
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Iterable

#: the ways to treat a seat whose player is away
ABSENCE = ("forfeit", "substitute")
KINDS = {"none": (), "decision": ("decision_ms",), "bank": ("bank_ms", "increment_ms")}
SEATS_MAX = 5
#: A player who comes back to a seat has at least this long for the next decision, or would be out again at once.
RETURN_MS = 30_000


@dataclass(frozen=True, slots=True)
class Control:
    """A time control: no limit, a fixed time per decision, or a bank of time with an increment per decision."""

    kind: str = "none"
    decision_ms: int = 0
    bank_ms: int = 0
    increment_ms: int = 0

    @classmethod
    def from_dict(cls, d: object) -> Control:
        """Build a control from `{"kind": …}` and the times of that kind; raise BadClock that names what is wrong."""
        if not isinstance(d, dict) or d.get("kind") not in KINDS:
            raise BadClock(f"a clock is an object whose kind is one of {', '.join(KINDS)}")
        names = KINDS[d["kind"]]
        if wrong := sorted(set(d) ^ {"kind", *names}):
            has = ", ".join(names) or "no times"
            raise BadClock(
                f"a clock of kind {d['kind']} has {has}; {', '.join(map(str, wrong))} is missing or too much"
            )
        for name in names:
            low, high = 0 if name == "increment_ms" else limits().clock_ms_min, limits().clock_ms_max
            if type(d[name]) is not int or not low <= d[name] <= high:
                raise BadClock(f"{name} is {d[name]!r}; it is a whole number from {low} to {high}")
        return cls(d["kind"], **{name: d[name] for name in names})

    @classmethod
    def default(cls, game: str) -> Control:
        """Return the bank of a match that nobody may hold up for ever; no limit for a game that there isn't."""
        bank_ms = getattr(limits(), f"bank_{game}_ms", None)
        return cls("bank", bank_ms=bank_ms, increment_ms=limits().bank_increment_ms) if bank_ms else cls()

    def to_dict(self) -> dict[str, object]:
        """Return the control as a JSON-able dict, as `from_dict` takes it."""
        return {"kind": self.kind} | {name: getattr(self, name) for name in KINDS[self.kind]}

    @property
    def start_ms(self) -> int:
        """Return the milliseconds that a seat has when the match begins."""
        return self.decision_ms if self.kind == "decision" else self.bank_ms


class ClocksDict(TypedDict):
    """Clocks as a JSON-able dict."""

    control: dict[str, object]
    left_ms: list[int]
    since_ms: list[int | None]
    untimed: list[int]


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of all seats at one moment; every method that changes them returns new clocks.

    `left_ms` is the time each seat had when its clock was last started or stopped. `since_ms` is the time at which
    the clock was started (None: it is stopped). `untimed` are the seats that a bot plays for an absent player.
    """

    control: Control
    left_ms: tuple[int, ...]
    since_ms: tuple[int | None, ...]
    untimed: frozenset[int] = frozenset()

    @classmethod
    def begin(cls, control: Control, seats: int, deciding: Iterable[int], now_ms: int) -> Clocks:
        """Return the clocks at the start of a match of *seats* seats, running for the *deciding* seats."""
        if not 1 <= seats <= SEATS_MAX:
            raise BadClock(f"seats is {seats}; a table has 1 to {SEATS_MAX}")
        still = cls(control, (control.start_ms,) * seats, (None,) * seats)
        return still._run(set(deciding), None, now_ms)

    def after_action(self, seat: int, deciding: Iterable[int], now_ms: int) -> Clocks:
        """Return the clocks after *seat* has acted; the seats *deciding* owe a decision now.

        A seat that decides again gets a fresh time (or an increment) for the next decision. Raises BadClock if
        the clock of *seat* was not running.
        """
        if not 0 <= seat < len(self.left_ms) or self.since_ms[seat] is None:
            raise BadClock(f"seat {seat} has no running clock")
        return self._run(set(deciding), seat, now_ms)

    def _run(self, deciding: set[int], acted: int | None, now_ms: int) -> Clocks:
        left, since = list(self.left_ms), list(self.since_ms)
        for seat in range(len(left)):
            goes_on = seat in deciding
            if since[seat] is not None and goes_on and seat != acted:
                continue
            if since[seat] is not None:
                left[seat] = self.remaining(seat, now_ms)
                if seat == acted and seat not in self.untimed:
                    left[seat] += self.control.increment_ms
            if goes_on and self.control.kind == "decision":
                left[seat] = self.control.decision_ms
            since[seat] = now_ms if goes_on else None
        return replace(self, left_ms=tuple(left), since_ms=tuple(since))

    def remaining(self, seat: int, now_ms: int) -> int:
        """Return the milliseconds that *seat* has left, at least 0; a server clock that was set back takes none."""
        since = self.since_ms[seat]
        if since is None or seat in self.untimed or self.control.kind == "none":
            return self.left_ms[seat]
        return max(0, self.left_ms[seat] - max(0, now_ms - since))

    def deadlines(self) -> dict[int, int]:
        """Return the unix ms at which each running seat's time is up, by seat."""
        if self.control.kind == "none":
            return {}
        return {
            seat: since + self.left_ms[seat]
            for seat, since in enumerate(self.since_ms)
            if since is not None and seat not in self.untimed
        }

    def overdue(self, now_ms: int) -> tuple[int, ...]:
        """Return the seats whose time is up."""
        return tuple(seat for seat, at_ms in self.deadlines().items() if now_ms >= at_ms)

    def redirect(self, deciding: Iterable[int], now_ms: int) -> Clocks:
        """Return the clocks after actions were taken back: the seats *deciding* owe a decision now."""
        return self._run(set(deciding), None, now_ms)

    def hand_over(self, seat: int, now_ms: int) -> Clocks:
        """Return the clocks after a bot took over *seat*; the seat is untimed until its player is back."""
        left = self._with_left(seat, self.remaining(seat, now_ms))
        return replace(left, untimed=self.untimed | {seat})

    def give_back(self, seat: int, now_ms: int) -> Clocks:
        """Return the clocks after the player of *seat* came back; raise BadClock if no bot plays for the seat."""
        if seat not in self.untimed:
            raise BadClock(f"nobody plays for seat {seat}")
        left = self._with_left(seat, max(self.left_ms[seat], RETURN_MS))
        since = tuple(now_ms if at == seat and s is not None else s for at, s in enumerate(self.since_ms))
        return replace(left, since_ms=since, untimed=self.untimed - {seat})

    def skip(self, from_ms: int, until_ms: int) -> Clocks:
        """Return the clocks as if those that ran had stood still in that time. Doing it again does nothing."""
        left = tuple(self.remaining(seat, from_ms) for seat in range(len(self.left_ms)))
        since = tuple(None if since is None else max(since, until_ms) for since in self.since_ms)
        return replace(self, left_ms=left, since_ms=since)

    def stop(self, now_ms: int) -> Clocks:
        """Return the clocks of an ended match: all are stopped."""
        return self._run(set(), None, now_ms)

    def _with_left(self, seat: int, left_ms: int) -> Clocks:
        return replace(self, left_ms=(*self.left_ms[:seat], left_ms, *self.left_ms[seat + 1 :]))

    def to_dict(self) -> ClocksDict:
        """Return the clocks as a JSON-able dict."""
        return {
            "control": self.control.to_dict(),
            "left_ms": list(self.left_ms),
            "since_ms": list(self.since_ms),
            "untimed": sorted(self.untimed),
        }

    @classmethod
    def from_dict(cls, d: ClocksDict) -> Clocks:
        """Build clocks from the dict that `to_dict` returned."""
        control = Control.from_dict(d["control"])
        return cls(control, tuple(d["left_ms"]), tuple(d["since_ms"]), frozenset(d["untimed"]))
