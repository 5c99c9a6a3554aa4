"""The meaning of each kind of power, effect and end-game bonus: how it is folded into a seat's numbers.

A power kind lives here and nowhere else: `_fold_KIND` turns one power of the catalogue into numbers
of `Powers`, once, when the module is imported. Phases ask the numbers, never the tableau.
"""

import cython
from cython.cimports.engine.roll.powers import (
    BONUS,
    BONUS_ROWS,
    COLORS,
    DEVELOPMENT,
    DEVELOPMENTS,
    EFFECTS_MAX,
    FACE,
    FACTION_DEVELOPMENT,
    FACTION_WORLD,
    NO_PIECE,
    POWERS,
    REASSIGN,
    REASSIGN_ROWS,
    SUPPLY,
    WORLD,
    WORLDS,
    BonusKind,
    Destination,
    EffectKind,
    PieceRow,
    Powers,
)
from cython.cimports.libc.stdint import uint8_t, uint64_t
from cython.cimports.libc.string import memset

from engine.roll import catalog

#: reassign power -> the word for it in notations
POWER_WORDS = tuple(
    [
        catalog.make_id(development.name)
        for development in catalog.DEVELOPMENTS
        if any([power.kind == "reassign" for power in development.powers])
    ]
)
#: end-game bonus -> its development's name
BONUS_NAMES = tuple([development.name for development in catalog.DEVELOPMENTS if development.endgame])
ONE = cython.declare(uint64_t, 1)
_ANY = ("any",)


def fold(into, development):
    """Add a development's numbers to a seat's."""
    to = cython.cast(cython.pointer(uint8_t), into)
    add = cython.cast(cython.pointer(uint8_t), cython.address(POWERS[development]))
    i: cython.int
    size: cython.int = cython.sizeof(Powers)
    for i in range(size):
        to[i] += add[i]


def _colors(words):
    return range(COLORS) if tuple(words) == _ANY else [catalog.COLORS.index(word) for word in words]


def _goods_colors(words):
    return range(4) if tuple(words) == _ANY else [catalog.WORLD_COLORS.index(word) for word in words]


def _world_colors(words):
    return range(5) if tuple(words) == _ANY else [catalog.WORLD_COLORS.index(word) for word in words]


def _phase(power):
    return catalog.PHASES.index(power.get("phase"))


@cython.cfunc
def _fold_one(p: cython.pointer(Powers), development, power):
    """Fold one power into numbers; an unknown kind is an error of the catalogue."""
    kind = power.kind
    amount: cython.int = power.get("amount", 0)
    if kind == "reassign":
        p.reassign = ONE << cython.cast(cython.int, POWER_WORDS.index(catalog.make_id(development.name)))
    elif kind == "dictate_repeat":
        p.dictate_repeat = 1
    elif kind == "dictate_multi":
        p.dictate_extra = power.get("max_workers") - 1
    elif kind == "virtual_workers":
        for color in _colors(power.get("die_colors")):
            p.virtual_workers[cython.cast(cython.int, _phase(power))][cython.cast(cython.int, color)] += 1
    elif kind == "rearrange_construction":
        p.rearrange = 1
    elif kind == "scout_place_on_top":
        p.place_on_top = 1
    elif kind == "stock_bonus":
        p.stock_bonus[catalog.COLORS.index(power.get("die_color"))] = amount
    elif kind == "extra_tile":
        p.extra_tiles = power.get("count")
    elif kind == "income_if_scouted_with":
        p.scouted_income[catalog.COLORS.index(power.get("die_color"))] = amount
    else:
        _fold_income(p, power, kind, amount)


