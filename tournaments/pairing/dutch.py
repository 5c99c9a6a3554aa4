"""FIDE's Dutch system for two seats, through py4swiss: C.04.3 in the edition effective until 31 January 2026.

A table of which somebody was absent is a game that was not played, as FIDE has it: it gives no colour, the two
may meet again, and whoever won so gets no pairing-allocated bye.

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

import math
from fractions import Fraction
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tournaments import trf
from tournaments.limits import DUTCH_ENTRANTS_MAX
from tournaments.tournament import Round, TournamentTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.results import RoundResult

    from tournaments.config import Config
    from tournaments.pairing.field import Contender
    from tournaments.tournament import Tournament

SEATS = 2


def is_chosen(config: Config, entrants: int) -> bool:
    """Whether this tournament is paired by the Dutch system."""
    if config.seats != SEATS or config.method == "pods" or find_spec("py4swiss") is None:
        return False
    return config.method == "dutch" or entrants <= DUTCH_ENTRANTS_MAX


def next_round(tournament: Tournament, players: Sequence[Contender]) -> Round | None:
    """Return the round as the Dutch system pairs it, or None if its absolute rules allow none."""
    from py4swiss.engines.common import PairingError  # noqa: PLC0415 (optional, and costly to import)
    from py4swiss.engines.dutch import Engine  # noqa: PLC0415

    if len(players) < SEATS:
        return None
    try:
        pairs = Engine.generate_pairings(_report(tournament, players))
    except PairingError:
        return None
    ids = [entrant.id for entrant in tournament.seeding]
    tables = [TournamentTable((ids[pair.white - 1], ids[pair.black - 1]), 1) for pair in pairs if pair.black]
    byes = tuple(ids[pair.white - 1] for pair in pairs if not pair.black)
    return Round(len(tournament.rounds) + 1, "dutch", tables, byes)


def _report(tournament: Tournament, players: Sequence[Contender]) -> ParsedTrf:
    """Return the tournament so far as the library wants it: a TRF, which names the absent of the next round."""
    from py4swiss.trf import ParsedTrf  # noqa: PLC0415
    from py4swiss.trf.codes import PlayerCode  # noqa: PLC0415
    from py4swiss.trf.results import ScoringPointSystemCode  # noqa: PLC0415
    from py4swiss.trf.sections import PlayerSection, XSection  # noqa: PLC0415

    here, numbers = {player.id for player in players}, trf.number_entrants(tournament)
    x_section = XSection(
        number_of_rounds=tournament.rounds_planned,
        zeroed_ids={number for entrant, number in numbers.items() if entrant not in here},
    )
    worths = _count_whole(trf.worths(tournament.settings))
    for name, code in trf.SCORES.items():
        x_section.scoring_point_system.apply_code(ScoringPointSystemCode(name), worths[code])
    sections = []
    for entrant, number in numbers.items():
        played = trf.rounds_of_one(tournament, entrant, numbers)
        sections.append(
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=number,
                points_times_ten=sum(worths[each.code] for each in played),
                rank=number,
                results=list(map(_as_result, played)),
            )
        )
    return ParsedTrf(player_sections=sections, x_section=x_section)


def _as_result(each: trf.RoundOfOne) -> RoundResult:
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult  # noqa: PLC0415

    return RoundResult(id=each.opponent, color=ColorToken(each.colour), result=ResultToken(each.code))


def _count_whole(worths: dict[str, Fraction]) -> dict[str, int]:
    """Return points as whole numbers from 0 that lie to each other as they do: pairing looks at nothing else.

    Everybody has one code per round, so what is added to all of them changes no order.
    """
    scale = math.lcm(*(worth.denominator for worth in worths.values()))
    least = min([Fraction(0), *worths.values()])
    return {code: int((worth - least) * scale) for code, worth in worths.items()}
