"""The table in words: the description both ways, and the JSON-able view of a hidden state.

Dice are written as {colour: count} with zero counts left out, tiles by the word for them
(`catalog.TILE_WORDS`), an unknown tile as "?". A description written by hand may leave out whatever
is as at the beginning of its step; `asked` and `progress` are only there to resume in mid-step.
"""

import cython
from cython.cimports.engine.contract.state import FULL, SEATS_MAX
from cython.cimports.engine.roll.powers import (
    COLORS,
    GOODS_COLORS,
    NO_PIECE,
    PHASES,
    REASSIGN_ROWS,
    TILES,
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

from engine.errors import BadDescription
from engine.roll import catalog
from engine.roll.decisions import ASKED
from engine.roll.powers import POWER_WORDS

STEPS = ("setup", "assign", *catalog.PHASES, "manage", "over")
STACKS = ("development", "world")
GOODS = catalog.WORLD_COLORS[:4]
DEVELOPMENT_OF = {tile.development.name: tile.number - 1 for tile in catalog.TILES}
WORLD_OF = {tile.world.name: tile.number - 1 for tile in catalog.TILES}
HOMES = tuple([world.name for world in catalog.HOME_WORLDS])
ONE = cython.declare(uint64_t, 1)
#: where a seat stands within its step: name -> greatest value
PROGRESS = {
    "has_finished": 1,
    "power_in_use": 255,
    "moves_done": 3,
    "moves_left": 3,
    "taken_color": 6,
    "taken_column": 4,
    "last_moved": 35,
    "moved_before": 35,
    "has_dictated": 1,
    "has_rearranged": 1,
    "is_extra_draw": 1,
    "to_draw": 56,
    "saved": 2,
    "cup_bonus": 1,
    "effect_next": 3,
    "good_world": 3,
    "good_color": 6,
    "is_trade": 1,
    "recruit_color": 7,
    "cursor": 255,
}
#: raised with every change after which older records would play differently
VERSION = "roll-2"
SEAT_KEYS = (
    "faction home_world tableau credits vp cup citizenry columns wild dictated virtual_workers stacks stack_dice goods "
    "selected selector hand hand_count abandoned abandoned_count asked used_powers has_scouted used building progress"
).split()
TABLE_KEYS = (
    "game rules_version version round step played spare_face pool bag turn stage giver gave step_version own_actions "
    "seats shown randomness"
).split()


# -- into words ------------------------------------------------------------------------------------


@cython.cfunc
def _dice(dice: cython.pointer(uint8_t)):
    return {catalog.COLORS[i]: dice[i] for i in range(COLORS) if dice[i]}


@cython.cfunc
def _tiles(mask: uint64_t):
    return [catalog.TILE_WORDS[i] for i in range(TILES) if (mask >> i) & 1]


@cython.cfunc
def _phases(mask: cython.int):
    return [catalog.PHASES[i] for i in range(PHASES) if (mask >> i) & 1]


@cython.cfunc
def _stack(at: cython.pointer(Seat), stack: cython.int):
    return [
        "?" if at.zone[stack][i] == UNKNOWN else catalog.TILE_WORDS[at.zone[stack][i]]
        for i in range(at.zone_count[stack])
    ]


@cython.cfunc
def _progress(at: cython.pointer(Seat)):
    """Return the numbers of `progress` that are not zero."""
    values = {
        "has_finished": at.has_finished,
        "power_in_use": at.power_in_use,
        "moves_done": at.moves_done,
        "moves_left": at.moves_left,
        "taken_color": at.taken_color,
        "taken_column": at.taken_column,
        "last_moved": at.moved[0],
        "moved_before": at.moved[1],
        "has_dictated": at.has_dictated,
        "has_rearranged": at.has_rearranged,
        "is_extra_draw": at.is_extra_draw,
        "to_draw": at.to_draw,
        "saved": at.saved,
        "cup_bonus": at.cup_bonus,
        "effect_next": at.effect_next,
        "good_world": at.good_world,
        "good_color": at.good_color,
        "is_trade": at.is_trade,
        "recruit_color": at.recruit_color,
        "cursor": at.cursor,
    }
    return {name: value for name, value in values.items() if value}


@cython.cfunc
def _seat_words(at: cython.pointer(Seat)):
    """Return one seat in words."""
    developments = [catalog.TILES[i].development.name for i in range(TILES) if (at.developments_built >> i) & 1]
    worlds = [catalog.TILES[i].world.name for i in range(TILES) if (at.worlds_built >> i) & 1]
    return {
        "faction": at.faction,
        "home_world": HOMES[at.home_world - 1],
        "tableau": developments + worlds,
        "credits": at.credits,
        "vp": at.vp,
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
        "hand": _tiles(at.hand),
        "hand_count": at.hand_count,
        "abandoned": _tiles(at.abandoned),
        "abandoned_count": at.abandoned_count,
        "asked": ASKED[at.asked] or None,
        "used_powers": [POWER_WORDS[i] for i in range(REASSIGN_ROWS) if at.used_powers[i]],
        "has_scouted": _dice(at.has_scouted),
        "used": _dice(at.used),
        "building": None if at.building == NO_PIECE else catalog.TILE_WORDS[at.building],
        "progress": _progress(at),
    }


@cython.cfunc
def _table_words(table: cython.pointer(Table)):
    """Return what belongs to no seat in words."""
    return {
        "game": "roll",
        "rules_version": VERSION,
        "version": table.head.version,
        "round": table.round,
        "step": STEPS[table.step],
        "played": _phases(table.played),
        "spare_face": None if table.spare_face == NONE else catalog.PHASES[table.spare_face],
        "pool": table.pool,
    }


def description(table):
    """Return the whole table in words, `fill` being the way back."""
    seats: cython.int = table.head.seats
    words = _table_words(table)
    words["bag"] = _tiles(table.bag)
    words["turn"] = table.turn
    words["stage"] = table.stage
    words["giver"] = table.giver
    words["gave"] = table.gave
    words["seats"] = [_seat_words(cython.address(table.seat[i])) for i in range(seats)]
    if table.head.is_simultaneous:
        words["step_version"] = table.head.step_version
        words["own_actions"] = [table.head.own_actions[i] for i in range(seats)]
        words["shown"] = [_seat_words(cython.address(table.shown[i])) for i in range(seats)]
    return words


@cython.cfunc
def _seat_view(table: cython.pointer(Table), seat: cython.int):
    """Return a seat as its viewer may see it."""
    at = cython.address(table.seat[seat])
    words = _seat_words(at)
    words["seat"] = seat
    words["squares"] = at.squares
    words["room"] = {GOODS[i]: room(at, i) for i in range(GOODS_COLORS) if at.worlds[i]}
    faction = catalog.FACTIONS[at.faction - 1]
    words["start_tiles"] = [faction.left.name, faction.right.name, HOMES[at.home_world - 1]]
    return words


def view(state, table):
    """Return the view of a hidden table: the same words, what is unknown as "?" or as a count."""
    words = _table_words(table)
    words["viewer"] = state.viewer
    words["deciding"] = list(state.deciding_seats())
    words["is_over"] = bool(table.head.is_over)
    words["bag_count"] = table.bag_count
    words["pile_count"] = table.pile_count
    words["player_order"] = [table.order[i] for i in range(table.head.seats)]
    words["seats"] = [_seat_view(table, i) for i in range(table.head.seats)]
    return words


# -- out of words ----------------------------------------------------------------------------------


def _index(words, word, where):
    if word not in words:
        raise BadDescription(f"{where} is {word!r}; it can be {', '.join([str(each) for each in words[:20]])}")
    return words.index(word)


def _number(value, low, high, where):
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadDescription(f"{where} is {value!r}; it is a whole number from {low} to {high}")
    return value


def _mapping(value, where):
    if not isinstance(value, dict):
        raise BadDescription(f"{where} is {value!r}; it is an object")
    return value


def _list(value, where):
    if not isinstance(value, (list, tuple)):
        raise BadDescription(f"{where} is {value!r}; it is a list")
    return value


def _only(words, keys, where):
    for key in words:
        if key not in keys:
            raise BadDescription(f"{where} has {key!r}, which means nothing; it can have {', '.join(keys)}")


@cython.cfunc
def _read_dice(into: cython.pointer(uint8_t), words, where):
    for word, count in _mapping(words, where).items():
        color: cython.int = _index(catalog.COLORS, word, where)
        into[color] = _number(count, 0, catalog.SUPPLY[word], f"{where}.{word}")


@cython.cfunc
def _read_tiles(words, where) -> uint64_t:
    mask: uint64_t = 0
    for word in _list(words, where):
        tile: cython.int = _index(catalog.TILE_WORDS, word, where)
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
    _only(_mapping(words, where), SEAT_KEYS, where)
    at.faction = _number(words.get("faction", number + 1), 1, 9, f"{where}.faction")
    at.home_world = 1 + _index(HOMES, words.get("home_world", HOMES[number]), f"{where}.home_world")
    add_start_tiles(at)
    for name in _list(words.get("tableau", []), f"{where}.tableau"):
        if not isinstance(name, str):
            raise BadDescription(f"{where}.tableau has {name!r}; it is a list of names")
        if name in DEVELOPMENT_OF and not (at.developments_built >> cython.cast(cython.int, DEVELOPMENT_OF[name])) & 1:
            add_development(at, DEVELOPMENT_OF[name])
        elif name in WORLD_OF and not (at.worlds_built >> cython.cast(cython.int, WORLD_OF[name])) & 1:
            add_world(at, WORLD_OF[name])
        else:
            raise BadDescription(f"{where}.tableau has {name!r} twice or there is no such side of a game tile")
    at.credits = _number(words.get("credits", 1), 0, 10, f"{where}.credits")
    at.vp = _number(words.get("vp", 0), 0, 1000, f"{where}.vp")
    _read_places(at, words, where)
    _read_stacks(at, words, where)
    at.selected = at.selector = NONE
    if words.get("selected") is not None:
        at.selected = _index(catalog.PHASES, words["selected"], f"{where}.selected")
    if words.get("selector") is not None:
        at.selector = _index(catalog.COLORS, words["selector"], f"{where}.selector")
    at.hand = _read_tiles(words.get("hand", []), f"{where}.hand")
    at.hand_count = _count(at.hand)
    at.abandoned = _read_tiles(words.get("abandoned", []), f"{where}.abandoned")
    at.abandoned_count = _count(at.abandoned)
    for name, mask in (("hand_count", at.hand), ("abandoned_count", at.abandoned)):
        if words.get(name, _count(mask)) != _count(mask):
            raise BadDescription(f"{where}.{name} is not the number of tiles there")
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
    for phase, dice in _mapping(words.get("columns", {}), f"{where}.columns").items():
        i = _index(catalog.PHASES, phase, f"{where}.columns")
        _read_dice(at.column[i], dice, f"{where}.columns.{phase}")
    for stack, dice in _mapping(words.get("stack_dice", {}), f"{where}.stack_dice").items():
        i = _index(STACKS, stack, f"{where}.stack_dice")
        _read_dice(at.zone_dice[i], dice, f"{where}.stack_dice.{stack}")
    for world, dice in _mapping(words.get("goods", {}), f"{where}.goods").items():
        i = _index(GOODS, world, f"{where}.goods")
        _read_dice(at.goods[i], dice, f"{where}.goods.{world}")
        if room(at, i) < 0:
            raise BadDescription(f"{where}.goods.{world} are more than the worlds of that colour hold (Roll R82)")


@cython.cfunc
def _read_stacks(at: cython.pointer(Seat), words, where):
    stack: cython.int
    for name, tiles in _mapping(words.get("stacks", {}), f"{where}.stacks").items():
        stack = _index(STACKS, name, f"{where}.stacks")
        _read_tiles(tiles, f"{where}.stacks.{name}")
        at.zone_count[stack] = len(tiles)
        for i, word in enumerate(tiles):
            at.zone[stack][cython.cast(cython.int, i)] = catalog.TILE_WORDS.index(word)


@cython.cfunc
def _read_progress(at: cython.pointer(Seat), words, where):
    """Fill where the seat stands within its step."""
    progress = _mapping(words.get("progress", {}), f"{where}.progress")
    _only(progress, tuple(PROGRESS), f"{where}.progress")
    number = {
        name: _number(progress.get(name, 0), 0, high, f"{where}.progress.{name}") for name, high in PROGRESS.items()
    }
    at.has_finished = number["has_finished"]
    at.power_in_use = number["power_in_use"]
    at.moves_done = number["moves_done"]
    at.moves_left = number["moves_left"]
    at.taken_color = number["taken_color"]
    at.taken_column = number["taken_column"]
    at.moved[0] = number["last_moved"]
    at.moved[1] = number["moved_before"]
    at.has_dictated = number["has_dictated"]
    at.has_rearranged = number["has_rearranged"]
    at.is_extra_draw = number["is_extra_draw"]
    at.to_draw = number["to_draw"]
    at.saved = number["saved"]
    at.cup_bonus = number["cup_bonus"]
    at.effect_next = number["effect_next"]
    at.good_world = number["good_world"]
    at.good_color = number["good_color"]
    at.is_trade = number["is_trade"]
    at.recruit_color = number["recruit_color"]
    at.cursor = number["cursor"]
    for word in _list(words.get("used_powers", []), f"{where}.used_powers"):
        at.used_powers[cython.cast(cython.int, _index(POWER_WORDS, word, f"{where}.used_powers"))] = 1
    at.building = NO_PIECE
    if words.get("building") is not None:
        at.building = _index(catalog.TILE_WORDS, words["building"], f"{where}.building")
    at.asked = Asked.NOTHING
    if words.get("asked") is not None:
        at.asked = _index(ASKED, words["asked"], f"{where}.asked")


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
        raise BadDescription(f"{where}.asked is {ASKED[asked]!r}, which nothing on the table calls for")


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
def _check_dice(table: cython.pointer(Table), at: cython.pointer(Seat), where):
    """Refuse dice that lie where the step has no place for them: no rule would ever pick them up."""
    workers: cython.int = sum([total(at.column[i]) for i in range(PHASES)])
    if table.step != Step.ASSIGN and (total(at.wild) + total(at.dictated) > 0 or at.selector != NONE):
        raise BadDescription(f"{where} has wild, dictated or selector dice; those there are in Assign only")
    if at.selector != NONE and at.selected == NONE:
        raise BadDescription(f"{where}.selector lies on the strip, but no phase is selected (Roll R20)")
    if total(at.wild) > 0 and at.asked != Asked.ASK_WILD:
        raise BadDescription(f"{where}.wild has dice; they are placed before anything else (Roll R150)")
    if table.step == Step.ASSIGN and at.asked == Asked.NOTHING and workers > 0 and at.selector == NONE:
        raise BadDescription(f"{where} has workers and is through with Assign, but has selected nothing (Roll R20)")
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
    table.head.viewer = FULL
    table.head.seats = seats
    table.head.version = _number(words.get("version", 0), 0, 1 << 30, "version")
    step = words.get("step", "roll")
    table.step = Step.ASSIGN if step == "roll" else _index(STEPS, step, "step")
    table.head.is_over = table.step == Step.OVER
    table.round = _number(words.get("round", 1), 0, 30000, "round")
    if step == "roll" and table.round > 0:
        table.round -= 1
    played = words.get("played", [step] if step in catalog.PHASES else [])
    table.played = 0
    for word in _list(played, "played"):
        table.played |= 1 << cython.cast(cython.int, _index(catalog.PHASES, word, "played"))
    table.spare_face = NONE
    if words.get("spare_face") is not None:
        table.spare_face = _index(catalog.PHASES, words["spare_face"], "spare_face")
    table.pool = _number(words.get("pool", 12 * seats), -1000, 60, "pool")
    table.turn = _number(words.get("turn", 0), 0, seats - 1, "turn")
    table.stage = _number(words.get("stage", 0), 0, 3, "stage")
    table.giver = _number(words.get("giver", 0), 0, seats, "giver")
    table.gave = _number(words.get("gave", 0), 0, 1, "gave")
    for name, expected in (("game", "roll"), ("rules_version", VERSION)):
        if words.get(name, expected) != expected:
            raise BadDescription(f"{name} is {words[name]!r}; this is {expected}")


@cython.cfunc
def _read_simultaneous(table: cython.pointer(Table), words, seats: cython.int):
    """Fill what the present simultaneous step keeps."""
    i: cython.int
    head = cython.address(table.head)
    if table.step not in (Step.SETUP, Step.ASSIGN, Step.MANAGE):
        return
    head.is_simultaneous = 1
    head.step_version = _number(words.get("step_version", head.version), 0, head.version, "step_version")
    own = _list(words.get("own_actions", []), "own_actions")
    for i in range(min(len(own), SEATS_MAX)):
        head.own_actions[i] = _number(own[i], 0, 60000, "own_actions")
    if "shown" not in words:
        _show_unrolled(table)
        return
    shown = _list(words["shown"], "shown")
    if len(shown) != seats:
        raise BadDescription(f"shown has {len(shown)} seats, the table {seats}")
    for i in range(seats):
        _read_seat(cython.address(table.shown[i]), i, shown[i], f"shown[{i}]")
        _check_shown(table, i, f"shown[{i}]")


def fill(state, table, words):
    """Become what *words* say, or raise BadDescription; return "roll" or "manage" if that step only begins now."""
    i: cython.int
    _only(words, TABLE_KEYS, "the description")
    seats = _list(words.get("seats"), "seats")
    if not 2 <= len(seats) <= 5:
        raise BadDescription(f"seats has {len(seats)} entries; the game takes 2 to 5")
    _read_table(table, words, len(seats))
    try:
        state.load_rng(_mapping(words.get("randomness", {}), "randomness"))
    except ValueError as wrong:
        raise BadDescription(str(wrong)) from wrong
    for i in range(len(seats)):
        _read_seat(cython.address(table.seat[i]), i, seats[i], f"seats[{i}]")
    set_order(table)
    if "bag" in words:
        table.bag = _read_tiles(words["bag"], "bag")
    else:
        table.bag = (ONE << ALL_TILES_COUNT) - 1
        for i in range(len(seats)):
            at = cython.address(table.seat[i])
            table.bag &= ~(at.developments_built | at.worlds_built | at.hand | at.abandoned | zone_mask(at))
    table.bag_count = _count(table.bag)
    table.pile_count = sum([table.seat[i].abandoned_count for i in range(len(seats))])
    _check_pieces(table)
    begins = not any(["asked" in seat for seat in seats])
    for i in range(len(seats)):
        if begins:
            _start_seat(cython.address(table.seat[i]), table.step)
        _check_asked(table, cython.address(table.seat[i]), f"seats[{i}]")
        _check_dice(table, cython.address(table.seat[i]), f"seats[{i}]")
    if words.get("step", "roll") == "roll" and any(
        [_has_rolled(cython.address(table.seat[i])) for i in range(len(seats))]
    ):
        raise BadDescription("before the roll no die is wild, dictated or on the strip")
    if words.get("step", "roll") == "roll" or (begins and table.step == Step.MANAGE):
        return words.get("step", "roll")
    _read_simultaneous(table, words, len(seats))
    return None
