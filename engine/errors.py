"""The refusals of the engine: one exception type for each kind.

Every one is a ValueError, so that a caller who only wants "the input was wrong" can say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


class EngineError(ValueError):
    """Base of all refusals of the engine."""

    def to_dict(self) -> dict[str, Any]:
        """Return the refusal as a JSON-able dict with `error` and `message`."""
        return {"error": type(self).__name__, "message": str(self)}


class UnknownGame(EngineError):
    """No game of that name is registered."""


class BadOptions(EngineError):
    """A setup option is unknown or has a value it can't have, or the number of seats is wrong."""


class BadAction(EngineError):
    """A dict, notation or code names no action of the game; the message says what would be right."""


class BadDescription(EngineError):
    """A description can't be a position of the game; the message names the place and what would be right."""


class BadBytes(EngineError):
    """Bytes are no snapshot of this game and this build."""


class BadRecord(EngineError):
    """A record is not what it claims to be; the message says where it departs."""


class MatchOver(EngineError):
    """The match has ended: no seat owes a decision."""


class NotYourDecision(EngineError):
    """The seat owes no decision now."""

    def __init__(self, seat: int, deciding: tuple[int, ...]) -> None:
        """Keep *seat* and the seats that do owe one."""
        self.seat = seat
        self.deciding = deciding
        who = ", ".join(str(each) for each in deciding)
        super().__init__(f"seat {seat} owes no decision now; waiting for seat {who}")

    def to_dict(self) -> dict[str, Any]:
        """Return the refusal with `seat` and `deciding`."""
        return super().to_dict() | {"seat": self.seat, "deciding": list(self.deciding)}


class IllegalAction(EngineError):
    """The seat may not do that now.

    `reason` is a stable word for programs, `rule` the ruling (`Roll R27`) or section it rests on,
    `legal` the notation of what the seat may do instead, `index` the place in a list of actions. `figures` has the
    numbers that the message is about, for sentences in other languages.
    """

    def __init__(
        self,
        reason: str,
        message: str,
        *,
        rule: str = "",
        seat: int = -1,
        legal: tuple[str, ...] = (),
        index: int = 0,
        figures: Mapping[str, int] | None = None,
    ) -> None:
        """Keep the parts of the refusal."""
        self.reason = reason
        self.rule = rule
        self.seat = seat
        self.legal = legal
        self.index = index
        self.figures = dict(figures or {})
        super().__init__(message)

    def to_dict(self) -> dict[str, Any]:
        """Return the refusal with `reason`, `rule`, `seat`, `legal`, `index` and `figures`."""
        return super().to_dict() | {
            "reason": self.reason,
            "rule": self.rule,
            "seat": self.seat,
            "legal": list(self.legal),
            "index": self.index,
            "figures": self.figures,
        }
