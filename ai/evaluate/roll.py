"""Roll for the Galaxy: a light policy by rules of thumb, and an estimate of final points.

Worths are in victory points: a die that builds is worth the point it adds, a good what it fetches, a
credit the die that it recruits. A weight is the exponential of a worth, so what looks one point better
is chosen `exp(sharpness)` times as often.
"""

import cython
from cython.cimports.ai.evaluate.roll import Column, Plan, Worths
from cython.cimports.ai.playout import Policy
from cython.cimports.engine.roll.actions import VIRTUAL, ActionKind, DiePlace, Explorer
from cython.cimports.engine.roll.phases.develop import development_cost
from cython.cimports.engine.roll.phases.settle import world_cost
from cython.cimports.engine.roll.powers import (
    COLORS,
    DEVELOPMENT,
    GOODS_COLORS,
    PHASES,
    REASSIGN,
    TILES,
    WORLD,
)
from cython.cimports.engine.roll.state import (
    DICTATING,
    NONE,
    SQUARES_END,
    UNKNOWN,
    Asked,
    Seat,
    Table,
    goods_on,
    room,
    total,
)
from cython.cimports.libc.math import expf
from cython.cimports.libc.stdint import int32_t

EXPLORE = cython.declare(cython.int, 0)
DEVELOP = cython.declare(cython.int, 1)
SETTLE = cython.declare(cython.int, 2)
PRODUCE = cython.declare(cython.int, 3)
SHIP = cython.declare(cython.int, 4)
GRAY = cython.declare(cython.int, 4)
CONSUMPTION = cython.declare(cython.int, 2)
# Die colours go on in the order of the world colours after Home, Military and Consumption.
FIRST_WORLD_COLOR = cython.declare(cython.int, 3)
ALL_COLUMNS = cython.declare(cython.int, 31)

WORTH_MAX = cython.declare(cython.float, 12.0)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def _kind(code: int32_t) -> cython.int:
    return code & 255


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def _a(code: int32_t) -> cython.int:
    return (code >> 8) & 255


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def _b(code: int32_t) -> cython.int:
    return (code >> 16) & 255


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def _c(code: int32_t) -> cython.int:
    return (code >> 24) & 255


