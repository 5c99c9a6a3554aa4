"""The refusals of a tournament."""

from __future__ import annotations

from typing import Any

from engine.errors import EngineError


class BadConfig(EngineError):
    """A tournament's configuration has an unknown field, or a value it can't have; the message names it."""


class BadEntry(EngineError):
    """An entry doesn't fit the tournament's log so far; the message says why.

    What people meet with has a *reason* besides, a stable word; "" is all the rest.
    """

    def __init__(self, message: str, reason: str = "") -> None:
        """Keep *reason*."""
        self.reason = reason
        super().__init__(message)

    def to_dict(self) -> dict[str, Any]:
        """Return the refusal with its reason, if it has one."""
        return super().to_dict() | ({"reason": self.reason} if self.reason else {})


class BadResult(EngineError):
    """A result can't be rated: ranks and players don't fit each other."""
