"""Standings of a tournament: points, then the tie-breaks in the host's order.

    opposition  strength of opposition: per table, the mean of the opponents' points now, summed; a bye
                counts the entrant's own points, as FIDE's virtual opponent does
    direct      direct comparison: among those still tied, if each has met each, the share of meetings
                in which the entrant placed before the other (a tie counts half)
    places      first places, then second places, and so on
    margin      the game's own points less the mean of the opponents', summed over all tables

Those who are still equal share a rank. In a knockout, progress counts before points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournaments.tournament import Entrant, Tournament, TournamentTable

DECIMALS = 4


@dataclass(slots=True)
class Standing:
    """One entrant's line. `places` counts how often it came first, second, …; `progress` is a knockout's."""

    entrant: Entrant
    rank: int = 0
    points: Fraction = Fraction(0)
    tables: int = 0
    byes: int = 0
    places: list[int] = field(default_factory=list)
    margin: Fraction = Fraction(0)
    opposition: Fraction = Fraction(0)
    direct: Fraction | None = None
    progress: tuple[int, int] = (0, 0)
    is_withdrawn: bool = False
    is_set_aside: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the line as a JSON-able dict; fractions as numbers."""
        return {
            "rank": self.rank,
            "entrant": self.entrant.id,
            "name": self.entrant.name,
            "player": self.entrant.player,
            "level": self.entrant.level,
            "rating": self.entrant.rating,
            "points": as_number(self.points),
            "tables": self.tables,
            "byes": self.byes,
            "places": self.places,
            "opposition": as_number(self.opposition),
            "direct": None if self.direct is None else as_number(self.direct),
            "margin": as_number(self.margin),
            "is_withdrawn": self.is_withdrawn,
            "is_set_aside": self.is_set_aside,
        }


def as_number(value: Fraction) -> float | int:
    """Return a whole number as such, any other rounded for people and JSON."""
    return int(value) if value.denominator == 1 else round(float(value), DECIMALS)


def standings(tournament: Tournament) -> list[Standing]:
    """Return everybody's line, best first; equal ones share a rank and stand in seeding order."""
    lines = _lines(tournament)
    done = [table for _, _, table in tournament.tables() if table.is_done]
    for table in done:
        for entrant in table.seats:
            others = [lines[other].points for other in table.seats if other != entrant]
            lines[entrant].opposition += sum(others, Fraction(0)) / len(others)
    for line in lines.values():
        line.opposition += line.points * line.byes
    groups: list[list[Standing]] = [list(lines.values())]
    order: list[Callable[[Standing], Any]] = [lambda line: line.progress, lambda line: line.points]
    for key in order:
        groups = [part for group in groups for part in _split(group, key)]
    for name in tournament.settings.tie_breaks:
        if name == "direct":
            groups = [part for group in groups for part in _by_direct_comparison(group, done)]
        else:
            groups = [part for group in groups for part in _split(group, _KEYS[name])]
    ranked: list[Standing] = []
    for group in groups:
        for line in group:
            line.rank = len(ranked) + 1 if line is group[0] else ranked[-1].rank
            ranked.append(line)
    return ranked


_KEYS: dict[str, Callable[[Standing], Any]] = {
    "opposition": lambda line: line.opposition,
    "places": lambda line: line.places,
    "margin": lambda line: line.margin,
}


def _lines(tournament: Tournament) -> dict[str, Standing]:
    """Return everybody's line, in seeding order, with everything that doesn't depend on the others' lines."""
    config, aside = tournament.settings, tournament.set_aside()
    lines = {
        entrant.id: Standing(
            entrant, places=[0] * config.seats,
            is_withdrawn=entrant.id in tournament.withdrawn, is_set_aside=entrant.id in aside,
            points=config.late_points * (entrant.first_round - 1),
        )
        for entrant in tournament.seeding
    }  # fmt: skip
    for each in tournament.rounds:
        for entrant in (*each.byes, *each.walkovers):
            lines[entrant].points += config.bye_points
            lines[entrant].byes += 1
            lines[entrant].progress = (each.number, 1)
        for table in each.tables:
            _add_table(tournament, table, each.number, lines)
    if config.format != "knockout":
        for line in lines.values():
            line.progress = (0, 0)
    return lines


def _add_table(tournament: Tournament, table: TournamentTable, round_number: int, lines: dict[str, Standing]) -> None:
    """Count a table; one that isn't done counts only as having been reached."""
    if not table.is_done:
        for entrant in table.seats:
            lines[entrant].progress = (round_number, 0)
        return
    ranks, points, scores = table.ranks(), tournament.table_points(table), table.scores()
    if len(table.absent()) == len(table.seats):
        # Nobody came first.
        ranks = (len(table.seats),) * len(table.seats)
    total = sum(map(Fraction, scores), Fraction(0))
    for seat, entrant in enumerate(table.seats):
        line = lines[entrant]
        line.points += points[seat]
        line.tables += 1
        line.places[ranks[seat] - 1] += 1
        own = Fraction(scores[seat])
        line.margin += own - (total - own) / (len(scores) - 1)
        line.progress = (round_number, -ranks[seat])


def _split(group: Sequence[Standing], key: Callable[[Standing], Any]) -> list[list[Standing]]:
    """Return the group in parts of equal key, the highest first; within a part the order is kept."""
    ordered = sorted(group, key=key, reverse=True)
    return [list(part) for _, part in groupby(ordered, key=key)]


def _by_direct_comparison(group: list[Standing], done: Sequence[TournamentTable]) -> list[list[Standing]]:
    """Return a tied group split by the meetings within it, or undivided if not all have met each other."""
    if len(group) == 1:
        return [group]
    ids = {line.entrant.id for line in group}
    won: dict[tuple[str, str], list[Fraction]] = {}
    for table in done:
        ranks = dict(zip(table.seats, table.ranks(), strict=True))
        here = [entrant for entrant in table.seats if entrant in ids]
        for a in here:
            for b in here:
                if a != b:
                    share = Fraction((ranks[a] < ranks[b]) * 2 + (ranks[a] == ranks[b]), 2)
                    won.setdefault((a, b), []).append(share)
    if len(won) < len(ids) * (len(ids) - 1):
        return [group]
    for line in group:
        mine = [sum(shares) / Fraction(len(shares)) for (a, _), shares in won.items() if a == line.entrant.id]
        line.direct = sum(mine, Fraction(0)) / len(mine)
    return _split(group, lambda line: line.direct)
