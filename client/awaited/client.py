"""The client: an account at a gateway, and what it can ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from client.awaited.accounts import AsyncAccountDoor
from client.awaited.connection import AsyncConnection
from client.awaited.matches import AsyncMatchDoor
from client.awaited.tournaments import AsyncSeriesDoor, AsyncTournamentDoor
from client.following import RecordPlace

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from typing import Unpack

    from client.models import (
        AccountWithToken,
        Bot,
        Bots,
        Game,
        GameCatalog,
        Games,
        GameWords,
        History,
        Joined,
        Leaderboard,
        MadeMatch,
        Match,
        MatchesOptions,
        MatchIds,
        MatchOptions,
        RecordLine,
        SeatChoice,
        SeekOptions,
        Series,
        SeriesOptions,
        SeriesRow,
        Tournament,
        TournamentOptions,
        TournamentRow,
    )


class AsyncClient(AsyncConnection):
    """One account's client of a gateway."""

    @property
    def account(self) -> AsyncAccountDoor:
        """The account of the token in use."""
        return AsyncAccountDoor(self)

    def match(self, match_id: str) -> AsyncMatchDoor:
        """Return what can be asked about a match."""
        return AsyncMatchDoor(self, match_id)

    def tournament(self, tournament_id: str) -> AsyncTournamentDoor:
        """Return what can be asked about a tournament."""
        return AsyncTournamentDoor(self, tournament_id)

    def series(self, series_id: str) -> AsyncSeriesDoor:
        """Return what can be asked about a series of bots."""
        return AsyncSeriesDoor(self, series_id)

    async def create_account(self, name: str, kind: Literal["person", "program"] = "person") -> AccountWithToken:
        """Make an account and use its token from here on."""
        made: AccountWithToken = await self.post("/accounts", {"name": name, "kind": kind})
        self.token = made["token"]
        return made

    async def games(self) -> list[Game]:
        """Return the games that the server has."""
        got: Games = await self.get("/games")
        return got["games"]

    async def game(self, name: str) -> GameWords:
        """Return a game's options, and its kinds of action, decision and event in words."""
        got: GameWords = await self.get(f"/games/{name}")
        return got

    async def catalog(self, name: str) -> GameCatalog:
        """Return a game's pieces."""
        got: GameCatalog = await self.get(f"/games/{name}/catalog")
        return got

    async def bots(self) -> list[Bot]:
        """Return the levels of bots that play at present."""
        got: Bots = await self.get("/bots")
        return got["bots"]

    async def create_match(
        self,
        game: str,
        seats: Sequence[SeatChoice],
        *,
        key: str | None = None,
        **options: Unpack[MatchOptions],
    ) -> MadeMatch:
        """Make a match with one entry per seat; it begins once everybody sits."""
        made: MadeMatch = await self.post_once("/matches", {"game": game, "seats": seats, **options}, key=key)
        return made

    async def create_matches(
        self,
        game: str,
        tables: Sequence[Sequence[SeatChoice]],
        *,
        key: str | None = None,
        **options: Unpack[MatchesOptions],
    ) -> list[str]:
        """Make several matches, all or none, with the seats of each; return their ids."""
        made: MatchIds = await self.post_once("/matches/bulk", {"game": game, "tables": tables, **options}, key=key)
        return made["match_ids"]

    async def seek(
        self,
        game: str,
        seats: int,
        *,
        key: str | None = None,
        **options: Unpack[SeekOptions],
    ) -> Joined:
        """Sit down with whoever seeks the same, or wait for them."""
        got: Joined = await self.post_once("/matches/seek", {"game": game, "seats": seats, **options}, key=key)
        return got

    async def matches(self, **query: Any) -> AsyncIterator[Match]:  # noqa: ANN401 - as the interface takes them
        """Yield the matches that a query asks for (`status`, `game`, `own`, `player`, …), newest first."""
        async for page in self._pages("/matches", **query):
            for match in page["matches"]:
                yield match

    async def records(self, since: str = "", **query: Any) -> AsyncIterator[RecordLine]:  # noqa: ANN401 - as above
        """Yield the records of the finished matches that a query asks for (`game`, `won_by`, …), oldest first.

        Each has its `cursor`; *since* a cursor come those behind it, also ones that have ended later. A stream that
        breaks is resumed.
        """
        async for line in self.follow("/records", RecordPlace(since), **query):
            yield line

    async def create_tournament(
        self,
        name: str,
        game: str,
        format: Literal["round_robin", "swiss", "knockout", "gauntlet", "arena"],  # noqa: A002 - the interface's word
        seats: int,
        *,
        key: str | None = None,
        **options: Unpack[TournamentOptions],
    ) -> Tournament:
        """Make a tournament and become its host."""
        body = {"name": name, "game": game, "format": format, "seats": seats, **options}
        made: Tournament = await self.post_once("/tournaments", body, key=key)
        return made

    async def tournaments(self) -> AsyncIterator[TournamentRow]:
        """Yield the tournaments, newest first."""
        async for page in self._pages("/tournaments"):
            for row in page["tournaments"]:
                yield row

    async def create_series(
        self,
        game: str,
        players: Sequence[str],
        *,
        key: str | None = None,
        **options: Unpack[SeriesOptions],
    ) -> Series:
        """Let levels play each other on the server's workers."""
        body = {"game": game, "players": players, **options}
        made: Series = await self.post_once("/series", body, key=key)
        return made

    async def all_series(self) -> AsyncIterator[SeriesRow]:
        """Yield the series of bots, newest first."""
        async for page in self._pages("/series"):
            for row in page["series"]:
                yield row

    async def leaderboard(self, game: str, seats: int | None = None, page_size: int | None = None) -> Leaderboard:
        """Return the best players of a game at tables of so many seats."""
        got: Leaderboard = await self.get("/ratings", game=game, seats=seats, page_size=page_size)
        return got

    async def rating(self, player: str, game: str, seats: int | None = None) -> History:
        """Return a player's rating and how it came about."""
        got: History = await self.get(f"/ratings/{quote(player, safe='')}", game=game, seats=seats)
        return got

    async def _pages(self, path: str, **query: Any) -> AsyncIterator[Any]:  # noqa: ANN401 - pages of any kind
        token: str | None = None
        while True:
            page = await self.get(path, page_token=token, **query)
            yield page
            token = page["next_page_token"]
            if token is None:
                return
