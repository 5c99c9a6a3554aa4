"""The whole table in words, both ways.

Dice are written as {colour: count} with zero counts left out, pieces by their ids in the catalogue, a tile
that the viewer of a hidden table can't know as "unknown". A description written by hand may leave out
whatever is as at the beginning of its step; `asks` and `progress` are only there to resume in mid-step.
"""

import cython
from cython.cimports.engine.roll.powers import (
    BUILD_DEVELOPMENT,
    BUILD_WORLD,
    COLORS,
    DEVELOPMENT,
    GOODS_COLORS,
    NO_PIECE,
    PHASES,
    REASSIGN_ROWS,
    SUPPLY,
    TILES,
    WORLD,
    Destination,
    EffectKind,
)
from cython.cimports.engine.roll.state import (
    ALL_TILES_COUNT,
    DICTATING,
    NONE,
    UNKNOWN,
    Asked,
    Seat,
    Step,
    Table,
    add_development,
    add_start_tiles,
    add_world,
    dice_owned,
    move_all,
    room,
    set_order,
    total,
    zone_mask,
)
from cython.cimports.libc.stdint import uint8_t, uint64_t
from cython.cimports.libc.string import memcpy

from engine.contract.reading import read_flag, read_list, read_number, read_object, read_word
from engine.contract.vocabulary import HIDDEN
from engine.errors import BadDescription
from engine.roll import catalog
from engine.roll.decisions import ASKED
from engine.roll.powers import POWER_WORDS

STEPS = ("setup", "assign", *catalog.PHASES, "manage", "over")
STACKS = ("development", "world")
GOODS = catalog.WORLD_COLORS[:4]
DEVELOPMENT_OF = {tile.development.id: tile.number - 1 for tile in catalog.TILES}
WORLD_OF = {tile.world.id: tile.number - 1 for tile in catalog.TILES}
HOMES = tuple([world.id for world in catalog.HOME_WORLDS])
ONE = cython.declare(uint64_t, 1)
#: where a seat stands within its step: name -> greatest value
PROGRESS = {
    "power_in_use": 255,
    "moves_done": 3,
    "moves_left": 3,
    "taken_color": 6,
    "taken_column": 4,
    "last_moved": 35,
    "moved_before": 35,
    "to_draw": 56,
    "saved": 2,
    "effect_next": 3,
    "good_world": 3,
    "good_color": 6,
    "recruit_color": 7,
    "cursor": 255,
}
#: the same, true or false
PROGRESS_FLAGS = ("has_finished", "has_dictated", "has_rearranged", "is_extra_draw", "has_cup_bonus", "is_trade")
SEAT_KEYS = (
    "faction home_world tableau credits vp_chips cup citizenry columns wild dictated virtual_workers stacks stack_dice "
    "goods selected selector hand abandoned asks used_powers has_scouted used building progress"
).split()
TABLE_KEYS = (
    "round step played spare_face vp_pool bag turn_place stage giver_place has_given step_version own_actions seats "
    "shown"
).split()


# -- into words ------------------------------------------------------------------------------------


@cython.cfunc
def _dice(dice: cython.pointer(uint8_t)):
    return {catalog.COLORS[i]: dice[i] for i in range(COLORS) if dice[i]}


@cython.cfunc
def _tiles(mask: uint64_t):
    return [catalog.TILE_IDS[i] for i in range(TILES) if (mask >> i) & 1]


@cython.cfunc
def _list_held(mask: uint64_t, count: cython.int):
    """Return so many tiles: those that are known, or all of them hidden."""
    return _tiles(mask) if mask else [HIDDEN] * count


@cython.cfunc
def _phases(mask: cython.int):
    return [catalog.PHASES[i] for i in range(PHASES) if (mask >> i) & 1]


@cython.cfunc
def _stack(at: cython.pointer(Seat), stack: cython.int):
    return [
        HIDDEN if at.zone[stack][i] == UNKNOWN else catalog.TILE_IDS[at.zone[stack][i]]
        for i in range(at.zone_count[stack])
    ]


