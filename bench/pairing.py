"""Benchmark of pairing: the slowest round of a large field, by format."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bench import Figure, bench
from tournaments.pairing import next_round
from tournaments.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterator

ENTRANTS = 500
ROUNDS = 7
FORMATS = (("swiss", 2), ("swiss", 4), ("swiss", 5), ("knockout", 4), ("arena", 4))
PAIRED_S_MAX = 1.0
SEED = "ab" * 32


def _start(form: str, seats: int, entrants: int) -> Tournament:
    """Return a tournament of bots that has started."""
    config = {"name": "bench", "game": "roll", "format": form, "seats": seats, "seed": SEED, "rounds": ROUNDS}
    tournament = Tournament([{"kind": "created", "at_ms": 0, "config": config}])
    for number in range(entrants):
        entrant = {"id": f"e{number:03}", "name": f"e{number}", "player": "bot", "rating": 2000 - number}
        tournament.apply({"kind": "entered", "at_ms": 0, "entrant": entrant})
    tournament.apply({"kind": "started", "at_ms": 0})
    return tournament


def _play_round(tournament: Tournament) -> None:
    """Let the better rated of each table come first."""
    latest = tournament.rounds[-1]
    for number, table in enumerate(latest.tables):
        order = sorted(table.seats)
        ranks = [order.index(entrant) + 1 for entrant in table.seats]
        place = {"round": latest.number, "table": number, "board": 0, "match_id": "", "cause": "finished"}
        scores = [-rank for rank in ranks]
        tournament.apply({"kind": "result", "at_ms": 1_000, **place, "ranks": ranks, "scores": scores})


@bench("pairing.rounds")
def slowest_rounds(scale: float) -> Iterator[Figure]:
    """Processor time of the slowest of seven rounds of 500 entrants, by format and seats."""
    entrants = max(20, round(ENTRANTS * scale))
    for form, seats in FORMATS:
        tournament, slowest_s = _start(form, seats, entrants), 0.0
        for _ in range(ROUNDS):
            before = time.process_time()
            found = next_round(tournament, 1_000)
            slowest_s = max(slowest_s, time.process_time() - before)
            if found is None:
                break
            tournament.apply(found.to_entry(1_000))
            _play_round(tournament)
        what = f"{entrants} entrants, {form} at tables of {seats}: slowest of {ROUNDS} rounds to pair"
        yield Figure(what, slowest_s, "s", PAIRED_S_MAX, is_cost=True)
