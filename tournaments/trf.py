"""FIDE's report format (TRF16) of a tournament of two seats, and what each round was for each entrant.

The Dutch system pairs by the same rounds, so that another program that reads the file pairs alike. A table
of which somebody was absent is a game that was not played: no colour, no opponent. One that is still being
played is as yet a round without points.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tournaments.errors import BadConfig
from tournaments.standings import Standing, standings

if TYPE_CHECKING:
    from tournaments.config import Config
    from tournaments.tournament import Round, Tournament

SEATS = 2
NAME_WIDTH = 33
#: what the columns hold
RATING_MAX = 9999
TENTHS_MAX = 999
#: names of what can be worth points (as JaVaFo's XXS line has them) -> the code in a round's column
SCORES = {
    "WW": "1",
    "BW": "1",
    "WD": "=",
    "BD": "=",
    "WL": "0",
    "BL": "0",
    "ZPB": "Z",
    "HPB": "H",
    "FPB": "F",
    "PAB": "U",
    "FW": "+",
    "FL": "-",
}
#: what a reader takes for granted, in tenths
USUAL = {"1": 10, "=": 5, "0": 0, "+": 10, "-": 0, "U": 10, "F": 10, "H": 5, "Z": 0}


class RoundOfOne(NamedTuple):
    """A round of one entrant: the opponent's number (0: none), colour `w`, `b` or `-`, and the format's code."""

    opponent: int
    colour: str
    code: str


def number_entrants(tournament: Tournament) -> dict[str, int]:
    """Return each entrant's number: its place in the seeding."""
    return {entrant.id: number for number, entrant in enumerate(tournament.seeding, 1)}


def rounds_of_one(tournament: Tournament, entrant: str, numbers: dict[str, int]) -> list[RoundOfOne]:
    """Return what each round was for an entrant."""
    return [_round_of_one(tournament, each, entrant, numbers) for each in tournament.rounds]


def _round_of_one(tournament: Tournament, each: Round, entrant: str, numbers: dict[str, int]) -> RoundOfOne:
    if entrant in each.byes:
        return RoundOfOne(0, "-", "U")
    if entrant in each.walkovers:
        return RoundOfOne(0, "-", "F")
    table = next((table for table in each.tables if entrant in table.seats), None)
    if table is None or not table.is_done:
        is_late = each.number < tournament.entrants[entrant].first_round
        return RoundOfOne(0, "-", "H" if is_late and tournament.settings.late_points else "Z")
    seat, gone = table.seats.index(entrant), table.absent()
    mine, theirs = table.ranks()[seat], table.ranks()[1 - seat]
    code = "-" if entrant in gone else "+" if gone else "1" if mine < theirs else "0" if mine > theirs else "="
    return RoundOfOne(numbers[table.seats[1 - seat]], "wb"[seat], code)


def worths(config: Config) -> dict[str, Fraction]:
    """Return the points that each code stands for."""
    first, last = config.points[0], config.points[-1]
    zero = Fraction(0)
    return {
        "1": first,
        "=": (first + last) / 2,
        "0": last,
        "+": first,
        "-": zero,
        "U": config.bye_points,
        "F": config.bye_points,
        "H": config.late_points,
        "Z": zero,
    }


def to_trf(tournament: Tournament) -> str:
    """Return the tournament in TRF16 (lines 012, 062, 092, XXR, XXS, XXZ, 001); raise BadConfig where that has no room.

    Seat 0 is White. A duplicate table is one result. Points are told in tenths.
    """
    config = tournament.settings
    if config.seats != SEATS:
        raise BadConfig(f"TRF knows two seats; this tournament's tables have {config.seats}")
    numbers, tenths = number_entrants(tournament), _tenths(config)
    lines = [
        f"012 {_plain(config.name)}",
        f"062 {len(numbers)}",
        f"092 {_plain(config.format)}",
        f"XXR {max(tournament.rounds_planned, len(tournament.rounds))}",
    ]
    if tenths | {"H": tenths["H"] or USUAL["H"]} != USUAL:
        lines.append("XXS " + " ".join(f"{name}={tenths[code] / 10:.1f}" for name, code in SCORES.items()))
    present = {entrant.id for entrant in tournament.present}
    if away := [str(number) for entrant, number in numbers.items() if entrant not in present]:
        lines.append(f"XXZ {' '.join(away)}")
    ranked = {line.entrant.id: line for line in standings(tournament)}
    lines += [_player(tournament, ranked[entrant], numbers, tenths) for entrant in numbers]
    return "\n".join(lines) + "\n"


def _tenths(config: Config) -> dict[str, int]:
    """Return the worth of each code in tenths of a point, rounded; raise BadConfig where they tell nothing."""
    tenths = {code: int(worth * 10 + Fraction(1, 2)) for code, worth in worths(config).items()}
    if min(worths(config).values()) < 0:
        raise BadConfig("TRF has no points below 0; this tournament has")
    if not tenths["1"] > tenths["="] > tenths["0"]:
        raise BadConfig("TRF has tenths of points; those of this tournament are finer")
    return tenths


def _plain(text: str) -> str:
    """Return text as the format's 7-bit fields hold it, on one line."""
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in text)


def _player(tournament: Tournament, line: Standing, numbers: dict[str, int], tenths: dict[str, int]) -> str:
    """Return a 001 line: columns as the format fixes them."""
    entrant = line.entrant
    name = _plain(entrant.name)[:NAME_WIDTH].ljust(NAME_WIDTH)
    rating = f"{round(min(max(entrant.rating, 0), RATING_MAX)):4d}"
    rounds = rounds_of_one(tournament, entrant.id, numbers)
    points = sum(tenths[each.code] for each in rounds)
    if points > TENTHS_MAX:
        raise BadConfig(f"TRF has room for {TENTHS_MAX / 10} points; somebody here has {points / 10}")
    results = "".join(f"  {each.opponent or '0000':>4} {each.colour} {each.code}" for each in rounds)
    return f"001 {numbers[entrant.id]:4d}      {name} {rating} {'':27}{points / 10:4.1f} {line.rank:4d}{results}"