@cython.cfunc
def _progress(at: cython.pointer(Seat)):
    """Return what of `progress` is neither 0 nor false."""
    values = {
        "has_finished": bool(at.has_finished),
        "power_in_use": at.power_in_use,
        "moves_done": at.moves_done,
        "moves_left": at.moves_left,
        "taken_color": at.taken_color,
        "taken_column": at.taken_column,
        "last_moved": at.moved[0],
        "moved_before": at.moved[1],
        "has_dictated": bool(at.has_dictated),
        "has_rearranged": bool(at.has_rearranged),
        "is_extra_draw": bool(at.is_extra_draw),
        "to_draw": at.to_draw,
        "saved": at.saved,
        "has_cup_bonus": bool(at.cup_bonus),
        "effect_next": at.effect_next,
        "good_world": at.good_world,
        "good_color": at.good_color,
        "is_trade": bool(at.is_trade),
        "recruit_color": at.recruit_color,
        "cursor": at.cursor,
    }
    return {name: value for name, value in values.items() if value}


@cython.cfunc
def _seat_words(at: cython.pointer(Seat)):
    """Return one seat in words."""
    developments = [catalog.TILES[i].development.id for i in range(TILES) if (at.developments_built >> i) & 1]
    worlds = [catalog.TILES[i].world.id for i in range(TILES) if (at.worlds_built >> i) & 1]
    return {
        "faction": at.faction,
        "home_world": HOMES[at.home_world - 1],
        "tableau": developments + worlds,
        "credits": at.credits,
        "vp_chips": at.vp,
        "cup": _dice(at.cup),
        "citizenry": _dice(at.citizenry),
        "columns": {catalog.PHASES[i]: _dice(at.column[i]) for i in range(PHASES) if total(at.column[i])},
        "wild": _dice(at.wild),
        "dictated": _dice(at.dictated),
        "virtual_workers": _dice(at.virtual_worker),
        "stacks": {STACKS[i]: _stack(at, i) for i in range(2)},
        "stack_dice": {STACKS[i]: _dice(at.zone_dice[i]) for i in range(2)},
        "goods": {GOODS[i]: _dice(at.goods[i]) for i in range(GOODS_COLORS) if total(at.goods[i])},
        "selected": None if at.selected == NONE else catalog.PHASES[at.selected],
        "selector": None if at.selector == NONE else catalog.COLORS[at.selector],
        "hand": _list_held(at.hand, at.hand_count),
        "abandoned": _list_held(at.abandoned, at.abandoned_count),
        "asks": ASKED[at.asked] or None,
        "used_powers": [POWER_WORDS[i] for i in range(REASSIGN_ROWS) if at.used_powers[i]],
        "has_scouted": _dice(at.has_scouted),
        "used": _dice(at.used),
        "building": None if at.building == NO_PIECE else catalog.TILE_IDS[at.building],
        "progress": _progress(at),
    }


def describe_table(table):
    """Return the table in words, but for what every game has; `load_table` is the way back for a full table."""
    seats: cython.int = table.head.seats
    words = {
        "round": table.round,
        "step": STEPS[table.step],
        "played": _phases(table.played),
        "spare_face": None if table.spare_face == NONE else catalog.PHASES[table.spare_face],
        "vp_pool": table.pool,
        "bag": _tiles(table.bag),
        "turn_place": table.turn,
        "stage": table.stage,
        "giver_place": table.giver,
        "has_given": bool(table.gave),
        "seats": [_seat_words(cython.address(table.seat[i])) for i in range(seats)],
    }
    if table.head.is_simultaneous:
        words["shown"] = [_seat_words(cython.address(table.shown[i])) for i in range(seats)]
    return words


# -- out of words ----------------------------------------------------------------------------------


@cython.cfunc
def _read_dice(into: cython.pointer(uint8_t), words, where):
    for word, count in read_object(words, where).items():
        color: cython.int = read_word(word, where, catalog.COLORS)
        into[color] = read_number(count, f"{where}.{word}", 0, catalog.SUPPLY[word])


@cython.cfunc
def _read_tiles(words, where) -> uint64_t:
    mask: uint64_t = 0
    for word in read_list(words, where):
        tile: cython.int = read_word(word, where, catalog.TILE_IDS)
        if (mask >> tile) & 1:
            raise BadDescription(f"{where} has {word} twice")
        mask |= ONE << tile
    return mask


