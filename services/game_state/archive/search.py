"""What is searched for in the archive, as SQL that SQLite and PostgreSQL both understand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, FromClause, Select, and_, exists, or_, select, tuple_

from services.game_state.archive.schema import matches, players
from services.game_state.match.model import BOT
from services.game_state.match.wanted import Wanted
from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from services.shared.paging import Place

FIRST = 1


@dataclass(frozen=True, slots=True)
class ArchiveQuery:
    """Which archived matches are wanted, and in what order.

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

    def to_select(self, after: Place | None, count: int) -> Select[str, int, str]:
        """Return the query for up to *count* places that follow the place *after*."""
        driving = self._driving()
        table = players if driving else matches
        at_ms = players.c.listed_ms if self.list_of else table.c.ended_ms
        digest, match_id = table.c.digest, table.c.match_id
        found = select(match_id, at_ms, digest).distinct().where(*self._conditions(driving, match_id))
        if driving:
            found = found.where(players.c.player == driving, *self._first_place(driving, players))
        if after is not None:
            here, there = tuple_(at_ms, digest), tuple_(after.at_ms, after.digest)
            found = found.where(here > there if self.is_oldest_first else here < there)
        for bound_ms, is_least in ((self.wanted.ended_from_ms, True), (self.wanted.ended_until_ms, False)):
            if bound_ms:
                found = found.where(table.c.ended_ms >= bound_ms if is_least else table.c.ended_ms < bound_ms)
        order = (at_ms, digest) if self.is_oldest_first else (at_ms.desc(), digest.desc())
        return found.order_by(*order).limit(count)

    def _driving(self) -> str:
        """Return the player whose matches are looked through: of several, one with few; "": all matches."""
        wanted = self.wanted
        named = [name for name in (wanted.won_by, wanted.player, *wanted.opponents) if name]
        return self.list_of or min(named, key=lambda name: name.startswith(BOT), default="")

    def _first_place(self, player: str, seated: FromClause) -> Iterator[ColumnElement[bool]]:
        if player == self.wanted.won_by:
            yield and_(seated.c.rank == FIRST, seated.c.is_away.is_(False))

    def _conditions(self, driving: str, match_id: ColumnElement[str]) -> Iterator[ColumnElement[bool]]:
        """Yield what else holds for a match that is wanted."""
        wanted = self.wanted
        yield match_id == matches.c.match_id
        if not self.is_of_all:
            yield or_(matches.c.is_private.is_(False), self._has_played(self.viewer))
        for player in {wanted.won_by, wanted.player, *wanted.opponents} - {"", driving}:
            yield self._has_played(player)
        for column, value in (
            (matches.c.game, wanted.game),
            (matches.c.seats, wanted.seats),
            (matches.c.clock, wanted.clock),
            (matches.c.tournament_id, wanted.tournament_id),
            (matches.c.ended, wanted.ended),
        ):
            if value:
                yield column == value
        if wanted.length_min:
            yield matches.c.length >= wanted.length_min
        if wanted.length_max:
            yield matches.c.length <= wanted.length_max
        for name, option in wanted.options.items():
            # Options are stored as canonical JSON: a member ends at the next one or at the end.
            member = dump_json({name: option}).decode()[1:-1]
            yield or_(*(matches.c.options.contains(member + end, autoescape=True) for end in ",}"))

    def _has_played(self, player: str) -> ColumnElement[bool]:
        seated = players.alias()
        here = exists().where(seated.c.match_id == matches.c.match_id, seated.c.player == player)
        return here.where(*self._first_place(player, seated))
