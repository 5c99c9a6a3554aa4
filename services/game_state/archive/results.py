"""Rated results in the archive, and what each has changed; numbers are kept to the last bit."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, true

from services.game_state.archive.schema import changes, results
from services.game_state.archive.upsert import put_newer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The change that a result has made of a player's rating."""

    player: str
    at_ms: int
    source: str
    rank: int
    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A result by its number, as it was counted, and what it has changed."""

    number: int
    game: str
    seats: int
    content: bytes
    changes: tuple[RatingChange, ...]


def keep_results(connection: Connection, kept: Sequence[RatedResult]) -> None:
    """Keep results in the place of any with the same numbers: those are the same, or of a past that was undone."""
    numbers = [each.number for each in kept]
    rows: list[dict[str, object]] = [{"number": each.number, "content": each.content} for each in kept]
    put_newer(connection, results, rows, lambda _there, _row: true())
    # The results are locked until the end: nobody else writes their changes meanwhile.
    connection.execute(delete(changes).where(changes.c.number.in_(numbers)))
    told = [
        {"number": each.number, "game": each.game, "seats": each.seats, **asdict(change)}
        for each in kept
        for change in each.changes
    ]
    connection.execute(insert(changes), told)


def find_changes(connection: Connection, player: str, game: str, seats: int, before: int) -> list[RatingChange]:
    """Return the changes of a player's rating by results with smaller numbers than that, in their order."""
    told = [changes.c[name] for name in RatingChange.__slots__]
    here = (changes.c.player == player, changes.c.game == game, changes.c.seats == seats, changes.c.number < before)
    found = connection.execute(select(*told).where(*here).order_by(changes.c.number))
    return [RatingChange(*row) for row in found]
