"""What the director refuses, and why."""

from __future__ import annotations


class DirectorError(ValueError):
    """Base of all refusals of the director."""

    def to_dict(self) -> dict[str, str]:
        """Return the refusal as a JSON-able dict with `error` and `message`."""
        return {"error": type(self).__name__, "message": str(self)}


class BadConfig(DirectorError):
    """A tournament's configuration has an unknown field, or a value it can't have; the message names it."""


class BadEntry(DirectorError):
    """An entry doesn't fit the tournament's log so far; the message says why."""


class BadResult(DirectorError):
    """A result can't be rated: ranks and players don't fit each other."""
