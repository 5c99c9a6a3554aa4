"""The events that each viewer of a match has seen: one numbered sequence for each seat, one for spectators.

Made from the log by replay, so it is the same in every process and after every restart. A viewer's
events are numbered among themselves, so that a number says nothing about events it didn't see.

While seats decide unseen by each other, what one does reaches the others when the step ends, in seat
order: neither whether nor when nor in which order the others answered can be read off the events.
"""

from __future__ import annotations

from dataclasses import dataclass
from sys import getsizeof
from typing import TYPE_CHECKING

from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.contract.event import Event

Viewer = int | None
#: bytes that a place in a list takes, with what the list keeps free
PLACE_BYTES = 9


@dataclass(frozen=True, slots=True)
class Encoded:
    """One event as JSON: for the seat it belongs to, and for everybody else (None: not at all)."""

    seat: int | None
    own: bytes
    others: bytes | None

    def show_to(self, viewer: Viewer) -> bytes | None:
        """Return the event as *viewer* may know it."""
        return self.own if viewer is not None and viewer == self.seat else self.others

    def count_bytes(self) -> int:
        """Return the memory that its texts take."""
        texts = (self.own,) if self.others is self.own or self.others is None else (self.own, self.others)
        return sum(map(getsizeof, texts))


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one action: its seat, its events, and whether the others may know of it by now."""

    seat: int
    events: tuple[Encoded, ...]
    is_open: bool


def encode(event: Event) -> Encoded:
    """Return the two forms of an event; most have but one, shared by all viewers."""
    own = dump_json(event.to_dict())
    if not event.kind.private and not event.kind.secret:
        return Encoded(event.seat, own, own)
    seen = event.show_to(None)
    return Encoded(event.seat, own, None if seen is None else dump_json(seen))


def show_take_back(seat: int, actions: int) -> Step:
    """Return what everybody sees of a take-back: whose wish it was, and how many actions stand no more."""
    told = dump_json({"kind": "take_back", "seat": seat, "actions": actions})
    return Step(seat, (Encoded(seat, told, told),), is_open=True)


def _count(events: Iterable[Encoded], viewer: Viewer) -> int:
    return sum(event.show_to(viewer) is not None for event in events)


class Feed:
    """The events of a match per viewer."""

    def __init__(self, seats: int) -> None:
        """Begin with nothing seen."""
        self.viewers: tuple[Viewer, ...] = (*range(seats), None)
        self.seen: dict[Viewer, list[bytes]] = {viewer: [] for viewer in self.viewers}
        self.held: dict[int, list[Encoded]] = {}
        #: the memory that all of it takes
        self.bytes_kept = 0

    def cursor(self, viewer: Viewer) -> int:
        """Return the number of events that *viewer* has seen."""
        return len(self.seen[viewer])

    def since(self, viewer: Viewer, cursor: int) -> list[bytes]:
        """Return the events after number *cursor*."""
        return self.seen[viewer][cursor:]

    def add(self, steps: Iterable[Step]) -> None:
        """Let every viewer see what it may of further steps."""
        for step in steps:
            places = PLACE_BYTES * len(self.viewers)
            self.bytes_kept += sum(event.count_bytes() + places for event in step.events)
            if not step.is_open:
                self._show(step.events, [viewer for viewer in self.viewers if viewer == step.seat])
                self.held.setdefault(step.seat, []).extend(step.events)
                continue
            for seat in sorted(self.held):
                self._show(self.held[seat], [viewer for viewer in self.viewers if viewer != seat])
            self.held.clear()
            self._show(step.events, self.viewers)

    def _show(self, events: Iterable[Encoded], viewers: Iterable[Viewer]) -> None:
        for viewer in viewers:
            seen = (event.show_to(viewer) for event in events)
            self.seen[viewer].extend(each for each in seen if each is not None)

    def ahead(self, steps: Iterable[Step], viewer: Viewer) -> int:
        """Return what the viewer's cursor would be after further steps; nothing changes."""
        cursor = self.cursor(viewer)
        held = sum(_count(events, viewer) for seat, events in self.held.items() if seat != viewer)
        for step in steps:
            brought = _count(step.events, viewer)
            if step.is_open:
                cursor, held = cursor + held + brought, 0
            elif step.seat == viewer:
                cursor += brought
            else:
                held += brought
        return cursor
