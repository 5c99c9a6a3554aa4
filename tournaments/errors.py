"""What a tournament refuses, and why."""

from __future__ import annotations

from engine.errors import EngineError


class BadConfig(EngineError):
    """A tournament's configuration has an unknown field, or a value it can't have; the message names it."""


class BadEntry(EngineError):
    """An entry doesn't fit the tournament's log so far; the message says why."""


class BadResult(EngineError):
    """A result can't be rated: ranks and players don't fit each other."""
