# Made by `python -m deploy.client`; do not edit.
"""The client: an account at a gateway, and what it can ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from client.blocking.accounts import AccountDoor
from client.blocking.connection import Connection
from client.blocking.matches import MatchDoor
from client.blocking.tournaments import SeriesDoor, TournamentDoor
from client.following import RecordPlace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
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


class Client(Connection):
    """One account's client of a gateway."""

    @property
    def account(self) -> AccountDoor:
        """The account of the token in use."""
        return AccountDoor(self)

    def match(self, match_id: str) -> MatchDoor:
        """Return what can be asked about a match."""
        return MatchDoor(self, match_id)

    def tournament(self, tournament_id: str) -> TournamentDoor:
        """Return what can be asked about a tournament."""
        return TournamentDoor(self, tournament_id)

    def series(self, series_id: str) -> SeriesDoor:
        """Return what can be asked about a series of bots."""
        return SeriesDoor(self, series_id)

    def create_account(self, name: str, kind: Literal["person", "program"] = "person") -> AccountWithToken:
        """Make an account and use its token from here on."""
        made: AccountWithToken = self.post("/accounts", {"name": name, "kind": kind})
        self.token = made["token"]
        return made

    def games(self) -> list[Game]:
        """Return the games that the server has."""
        got: Games = self.get("/games")
        return got["games"]

    def game(self, name: str) -> GameWords:
        """Return a game's options, and its kinds of action, decision and event in words."""
        got: GameWords = self.get(f"/games/{name}")
        return got

    def catalog(self, name: str) -> GameCatalog:
        """Return a game's pieces."""
        got: GameCatalog = self.get(f"/games/{name}/catalog")
        return got

    def bots(self) -> list[Bot]:
        """Return the levels of bots that play at present."""
        got: Bots = self.get("/bots")
        return got["bots"]

    def create_match(
        self,
        game: str,
        seats: Sequence[SeatChoice],
        *,
        key: str | None = None,
        **options: Unpack[MatchOptions],
    ) -> MadeMatch:
        """Make a match with one entry per seat; it begins once everybody sits."""
        made: MadeMatch = self.post_once("/matches", {"game": game, "seats": seats, **options}, key=key)
        return made

    def create_matches(
        self,
        game: str,
        tables: Sequence[Sequence[SeatChoice]],
        *,
        key: str | None = None,
        **options: Unpack[MatchesOptions],
    ) -> list[str]:
        """Make several matches, all or none, with the seats of each; return their ids."""
        made: MatchIds = self.post_once("/matches/bulk", {"game": game, "tables": tables, **options}, key=key)
        return made["match_ids"]

    def seek(
        self,
        game: str,
        seats: int,
        *,
        key: str | None = None,
        **options: Unpack[SeekOptions],
    ) -> Joined:
        """Sit down with whoever seeks the same, or wait for them."""
        got: Joined = self.post_once("/matches/seek", {"game": game, "seats": seats, **options}, key=key)
        return got

    def matches(self, **query: Any) -> Iterator[Match]:  # noqa: ANN401 - as the interface takes them
        """Yield the matches that a query asks for (`status`, `game`, `own`, `player`, …), newest first."""
        for page in self._pages("/matches", **query):
            yield from page["matches"]

    def records(self, since: str = "", **query: Any) -> Iterator[RecordLine]:  # noqa: ANN401 - as above
        """Yield the records of the finished matches that a query asks for (`game`, `won_by`, …), oldest first.

        Each has its `cursor`; *since* a cursor come those behind it, also ones that have ended later. A stream that
        breaks is resumed.
        """
        yield from self.follow("/records", RecordPlace(since), **query)

    def create_tournament(
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
        made: Tournament = self.post_once("/tournaments", body, key=key)
        return made

    def tournaments(self) -> Iterator[TournamentRow]:
        """Yield the tournaments, newest first."""
        for page in self._pages("/tournaments"):
            yield from page["tournaments"]

    def create_series(
        self,
        game: str,
        players: Sequence[str],
        *,
        key: str | None = None,
        **options: Unpack[SeriesOptions],
    ) -> Series:
        """Let levels play each other on the server's workers."""
        body = {"game": game, "players": players, **options}
        made: Series = self.post_once("/series", body, key=key)
        return made

    def all_series(self) -> Iterator[SeriesRow]:
        """Yield the series of bots, newest first."""
        for page in self._pages("/series"):
            yield from page["series"]

    def leaderboard(self, game: str, seats: int | None = None, page_size: int | None = None) -> Leaderboard:
        """Return the best players of a game at tables of so many seats."""
        got: Leaderboard = self.get("/ratings", game=game, seats=seats, page_size=page_size)
        return got

    def rating(self, player: str, game: str, seats: int | None = None) -> History:
        """Return a player's rating and how it came about."""
        got: History = self.get(f"/ratings/{quote(player, safe='')}", game=game, seats=seats)
        return got

    def _pages(self, path: str, **query: Any) -> Iterator[Any]:  # noqa: ANN401 - pages of any kind
        token: str | None = None
        while True:
            page = self.get(path, page_token=token, **query)
            yield page
            token = page["next_page_token"]
            if token is None:
                return