# -- what workers are worth ----------------------------------------------------------------------


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _worth(column: cython.pointer(Column), workers: cython.int) -> cython.float:
    """Return what *workers* in a column are worth, were its phase played."""
    first: cython.int = min(workers, column.first)
    beyond: cython.int = min(workers - first, column.next)
    worth: cython.float = column.rate * first + column.next_rate * beyond
    if column.first > 0 and workers >= column.first:
        worth += column.bonus
    return worth


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _gain(column: cython.pointer(Column)) -> cython.float:
    """Return what one worker more is worth there, by the chance that the phase is played."""
    return column.likely * (column.more - column.now)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _loss(column: cython.pointer(Column)) -> cython.float:
    """Return what one worker less costs there."""
    return column.likely * (column.now - column.less)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _is_late(table: cython.pointer(Table)) -> cython.bint:
    """Whether the end is near for all to see."""
    seat: cython.int
    for seat in range(table.head.seats):
        if table.shown[seat].squares >= SQUARES_END - 2 and table.head.is_simultaneous:
            return True
        if table.seat[seat].squares >= SQUARES_END - 1 and not table.head.is_simultaneous:
            return True
    return table.pool <= 3 * table.head.seats


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _guess_phases(
    w: cython.pointer(Worths), table: cython.pointer(Table), seat: cython.int, plan: cython.pointer(Plan)
) -> cython.void:
    """Guess how likely others, or with two seats the spare die, bring each phase (Roll R34, R35).

    Only what lay open when the step began enters: their goods, rooms, credits and the size of their zones.
    """
    other: cython.int
    phase: cython.int
    i: cython.int
    pull = cython.declare(cython.float[PHASES])
    pulls: cython.float
    goods: cython.int
    rooms: cython.int
    for phase in range(PHASES):
        plan.column[phase].likely = 1.0
    if table.head.seats == 2:
        for phase in range(PHASES):
            plan.column[phase].likely = 0.67 if phase == EXPLORE else 0.83
    for other in range(table.head.seats):
        if other == seat:
            continue
        at = cython.address(table.shown[other])
        goods = 0
        rooms = 0
        for i in range(GOODS_COLORS):
            goods += goods_on(at, i)
            rooms += room(at, i)
        pull[EXPLORE] = 1.0 + w.others_explore * (
            (1 if at.credits <= 2 else 0) + (1 if at.zone_count[0] + at.zone_count[1] <= 1 else 0)
        )
        pull[DEVELOP] = 1.0 if at.zone_count[0] > 0 else 0.2
        pull[SETTLE] = 1.0 if at.zone_count[1] > 0 else 0.2
        pull[PRODUCE] = w.others_produce * min(rooms, 3)
        pull[SHIP] = w.others_ship * min(goods, 3)
        pulls = 0.0
        for phase in range(PHASES):
            pulls += pull[phase]
        for phase in range(PHASES):
            plan.column[phase].likely *= 1.0 - pull[phase] / pulls
    for phase in range(PHASES):
        plan.column[phase].likely = 1.0 - plan.column[phase].likely


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _build_column(
    w: cython.pointer(Worths), at: cython.pointer(Seat), what: cython.int, column: cython.pointer(Column)
) -> cython.void:
    """Fill in what builders are worth: the top tile first, then the rest of the stack."""
    i: cython.int
    count: cython.int = at.zone_count[what]
    cost: cython.int = 0
    column.first = 0
    column.next = 0
    column.rate = w.builder
    column.next_rate = w.later_builder
    column.bonus = w.development if what == 0 else w.world
    for i in range(count):
        tile: cython.int = at.zone[what][i]
        if tile >= UNKNOWN:
            column.next += 3
            continue
        cost = development_cost(at, tile) if what == 0 else world_cost(at, tile)
        if i == 0:
            column.first = cost - total(at.zone_dice[what])
        else:
            column.next += cost
    if column.first < 0:
        column.next += column.first
        column.first = 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _make_plan(
    w: cython.pointer(Worths), table: cython.pointer(Table), seat: cython.int, plan: cython.pointer(Plan)
) -> cython.void:
    """Fill in what the seat's workers are worth where they stand."""
    at = cython.address(table.seat[seat])
    phase: cython.int
    i: cython.int
    rooms: cython.int = 0
    goods: cython.int = 0
    late: cython.bint = _is_late(table)
    credits_short: cython.int = total(at.citizenry) - at.credits
    tiles: cython.int = at.zone_count[0] + at.zone_count[1]
    for phase in range(PHASES):
        plan.column[phase].workers = total(at.column[phase])
        credits_short += plan.column[phase].workers
    for i in range(GOODS_COLORS):
        rooms += room(at, i)
        goods += goods_on(at, i)
    _guess_phases(w, table, seat, plan)
    if at.selected != NONE:
        plan.column[at.selected].likely = 1.0
        if at.selector != NONE and table.head.is_simultaneous:
            plan.column[at.selected].workers += 1
    explore = cython.address(plan.column[EXPLORE])
    explore.rate = w.late_explorer if late else w.explorer
    explore.bonus = 0.0
    explore.next_rate = w.late_idle_explorer if late else w.idle_explorer
    explore.first = max(0, cython.cast(cython.int, w.tiles_wanted) - tiles) + max(0, credits_short) // 2
    explore.next = 10
    _build_column(w, at, 0, cython.address(plan.column[DEVELOP]))
    _build_column(w, at, 1, cython.address(plan.column[SETTLE]))
    produce = cython.address(plan.column[PRODUCE])
    produce.rate = w.late_producer if late else w.producer
    produce.bonus = 0.0
    produce.next_rate = 0.0
    produce.first = rooms
    produce.next = 0
    ship = cython.address(plan.column[SHIP])
    ship.rate = w.shipper
    ship.bonus = 0.0
    ship.next_rate = w.shipper * produce.likely
    ship.first = goods
    ship.next = min(rooms, produce.workers)
    _fill_in(plan)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _fill_in(plan: cython.pointer(Plan)) -> cython.void:
    """Work out the worths that every action is judged by."""
    phase: cython.int
    plan.likely_worth = 0.0
    plan.least_missed = -1
    plan.next_missed = -1
    for phase in range(PHASES):
        column = cython.address(plan.column[phase])
        column.now = _worth(column, column.workers)
        column.more = _worth(column, column.workers + 1)
        column.most = _worth(column, column.workers + 2)
        column.less = _worth(column, column.workers - 1)
        plan.likely_worth += column.likely * column.now
        if column.workers == 0:
            continue
        if plan.least_missed < 0 or _loss(column) < _loss(cython.address(plan.column[plan.least_missed])):
            plan.next_missed = plan.least_missed
            plan.least_missed = phase
        elif plan.next_missed < 0 or _loss(column) < _loss(cython.address(plan.column[plan.next_missed])):
            plan.next_missed = phase


