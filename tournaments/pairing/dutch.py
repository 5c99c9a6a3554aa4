"""FIDE's Dutch system for two seats, through py4swiss.

Why py4swiss: MIT (its matching code Apache-2.0), needs only pydantic, and a port of bbpPairings, the
engine FIDE endorses and large chess servers use; over random events its pairs are those of the other independent
Python implementation of the same rules. Of the others on PyPI one takes half a minute for a hundred
entrants, one finds no pairing in small legal brackets, the rest are no Dutch systems or unmaintained
for years. Its limits: no wheel for Linux on arm64, and seconds for a field of several hundred.
So it pairs fields up to DUTCH_ENTRANTS_MAX where it is installed, and pods of two pair the others, by the
same ideas: score groups, upper half against lower half, no rematch, balanced seats.

White is seat 0. FIDE's colour rule differs from the pods': one seat may be ahead by two (never by
more before the last round), each seat thus within 1 of an equal share.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from tournaments.limits import DUTCH_ENTRANTS_MAX
from tournaments.tournament import Round, TournamentTable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.results import RoundResult

    from tournaments.config import Config
    from tournaments.pairing.field import Contender
    from tournaments.tournament import Tournament

SEATS = 2
WIN, DRAW, LOSS = 10, 5, 0


def is_chosen(config: Config, entrants: int) -> bool:
    """Whether this tournament is paired by the Dutch system."""
    if config.seats != SEATS or config.method == "pods" or find_spec("py4swiss") is None:
        return False
    return config.method == "dutch" or entrants <= DUTCH_ENTRANTS_MAX


def next_round(tournament: Tournament, players: Sequence[Contender], rounds: int) -> Round | None:
    """Return the round as the Dutch system pairs it, or None if its absolute rules allow none."""
    from py4swiss.engines.common import PairingError  # noqa: PLC0415 (optional, and costly to import)
    from py4swiss.engines.dutch import Engine  # noqa: PLC0415

    if len(players) < SEATS:
        return None
    try:
        pairs = Engine.generate_pairings(_report(tournament, players, rounds))
    except PairingError:
        return None
    ids = [entrant.id for entrant in tournament.seeding]
    tables = [TournamentTable((ids[pair.white - 1], ids[pair.black - 1]), 1) for pair in pairs if pair.black]
    byes = tuple(ids[pair.white - 1] for pair in pairs if not pair.black)
    return Round(len(tournament.rounds) + 1, "dutch", tables, byes)


def _report(tournament: Tournament, players: Sequence[Contender], rounds: int) -> ParsedTrf:
    """Return the tournament so far as the library wants it: a TRF, with the absent marked for the next round."""
    from py4swiss.trf import ParsedTrf  # noqa: PLC0415
    from py4swiss.trf.codes import PlayerCode  # noqa: PLC0415
    from py4swiss.trf.results import ScoringPointSystemCode  # noqa: PLC0415
    from py4swiss.trf.sections import PlayerSection, XSection  # noqa: PLC0415

    here = {player.id for player in players}
    numbers = {entrant.id: number for number, entrant in enumerate(tournament.seeding, 1)}
    config = tournament.settings
    x_section = XSection(number_of_rounds=max(rounds, len(tournament.rounds) + 1))
    scoring = x_section.scoring_point_system
    for code, worth in (("PAB", config.bye_points), ("HPB", config.late_points)):
        scoring.apply_code(ScoringPointSystemCode(code), _tenths(config, worth))
    sections = []
    for entrant, number in numbers.items():
        results = _results(tournament, entrant, numbers)
        points = sum(scoring.get_points_times_ten(result) for result in results)
        if entrant not in here:
            results.append(_make_unplayed("Z"))
        sections.append(
            PlayerSection(
                code=PlayerCode.PLAYER, starting_number=number, points_times_ten=points, rank=number, results=results
            )
        )
    return ParsedTrf(player_sections=sections, x_section=x_section)


def _results(tournament: Tournament, entrant: str, numbers: dict[str, int]) -> list[RoundResult]:
    """Return an entrant's results, one per round: played, a bye, missed by entering late, or absent."""
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult  # noqa: PLC0415

    first = tournament.entrants[entrant].first_round
    results: list[RoundResult] = []
    for each in tournament.rounds:
        table = next((table for table in each.tables if entrant in table.seats), None)
        if table is None:
            results.append(_make_unplayed("U" if entrant in each.byes else "H" if each.number < first else "Z"))
            continue
        seat = table.seats.index(entrant)
        mine, theirs = table.ranks()[seat], table.ranks()[1 - seat]
        # Of two who were absent neither has points.
        is_lost = mine > theirs or entrant in table.absent()
        token = ResultToken("1" if mine < theirs else "0" if is_lost else "=")
        results.append(RoundResult(id=numbers[table.seats[1 - seat]], color=ColorToken("wb"[seat]), result=token))
    return results


def _make_unplayed(token: str) -> RoundResult:
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult  # noqa: PLC0415

    return RoundResult(id=0, color=ColorToken("-"), result=ResultToken(token))


def _tenths(config: Config, points: Fraction) -> int:
    """Return points on the scale on which a win is 10 and a loss 0, as near as a whole number comes."""
    first, last = config.points[0], config.points[-1]
    return max(0, round((points - last) / (first - last) * (WIN - LOSS)))
