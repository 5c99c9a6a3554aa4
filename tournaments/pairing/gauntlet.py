"""Gauntlets: each challenger plays the whole pool, at tables of one challenger and opponents."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import TYPE_CHECKING

from tournaments.pairing.field import free_players
from tournaments.pairing.round_robin import without_gaps
from tournaments.pairing.seating import seat_schedule, sit
from tournaments.tournament import Round, TournamentTable

if TYPE_CHECKING:
    from tournaments.pairing.round_robin import Schedule
    from tournaments.tournament import Tournament


def next_round(tournament: Tournament) -> Round | None:
    """Return the next round of the schedule, without those who withdrew; None when it has been played."""
    config, number = tournament.settings, len(tournament.rounds)
    entered = tournament.starters
    challengers = [entrant.id for entrant in entered if entrant.is_challenger]
    field = challengers + [entrant.id for entrant in entered if not entrant.is_challenger]
    rounds = schedule(len(challengers), len(field) - len(challengers), config.seats, config.cycles)
    if config.rounds:
        rounds = rounds[: config.rounds]
    if number >= len(rounds):
        return None
    here = {player.id: player for player in free_players(tournament)}
    tables, walkovers = [], []
    for planned in rounds[number]:
        present = [here[field[i]] for i in without_gaps(planned, [field[i] in here for i in planned])]
        challenger = next((player for player in present if player.id in challengers), None)
        if challenger is None:
            continue
        if len(present) > 1:
            tables.append(TournamentTable(tuple(player.id for player in sit(present, config.seats)), 1))
        else:
            walkovers.append(challenger.id)
    return Round(number + 1, "gauntlet", tables, walkovers=tuple(walkovers))


@lru_cache(maxsize=64)
def schedule(challengers: int, opponents: int, seats: int, cycles: int) -> Schedule:
    """Return the rounds of a gauntlet; entrants 0…challengers-1 challenge, the rest are the pool, in seat order.

    The pool is divided as evenly as possible into shares that fill a table together with a challenger. In each round
    every challenger plays another share. Each cycle divides the pool differently.
    """
    count = -(-opponents // (seats - 1))
    rounds: Schedule = []
    for cycle in range(cycles):
        pool = [challengers + (i + cycle) % opponents for i in range(opponents)]
        cuts = [share * opponents // count for share in range(count + 1)]
        shares = [pool[low:high] for low, high in itertools.pairwise(cuts)]
        turns = max(count, challengers)
        for turn in range(turns):
            taken = [(challenger, (turn + challenger) % turns) for challenger in range(challengers)]
            rounds.append([(challenger, *shares[share]) for challenger, share in taken if share < count])
    return seat_schedule(rounds, seats)
