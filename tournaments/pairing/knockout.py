"""Knockouts: the best of each table go on until one table is left, the final.

Every round is seeded anew. With two seats the best remaining entrant meets the worst; in the first round the best seeds
have a bye if the number of entrants is not a power of two. With more seats there are as few tables as possible, each
with one entrant from each slice of the seeding, as in a Swiss, and `advance` of each table go on.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.pairing import pods
from tournaments.pairing.field import free_players
from tournaments.pairing.seating import sit
from tournaments.tournament import Round, TournamentTable

if TYPE_CHECKING:
    from tournaments.pairing.field import Contender
    from tournaments.tournament import Tournament


def next_round(tournament: Tournament) -> Round | None:
    """Return the next round of those still in, or None once the final has been played.

    If only one is left before the final because the others are gone, a walkover takes the final's place.
    """
    left, last = survivors(tournament), tournament.current
    seats, number = tournament.settings.seats, len(tournament.rounds) + 1
    if last is not None and is_final(last):
        return None
    if len(left) < 2:  # noqa: PLR2004
        is_alone = left and last is not None and last.tables
        return Round(number, "knockout", [], walkovers=(left[0].id,)) if is_alone else None
    byes: list[Contender] = []
    if seats == 2:  # noqa: PLR2004
        wanted = (1 << (len(left) - 1).bit_length()) - len(left) if number == 1 else len(left) % 2
        byes = sorted(left, key=lambda player: (player.byes, player.seed))[:wanted]
        playing = [player for player in left if player not in byes]
        tables = [[playing[i], playing[-1 - i]] for i in range(len(playing) // 2)]
    else:
        count = -(-len(left) // seats)
        sizes = sorted(((len(left) + i) // count for i in range(count)), reverse=True)
        # Points don't matter here: the seeding decides who meets.
        equals = [replace(player, points=Fraction(0)) for player in left]
        tables = pods.group(equals, sizes, seats, f"{tournament.settings.seed}/{number}", 1.0).seat_all()
    return Round(
        number,
        "knockout",
        [TournamentTable(tuple(player.id for player in sit(table, seats)), 1) for table in tables],
        byes=tuple(player.id for player in byes if not player.byes),
        walkovers=tuple(player.id for player in byes if player.byes),
    )


def is_final(last: Round) -> bool:
    """Whether a round was the final: one table and no byes."""
    return len(last.tables) == 1 and not last.byes and not last.walkovers


def survivors(tournament: Tournament) -> list[Contender]:
    """Return those who are still in, in seeding order."""
    last = tournament.current
    free = free_players(tournament)
    if last is None:
        return free
    through = {*last.byes, *last.walkovers}
    for table in last.tables:
        through |= set(advancing(tournament, table))
    return [player for player in free if player.id in through]


def advancing(tournament: Tournament, table: TournamentTable) -> list[str]:
    """Return who goes on from a done table: by rank, then the game's points, then the seeding."""
    seed = {entrant.id: number for number, entrant in enumerate(tournament.seeding)}
    ranks, scores = table.ranks(), table.scores()
    order = sorted(range(len(ranks)), key=lambda i: (ranks[i], -scores[i], seed[table.seats[i]]))
    most = min(tournament.settings.advance, len(ranks) - 1)
    return [table.seats[i] for i in order[:most] if table.seats[i] not in table.absent()]
