"""The searches of the archive, as SQL that SQLite and PostgreSQL both understand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Select, Subquery, exists, or_, select, tuple_

from services.game_state.archive.schema import LOOKED_AT, matches, players
from services.game_state.match.model import BOT
from services.game_state.match.wanted import Wanted
from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.sql.base import ReadOnlyColumnCollection

    from services.shared.paging import Place

FIRST = 1


@dataclass(frozen=True, slots=True)
class Found:
    """The matches found, in order, and the place up to which they are all that there are; None: to the end."""

    places: list[Place]
    until: Place | None


@dataclass(frozen=True, slots=True)
class ArchiveQuery:
    """The wanted archived matches, and their order.

    It finds every match that `wanted` fits, and may find a few more: whoever has the matches looks again.
    """

    #: the account that asks: of private matches it finds its own
    viewer: str
    wanted: Wanted = field(default_factory=Wanted)
    #: whether private matches of others are wanted too: for whoever runs the installation
    is_of_all: bool = False
    #: the account whose list is wanted, in the order of that list; otherwise the order is that of the ends
    list_of: str = ""
    is_oldest_first: bool = False

    def to_select(self, after: Place | None, rows: int, count: int) -> Select[str, int, str]:
        """Return the query for up to *count* places among the first so many *rows* that follow the place *after*."""
        looked = self._rows(after, rows).subquery()
        place = looked.c.match_id, looked.c.at_ms, looked.c.digest
        found = select(*place).distinct().where(*self._conditions(looked))
        return found.order_by(*self._order(looked.c.at_ms, looked.c.digest)).limit(count)

    def to_last(self, after: Place | None, rows: int) -> Select[str, int, str]:
        """Return the query for the last place of those rows; it finds nothing if there are fewer."""
        looked = self._rows(after, 1).offset(rows - 1).subquery()
        return select(looked.c.match_id, looked.c.at_ms, looked.c.digest)

    def _rows(self, after: Place | None, rows: int) -> Select[Any]:  # Any: an index has columns of its own
        """Return the query for so many rows of an index, whether they are wanted or not, with what is looked at."""
        driving, wanted = self._driving(), self.wanted
        table = players if driving else matches
        at_ms, digest = players.c.listed_ms if self.list_of else table.c.ended_ms, table.c.digest
        looked_at = () if driving else (matches.c.game, *LOOKED_AT, *([matches.c.options] if wanted.options else ()))
        looked = select(table.c.match_id, at_ms.label("at_ms"), digest, *looked_at)
        if driving:
            looked = looked.where(players.c.player == driving)
        elif wanted.tournament_id:
            looked = looked.where(matches.c.tournament_id == wanted.tournament_id)
        elif wanted.game:
            looked = looked.where(matches.c.game == wanted.game)
        if after is not None:
            here, there = tuple_(at_ms, digest), tuple_(after.at_ms, after.digest)
            looked = looked.where(here > there if self.is_oldest_first else here < there)
        if not self.list_of:
            looked = looked.where(*self._bounds(at_ms))
        return looked.order_by(*self._order(at_ms, digest)).limit(rows)

    def _order(
        self, at_ms: ColumnElement[int], digest: ColumnElement[str]
    ) -> tuple[ColumnElement[int], ColumnElement[str]]:
        return (at_ms, digest) if self.is_oldest_first else (at_ms.desc(), digest.desc())

    def _bounds(self, ended_ms: ColumnElement[int]) -> Iterator[ColumnElement[bool]]:
        """Yield when a match that is wanted has ended."""
        if self.wanted.ended_from_ms:
            yield ended_ms >= self.wanted.ended_from_ms
        if self.wanted.ended_until_ms:
            yield ended_ms < self.wanted.ended_until_ms

    def _driving(self) -> str:
        """Return the player whose matches are looked through: of several, one with few; "": all matches."""
        wanted = self.wanted
        named = [name for name in (wanted.won_by, wanted.player, *wanted.opponents) if name]
        return self.list_of or min(named, key=lambda name: name.startswith(BOT), default="")

    def _conditions(self, looked: Subquery) -> Iterator[ColumnElement[bool]]:
        """Yield what holds for those of the rows that are wanted."""
        wanted, driving, match_id = self.wanted, self._driving(), looked.c.match_id
        row = matches.c if driving else looked.c
        if driving:
            yield match_id == matches.c.match_id
        if self.list_of:
            yield from self._bounds(row.ended_ms)
        if not self.is_of_all:
            yield or_(row.is_private.is_(False), self._has_played(self.viewer, match_id))
        for player in {wanted.won_by, wanted.player, *wanted.opponents} - {"", driving}:
            yield self._has_played(player, match_id)
        if wanted.won_by:
            yield self._has_played(wanted.won_by, match_id, has_won=True)
        yield from self._settings(row)

    # Any: columns of the table of matches, or those that have been looked at
    def _settings(self, row: ReadOnlyColumnCollection[str, Any]) -> Iterator[ColumnElement[bool]]:
        """Yield what holds for a match by itself."""
        wanted = self.wanted
        for column, value in (
            (row.game, wanted.game),
            (row.seats, wanted.seats),
            (row.clock, wanted.clock),
            (row.tournament_id, wanted.tournament_id),
            (row.ended, wanted.ended),
        ):
            if value:
                yield column == value
        if wanted.length_min:
            yield row.length >= wanted.length_min
        if wanted.length_max:
            yield row.length <= wanted.length_max
        for name, option in wanted.options.items():
            # Options are stored as canonical JSON: a member ends at the next one or at the end.
            member = dump_json({name: option}).decode()[1:-1]
            yield or_(*(row.options.contains(member + end, autoescape=True) for end in ",}"))

    @staticmethod
    def _has_played(player: str, match_id: ColumnElement[str], *, has_won: bool = False) -> ColumnElement[bool]:
        seated = players.alias()
        here = exists().where(seated.c.match_id == match_id, seated.c.player == player)
        return here.where(seated.c.rank == FIRST, seated.c.is_away.is_(False)) if has_won else here