@cython.cfunc
def _count(mask: uint64_t) -> cython.int:
    n: cython.int = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@cython.cfunc
def _read_seat(at: cython.pointer(Seat), number: cython.int, words, where):
    """Fill one seat."""
    read_object(words, where, SEAT_KEYS)
    at.faction = read_number(words.get("faction", number + 1), f"{where}.faction", 1, 9)
    at.home_world = 1 + read_word(words.get("home_world", HOMES[number]), f"{where}.home_world", HOMES)
    add_start_tiles(at)
    for name in read_list(words.get("tableau", []), f"{where}.tableau"):
        if not isinstance(name, str):
            raise BadDescription(f"{where}.tableau has {name!r:.40}; it is a list of ids")
        if name in DEVELOPMENT_OF and not (at.developments_built >> cython.cast(cython.int, DEVELOPMENT_OF[name])) & 1:
            add_development(at, DEVELOPMENT_OF[name])
        elif name in WORLD_OF and not (at.worlds_built >> cython.cast(cython.int, WORLD_OF[name])) & 1:
            add_world(at, WORLD_OF[name])
        else:
            raise BadDescription(f"{where}.tableau has {name!r} twice or there is no such side of a game tile")
    at.credits = read_number(words.get("credits", 1), f"{where}.credits", 0, 10)
    at.vp = read_number(words.get("vp_chips", 0), f"{where}.vp_chips", 0, 1000)
    _read_places(at, words, where)
    _read_stacks(at, words, where)
    at.selected = at.selector = NONE
    if words.get("selected") is not None:
        at.selected = read_word(words["selected"], f"{where}.selected", catalog.PHASES)
    if words.get("selector") is not None:
        at.selector = read_word(words["selector"], f"{where}.selector", catalog.COLORS)
    at.hand = _read_tiles(words.get("hand", []), f"{where}.hand")
    at.hand_count = _count(at.hand)
    at.abandoned = _read_tiles(words.get("abandoned", []), f"{where}.abandoned")
    at.abandoned_count = _count(at.abandoned)
    _read_progress(at, words, where)


@cython.cfunc
def _read_places(at: cython.pointer(Seat), words, where):
    """Fill where a seat's dice lie."""
    i: cython.int
    _read_dice(at.cup, words.get("cup", {}), f"{where}.cup")
    _read_dice(at.citizenry, words.get("citizenry", {}), f"{where}.citizenry")
    _read_dice(at.wild, words.get("wild", {}), f"{where}.wild")
    _read_dice(at.dictated, words.get("dictated", {}), f"{where}.dictated")
    _read_dice(at.virtual_worker, words.get("virtual_workers", {}), f"{where}.virtual_workers")
    _read_dice(at.used, words.get("used", {}), f"{where}.used")
    _read_dice(at.has_scouted, words.get("has_scouted", {}), f"{where}.has_scouted")
    for phase, dice in read_object(words.get("columns", {}), f"{where}.columns").items():
        i = read_word(phase, f"{where}.columns", catalog.PHASES)
        _read_dice(at.column[i], dice, f"{where}.columns.{phase}")
    for stack, dice in read_object(words.get("stack_dice", {}), f"{where}.stack_dice").items():
        i = read_word(stack, f"{where}.stack_dice", STACKS)
        _read_dice(at.zone_dice[i], dice, f"{where}.stack_dice.{stack}")
    for world, dice in read_object(words.get("goods", {}), f"{where}.goods").items():
        i = read_word(world, f"{where}.goods", GOODS)
        _read_dice(at.goods[i], dice, f"{where}.goods.{world}")
        if room(at, i) < 0:
            raise BadDescription(f"{where}.goods.{world} are more than the worlds of that colour hold (Roll R82)")


