"""The calls about one tournament, and about one series of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from client.following import LogPlace

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Literal, Unpack

    from client.awaited.connection import AsyncConnection
    from client.models import Correction, Series, SeriesLine, Tournament, TournamentLine


class AsyncTournamentDoor:
    """A tournament, by its id. *key* is an idempotency key; one is made if none is given."""

    def __init__(self, connection: AsyncConnection, tournament_id: str) -> None:
        """Ask over a connection."""
        self.id = tournament_id
        self._connection = connection
        self._path = f"/tournaments/{quote(tournament_id, safe='')}"

    async def read(self) -> Tournament:
        """Return settings, standings and rounds."""
        got: Tournament = await self._connection.get(self._path)
        return got

    async def enter(self, *, key: str | None = None) -> Tournament:
        """Enter."""
        return await self._ask("enter", key=key)

    async def withdraw(self, *, key: str | None = None) -> Tournament:
        """Play no more."""
        return await self._ask("withdraw", key=key)

    async def come_back(self, *, key: str | None = None) -> Tournament:
        """Be paired again."""
        return await self._ask("return", key=key)

    async def add_bots(self, level: str, count: int = 1, *, key: str | None = None) -> Tournament:
        """Add bots of a level, as its host."""
        return await self._ask("bots", {"level": level, "count": count}, key=key)

    async def remove(self, entrant: str, *, key: str | None = None) -> Tournament:
        """Remove an entrant, as its host."""
        return await self._ask("remove", {"entrant": entrant}, key=key)

    async def start(self, *, key: str | None = None) -> Tournament:
        """Begin, as its host."""
        return await self._ask("start", key=key)

    async def pause(self, reason: str = "", *, key: str | None = None) -> Tournament:
        """Begin no more rounds for now, as its host."""
        return await self._ask("pause", {"reason": reason}, key=key)

    async def resume(self, reason: str = "", *, key: str | None = None) -> Tournament:
        """Go on, as its host."""
        return await self._ask("resume", {"reason": reason}, key=key)

    async def finish(self, reason: str = "", *, key: str | None = None) -> Tournament:
        """End it, as its host."""
        return await self._ask("finish", {"reason": reason}, key=key)

    async def correct(self, *, key: str | None = None, **correction: Unpack[Correction]) -> Tournament:
        """Correct a result, as its host."""
        return await self._ask("corrections", correction, key=key)

    async def _ask(self, what: str, body: object = None, *, key: str | None = None) -> Tournament:
        got: Tournament = await self._connection.post_once(f"{self._path}/{what}", body, key=key)
        return got

    async def export(self, form: Literal["csv", "trf", "markdown"] = "csv") -> str:
        """Return the standings in a form for other programs, or a report."""
        return (await self._connection.request("GET", f"{self._path}/export", params={"form": form})).text

    async def events(self, since: int = 0, *, follow: bool = True) -> AsyncIterator[TournamentLine]:
        """Yield the entries of its log after a cursor, each once, until it is over; a broken stream is resumed."""
        query = None if follow else False
        async for line in self._connection.follow(f"{self._path}/events", LogPlace(since), follow=query):
            yield line


class AsyncSeriesDoor:
    """A series of matches among bots, by its id."""

    def __init__(self, connection: AsyncConnection, series_id: str) -> None:
        """Ask over a connection."""
        self.id = series_id
        self._connection = connection
        self._path = f"/series/{quote(series_id, safe='')}"

    async def read(self) -> Series:
        """Return its progress, shares, tests and ratings."""
        got: Series = await self._connection.get(self._path)
        return got

    async def cancel(self, *, key: str | None = None) -> Series:
        """End it, and keep what was played."""
        got: Series = await self._connection.post_once(f"{self._path}/cancel", key=key)
        return got

    async def matches(self, form: Literal["jsonl", "csv"] = "jsonl") -> str:
        """Return every match with its record."""
        return (await self._connection.request("GET", f"{self._path}/matches", params={"form": form})).text

    async def plot(self, form: Literal["svg", "png"] = "svg") -> bytes:
        """Return a picture of the ratings with their intervals."""
        return (await self._connection.request("GET", f"{self._path}/plot", params={"form": form})).content

    async def events(self, since: int = 0, *, follow: bool = True) -> AsyncIterator[SeriesLine]:
        """Yield the entries of its log after a cursor, each once, until it ends; a broken stream is resumed."""
        query = None if follow else False
        async for line in self._connection.follow(f"{self._path}/events", LogPlace(since), follow=query):
            yield line