# -- Assign --------------------------------------------------------------------------------------


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _select_worth(plan: cython.pointer(Plan), selected: cython.int, extra: cython.int) -> cython.float:
    """Return the worth of the round if *selected* is selected and one worker comes to *extra* (or none, -1).

    The selector comes from the column that misses it least.
    """
    column = cython.address(plan.column[selected])
    has_extra: cython.bint = selected == extra
    worth: cython.float = plan.likely_worth + (1.0 - column.likely) * (column.more if has_extra else column.now)
    if extra >= 0:
        worth += _gain(cython.address(plan.column[extra]))
    # What the selector costs where it comes from, less what it adds here.
    loss: cython.float = 1e9
    donor: cython.int = plan.next_missed if plan.least_missed == selected else plan.least_missed
    if donor >= 0:
        loss = _loss(cython.address(plan.column[donor]))
    if extra >= 0 and not has_extra:
        loss = min(loss, _gain(cython.address(plan.column[extra])))
    loss -= (column.most - column.more) if has_extra else (column.more - column.now)
    if loss > 0.0 and (column.workers > 0 or has_extra):
        loss = 0.0
    return worth - loss


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _best_selection(plan: cython.pointer(Plan), extra: cython.int) -> cython.float:
    phase: cython.int
    best: cython.float = -1e9
    for phase in range(PHASES):
        best = max(best, _select_worth(plan, phase, extra))
    return best


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _least_missed(at: cython.pointer(Seat), plan: cython.pointer(Plan)) -> cython.int:
    """Return the column whose worker below the strip is missed least, -1 if there is none."""
    phase: cython.int
    best: cython.int = -1
    for phase in range(PHASES):
        if total(at.column[phase]) > 0 and (
            best < 0 or _loss(cython.address(plan.column[phase])) < _loss(cython.address(plan.column[best]))
        ):
            best = phase
    return best


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _best_move(plan: cython.pointer(Plan), source: cython.int, to: cython.int) -> cython.float:
    """Return the gain of moving a worker from *source* to the best of the columns in the mask *to*."""
    phase: cython.int
    best: cython.float = -1e9
    if source < 0:
        return best
    for phase in range(PHASES):
        if phase != source and (to >> phase) & 1:
            best = max(best, _gain(cython.address(plan.column[phase])))
    return best - _loss(cython.address(plan.column[source]))


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _dictate_worth(at: cython.pointer(Seat), plan: cython.pointer(Plan)) -> cython.float:
    """Return the gain of paying the worker missed least to move the next one."""
    paid: cython.int = _least_missed(at, plan)
    worth: cython.float
    column: cython.pointer(Column)
    if paid < 0:
        return -1e9
    column = cython.address(plan.column[paid])
    worth = -_loss(column)
    # The next one from the same column, or one from another.
    second: cython.float = column.likely * (column.less - _worth(column, column.workers - 2))
    gain: cython.float = -1e9
    phase: cython.int
    for phase in range(PHASES):
        if phase != paid:
            gain = max(gain, _gain(cython.address(plan.column[phase])))
    best: cython.float = gain - second if total(at.column[paid]) >= 2 else -1e9
    for phase in range(PHASES):
        if phase != paid and total(at.column[phase]) > 0:
            best = max(best, _best_move(plan, phase, ALL_COLUMNS))
    return worth + best


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _reassign_worth(at: cython.pointer(Seat), plan: cython.pointer(Plan), row: cython.int) -> cython.float:
    """Return the gain of a Reassign power's first move."""
    to: cython.int = REASSIGN[row].to_columns
    phase: cython.int
    best: cython.float = -1e9
    if REASSIGN[row].to_selected:
        to = 1 << at.selected
    for phase in range(PHASES):
        if total(at.column[phase]) > 0 and (phase == EXPLORE or not REASSIGN[row].from_explore):
            best = max(best, _best_move(plan, phase, to))
    return best


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _power_columns(at: cython.pointer(Seat)) -> cython.int:
    """Return the columns to which the power in use moves, as a mask."""
    if at.power_in_use == DICTATING:
        return ALL_COLUMNS
    if REASSIGN[at.power_in_use].to_selected:
        return 1 << at.selected
    return REASSIGN[at.power_in_use].to_columns


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _assign_worth(
    w: cython.pointer(Worths), at: cython.pointer(Seat), plan: cython.pointer(Plan), code: int32_t
) -> cython.float:
    """Return the worth of an action in Assign."""
    kind: cython.int = _kind(code)
    selected: cython.pointer(Column)
    if kind == ActionKind.WILD_TO:
        return _best_selection(plan, _b(code))
    if kind == ActionKind.SELECT:
        return _select_worth(plan, _a(code), -1)
    if kind == ActionKind.SELECTOR:
        selected = cython.address(plan.column[at.selected])
        if _b(code) == at.selected:
            return 0.0
        return _gain(selected) - _loss(cython.address(plan.column[_b(code)]))
    if kind == ActionKind.DICTATE:
        return _dictate_worth(at, plan) - w.dictate
    if kind == ActionKind.USE:
        return _reassign_worth(at, plan, _a(code)) - w.reassign
    if kind == ActionKind.PAY:
        return -_loss(cython.address(plan.column[_b(code)]))
    if kind == ActionKind.TAKE:
        return _best_move(plan, _b(code), _power_columns(at))
    if kind == ActionKind.MOVE_TO:
        return _gain(cython.address(plan.column[_a(code)]))
    return 0.0