@cython.cfunc
def _fold_income(p: cython.pointer(Powers), power, kind, amount: cython.int):
    """Fold incomes of phases."""
    phase: cython.int = _phase(power) if power.get("phase") in catalog.PHASES else 0
    color: cython.int
    if kind == "income_if_most_developments":
        p.lead_income[phase] = amount
    elif kind == "income_if_highest_world":
        p.highest_world_income[phase] = amount
    elif kind == "phase_income":
        p.phase_income[phase] += amount
    elif kind == "phase_vp":
        p.phase_vp[phase] += amount
    elif kind == "income_per_citizenry_dice":
        color = catalog.COLORS.index(power.get("die_color"))
        if power.get("per") == 1:
            p.citizenry_income[phase][color] += amount
        elif power.get("per") == 2:
            p.citizenry_pairs[phase][color] += amount
        else:
            raise ValueError("incomes per die or per pair are all there are")
    elif kind == "income_per_good":
        if power.get("match") == "world_color":
            p.good_income_by_world[catalog.WORLD_COLORS.index(power.get("color"))] += amount
        else:
            p.good_income_by_die[catalog.COLORS.index(power.get("color"))] += amount
    else:
        _fold_building(p, power, kind, amount)


@cython.cfunc
def _fold_building(p: cython.pointer(Powers), power, kind, amount: cython.int):
    """Fold discounts, incomes and dice for completing tiles."""
    what: cython.int = 0 if power.get("phase") == "develop" else 1
    color: cython.int
    if kind == "build_discount" and power.get("what") == "development":
        if power.get("filter") == "reassign_power":
            p.reassign_discount += amount
        else:
            p.development_discount += amount
    elif kind == "build_discount" and power.get("minimum") == 2:
        p.gray_discount += amount
    elif kind == "build_discount":
        for color in _world_colors(power.get("world_colors")):
            p.world_discount[color] += amount
    elif kind == "income_on_build" and what == 0:
        p.build_income[0][0] += amount
    elif kind == "income_on_build":
        for color in _world_colors(power.get("world_colors")):
            p.build_income[1][color] += amount
    elif kind == "builders_to_cup" and power.get("select") == "choose":
        p.cup_choice[what] = 1
    elif kind == "builders_to_cup":
        for color in _colors(power.get("die_colors")):
            p.cup_color[what][color] = 1
    else:
        _fold_goods(p, power, kind, amount)


@cython.cfunc
def _fold_goods(p: cython.pointer(Powers), power, kind, amount: cython.int):
    """Fold what concerns goods, Trade and Consume."""
    color: cython.int
    if kind == "extra_good_capacity":
        p.extra_goods += amount
    elif kind == "trade_pay_for_vp":
        p.trade_vp = power.get("vp")
    elif kind == "trade_bonus":
        for color in _goods_colors(power.get("world_colors")):
            p.trade_bonus[color] += amount
    elif kind == "consume_bonus_vp":
        for color in _goods_colors(power.get("world_colors")):
            p.consume_vp[color] += amount
    elif kind == "consume_bonus_credits":
        for color in _goods_colors(power.get("world_colors")):
            p.consume_credits[color] += amount
    else:
        raise ValueError(f"unknown power {kind}")


@cython.cfunc
def _fill_reassign(row_index: cython.int, power):
    row = cython.address(REASSIGN[row_index])
    row.min_workers = power.get("min_workers")
    row.max_workers = power.get("max_workers")
    row.max_if_tied = power.get("max_workers_if_tied", 0)
    row.colors = sum([1 << color for color in _colors(power.get("die_colors"))])
    to = power.get("to_columns")
    row.to_selected = to == ("selected",)
    row.to_columns = 31 if to in (_ANY, ("selected",)) else sum([1 << catalog.PHASES.index(word) for word in to])
    row.from_explore = power.get("from_column") == "explore"
    row.same_column = power.get("from_column") == "same_column"
    row.needs_novelty_lead = power.get("condition") == "most_novelty_worlds"


