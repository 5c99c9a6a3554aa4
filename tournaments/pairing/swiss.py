"""Swiss rounds: pods of two to five, or FIDE's Dutch system where two sit at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.pairing import dutch, pods
from tournaments.pairing.byes import bye_choices
from tournaments.pairing.field import free_players
from tournaments.tournament import Round, TournamentTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.pairing.field import Contender
    from tournaments.tournament import Tournament


def next_round(tournament: Tournament) -> Round | None:
    """Return the next round, or None if all have been played or nobody can be seated."""
    if len(tournament.rounds) >= tournament.rounds_planned:
        return None
    config, number = tournament.settings, len(tournament.rounds) + 1
    players = free_players(tournament)
    if dutch.is_chosen(config, len(tournament.entrants)):
        found = dutch.next_round(tournament, players)
        if found is not None:
            return found
    return round_of_pods(tournament, players, number)


def round_of_pods(tournament: Tournament, players: Sequence[Contender], number: int) -> Round | None:
    """Return the best pods among all choices of byes; None if nobody can be seated."""
    config = tournament.settings
    never_sat_out = sum(not player.byes for player in players)
    sizes = pods.table_sizes(len(players), config.seats, never_sat_out, short_tables=config.short_tables)
    if sizes is None:
        return None
    byes, tables = sizes
    best: tuple[tuple[int, int], tuple[Contender, ...], pods.Arrangement] | None = None
    choices = bye_choices(players, byes)
    for resting in choices:
        # The best choice gets half of the search, the others share the rest.
        effort = 1.0 if len(choices) == 1 else 0.5 if best is None else 0.5 / (len(choices) - 1)
        out = {player.id for player in resting}
        seated = [player for player in players if player.id not in out]
        arrangement = pods.group(seated, tables, config.seats, f"{config.seed}/{number}", effort)
        wrong = (arrangement.imbalance, arrangement.clashes)
        if best is None or wrong < best[0]:
            best = (wrong, resting, arrangement)
        if wrong == (0, 0):
            break
    assert best is not None  # table_sizes never asks for more byes than there are players to take them
    return Round(
        number,
        "pods",
        [TournamentTable(tuple(player.id for player in table), 1) for table in best[2].seat_all()],
        byes=tuple(player.id for player in best[1]),
    )
