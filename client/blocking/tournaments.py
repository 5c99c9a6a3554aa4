# Made by `python -m deploy.client`; do not edit.
"""The calls about one tournament, and about one series of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from client.following import LogPlace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal, Unpack

    from client.blocking.connection import Connection
    from client.models import Correction, Series, SeriesLine, Tournament, TournamentLine


class TournamentDoor:
    """A tournament, by its id. *key* is an idempotency key; one is made if none is given."""

    def __init__(self, connection: Connection, tournament_id: str) -> None:
        """Ask over a connection."""
        self.id = tournament_id
        self._connection = connection
        self._path = f"/tournaments/{quote(tournament_id, safe='')}"

    def read(self) -> Tournament:
        """Return settings, standings and rounds."""
        got: Tournament = self._connection.get(self._path)
        return got

    def enter(self, *, key: str | None = None) -> Tournament:
        """Enter."""
        return self._ask("enter", key=key)

    def withdraw(self, *, key: str | None = None) -> Tournament:
        """Play no more."""
        return self._ask("withdraw", key=key)

    def come_back(self, *, key: str | None = None) -> Tournament:
        """Be paired again."""
        return self._ask("return", key=key)

    def add_bots(self, level: str, count: int = 1, *, key: str | None = None) -> Tournament:
        """Add bots of a level, as its host."""
        return self._ask("bots", {"level": level, "count": count}, key=key)

    def remove(self, entrant: str, *, key: str | None = None) -> Tournament:
        """Remove an entrant, as its host."""
        return self._ask("remove", {"entrant": entrant}, key=key)

    def start(self, *, key: str | None = None) -> Tournament:
        """Begin, as its host."""
        return self._ask("start", key=key)

    def pause(self, reason: str = "", *, key: str | None = None) -> Tournament:
        """Begin no more rounds for now, as its host."""
        return self._ask("pause", {"reason": reason}, key=key)

    def resume(self, reason: str = "", *, key: str | None = None) -> Tournament:
        """Go on, as its host."""
        return self._ask("resume", {"reason": reason}, key=key)

    def finish(self, reason: str = "", *, key: str | None = None) -> Tournament:
        """End it, as its host."""
        return self._ask("finish", {"reason": reason}, key=key)

    def correct(self, *, key: str | None = None, **correction: Unpack[Correction]) -> Tournament:
        """Correct a result, as its host."""
        return self._ask("corrections", correction, key=key)

    def _ask(self, what: str, body: object = None, *, key: str | None = None) -> Tournament:
        got: Tournament = self._connection.post_once(f"{self._path}/{what}", body, key=key)
        return got

    def export(self, form: Literal["csv", "trf", "markdown"] = "csv") -> str:
        """Return the standings in a form for other programs, or a report."""
        return (self._connection.request("GET", f"{self._path}/export", params={"form": form})).text

    def events(self, since: int = 0, *, follow: bool = True) -> Iterator[TournamentLine]:
        """Yield the entries of its log after a cursor, each once, until it is over; a broken stream is resumed."""
        query = None if follow else False
        yield from self._connection.follow(f"{self._path}/events", LogPlace(since), follow=query)


class SeriesDoor:
    """A series of matches among bots, by its id."""

    def __init__(self, connection: Connection, series_id: str) -> None:
        """Ask over a connection."""
        self.id = series_id
        self._connection = connection
        self._path = f"/series/{quote(series_id, safe='')}"

    def read(self) -> Series:
        """Return its progress, shares, tests and ratings."""
        got: Series = self._connection.get(self._path)
        return got

    def cancel(self, *, key: str | None = None) -> Series:
        """End it, and keep what was played."""
        got: Series = self._connection.post_once(f"{self._path}/cancel", key=key)
        return got

    def matches(self, form: Literal["jsonl", "csv"] = "jsonl") -> str:
        """Return every match with its record."""
        return (self._connection.request("GET", f"{self._path}/matches", params={"form": form})).text

    def plot(self, form: Literal["svg", "png"] = "svg") -> bytes:
        """Return a picture of the ratings with their intervals."""
        return (self._connection.request("GET", f"{self._path}/plot", params={"form": form})).content

    def events(self, since: int = 0, *, follow: bool = True) -> Iterator[SeriesLine]:
        """Yield the entries of its log after a cursor, each once, until it ends; a broken stream is resumed."""
        query = None if follow else False
        yield from self._connection.follow(f"{self._path}/events", LogPlace(since), follow=query)
