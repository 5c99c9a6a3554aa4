"""Clocks of a match: server time in, deadlines out. Pure: nothing here reads a clock or waits.

Every seat that owes a decision runs its own clock, so simultaneous decisions cost each seat only
its own time. Times are whole milliseconds of the server's clock; what a client claims never enters.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypedDict

from services.shared.errors import BadClock

if TYPE_CHECKING:
    from collections.abc import Iterable

#: what may become of a seat whose player is away
ABSENCE = ("forfeit", "substitute")
KINDS = {"none": (), "decision": ("decision_ms",), "bank": ("bank_ms", "increment_ms")}
TIME_MS_MIN = 1_000
TIME_MS_MAX = 30 * 24 * 3_600_000
SEATS_MAX = 5
#: A player who comes back to a seat has at least this long for the next decision, or would be out again at once.
RETURN_MS = 30_000


@dataclass(frozen=True, slots=True)
class Control:
    """How time is given: not at all, afresh for every decision, or a bank with an increment per decision."""

    kind: str = "none"
    decision_ms: int = 0
    bank_ms: int = 0
    increment_ms: int = 0

    @classmethod
    def from_dict(cls, d: object) -> Control:
        """Build from `{"kind": …}` with that kind's times; raise BadClock naming what is wrong."""
        if not isinstance(d, dict) or d.get("kind") not in KINDS:
            raise BadClock(f"a clock is an object whose kind is one of {', '.join(KINDS)}")
        names = KINDS[d["kind"]]
        if wrong := sorted(set(d) ^ {"kind", *names}):
            has = ", ".join(names) or "no times"
            raise BadClock(
                f"a clock of kind {d['kind']} has {has}; {', '.join(map(str, wrong))} is missing or too much"
            )
        for name in names:
            low = 0 if name == "increment_ms" else TIME_MS_MIN
            if type(d[name]) is not int or not low <= d[name] <= TIME_MS_MAX:
                raise BadClock(f"{name} is {d[name]!r}; it is a whole number from {low} to {TIME_MS_MAX}")
        return cls(d["kind"], **{name: d[name] for name in names})

    def to_dict(self) -> dict[str, object]:
        """Return what `from_dict` takes."""
        return {"kind": self.kind} | {name: getattr(self, name) for name in KINDS[self.kind]}

    @property
    def start_ms(self) -> int:
        """Return the time a seat has when the match begins."""
        return self.decision_ms if self.kind == "decision" else self.bank_ms


class ClocksDict(TypedDict):
    """Clocks as a JSON-able dict."""

    control: dict[str, object]
    left_ms: list[int]
    since_ms: list[int | None]
    untimed: list[int]


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of all seats at one moment; every method returns new ones.

    `left_ms` is what each seat had when its clock was last started or stopped, `since_ms` is when it
    was started (None: stopped), `untimed` are the seats that a bot plays for an absent player.
    """

    control: Control
    left_ms: tuple[int, ...]
    since_ms: tuple[int | None, ...]
    untimed: frozenset[int] = frozenset()

    @classmethod
    def begin(cls, control: Control, seats: int, deciding: Iterable[int], now_ms: int) -> Clocks:
        """Return the clocks at the start of a match of *seats*, running for the seats that decide."""
        if not 1 <= seats <= SEATS_MAX:
            raise BadClock(f"seats is {seats}; a table has 1 to {SEATS_MAX}")
        still = cls(control, (control.start_ms,) * seats, (None,) * seats)
        return still._run(set(deciding), None, now_ms)

    def after_action(self, seat: int, deciding: Iterable[int], now_ms: int) -> Clocks:
        """Return the clocks once *seat* has acted and *deciding* owe a decision; raise BadClock if it was not running.

        A seat that decides again gets a fresh time (or an increment) for the next decision.
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
        """Return the milliseconds *seat* has left, at least 0; a server clock set back changes nothing."""
        since = self.since_ms[seat]
        if since is None or seat in self.untimed or self.control.kind == "none":
            return self.left_ms[seat]
        return max(0, self.left_ms[seat] - max(0, now_ms - since))

    def deadlines(self) -> dict[int, int]:
        """Return, per seat whose time runs, the millisecond at which it is up."""
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
        """Return the clocks once other seats owe a decision though none has acted: actions were taken back."""
        return self._run(set(deciding), None, now_ms)

    def hand_over(self, seat: int, now_ms: int) -> Clocks:
        """Return the clocks once a bot plays for *seat*: it runs no clock until the player is back."""
        left = self._with_left(seat, self.remaining(seat, now_ms))
        return replace(left, untimed=self.untimed | {seat})

    def give_back(self, seat: int, now_ms: int) -> Clocks:
        """Return the clocks once the player of *seat* is back; raise BadClock if it never left."""
        if seat not in self.untimed:
            raise BadClock(f"nobody plays for seat {seat}")
        left = self._with_left(seat, max(self.left_ms[seat], RETURN_MS))
        since = tuple(now_ms if at == seat and s is not None else s for at, s in enumerate(self.since_ms))
        return replace(left, since_ms=since, untimed=self.untimed - {seat})

    def stop(self, now_ms: int) -> Clocks:
        """Return the clocks with none running: the match has ended."""
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
        """Return the clocks whose `to_dict` gave *d*."""
        control = Control.from_dict(d["control"])
        return cls(control, tuple(d["left_ms"]), tuple(d["since_ms"]), frozenset(d["untimed"]))