@cython.cfunc
def _fill_bonus(row_index: cython.int, endgame):
    row = cython.address(BONUS[row_index])
    kinds = {
        "vp_per_development": BonusKind.PER_DEVELOPMENT,
        "vp_fraction_of_development_cost": BonusKind.DEVELOPMENT_COST,
        "vp_fraction_of_world_cost": BonusKind.WORLD_COST,
        "vp_per_world": BonusKind.PER_WORLD,
        "vp_per_dice_set": BonusKind.PER_DICE_SET,
        "vp_per_die_color_owned": BonusKind.PER_COLOR_OWNED,
        "vp_triangular_chips": BonusKind.TRIANGULAR_CHIPS,
        "vp_per_good": BonusKind.PER_GOOD,
    }
    row.kind = kinds[endgame.kind]
    row.amount = endgame.get("divisor", endgame.get("vp", 0))
    row.set_size = endgame.get("set_size", 0)
    row.reassign_only = endgame.get("filter") == "reassign_power"
    row.no_reassign = endgame.get("filter") == "no_reassign_power"
    if endgame.get("world_color"):
        row.color = catalog.WORLD_COLORS.index(endgame.get("world_color"))
    elif endgame.get("die_color"):
        row.color = catalog.COLORS.index(endgame.get("die_color"))


@cython.cfunc
def _fill_piece(row: cython.pointer(PieceRow), piece):
    """Fill a row with cost, colour and one-off effects."""
    places = {"cup": Destination.TO_CUP, "citizenry": Destination.TO_CITIZENRY, "good_on_world": Destination.TO_WORLD}
    kinds = {
        "gain_credits": EffectKind.GAIN_CREDITS,
        "gain_die": EffectKind.GAIN_DIE,
        "remove_die": EffectKind.REMOVE_DIE,
        "set_credits": EffectKind.SET_CREDITS,
    }
    row.cost = piece.cost
    if hasattr(piece, "color"):
        row.color = catalog.WORLD_COLORS.index(piece.color)
    else:
        row.has_reassign = piece.has_reassign
    if len(piece.effects) > EFFECTS_MAX:
        raise ValueError(f"{piece.name} has more effects than EFFECTS_MAX")
    row.effect_count = len(piece.effects)
    for i, effect in enumerate(piece.effects):
        at = cython.address(row.effect[cython.cast(cython.int, i)])
        at.kind = kinds[effect.kind]
        at.amount = effect.get("amount", effect.get("count", 0))
        if effect.kind == "gain_die":
            at.color = catalog.COLORS.index(effect.get("color"))
            at.destination = places[effect.get("to")]


def _fill_tables():
    """Build every table from the catalogue."""
    i: cython.int
    j: cython.int
    reassign: cython.int = 0
    bonus: cython.int = 0
    if len(catalog.DEVELOPMENTS) != DEVELOPMENTS or len(catalog.WORLDS) != WORLDS:
        raise ValueError("the catalogue does not have the pieces that the tables are declared for")
    if len(POWER_WORDS) != REASSIGN_ROWS or len(BONUS_NAMES) != BONUS_ROWS:
        raise ValueError("the catalogue does not have the powers that the tables are declared for")
    for i in range(DEVELOPMENTS):
        development = catalog.DEVELOPMENTS[i]
        memset(cython.address(POWERS[i]), 0, cython.sizeof(Powers))
        _fill_piece(cython.address(DEVELOPMENT[i]), development)
        for power in development.powers:
            _fold_one(cython.address(POWERS[i]), development, power)
            if power.kind == "reassign":
                _fill_reassign(reassign, power)
                reassign += 1
        if development.endgame is not None:
            POWERS[i].bonus[bonus] = 1
            _fill_bonus(bonus, development.endgame)
            bonus += 1
    for i in range(WORLDS):
        _fill_piece(cython.address(WORLD[i]), catalog.WORLDS[i])
    for i in range(COLORS):
        SUPPLY[i] = catalog.SUPPLY[catalog.COLORS[i]]
        for j in range(6):
            FACE[i][j] = (*catalog.PHASES, "wild").index(catalog.FACES[catalog.COLORS[i]][j])
    _fill_factions()


def _fill_factions():
    i: cython.int
    j: cython.int
    for i in range(9):
        FACTION_DEVELOPMENT[i] = NO_PIECE
        for j, square in enumerate((catalog.FACTIONS[i].left, catalog.FACTIONS[i].right)):
            FACTION_WORLD[i][j] = NO_PIECE
            if hasattr(square, "color"):
                FACTION_WORLD[i][j] = catalog.WORLDS.index(square)
            else:
                FACTION_DEVELOPMENT[i] = catalog.DEVELOPMENTS.index(square)


_fill_tables()