@cython.cfunc
def _read_stacks(at: cython.pointer(Seat), words, where):
    stack: cython.int
    for name, tiles in read_object(words.get("stacks", {}), f"{where}.stacks").items():
        stack = read_word(name, f"{where}.stacks", STACKS)
        _read_tiles(tiles, f"{where}.stacks.{name}")
        at.zone_count[stack] = len(tiles)
        for i, word in enumerate(tiles):
            at.zone[stack][cython.cast(cython.int, i)] = catalog.TILE_IDS.index(word)


@cython.cfunc
def _read_progress(at: cython.pointer(Seat), words, where):
    """Fill where the seat stands within its step."""
    progress = read_object(words.get("progress", {}), f"{where}.progress", (*PROGRESS, *PROGRESS_FLAGS))
    number = {
        name: read_number(progress.get(name, 0), f"{where}.progress.{name}", 0, high) for name, high in PROGRESS.items()
    }
    flag = {name: read_flag(progress.get(name, False), f"{where}.progress.{name}") for name in PROGRESS_FLAGS}
    at.has_finished = flag["has_finished"]
    at.power_in_use = number["power_in_use"]
    at.moves_done = number["moves_done"]
    at.moves_left = number["moves_left"]
    at.taken_color = number["taken_color"]
    at.taken_column = number["taken_column"]
    at.moved[0] = number["last_moved"]
    at.moved[1] = number["moved_before"]
    at.has_dictated = flag["has_dictated"]
    at.has_rearranged = flag["has_rearranged"]
    at.is_extra_draw = flag["is_extra_draw"]
    at.to_draw = number["to_draw"]
    at.saved = number["saved"]
    at.cup_bonus = flag["has_cup_bonus"]
    at.effect_next = number["effect_next"]
    at.good_world = number["good_world"]
    at.good_color = number["good_color"]
    at.is_trade = flag["is_trade"]
    at.recruit_color = number["recruit_color"]
    at.cursor = number["cursor"]
    for word in read_list(words.get("used_powers", []), f"{where}.used_powers"):
        at.used_powers[cython.cast(cython.int, read_word(word, f"{where}.used_powers", POWER_WORDS))] = 1
    at.building = NO_PIECE
    if words.get("building") is not None:
        at.building = read_word(words["building"], f"{where}.building", catalog.TILE_IDS)
    at.asked = Asked.NOTHING
    if words.get("asks") is not None:
        at.asked = read_word(words["asks"], f"{where}.asks", ASKED)


ASKED_IN = {
    "setup": ("begin",),
    "assign": ("wild", "select", "selector", "reassign", "pay", "take", "to"),
    "explore": ("explore", "abandon", "place", "arrange", "give_up"),
    "develop": ("worker", "use_up", "save", "remove"),
    "settle": ("worker", "use_up", "save", "remove"),
    "produce": ("produce",),
    "ship": ("ship", "shipper", "bank"),
    "manage": ("recruit", "recall"),
    "over": (),
}


