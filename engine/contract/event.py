"""A fact that a step produced, and what each seat may know of it.

Secrecy is declared once, in the table of kinds, never decided where the event is made.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract.vocabulary import Field, Word


@dataclass(frozen=True, slots=True)
class EventKind:
    """A sort of event.

    `secret` names the fields that only the event's own seat may know; a `private` event is not
    known to others at all.
    """

    name: str
    fields: tuple[Field, ...]
    text: str
    secret: tuple[str, ...] = ()
    private: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """One fact: its kind, the seat that caused it (None: the table) and its fields as integers."""

    kind: EventKind
    seat: int | None
    args: tuple[int, ...]

    def to_dict(self) -> dict[str, Word | None]:
        """Return the whole fact, secrets included, as a JSON-able dict."""
        fields: dict[str, Word] = {
            field.name: field.word(code) for field, code in zip(self.kind.fields, self.args, strict=False)
        }
        return {"kind": self.kind.name, "seat": self.seat, **fields}

    def show_to(self, seat: int | None) -> dict[str, Word | None] | None:
        """Return the fact as *seat* may know it (None: a spectator), or None if not at all."""
        if seat is not None and seat == self.seat:
            return self.to_dict()
        if self.kind.private:
            return None
        return {name: value for name, value in self.to_dict().items() if name not in self.kind.secret}