# -- the phases ----------------------------------------------------------------------------------


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _tile_worth(
    w: cython.pointer(Worths), at: cython.pointer(Seat), tile: cython.int, stack: cython.int, on_top: cython.int
) -> cython.float:
    """Return how welcome a drawn tile is on a stack: cheap, and where fewer lie."""
    cost: cython.int = development_cost(at, tile) if stack == 0 else world_cost(at, tile)
    worth: cython.float = w.balance * (at.zone_count[1 - stack] - at.zone_count[stack]) - w.tile_cost * cost
    if stack == 1:
        worth += w.new_gray_world if WORLD[tile].color == GRAY else w.new_world
    elif DEVELOPMENT[tile].cost == 6:
        worth += w.big_development if at.squares >= 6 else w.early_big_development
    if on_top:
        top: cython.int = at.zone[stack][0]
        if top < UNKNOWN:
            top_cost: cython.int = development_cost(at, top) if stack == 0 else world_cost(at, top)
            worth += w.on_top * (top_cost - cost)
    return worth


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _explore_worth(
    w: cython.pointer(Worths), table: cython.pointer(Table), seat: cython.int, code: int32_t
) -> cython.float:
    """Return the worth of an action in Explore."""
    at = cython.address(table.seat[seat])
    kind: cython.int = _kind(code)
    tiles: cython.int = at.zone_count[0] + at.zone_count[1]
    short: cython.int = total(at.citizenry) - at.credits
    phase: cython.int
    tile: cython.int
    worth: cython.float
    if kind == ActionKind.STOCK:
        for phase in range(PHASES):
            if (table.played >> phase) & 1:
                short += total(at.column[phase])
        worth = w.credit * max(0, min(short, 2)) + w.spare_credit * (2 - max(0, min(short, 2)))
        return worth + (w.alien_stock if _a(code) == Explorer.EXPLORER_ALIEN and at.power.stock_bonus[6] else 0.0)
    if kind == ActionKind.SCOUT:
        worth = (
            w.scout_none if tiles == 0 else w.scout_one if tiles == 1 else w.scout_two if tiles == 2 else w.scout_more
        )
        return w.late_scout if _is_late(table) and tiles > 0 else worth
    if kind == ActionKind.REARRANGE:
        return -2.0
    if kind == ActionKind.DRAW:
        return w.draw
    if kind == ActionKind.ABANDON or kind == ActionKind.GIVE_UP:
        tile = _a(code)
        phase = 1 if at.zone_count[1] > 0 and _in_stack(at, 1, tile) else 0
        worth = w.abandon + w.abandon_cost * (DEVELOPMENT[tile].cost if phase == 0 else WORLD[tile].cost)
        return worth - w.keep_begun * (at.zone[phase][0] == tile and total(at.zone_dice[phase]) > 0)
    if kind == ActionKind.PLACE:
        return _tile_worth(w, at, _a(code), _b(code), _c(code))
    if kind == ActionKind.ARRANGE:
        return -w.arrange_cost * (DEVELOPMENT[_a(code)].cost if _b(code) == 0 else WORLD[_a(code)].cost)
    return 0.0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _in_stack(at: cython.pointer(Seat), stack: cython.int, tile: cython.int) -> cython.bint:
    i: cython.int
    for i in range(at.zone_count[stack]):
        if at.zone[stack][i] == tile:
            return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _matches(die: cython.int, world: cython.int) -> cython.int:
    """Return 1 if a die of that colour fits a world of that colour in a Consume (Roll R86)."""
    return 1 if die == CONSUMPTION or die == world + FIRST_WORLD_COLOR else 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _ship_worth(
    w: cython.pointer(Worths), table: cython.pointer(Table), seat: cython.int, code: int32_t
) -> cython.float:
    """Return the worth of a Trade, a Consume or a shipper."""
    at = cython.address(table.seat[seat])
    kind: cython.int = _kind(code)
    world: cython.int = _a(code)
    color: cython.int
    needed: cython.int
    income: cython.int
    match: cython.int = 0
    if kind == ActionKind.SHIPPER:
        color = _a(code) if _a(code) < VIRTUAL else _a(code) - VIRTUAL
        match = _matches(color, at.good_world)
        if at.is_trade:
            return -w.trade_match * (1 if color >= CONSUMPTION else 0)
        return w.match * match
    # Every die used this round wants a credit; so does the shipper and the good.
    needed = total(at.citizenry) + total(at.column[SHIP]) + 2 - at.credits
    if kind == ActionKind.TRADE:
        income = 3 + world + at.power.trade_bonus[world]
        income = min(income, 10 - at.credits)
        if needed < 0 or _is_late(table):
            needed = 0
        if income <= needed:
            return w.credit * income
        return w.credit * needed + w.spare_credit * (income - needed)
    if kind == ActionKind.CONSUME:
        for color in range(COLORS):
            if at.column[SHIP][color] > 0 or at.virtual_worker[color] > 0:
                match = max(match, _matches(color, world))
        match += _matches(_b(code), world)
        return w.consume * (1 + match + at.power.consume_vp[world]) + w.credit * at.power.consume_credits[world]
    if kind == ActionKind.BUY_VP:
        return w.late_bank if at.credits > total(at.citizenry) or _is_late(table) else w.bank
    return w.keep_credit


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _die_worth(w: cython.pointer(Worths), color: cython.int) -> cython.float:
    """Return how welcome a die is in the cup: the more wild faces, the better."""
    return 0.0 if color == 0 else w.rare_die if color < 5 else w.genes_die if color == 5 else w.alien_die


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _other_worth(w: cython.pointer(Worths), at: cython.pointer(Seat), code: int32_t) -> cython.float:
    """Return the worth of the small choices about dice."""
    kind: cython.int = _kind(code)
    if kind == ActionKind.RECRUIT:
        return _die_worth(w, _a(code)) * _b(code)
    if kind == ActionKind.SAVE:
        return w.save + _die_worth(w, _a(code))
    if kind == ActionKind.REMOVE:
        return -w.remove * _die_worth(w, _a(code)) - (0.0 if _b(code) == DiePlace.PLACE_CITIZENRY else w.remove_working)
    if kind == ActionKind.PRODUCE:
        return w.good_match * _matches(_a(code), _b(code)) + w.good_world * _b(code)
    if kind == ActionKind.RECALL:
        return w.recall
    if kind == ActionKind.BEGIN:
        tile: cython.int = _a(code)
        other: cython.int = 0
        while other < TILES and (other == tile or not (at.hand >> other) & 1):
            other += 1
        return -w.begin_cost * (DEVELOPMENT[tile].cost + (WORLD[other].cost if other < TILES else 0))
    return 0.0