@cython.cfunc
def _check_asked(table: cython.pointer(Table), at: cython.pointer(Seat), where):
    """Refuse a question that the seat can't be asked where it stands: the rules trust it."""
    asked: cython.int = at.asked
    if asked == Asked.NOTHING:
        return
    is_phase: cython.bint = Step.EXPLORE <= table.step <= Step.SHIP
    phase: cython.uint = table.step - Step.EXPLORE if is_phase else 0
    column = cython.address(at.column[phase % PHASES][0])
    what: cython.int = 1 if table.step == Step.SETTLE else 0
    workers: cython.int = sum([total(at.column[i]) for i in range(PHASES)])
    power_ok: cython.bint = at.power_in_use == DICTATING or (
        at.power_in_use < REASSIGN_ROWS and (at.power.reassign >> at.power_in_use) & 1 and at.selected != NONE
    )
    free: cython.int = sum([max(0, room(at, i)) for i in range(GOODS_COLORS)])
    goods: cython.int = sum([total(at.goods[i]) for i in range(GOODS_COLORS)])
    top: cython.bint = at.zone_count[what] > 0
    fits = {
        Asked.ASK_BEGIN: at.hand_count == 2,
        Asked.ASK_WILD: total(at.wild) > 0,
        Asked.ASK_SELECT: workers > 0 and at.selected == NONE,
        Asked.ASK_SELECTOR: workers > 0 and at.selected != NONE and at.selector == NONE,
        Asked.ASK_REASSIGN: at.selected != NONE and at.selector != NONE,
        Asked.ASK_PAY: workers > 1 and at.selector != NONE,
        Asked.ASK_TAKE: workers > 0 and power_ok and at.moves_left > 0 and at.selector != NONE,
        Asked.ASK_MOVE_TO: power_ok and at.moves_left > 0 and at.column[at.taken_column][at.taken_color] > 0,
        Asked.ASK_EXPLORE: True,
        Asked.ASK_ABANDON: at.to_draw > 0,
        Asked.ASK_PLACE: at.hand_count > 0,
        Asked.ASK_ARRANGE: at.hand_count > 0,
        Asked.ASK_GIVE_UP: zone_mask(at) != 0 and table.stage == 2,
        Asked.ASK_WORKER: top and total(column) > 0,
        Asked.ASK_USE_UP: top and total(at.zone_dice[what]) > 0,
        Asked.ASK_SAVE: top and at.building == at.zone[what][0] and total(at.used) > 0,
        Asked.ASK_REMOVE: at.building != NO_PIECE
        and ((at.worlds_built if what else at.developments_built) >> at.building) & 1,
        Asked.ASK_PRODUCE: total(column) > 0 and free > 0,
        Asked.ASK_SHIP: goods > 0 and total(column) + total(at.virtual_worker) > 0,
        Asked.ASK_SHIPPER: at.goods[at.good_world][at.good_color] > 0 and total(column) + total(at.virtual_worker) > 0,
        Asked.ASK_BANK: at.credits > 0,
        Asked.ASK_RECRUIT: at.recruit_color < COLORS,
        Asked.ASK_RECALL: True,
    }
    if ASKED[asked] not in ASKED_IN[STEPS[table.step]] or not fits[asked]:
        raise BadDescription(f"{where}.asks is {ASKED[asked]!r}, which nothing on the table calls for")


@cython.cfunc
def _check_pieces(table: cython.pointer(Table)):
    """Refuse a table with a tile in two places or nowhere, or more dice than there are (Roll R1)."""
    seen: uint64_t = table.bag
    n: cython.int = _count(seen)
    seat: cython.int
    color: cython.int
    for seat in range(table.head.seats):
        at = cython.address(table.seat[seat])
        for mask in (at.developments_built, at.worlds_built, at.hand, at.abandoned):
            seen |= cython.cast(uint64_t, mask)
            n += _count(mask)
        seen |= zone_mask(at)
        n += at.zone_count[0] + at.zone_count[1]
    if n != _count(seen):
        raise BadDescription("a tile lies in more than one place")
    if n != ALL_TILES_COUNT:
        missing = _tiles(((ONE << ALL_TILES_COUNT) - 1) & ~seen)
        raise BadDescription(f"these tiles are nowhere: {', '.join(missing)}; leave bag out to have them there")
    dice: cython.int = 0
    for color in range(COLORS):
        word = catalog.COLORS[color]
        owned = sum([dice_owned(cython.address(table.seat[i]), color) for i in range(table.head.seats)])
        dice += owned
        if owned > catalog.SUPPLY[word]:
            raise BadDescription(f"there are {owned} {word} dice; the game has {catalog.SUPPLY[word]}")
    if dice == 0 and table.step != Step.OVER:
        raise BadDescription("nobody has a die, so that no round would ever ask anybody anything")
    factions = [table.seat[i].faction for i in range(table.head.seats)]
    homes = [table.seat[i].home_world for i in range(table.head.seats)]
    if len(set(factions)) != len(factions) or len(set(homes)) != len(homes):
        raise BadDescription("two seats have the same faction or the same home world")


@cython.cfunc
def _pending_dice(table: cython.pointer(Table), seat: cython.int, color: cython.int) -> cython.int:
    """Return how many dice of a colour the tiles that a seat is building grant it on completion."""
    at = cython.address(table.seat[seat])
    what: cython.int
    i: cython.int
    n: cython.int = 0
    for what in range(2):
        for i in range(at.zone_count[what]):
            if at.zone[what][i] != at.building:
                n += _count_granted_dice(what, at.zone[what][i], 0, color)
    if at.building != NO_PIECE:
        what = BUILD_WORLD if table.step == Step.SETTLE else BUILD_DEVELOPMENT
        n += _count_granted_dice(what, at.building, at.effect_next, color)
    return n


