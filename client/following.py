"""The position of a stream's reader: the request after a break, and the events given already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from client.answers import refusal_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from client.answers import Json

Query = dict[str, str | int | list[str]]
#: of an account's stream: not news but what is owed now, and what is missing; neither is counted
UNCOUNTED = {"decision_due", "gap"}


class StreamPlace(Protocol):
    """A place in a stream."""

    def query(self) -> Query:
        """Return what to ask for so that the stream goes on here."""

    def passes(self, line: Json) -> bool:
        """Move on past *line*; return whether it is new to the reader. Raise Refused if it ends the stream."""


def raise_end(line: Json) -> None:
    """Raise Refused if a line says that the stream ends before its subject does."""
    if line["type"] == "end":
        raise refusal_of(0, {**line, "error": line.get("error", "Unavailable")})


class LogPlace:
    """A place in the log of a tournament or a series."""

    def __init__(self, since: int = 0) -> None:
        """Begin after the entry of that cursor."""
        self.since = since

    def query(self) -> Query:
        """Return the cursor."""
        return {"since": self.since}

    def passes(self, line: Json) -> bool:
        """Let entries pass once, in order."""
        raise_end(line)
        if line["type"] == "heartbeat" or line["cursor"] <= self.since:
            return False
        self.since = line["cursor"]
        return True


class RecordPlace:
    """A place among the records that a search finds."""

    def __init__(self, since: str = "") -> None:
        """Begin after the record of that cursor."""
        self.since = since

    def query(self) -> Query:
        """Return the cursor."""
        return {"since": self.since} if self.since else {}

    def passes(self, line: Json) -> bool:
        """Let every record pass: the server sends each once. Only the end of a stream that breaks has a type."""
        if "type" in line:
            raise_end(line)
        self.since = line["cursor"]
        return True


class MatchPlace:
    """A place in the events and the talk of a match."""

    def __init__(self, since: int = 0, chat_since: str = "") -> None:
        """Begin after that event and that message."""
        self.since = since
        self.chat_since = chat_since
        self.is_over = False
        self._match: Json = None

    def query(self) -> Query:
        """Return both cursors."""
        asked: Query = {"since": self.since}
        if self.chat_since:
            asked["chat_since"] = self.chat_since
        return asked

    def name(self, match_id: str) -> str:
        """Return the place as an account's stream takes it."""
        return f"{match_id}:{self.since}" + (f":{self.chat_since}" if self.chat_since else "")

    def passes(self, line: Json) -> bool:
        """Let each event and message pass once, and the match when it has changed."""
        raise_end(line)
        if line["type"] == "event":
            if line["cursor"] <= self.since:
                return False
            self.since = line["cursor"]
        elif line["type"] == "chat":
            if order_of(line["chat"]["cursor"]) <= order_of(self.chat_since):
                return False
            self.chat_since = line["chat"]["cursor"]
        elif line["type"] == "match":
            before, self._match = self._match, line["match"]
            self.is_over = line["match"]["status"] == "over"
            return bool(self._match != before)
        return bool(line["type"] != "heartbeat")


class AccountPlace:
    """A place in the news of an account, and in the matches that the same stream carries."""

    def __init__(self, since: str = "", matches: Iterable[str] = ()) -> None:
        """Begin after the news of that cursor, with these matches from their beginning."""
        self.since = since
        self.matches = {match_id: MatchPlace() for match_id in matches}

    def query(self) -> Query:
        """Return the cursors."""
        asked: Query = {}
        if self.since:
            asked["since"] = self.since
        if self.matches:
            asked["match"] = [place.name(match_id) for match_id, place in self.matches.items()]
        return asked

    def passes(self, line: Json) -> bool:
        """Let news pass once; whatever is owed passes whenever it is told."""
        raise_end(line)
        match line["type"]:
            case "match_line":
                return self.matches[line["match_id"]].passes(line["line"])
            case "match_end":
                return self.matches.pop(line["match_id"], None) is not None
            case "event":
                is_new = line["kind"] in UNCOUNTED or order_of(line["cursor"]) > order_of(self.since)
                if order_of(line.get("cursor", "")) > order_of(self.since):
                    self.since = line["cursor"]
                return is_new
        return False


def order_of(cursor: str) -> tuple[int, ...]:
    """Return a cursor of the form `MS-NUMBER` as something to compare; an empty one comes first."""
    return tuple(int(part) for part in cursor.split("-")) if cursor else ()
