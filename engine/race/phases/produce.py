"""V Produce: goods on production worlds, then on windfall worlds, and all that is drawn for it (Race R70 to R79)."""

import cython
from cython.cimports.engine.contract.state import LEGAL_MAX
from cython.cimports.engine.race.actions import SOURCE_BONUS, SOURCE_POWER, ActionCard, ActionKind, pack
from cython.cimports.engine.race.events import EventIndex
from cython.cimports.engine.race.powers import CARD, KINDS, PRODUCTION_WORLDS, WINDFALL_WORLDS, WORLDS_OF
from cython.cimports.engine.race.state import (
    Asked,
    Table,
    ask_one,
    draw,
    lowest,
    ones,
    place_good,
    seat_at,
    tell,
)
from cython.cimports.libc.stdint import int32_t, uint64_t
from cython.cimports.libc.string import memcpy, memset


def begin_produce(table):
    """Let everybody produce in player order (Race R79, R98)."""
    table.place = 0
    _begin_part(table)
    _go_on(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _produce(table: cython.pointer(Table), seat: cython.int, world: cython.int) -> cython.void:
    """Put a good on an empty world and draw what the world gives for it (Race R74)."""
    if not place_good(table, seat, world):
        return
    table.seat[seat].produced[CARD[world].kind] += 1
    tell(table, EventIndex.GOOD_PRODUCED, seat, world, 0)
    draw(table, seat, CARD[world].draw_if_produced_here)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _begin_part(table: cython.pointer(Table)) -> cython.void:
    """Carry out a seat's draws and production worlds, and lay out its windfall powers (Race R70, R77 to R79)."""
    if table.place == table.head.seats:
        return
    seat: cython.int = seat_at(table, table.place)
    at = cython.address(table.seat[seat])
    kind: cython.int
    draw(table, seat, at.power.draw_in_produce)
    for kind in range(1, KINDS):
        if at.power.draw_per_world[kind]:
            draw(table, seat, at.power.draw_per_world[kind] * ones(at.tableau.worlds & WORLDS_OF[kind]))
    empty: uint64_t = at.tableau.worlds & PRODUCTION_WORLDS & ~at.goods
    while empty:
        _produce(table, seat, lowest(empty))
        empty &= empty - 1
    table.bonus = (at.actions >> ActionCard.PRODUCE_CARD) & 1
    memcpy(table.windfall_left, at.power.produce_windfall, KINDS)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _write_windfalls(table: cython.pointer(Table), seat: cython.int, out: cython.pointer(int32_t)) -> cython.int:
    """Write every windfall production by a power, and return their number."""
    at = cython.address(table.seat[seat])
    empty: uint64_t = at.tableau.worlds & WINDFALL_WORLDS & ~at.goods
    kind: cython.int
    rest: uint64_t
    n: cython.int = 0
    for kind in range(KINDS):
        if table.windfall_left[kind] == 0:
            continue
        rest = empty & WORLDS_OF[kind]
        while rest:
            out[n] = pack(ActionKind.PRODUCE_ON, SOURCE_POWER + kind, lowest(rest))
            n += 1
            rest &= rest - 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _go_on(table: cython.pointer(Table)) -> cython.void:
    """Go through the seats in player order until one has to choose."""
    choices = cython.declare(int32_t[LEGAL_MAX])
    seat: cython.int
    n: cython.int
    can_use_bonus: cython.bint
    while table.place < table.head.seats:
        seat = seat_at(table, table.place)
        at = cython.address(table.seat[seat])
        can_use_bonus = table.bonus != 0 and (at.tableau.worlds & WINDFALL_WORLDS & ~at.goods) != 0
        n = _write_windfalls(table, seat, choices)
        if n > 1 or can_use_bonus:
            ask_one(table, Asked.ASK_WINDFALL, seat)
            return
        if n == 1:
            _use_source(table, seat, (choices[0] >> 8) & 0xFF, choices[0] >> 16)
        else:
            _draw_for_produced(table, seat)
            table.place += 1
            _begin_part(table)
    _close(table)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _use_source(table: cython.pointer(Table), seat: cython.int, source: cython.int, world: cython.int) -> cython.void:
    """Produce by the bonus or by a power, each once (Race R71, R72)."""
    if source == SOURCE_BONUS:
        table.bonus = 0
    else:
        table.windfall_left[source - SOURCE_POWER] -= 1
    _produce(table, seat, world)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _draw_for_produced(table: cython.pointer(Table), seat: cython.int) -> cython.void:
    """Draw for the goods that the seat produced in this phase (Race R75)."""
    at = cython.address(table.seat[seat])
    kind: cython.int
    for kind in range(1, KINDS):
        if at.produced[kind]:
            draw(table, seat, at.power.draw_per_good[kind] * at.produced[kind] + at.power.draw_per_kind)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _close(table: cython.pointer(Table)) -> cython.void:
    """All have produced: draw for having produced most of a kind, alone (Race R76)."""
    place: cython.int
    seat: cython.int
    other: cython.int
    kind: cython.int
    most: cython.int
    for place in range(table.head.seats):
        seat = seat_at(table, place)
        at = cython.address(table.seat[seat])
        for kind in range(1, KINDS):
            if at.power.draw_if_most[kind] == 0:
                continue
            most = 0
            for other in range(table.head.seats):
                if other != seat and table.seat[other].produced[kind] > most:
                    most = table.seat[other].produced[kind]
            if at.produced[kind] > most:
                draw(table, seat, at.power.draw_if_most[kind])
    for seat in range(table.head.seats):
        memset(table.seat[seat].produced, 0, KINDS)
    memset(table.windfall_left, 0, KINDS)
    table.bonus = 0
    table.place = 0
    table.asked = Asked.NOTHING
    table.owing = 0


def legal_windfall(table, seat, out):
    """Write what can produce where; without a usable power the bonus may be declined (Race R71, R72)."""
    at = cython.address(table.seat[seat])
    n: cython.int = _write_windfalls(table, seat, out)
    empty: uint64_t = at.tableau.worlds & WINDFALL_WORLDS & ~at.goods
    if n == 0:
        out[0] = ActionKind.PASS
        n = 1
    while table.bonus and empty:
        out[n] = pack(ActionKind.PRODUCE_ON, SOURCE_BONUS, lowest(empty))
        n += 1
        empty &= empty - 1
    return n


def apply_windfall(table, seat, source, world):
    """Produce as chosen and go on."""
    _use_source(table, seat, source, world)
    _go_on(table)


def decline_bonus(table):
    """Leave the bonus unused."""
    table.bonus = 0
    _go_on(table)