@cython.cfunc
def _count_granted_dice(what: cython.int, tile: cython.int, first: cython.int, color: cython.int) -> cython.int:
    """Return how many dice of a colour the effects of a tile's side grant, from the effect *first* on."""
    piece = cython.address(DEVELOPMENT[tile]) if what == BUILD_DEVELOPMENT else cython.address(WORLD[tile])
    i: cython.int
    n: cython.int = 0
    for i in range(first, piece.effect_count):
        if piece.effect[i].kind == EffectKind.GAIN_DIE and piece.effect[i].color == color:
            n += piece.effect[i].amount
    # The die that a tile removes first may be of that very colour (Roll R75).
    for i in range(piece.effect_count):
        if piece.effect[i].kind == EffectKind.REMOVE_DIE and n > 0:
            n -= 1
    return n


@cython.cfunc
def _check_grants(table: cython.pointer(Table)):
    """Refuse tiles in the zones that would grant more dice than the supply holds (Roll R2, R76)."""
    color: cython.int
    seat: cython.int
    for color in range(COLORS):
        owned: cython.int = 0
        pending: cython.int = 0
        for seat in range(table.head.seats):
            owned += dice_owned(cython.address(table.seat[seat]), color)
            pending += _pending_dice(table, seat, color)
        if pending and owned + pending > SUPPLY[color]:
            word = catalog.COLORS[color]
            raise BadDescription(
                f"there are {owned} {word} dice, and the tiles being built grant {pending} more; "
                f"the game has {SUPPLY[color]} (Roll R2)"
            )


@cython.cfunc
def _check_building(at: cython.pointer(Seat), where):
    """Refuse a tile in completion that nobody is asked about, or whose good has no room (Roll R66, R76, R82)."""
    i: cython.int
    if at.building == NO_PIECE:
        return
    if at.asked not in (Asked.ASK_SAVE, Asked.ASK_REMOVE):
        raise BadDescription(f"{where}.building is for a seat that asks save or remove")
    if at.asked == Asked.ASK_SAVE or not (at.worlds_built >> at.building) & 1:
        return
    piece = cython.address(WORLD[at.building])
    for i in range(at.effect_next, piece.effect_count):
        effect = cython.address(piece.effect[i])
        is_good: cython.bint = effect.kind == EffectKind.GAIN_DIE and effect.destination == Destination.TO_WORLD
        if is_good and room(at, piece.color) < effect.amount:
            raise BadDescription(f"{where}.building grants a good, and its world has no room for it (Roll R82)")


@cython.cfunc
def _check_dice(table: cython.pointer(Table), at: cython.pointer(Seat), where):
    """Refuse dice that lie where the step has no place for them: no rule would ever pick them up."""
    phase: cython.int
    workers: cython.int = sum([total(at.column[i]) for i in range(PHASES)])
    if table.step != Step.ASSIGN and (total(at.wild) + total(at.dictated) > 0 or at.selector != NONE):
        raise BadDescription(f"{where} has wild, dictated or selector dice; those there are in Assign only")
    if at.selector != NONE and at.selected == NONE:
        raise BadDescription(f"{where}.selector lies on the strip, but no phase is selected (Roll R20)")
    if total(at.wild) > 0 and at.asked != Asked.ASK_WILD:
        raise BadDescription(f"{where}.wild has dice; they are placed before anything else (Roll R150)")
    if table.step == Step.ASSIGN and at.asked == Asked.NOTHING and workers > 0 and at.selector == NONE:
        raise BadDescription(f"{where} has workers and is through with Assign, but has selected nothing (Roll R20)")
    for phase in range(PHASES):
        is_to_come: cython.bint = (table.played >> phase) & 1 and table.step <= Step.EXPLORE + phase
        if Step.EXPLORE <= table.step <= Step.MANAGE and total(at.column[phase]) > 0 and not is_to_come:
            raise BadDescription(f"{where}.columns.{catalog.PHASES[phase]} has workers, but the phase is not to come")
    if total(at.used) > 0 and at.asked not in (Asked.ASK_USE_UP, Asked.ASK_SAVE):
        raise BadDescription(f"{where}.used has dice, but no tile is being completed")


