"""What is searched for in the archive, as SQL that SQLite and PostgreSQL both understand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Select, exists, or_, select, tuple_

from services.game_state.archive.schema import matches, players

if TYPE_CHECKING:
    from collections.abc import Iterator

    from services.shared.paging import Place


@dataclass(frozen=True, slots=True)
class ArchiveQuery:
    """Which archived matches are wanted; what is left out doesn't matter."""

    #: the account that asks: of private matches it finds its own
    viewer: str
    #: whether private matches of others are wanted too: for whoever runs the installation
    is_of_all: bool = False
    #: the account whose list is wanted, in the order of that list; otherwise the order is that of the ends
    list_of: str = ""
    #: all of them played: names of accounts, or bot:LEVEL
    players: tuple[str, ...] = ()
    game: str = ""
    seats: int = 0
    clock: str = ""

    def to_select(self, after: Place | None, count: int) -> Select[str, int, str]:
        """Return the query for up to *count* places, newest first, that follow the place *after*."""
        at_ms, digest, match_id, own = self._order()
        found = select(match_id, at_ms, digest).distinct().where(*own, *self._conditions(match_id))
        if after is not None:
            found = found.where(tuple_(at_ms, digest) < tuple_(after.at_ms, after.digest))
        return found.order_by(at_ms.desc(), digest.desc()).limit(count)

    def _order(
        self,
    ) -> tuple[ColumnElement[int], ColumnElement[str], ColumnElement[str], list[ColumnElement[bool]]]:
        """Return the columns of time, digest and id that order what is found, and what holds for their rows."""
        if self.list_of:
            own = [players.c.player == self.list_of]
            return players.c.listed_ms, players.c.digest, players.c.match_id, own
        if self.players:
            own = [players.c.player == self.players[0]]
            return players.c.ended_ms, players.c.digest, players.c.match_id, own
        return matches.c.ended_ms, matches.c.digest, matches.c.match_id, []

    def _conditions(self, match_id: ColumnElement[str]) -> Iterator[ColumnElement[bool]]:
        """Yield what else holds for a match that is wanted."""
        yield match_id == matches.c.match_id
        if not self.is_of_all:
            yield or_(matches.c.is_private.is_(False), self._has_played(self.viewer))
        for player in self.players if self.list_of else self.players[1:]:
            yield self._has_played(player)
        for column, wanted in (
            (matches.c.game, self.game),
            (matches.c.seats, self.seats),
            (matches.c.clock, self.clock),
        ):
            if wanted:
                yield column == wanted

    @staticmethod
    def _has_played(player: str) -> ColumnElement[bool]:
        seated = players.alias()
        return exists().where(seated.c.match_id == matches.c.match_id, seated.c.player == player)