# -- the policy ----------------------------------------------------------------------------------


#: the figures of Worths (roll.pxd)
WORTHS = {
    "builder": 2.4,
    "development": 2.49,
    "world": 2.34,
    "later_builder": 1.13,
    "producer": -0.37,
    "late_producer": 1.3,
    "shipper": 4.9,
    "explorer": 2.66,
    "idle_explorer": 1.01,
    "late_explorer": -0.04,
    "late_idle_explorer": 0.11,
    "tiles_wanted": 4.04,
    "credit": 1.08,
    "spare_credit": 0.32,
    "dictate": 0.43,
    "reassign": 0.03,
    "alien_stock": 0.36,
    "scout_none": 1.86,
    "scout_one": 1.43,
    "scout_two": 1.45,
    "scout_more": 0.8,
    "late_scout": -0.14,
    "draw": 0.72,
    "abandon": -0.65,
    "abandon_cost": -0.15,
    "keep_begun": 0.55,
    "balance": 0.18,
    "tile_cost": -0.23,
    "new_world": 0.25,
    "new_gray_world": 0.81,
    "big_development": 0.67,
    "early_big_development": -1.02,
    "on_top": 0.11,
    "arrange_cost": 0.22,
    "consume": 0.98,
    "match": 1.38,
    "trade_match": 0.4,
    "bank": -0.01,
    "late_bank": 1.01,
    "keep_credit": 0.5,
    "save": 0.19,
    "rare_die": 0.14,
    "genes_die": 0.69,
    "alien_die": 0.51,
    "remove": 3.68,
    "remove_working": 0.83,
    "good_match": 1.96,
    "good_world": 0.38,
    "recall": -1.87,
    "begin_cost": 0.54,
    "others_ship": 1.41,
    "others_produce": 0.16,
    "others_explore": 0.75,
}