@cython.cfunc
def _has_rolled(at: cython.pointer(Seat)):
    return total(at.wild) + total(at.dictated) > 0 or at.selector != NONE


@cython.cfunc
def _check_shown(table: cython.pointer(Table), place: cython.int, where):
    """Refuse a shown seat that is not the seat as it stood when the step began: search makes tables out of it."""
    at = cython.address(table.seat[place])
    shown = cython.address(table.shown[place])
    is_same: cython.bint = (
        at.faction == shown.faction
        and at.home_world == shown.home_world
        and at.developments_built == shown.developments_built
        and at.worlds_built == shown.worlds_built
        and at.abandoned == shown.abandoned
        and at.vp == shown.vp
        and zone_mask(at) | at.hand == zone_mask(shown) | shown.hand
        and all([dice_owned(at, color) == dice_owned(shown, color) for color in range(COLORS)])
    )
    if table.step == Step.SETUP:
        is_same = is_same and shown.asked == Asked.ASK_BEGIN and shown.hand_count == 2
    elif table.step == Step.ASSIGN:
        away: cython.int = sum([total(shown.column[i]) for i in range(PHASES)]) + total(shown.wild)
        away += total(shown.dictated) + total(shown.used) + (1 if shown.selector != NONE else 0)
        asked: cython.int = Asked.ASK_SELECT if total(shown.cup) > 0 else Asked.NOTHING
        is_same = is_same and away == 0 and shown.asked == asked
    else:
        is_same = is_same and shown.cursor == 0
        _check_asked(table, shown, where)
        _check_dice(table, shown, where)
    if not is_same:
        raise BadDescription(f"{where} is not seats[{place}] as it stood when the step began")


@cython.cfunc
def _start_seat(at: cython.pointer(Seat), step: cython.int):
    """Ask what the beginning of the step asks, where the description leaves `asked` out."""
    if step == Step.SETUP:
        at.asked = Asked.ASK_BEGIN if at.hand_count == 2 else Asked.NOTHING
    elif step == Step.ASSIGN:
        dice: cython.int = sum([total(at.column[i]) for i in range(PHASES)]) + total(at.wild)
        at.asked = Asked.NOTHING
        if total(at.wild) > 0:
            at.asked = Asked.ASK_WILD
        elif at.selected == NONE and dice > 0:
            at.asked = Asked.ASK_SELECT
        elif at.selector == NONE and dice > 0:
            at.asked = Asked.ASK_SELECTOR
        elif at.selector != NONE:
            at.asked = Asked.ASK_REASSIGN


@cython.cfunc
def _show_unrolled(table: cython.pointer(Table)):
    """Derive what every seat showed before the step: in Assign, all dice in the cup."""
    seat: cython.int
    i: cython.int
    memcpy(table.shown, table.seat, cython.sizeof(table.seat))
    if table.step != Step.ASSIGN:
        return
    for seat in range(table.head.seats):
        at = cython.address(table.shown[seat])
        for i in range(PHASES):
            move_all(at.column[i], at.cup)
        move_all(at.wild, at.cup)
        move_all(at.dictated, at.cup)
        if at.selector != NONE:
            at.cup[at.selector] += 1
        at.selected = at.selector = NONE
        at.has_dictated = at.power_in_use = at.moves_done = at.moves_left = at.taken_color = at.taken_column = 0
        at.moved[0] = at.moved[1] = 0
        for i in range(REASSIGN_ROWS):
            at.used_powers[i] = 0
        at.asked = Asked.ASK_SELECT if total(at.cup) > 0 else Asked.NOTHING


