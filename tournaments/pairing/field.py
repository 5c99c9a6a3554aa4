"""The players that can be paired now, with all that pairing needs to know: one pass over the tournament."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.limits import SEATS_MAX

if TYPE_CHECKING:
    from tournaments.tournament import Tournament


@dataclass(slots=True)
class Contender:
    """The knowledge of pairing about an entrant.

    `seed` is its place in the seeding, from 0; `met` counts the tables shared with each opponent;
    `seats` counts how often it sat in each seat; `byes` the byes that pairing gave it; `forfeits_won`
    the tables at which nobody else was there; `last` the opponents of its latest table; `waits_since`
    the number of the latest round it was at a table; `tables` how many it was at, `head_start` how many
    more count for one that came to an arena later.
    """

    id: str
    seed: int
    points: Fraction = Fraction(0)
    met: dict[str, int] = field(default_factory=dict)
    seats: list[int] = field(default_factory=lambda: [0] * SEATS_MAX)
    byes: int = 0
    forfeits_won: int = 0
    last: frozenset[str] = frozenset()
    waits_since: int = 0
    tables: int = 0
    head_start: int = 0

    @property
    def level(self) -> int:
        """The number of tables that count when an arena sees to it that nobody gets ahead."""
        return self.tables + self.head_start


def all_players(tournament: Tournament) -> dict[str, Contender]:
    """Return every entrant, withdrawn ones too, in seeding order, with all that has happened.

    Points are those of done tables and byes; opponents and seats count from the pairing on.
    """
    config = tournament.settings
    players = {entrant.id: Contender(entrant.id, seed) for seed, entrant in enumerate(tournament.seeding)}
    for late in tournament.seeding:
        players[late.id].points += config.late_points * (late.first_round - 1)
        players[late.id].head_start = tournament.head_starts.get(late.id, 0)
    for each in tournament.rounds:
        for bye in each.byes:
            players[bye].byes += 1
        for resting in (*each.byes, *each.walkovers):
            players[resting].points += config.bye_points
        for table in each.tables:
            points = tournament.table_points(table) if table.is_done else (Fraction(0),) * len(table.seats)
            there = set(table.seats) - table.absent()
            for seat, entrant in enumerate(table.seats):
                player = players[entrant]
                player.forfeits_won += there == {entrant}
                player.points += points[seat]
                player.tables += 1
                player.waits_since = each.number
                player.last = frozenset(table.seats) - {entrant}
                for opponent in player.last:
                    player.met[opponent] = player.met.get(opponent, 0) + 1
                # At a duplicate table everybody sits in every seat: the balance stays as it was.
                if table.boards == 1:
                    player.seats[seat] += 1
    return players


def free_players(tournament: Tournament) -> list[Contender]:
    """Return those who can be seated now, in seeding order: not withdrawn or set aside, not at a table."""
    players = all_players(tournament)
    busy = tournament.playing()
    return [players[entrant.id] for entrant in tournament.present if entrant.id not in busy]