@cython.final
@cython.cclass
class RollPolicy(Policy):
    """Takes what is sensible; *sharpness* says how strictly, *changed* replaces some of WORTHS."""

    def __cinit__(self, sharpness: cython.float = 3.0, **changed):
        self.sharpness = sharpness
        self.worths = WORTHS | changed

    def weigh(self, state, seat, legal, n, out):
        table = cython.cast(cython.pointer(Table), state.head())
        at = cython.address(table.seat[seat])
        plan = cython.declare(Plan)
        worth: cython.float
        highest: cython.float = -1e30
        asked: cython.int = at.asked
        i: cython.int
        if Asked.ASK_WILD <= asked <= Asked.ASK_MOVE_TO:
            _make_plan(cython.address(self.worths), table, seat, cython.address(plan))
            for i in range(n):
                out[i] = _assign_worth(cython.address(self.worths), at, cython.address(plan), legal[i])
        elif Asked.ASK_EXPLORE <= asked <= Asked.ASK_GIVE_UP:
            for i in range(n):
                out[i] = _explore_worth(cython.address(self.worths), table, seat, legal[i])
        elif Asked.ASK_SHIP <= asked <= Asked.ASK_BANK:
            for i in range(n):
                out[i] = _ship_worth(cython.address(self.worths), table, seat, legal[i])
        else:
            for i in range(n):
                out[i] = _other_worth(cython.address(self.worths), at, legal[i])
        for i in range(n):
            highest = max(highest, out[i])
        for i in range(n):
            worth = (out[i] - highest) * self.sharpness
            out[i] = expf(worth) if worth > -WORTH_MAX else 0.000006