@cython.cfunc
def _read_table(table: cython.pointer(Table), words, seats: cython.int):
    """Fill what belongs to no seat."""
    table.head.seats = seats
    step = words.get("step", "roll")
    table.step = Step.ASSIGN if step == "roll" else read_word(step, "step", STEPS)
    table.head.is_over = table.step == Step.OVER
    table.round = read_number(words.get("round", 1), "round", 0, 30000)
    if step == "roll" and table.round > 0:
        table.round -= 1
    played = words.get("played", [step] if step in catalog.PHASES else [])
    table.played = 0
    for word in read_list(played, "played"):
        table.played |= 1 << cython.cast(cython.int, read_word(word, "played", catalog.PHASES))
    table.spare_face = NONE
    if words.get("spare_face") is not None:
        table.spare_face = read_word(words["spare_face"], "spare_face", catalog.PHASES)
    table.pool = read_number(words.get("vp_pool", 12 * seats), "vp_pool", -1000, 60)
    table.turn = read_number(words.get("turn_place", 0), "turn_place", 0, seats - 1)
    table.stage = read_number(words.get("stage", 0), "stage", 0, 3)
    table.giver = read_number(words.get("giver_place", 0), "giver_place", 0, seats)
    table.gave = read_flag(words.get("has_given", False), "has_given")


@cython.cfunc
def _read_bag(table: cython.pointer(Table), words):
    """Fill the bag; left out, it holds all tiles that lie nowhere else."""
    seat: cython.int
    if "bag" in words:
        table.bag = _read_tiles(words["bag"], "bag")
    else:
        table.bag = (ONE << ALL_TILES_COUNT) - 1
        for seat in range(table.head.seats):
            at = cython.address(table.seat[seat])
            table.bag &= ~(at.developments_built | at.worlds_built | at.hand | at.abandoned | zone_mask(at))
    table.bag_count = _count(table.bag)
    table.pile_count = sum([table.seat[seat].abandoned_count for seat in range(table.head.seats)])


@cython.cfunc
def _read_simultaneous(state, table: cython.pointer(Table), words, seats: cython.int):
    """Fill what the present simultaneous step keeps."""
    i: cython.int
    is_simultaneous: cython.bint = table.step in (Step.SETUP, Step.ASSIGN, Step.MANAGE)
    state.load_step(words, is_simultaneous)
    if not is_simultaneous:
        if "shown" in words:
            raise BadDescription(f"shown is for simultaneous steps; {STEPS[table.step]} is none")
        return
    if "shown" not in words:
        _show_unrolled(table)
        return
    shown = read_list(words["shown"], "shown")
    if len(shown) != seats:
        raise BadDescription(f"shown has {len(shown)} seats, the table {seats}")
    for i in range(seats):
        _read_seat(cython.address(table.shown[i]), i, shown[i], f"shown[{i}]")
        _check_shown(table, i, f"shown[{i}]")


def load_table(state, table, words):
    """Become what *words* say, or raise BadDescription; return "roll" or "manage" if that step only begins now."""
    i: cython.int
    read_object(words, "the description", TABLE_KEYS)
    seats = read_list(words.get("seats"), "seats")
    if not 2 <= len(seats) <= 5:
        raise BadDescription(f"seats has {len(seats)} entries; the game takes 2 to 5")
    _read_table(table, words, len(seats))
    for i in range(len(seats)):
        _read_seat(cython.address(table.seat[i]), i, seats[i], f"seats[{i}]")
    set_order(table)
    _read_bag(table, words)
    _check_pieces(table)
    begins = not any(["asks" in seat for seat in seats])
    for i in range(len(seats)):
        if begins:
            _start_seat(cython.address(table.seat[i]), table.step)
        _check_asked(table, cython.address(table.seat[i]), f"seats[{i}]")
        _check_dice(table, cython.address(table.seat[i]), f"seats[{i}]")
        _check_building(cython.address(table.seat[i]), f"seats[{i}]")
    _check_grants(table)
    is_unrolled = words.get("step", "roll") == "roll"
    if is_unrolled and any([_has_rolled(cython.address(table.seat[i])) for i in range(len(seats))]):
        raise BadDescription("before the roll no die is wild, dictated or on the strip")
    if is_unrolled or (begins and table.step == Step.MANAGE):
        return words.get("step", "roll")
    _read_simultaneous(state, table, words, len(seats))
    return None
