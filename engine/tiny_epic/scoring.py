"""The end of the game and the points. The moment of the end is tested in `state.points_changed`."""

import cython
from cython.cimports.engine.contract.state import SEATS_MAX, places_from
from cython.cimports.engine.tiny_epic.powers import (
    CULTURE,
    ENERGY,
    METRICS,
    MISSION,
    MISSIONS,
    Metric,
    MissionKind,
)
from cython.cimports.engine.tiny_epic.state import HUMAN, NONE, WIN_POINTS, Table, points_of, ships_of
from cython.cimports.libc.stdint import int32_t


def is_last_turn(table):
    """Whether the match ends with the turn that ends now: all have had as many turns (Tiny Epic R63)."""
    if table.head.seats == 1 or table.trigger == NONE:
        return False
    return (table.active + 1) % table.head.seats == table.first


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _metric(table: cython.pointer(Table), seat: cython.int, metric: cython.int) -> cython.int:
    """Return one of a player's numbers (Tiny Epic R72, R73)."""
    at = cython.address(table.galaxy[seat])
    if metric == Metric.METRIC_ENERGY:
        return at.resource[ENERGY]
    if metric == Metric.METRIC_CULTURE:
        return at.resource[CULTURE]
    if metric == Metric.METRIC_PLANETS:
        return at.planets
    if metric == Metric.METRIC_EMPIRE_LEVEL:
        return at.level
    return at.track_planets[metric - Metric.METRIC_DIPLOMACY_PLANETS]


def mission_points(table, seat):
    """Return what the kept mission is worth now; 0 if it is not known (Tiny Epic R69-R77)."""
    mission: cython.int = table.galaxy[seat].mission[0]
    other: cython.int
    mine: cython.int
    theirs: cython.int
    is_tied: cython.bint = False
    if mission >= MISSIONS or not table.galaxy[seat].has_chosen:
        return 0
    card = cython.address(MISSION[mission])
    mine = _metric(table, seat, card.metric)
    if card.kind == MissionKind.RANK:
        for other in range(table.head.seats):
            theirs = _metric(table, other, card.metric)
            if other == seat:
                continue
            if theirs < mine if card.is_fewest else theirs > mine:
                return 0
            is_tied |= theirs == mine
        return card.vp_tied if is_tied else card.vp
    if card.kind == MissionKind.EQUAL:
        return card.vp if mine == _metric(table, seat, card.other) else 0
    if card.kind == MissionKind.AT_LEAST:
        for other in range(METRICS):
            if _metric(table, seat, other) < card.least[other]:
                return 0
        return card.vp
    if card.kind == MissionKind.END_TRIGGER:
        return card.vp if table.trigger == seat else 0
    return card.vp if table.galaxy[seat].home == (ships_of(table, seat) if card.is_all else 0) else 0


def points(table, out):
    """Write each seat's planets, level and mission (Tiny Epic R67); solo has no missions (S01)."""
    seat: cython.int
    for seat in range(table.head.seats):
        out[seat] = points_of(cython.address(table.galaxy[seat])) + mission_points(table, seat)


def places(table, out):
    """Rank by points, planets, level, resources (Tiny Epic R68); solo: 1 with 21 points, else 2 (S28)."""
    total = cython.declare(int32_t[SEATS_MAX])
    tie_break = cython.declare(int32_t[SEATS_MAX])
    seat: cython.int
    if table.head.seats == 1:
        out[0] = 1 if points_of(cython.address(table.galaxy[HUMAN])) >= WIN_POINTS else 2
        return
    points(table, total)
    for seat in range(table.head.seats):
        at = cython.address(table.galaxy[seat])
        tie_break[seat] = (at.planets * 16 + at.level) * 256 + at.resource[ENERGY] + at.resource[CULTURE]
    places_from(table.head.seats, total, tie_break, out)
