"""The whole table in words, both ways.

All but `seats` may be left out, and all within a seat: a table is then as at the start of the game, the row
holds the first planets that lie nowhere else, the deck the rest, and the dice of the active player all show
acquire energy. A galaxy is named by the number of its seat; in the solo game 1 is the rogue.
"""

import cython
from cython.cimports.engine.tiny_epic.powers import (
    CULTURE,
    ENERGY,
    FACES,
    LEVEL,
    LEVELS,
    MAT_LEVELS,
    PLANET,
    PLANETS,
    EffectKind,
    Face,
    fold_mat,
    unfold_mat,
)
from cython.cimports.engine.tiny_epic.state import (
    ACT,
    ATTACK,
    BUILT_IN_END,
    CHOOSING_MISSIONS,
    CONVERT,
    DICE_LOST_TURNS,
    FIRST_SHIP,
    FOLLOW,
    FREE,
    FREE_FOLLOW,
    NO_REPEAT,
    NONE,
    OPTIONAL,
    OVER,
    PLAYING,
    REROLL,
    ROGUE,
    ROGUE_TURN,
    ROW_MAX,
    SECOND_SHIP,
    SHIPS,
    STARTED,
    TURN_DIE,
    UNKNOWN,
    USE,
    WIN_POINTS,
    Frame,
    Table,
    bit,
    dice_in,
    is_at,
    is_rogue,
    place_of_word,
    place_word,
    points_of,
    push,
    ships_of,
    slot_of,
    start_table,
)
from cython.cimports.libc.stdint import uint8_t, uint64_t

from engine.contract.reading import read_flag, read_list, read_number, read_object, read_word
from engine.contract.vocabulary import HIDDEN
from engine.errors import BadDescription
from engine.tiny_epic.actions import PLACES
from engine.tiny_epic.catalog import FACE_IDS, MAT_IDS, MATS, MISSION_IDS, PLANET_IDS, RESOURCES
from engine.tiny_epic.powers import BadMat, read_mat

STEPS = ("setup", "playing", "over")
FRAMES = ("act", "use", "follow", "free_follow", "reroll", "convert", "turn_die", "rogue_turn", "attack")
FLAGS = ("optional", "started", "no_repeat", "first_ship", "second_ship", "free")
DEPTH_MAX = 16
DICE = 7


# -- into words --------------------------------------------------------------------------------------


def describe_table(table):
    """Return the table in words, but for what every game has; `load_table` is the way back for a full table."""
    slot: cython.int
    galaxy: cython.int
    lying: uint64_t = table.deck
    row = []
    for slot in range(table.row_places):
        row.append(_planet(table.row[slot]))
        if table.row[slot] != NONE:
            lying |= bit(table.row[slot])
    galaxies = []
    for galaxy in range(table.galaxies):
        lying |= table.galaxy[galaxy].colonies
        galaxies.append(_describe_galaxy(table, galaxy))
    return {
        "step": STEPS[table.step],
        "row": row,
        "deck": _planets(table.deck),
        "discards": _planets(~lying & (bit(PLANETS) - 1)),
        "first_seat": table.first,
        "turn": _describe_turn(table),
        "doing": [_describe_frame(table, slot) for slot in range(table.depth)],
        "seats": galaxies[: table.head.seats],
        "rogue": galaxies[ROGUE] | _describe_rogue(table) if table.head.seats == 1 else None,
    }


@cython.cfunc
def _planet(planet: cython.int):
    return None if planet == NONE else PLANET_IDS[planet]


@cython.cfunc
def _planets(mask: uint64_t):
    return [PLANET_IDS[planet] for planet in range(PLANETS) if (mask >> planet) & 1]


@cython.cfunc
def _face(face: cython.int):
    return None if face == NONE else FACE_IDS[face]


@cython.cfunc
def _faces(faces: cython.pointer(uint8_t)):
    return {FACE_IDS[face]: faces[face] for face in range(FACES) if faces[face] != 0}


@cython.cfunc
def _mission(mission: cython.int):
    return None if mission == NONE else HIDDEN if mission == UNKNOWN else MISSION_IDS[mission]


@cython.cfunc
def _describe_galaxy(table: cython.pointer(Table), galaxy: cython.int):
    at = cython.address(table.galaxy[galaxy])
    words = {
        "level": at.level,
        "energy": at.resource[ENERGY],
        "culture": at.resource[CULTURE],
        "home": at.home,
        "surface": [PLANET_IDS[table.row[slot]] for slot in range(table.row_places) if (at.surface >> slot) & 1],
        "orbit": {
            PLANET_IDS[table.row[slot]]: at.track[slot] for slot in range(table.row_places) if at.track[slot] >= 0
        },
        "colonies": _planets(at.colonies),
    }
    if is_rogue(table, galaxy):
        return words
    words["missions"] = [_mission(at.mission[0]), _mission(at.mission[1])]
    words["has_chosen"] = bool(at.has_chosen)
    words["used"] = _planets(at.used)
    words["never"] = [FACE_IDS[face] for face in range(FACES) if (at.never >> face) & 1]
    words["marked"] = None if at.marked == NONE else PLACES[place_word(table, at.marked)]
    words["dice_lost"] = [at.dice_lost[slot] for slot in range(DICE_LOST_TURNS)]
    return words


@cython.cfunc
def _describe_turn(table: cython.pointer(Table)):
    return {
        "active": table.active,
        "trigger": None if table.trigger == NONE else table.trigger,
        "inactive": _faces(table.inactive),
        "picked": _faces(table.picked),
        "bay": _faces(table.bay),
        "spent": table.spent,
        "current": _face(table.current),
        "has_rerolled": bool(table.rerolls),
        "has_converted": bool(table.has_converted),
        "follow_price": table.follow_price,
        "reward": {"energy": table.reward[ENERGY], "culture": table.reward[CULTURE]},
    }


@cython.cfunc
def _describe_rogue(table: cython.pointer(Table)):
    number: cython.int = table.mat_number
    return {
        "mat": MAT_IDS[number] if number < BUILT_IN_END else _mat_words(unfold_mat(cython.address(table.mat))),
        "dice_left": table.dice_left,
        "face": _face(table.rogue_face),
        "has_rerolled": bool(table.has_rerolled),
        "is_extra_turn": bool(table.is_extra_turn),
        "has_attacked": bool(table.has_attacked),
        "rerolls_unusable": bool(table.rerolls_unusable),
        "extra_turn_is_followed": bool(table.extra_turn_is_followed),
    }


def _mat_words(mat):
    """Return a mat of one's own without what the table doesn't keep."""
    words = mat.to_dict()
    return {name: words[name] for name in ("name", "dice", "vp", "resource_max")} | {
        "attacks": [
            {"effects": attack["effects"], "once_per_turn": attack["once_per_turn"]} for attack in words["attacks"]
        ]
    }


@cython.cfunc
def _describe_frame(table: cython.pointer(Table), place: cython.int):
    frame = cython.address(table.frame[place])
    kind: cython.int = frame.kind
    words = {"kind": FRAMES[kind], "actor": frame.actor, "flags": _flags(frame.flags)}
    if kind == USE:
        words["planet"] = PLANET_IDS[frame.what]
        words |= {"step": frame.step, "stage": frame.stage, "chosen": [frame.a, frame.b]}
    elif kind == ATTACK:
        words |= {"level": frame.what + 1, "step": frame.step}
    elif kind == ROGUE_TURN:
        words["stage"] = frame.stage
    else:
        words |= {"face": FACE_IDS[frame.what], "stage": frame.stage}
        if kind == ACT and frame.stage == 1:
            words["ship"] = PLACES[place_word(table, frame.a)]
    return words


def _flags(flags):
    return [FLAGS[i] for i in range(len(FLAGS)) if (flags >> i) & 1]


# -- out of words ------------------------------------------------------------------------------------


def _optional_word(value, where, words):
    return NONE if value is None else read_word(value, where, words)


@cython.cfunc
def _mask(value, where):
    """Return a list of planets as a bit mask; none may stand there twice."""
    mask: uint64_t = 0
    planet: cython.int
    for name in read_list(value, where, PLANETS):
        planet = read_word(name, where, PLANET_IDS)
        if mask & bit(planet):
            raise BadDescription(f"{where}: {name} stands there twice")
        mask |= bit(planet)
    return mask


TABLE_KEYS = (
    "step", "row", "deck", "discards", "first_seat", "turn", "doing", "step_version", "own_actions", "seats", "rogue",
)  # fmt: skip


def load_table(state, table, words):
    """Become what *words* say, or raise BadDescription."""
    read_object(words, "the description", TABLE_KEYS)
    seats = read_list(words.get("seats"), "seats")
    if not 1 <= len(seats) <= 5:
        raise BadDescription(f"seats has {len(seats)} entries; the game takes 1 to 5")
    rogue = words.get("rogue")
    start_table(table, len(seats))
    table.step = read_word(words.get("step", "playing"), "step", STEPS)
    if table.step == CHOOSING_MISSIONS and table.head.seats == 1:
        raise BadDescription("step is setup; there are no missions in the solo game")
    table.head.is_over = table.step == OVER
    galaxies = [*seats]
    if table.head.seats == 1:
        galaxies.append({} if rogue is None else rogue)
    elif rogue is not None:
        raise BadDescription("rogue is for one seat")
    for galaxy in range(len(galaxies)):
        read_object(galaxies[galaxy], _where(table, galaxy), ROGUE_KEYS if is_rogue(table, galaxy) else SEAT_KEYS)
    if table.head.seats == 1:
        _load_rogue(table, galaxies[ROGUE])
    _load_planets(table, words, galaxies)
    for galaxy in range(len(galaxies)):
        _load_galaxy(table, galaxy, galaxies[galaxy])
    _check_missions(table)
    _load_turn(table, words, words.get("doing", []))
    _load_frames(table, words.get("doing", []))
    _load_step(state, table, words)


@cython.cfunc
def _where(table: cython.pointer(Table), galaxy: cython.int):
    """Return where a galaxy stands in a description."""
    return "rogue" if is_rogue(table, galaxy) else f"seats[{galaxy}]"


@cython.cfunc
def _load_step(state, table: cython.pointer(Table), words):
    """While missions are chosen, the actions so far are those of the seats that have chosen."""
    seat: cython.int
    chosen: cython.int = 0
    head = cython.address(table.head)
    state.load_step(words, table.step == CHOOSING_MISSIONS)
    if table.step != CHOOSING_MISSIONS:
        return
    for seat in range(head.seats):
        if "own_actions" in words and head.own_actions[seat] != table.galaxy[seat].has_chosen:
            raise BadDescription("own_actions are 1 for a seat that has chosen its mission, else 0")
        head.own_actions[seat] = table.galaxy[seat].has_chosen
        chosen += table.galaxy[seat].has_chosen
    if chosen == head.seats:
        raise BadDescription("seats: all have chosen their missions, so the step is over")
    head.step_version = 0
    head.version = chosen


@cython.cfunc
def _load_rogue(table: cython.pointer(Table), words):
    """Fill what only the rogue has: its mat, its turn, the options of the solo game."""
    try:
        mat = read_mat(words.get("mat", "artemis"))
    except BadMat as wrong:
        raise BadDescription(f"rogue.mat: {wrong}") from wrong
    fold_mat(cython.address(table.mat), mat)
    table.mat_number = MATS.index(mat) if mat in MATS else BUILT_IN_END
    table.galaxy[ROGUE].resource_max = mat.resource_max
    table.dice_left = read_number(words.get("dice_left", 0), "rogue.dice_left", 0, DICE)
    table.rogue_face = _optional_word(words.get("face"), "rogue.face", FACE_IDS)
    table.has_rerolled = read_flag(words.get("has_rerolled", False), "rogue.has_rerolled")
    table.is_extra_turn = read_flag(words.get("is_extra_turn", False), "rogue.is_extra_turn")
    table.has_attacked = read_flag(words.get("has_attacked", False), "rogue.has_attacked")
    table.rerolls_unusable = read_flag(words.get("rerolls_unusable", False), "rogue.rerolls_unusable")
    table.extra_turn_is_followed = read_flag(words.get("extra_turn_is_followed", True), "rogue.extra_turn_is_followed")


@cython.cfunc
def _load_planets(table: cython.pointer(Table), words, galaxies):
    """Lay row, colonies, discards and deck out: each planet lies in one place."""
    every: uint64_t = bit(PLANETS) - 1
    placed: uint64_t = 0
    mask: uint64_t
    slot: cython.int
    galaxy: cython.int
    for galaxy in range(len(galaxies)):
        mask = _mask(galaxies[galaxy].get("colonies", []), f"{_where(table, galaxy)}.colonies")
        _place(mask, placed, f"{_where(table, galaxy)}.colonies")
        placed |= mask
        table.galaxy[galaxy].colonies = mask
    discarded: uint64_t = _mask(words.get("discards", []), "discards")
    _place(discarded, placed, "discards")
    placed |= discarded
    names = words.get("row")
    if names is None:
        names = [name for name in PLANET_IDS if not (placed >> PLANET_IDS.index(name)) & 1][: table.row_places]
    names = read_list(names, "row", table.row_places)
    mask = _mask([name for name in names if name is not None], "row")
    _place(mask, placed, "row")
    placed |= mask
    for slot in range(len(names)):
        table.row[slot] = _optional_word(names[slot], "row", PLANET_IDS)
    table.deck = every & ~placed
    if "deck" in words:
        mask = _mask(words["deck"], "deck")
        _place(mask, placed, "deck")
        # Planets named nowhere have been discarded, unless the discards are given too.
        if "discards" in words and mask != table.deck:
            raise BadDescription("deck: row, deck, discards and colonies hold each planet once")
        table.deck = mask


@cython.cfunc
def _place(mask: uint64_t, placed: uint64_t, where):
    if mask & placed:
        raise BadDescription(f"{where}: {_planets(mask & placed)[0]} lies elsewhere, too")


GALAXY_KEYS = ("level", "energy", "culture", "home", "surface", "orbit", "colonies")
SEAT_KEYS = (*GALAXY_KEYS, "missions", "has_chosen", "used", "never", "marked", "dice_lost")
ROGUE_KEYS = (
    *GALAXY_KEYS, "mat", "dice_left", "face", "has_rerolled", "is_extra_turn", "has_attacked", "rerolls_unusable",
    "extra_turn_is_followed",
)  # fmt: skip


@cython.cfunc
def _load_galaxy(table: cython.pointer(Table), galaxy: cython.int, words):
    at = cython.address(table.galaxy[galaxy])
    where = _where(table, galaxy)
    planet: cython.int
    at.level = read_number(words.get("level", 1), f"{where}.level", 1, LEVELS)
    if is_rogue(table, galaxy):
        if at.level > MAT_LEVELS and table.step != OVER:
            raise BadDescription(f"{where}.level is the skull, so the match is over")
        at.level_points = table.mat.vp[min(at.level, MAT_LEVELS) - 1]
    else:
        at.level_points = LEVEL[at.level].vp
    for planet in range(PLANETS):
        if at.colonies & bit(planet):
            at.planets += 1
            at.planet_points += PLANET[planet].vp
            at.track_planets[PLANET[planet].track] += 1
    if table.head.seats == 1 and points_of(at) >= WIN_POINTS and table.step != OVER:
        raise BadDescription(f"{where} has {points_of(at)} points, so the match is over")
    at.resource[ENERGY] = read_number(words.get("energy", at.resource[ENERGY]), f"{where}.energy", 0, at.resource_max)
    at.resource[CULTURE] = read_number(
        words.get("culture", at.resource[CULTURE]), f"{where}.culture", 0, at.resource_max
    )
    _load_ships(table, galaxy, words, where)
    if not is_rogue(table, galaxy):
        _load_player(table, galaxy, words, where)


@cython.cfunc
def _load_ships(table: cython.pointer(Table), galaxy: cython.int, words, where):
    """Set the ships out; those not named are at home."""
    at = cython.address(table.galaxy[galaxy])
    slot: cython.int
    away: cython.int = 0
    for name in read_list(words.get("surface", []), f"{where}.surface", ROW_MAX):
        slot = _slot(table, name, f"{where}.surface")
        if (at.surface >> slot) & 1:
            raise BadDescription(f"{where}.surface: {name} stands there twice")
        at.surface |= 1 << slot
        away += 1
    for name, position in read_object(words.get("orbit", {}), f"{where}.orbit", PLANET_IDS).items():
        slot = _slot(table, name, f"{where}.orbit")
        at.track[slot] = read_number(position, f"{where}.orbit.{name}", 0, PLANET[table.row[slot]].length - 1)
        away += 1
    if away > ships_of(table, galaxy):
        raise BadDescription(f"{where} has {away} ships out; at level {at.level} it has {ships_of(table, galaxy)}")
    at.home = ships_of(table, galaxy) - away
    if read_number(words.get("home", at.home), f"{where}.home", 0, SHIPS) != at.home:
        raise BadDescription(f"{where}.home is {words['home']}; {at.home} ships are not out")


@cython.cfunc
def _slot(table: cython.pointer(Table), name, where):
    slot: cython.int = slot_of(table, read_word(name, where, PLANET_IDS))
    if slot < 0:
        raise BadDescription(f"{where}: {name} is not in the row")
    return slot


@cython.cfunc
def _load_player(table: cython.pointer(Table), galaxy: cython.int, words, where):
    at = cython.address(table.galaxy[galaxy])
    turn: cython.int
    planet: cython.int
    missions = read_list(words.get("missions", [None, None]), f"{where}.missions", 2)
    missions += [None] * (2 - len(missions))
    at.mission[0] = _optional_word(missions[0], f"{where}.missions", MISSION_IDS)
    at.mission[1] = _optional_word(missions[1], f"{where}.missions", MISSION_IDS)
    default = table.step != CHOOSING_MISSIONS and at.mission[0] != NONE
    at.has_chosen = read_flag(words.get("has_chosen", default), f"{where}.has_chosen")
    at.used = _mask(words.get("used", []), f"{where}.used")
    for planet in range(PLANETS):
        if at.used & bit(planet) and not PLANET[planet].once_per_turn:
            raise BadDescription(f"{where}.used: {PLANET_IDS[planet]} has no limit per turn")
    for name in read_list(words.get("never", []), f"{where}.never", FACES):
        at.never |= 1 << read_word(name, f"{where}.never", FACE_IDS)
    lost = read_list(words.get("dice_lost", []), f"{where}.dice_lost", DICE_LOST_TURNS)
    for turn in range(len(lost)):
        at.dice_lost[turn] = read_number(lost[turn], f"{where}.dice_lost", 0, 13)
    if words.get("marked") is not None:
        at.marked = _ship(table, galaxy, words["marked"], f"{where}.marked")


@cython.cfunc
def _ship(table: cython.pointer(Table), galaxy: cython.int, name, where):
    """Return the place along the row that a word names; a ship of the galaxy stands there."""
    word: cython.int = read_word(name, where, PLACES)
    place: cython.int
    if word > 0 and slot_of(table, (word - 1) % PLANETS) < 0:
        raise BadDescription(f"{where}: {name} is not in the row")
    place = place_of_word(table, word)
    if not is_at(cython.address(table.galaxy[galaxy]), place):
        raise BadDescription(f"{where}: galaxy {galaxy} has no ship at {name}")
    return place


@cython.cfunc
def _check_missions(table: cython.pointer(Table)):
    seat: cython.int
    i: cython.int
    seen: uint64_t = 0
    for seat in range(table.head.seats):
        at = cython.address(table.galaxy[seat])
        for i in range(2):
            if at.mission[i] == NONE:
                if table.step == CHOOSING_MISSIONS or (i == 0 and (at.has_chosen or at.mission[1] != NONE)):
                    raise BadDescription(f"seats[{seat}].missions: two are dealt to each seat")
                continue
            if table.head.seats == 1:
                raise BadDescription("seats[0].missions: there are no missions in the solo game")
            if seen & bit(at.mission[i]):
                raise BadDescription(f"seats[{seat}].missions: {MISSION_IDS[at.mission[i]]} is held twice")
            seen |= bit(at.mission[i])
        if table.step != CHOOSING_MISSIONS and at.mission[0] != NONE and not at.has_chosen:
            raise BadDescription(f"seats[{seat}].has_chosen: the missions have been chosen by now")


TURN_KEYS = (
    "active",
    "trigger",
    "inactive",
    "picked",
    "bay",
    "spent",
    "current",
    "has_rerolled",
    "has_converted",
    "follow_price",
    "reward",
)


@cython.cfunc
def _load_turn(table: cython.pointer(Table), description, doing):
    words = read_object(description.get("turn", {}), "turn", TURN_KEYS)
    galaxy: cython.int
    table.first = read_number(description.get("first_seat", 0), "first_seat", 0, table.head.seats - 1)
    table.active = read_number(words.get("active", table.first), "turn.active", 0, table.galaxies - 1)
    galaxy = table.active
    dice = {}
    if table.step == PLAYING and not doing and not is_rogue(table, galaxy):
        dice = {"acquire_energy": LEVEL[table.galaxy[galaxy].level].dice}
    _load_faces(table.inactive, words.get("inactive", dice), "turn.inactive")
    _load_faces(table.picked, words.get("picked", {}), "turn.picked")
    _load_faces(table.bay, words.get("bay", {}), "turn.bay")
    table.spent = read_number(words.get("spent", 0), "turn.spent", 0, DICE)
    if dice_in(table.inactive) + dice_in(table.picked) + dice_in(table.bay) + table.spent > DICE:
        raise BadDescription(f"turn: there are only {DICE} dice")
    table.current = _optional_word(words.get("current"), "turn.current", FACE_IDS)
    table.rerolls = read_flag(words.get("has_rerolled", False), "turn.has_rerolled")
    table.has_converted = read_flag(words.get("has_converted", False), "turn.has_converted")
    table.follow_price = read_number(words.get("follow_price", 1), "turn.follow_price", 1, 7)
    reward = read_object(words.get("reward", {}), "turn.reward", RESOURCES)
    table.reward[ENERGY] = read_number(reward.get("energy", 0), "turn.reward.energy", 0, 7)
    table.reward[CULTURE] = read_number(reward.get("culture", 0), "turn.reward.culture", 0, 7)
    _load_trigger(table, words)


@cython.cfunc
def _load_faces(faces: cython.pointer(uint8_t), words, where):
    face: cython.int
    for name, count in read_object(words, where, FACE_IDS).items():
        face = read_word(name, where, FACE_IDS)
        faces[face] = read_number(count, f"{where}.{name}", 0, DICE)


@cython.cfunc
def _load_trigger(table: cython.pointer(Table), words):
    """Take who had 21 points first; left out, it is the first in order of play who has them."""
    seat: cython.int
    place: cython.int
    if table.head.seats == 1:
        if words.get("trigger") is not None:
            raise BadDescription("turn.trigger: the solo game ends at once")
        return
    if words.get("trigger") is not None:
        table.trigger = read_number(words["trigger"], "turn.trigger", 0, table.head.seats - 1)
        if points_of(cython.address(table.galaxy[table.trigger])) < WIN_POINTS:
            raise BadDescription(f"turn.trigger: seat {table.trigger} has less than {WIN_POINTS} points")
        return
    for place in range(table.head.seats):
        seat = (table.first + place) % table.head.seats
        if points_of(cython.address(table.galaxy[seat])) >= WIN_POINTS:
            if "trigger" in words:
                raise BadDescription(f"turn.trigger: seat {seat} has {WIN_POINTS} points, so somebody was the first")
            table.trigger = seat
            return


# -- what is being carried out -----------------------------------------------------------------------

FRAME_KEYS = ("kind", "actor", "flags", "planet", "step", "stage", "chosen", "level", "face", "ship")


@cython.cfunc
def _load_frames(table: cython.pointer(Table), doing):
    frames = read_list(doing, "doing", DEPTH_MAX)
    place: cython.int
    if frames and table.step != PLAYING:
        raise BadDescription("doing: nothing is being carried out in this step")
    for place in range(len(frames)):
        _load_frame(table, frames[place], f"doing[{place}]", place == len(frames) - 1)
    if table.step != PLAYING:
        return
    is_rogue_turn = len(frames) > 0 and table.frame[0].kind == ROGUE_TURN
    if is_rogue_turn != bool(is_rogue(table, table.active)):
        raise BadDescription("doing begins with a rogue_turn if, and only if, the rogue is the active player")
    is_rerolling = len(frames) > 0 and table.frame[table.depth - 1].kind == REROLL
    if is_rerolling != (dice_in(table.picked) > 0):
        raise BadDescription("turn.picked holds dice if, and only if, doing ends with a reroll")


@cython.cfunc
def _load_frame(table: cython.pointer(Table), words, where, is_top):
    read_object(words, where, FRAME_KEYS)
    kind: cython.int = read_word(words.get("kind"), f"{where}.kind", FRAMES)
    actor: cython.int = read_number(words.get("actor", table.active), f"{where}.actor", 0, table.galaxies - 1)
    what: cython.int = 0
    if is_rogue(table, actor) != (kind == ROGUE_TURN or kind == ATTACK) and kind != FOLLOW:
        raise BadDescription(f"{where}.actor: that is not for galaxy {actor}")
    if kind == USE:
        what = read_word(words.get("planet"), f"{where}.planet", PLANET_IDS)
    elif kind == ATTACK:
        what = read_number(words.get("level"), f"{where}.level", 1, MAT_LEVELS) - 1
    elif kind != ROGUE_TURN:
        what = read_word(words.get("face", FACE_IDS[0]), f"{where}.face", FACE_IDS)
    frame = push(table, kind, actor, what)
    for name in read_list(words.get("flags", []), f"{where}.flags", len(FLAGS)):
        frame.flags |= 1 << read_word(name, f"{where}.flags", FLAGS)
    frame.stage = read_number(words.get("stage", 0), f"{where}.stage", 0, 5)
    frame.step = read_number(words.get("step", 0), f"{where}.step", 0, 3)
    chosen = read_list(words.get("chosen", [0, 0]), f"{where}.chosen", 2)
    if len(chosen) != 2:
        raise BadDescription(f"{where}.chosen is a list of two")
    frame.a = read_number(chosen[0], f"{where}.chosen", 0, 6)
    frame.b = read_number(chosen[1], f"{where}.chosen", 0, ROW_MAX - 1)
    if kind == ACT and frame.stage == 1:
        frame.a = _ship(table, actor, words.get("ship"), f"{where}.ship")
    _check_frame(table, table.depth - 1, where, is_top)


@cython.cfunc
def _check_frame(table: cython.pointer(Table), place: cython.int, where, is_top):
    """Refuse what could not go on: see state.FrameKind for what may lie under something else."""
    frame = cython.address(table.frame[place])
    kind: cython.int = frame.kind
    flags: cython.int = frame.flags
    allowed: cython.int = 0
    is_right: cython.bint = is_top
    if kind == ACT:
        allowed = NO_REPEAT
        if frame.what == Face.MOVE_SHIP:
            allowed |= SECOND_SHIP if flags & SECOND_SHIP else FIRST_SHIP
        elif frame.what == Face.ACQUIRE_ENERGY or frame.what == Face.ACQUIRE_CULTURE:
            is_right = False
        is_right = is_right and frame.stage <= (frame.what == Face.MOVE_SHIP)
    elif kind == USE:
        allowed = NO_REPEAT | (STARTED if flags & STARTED else OPTIONAL)
        is_right = _is_use_right(table, frame, is_top)
    elif kind == FOLLOW or kind == FREE_FOLLOW:
        is_right = 1 <= frame.stage <= table.galaxies and (
            kind == FREE_FOLLOW or place == is_rogue(table, table.active)
        )
        is_right = is_right and (kind == FREE_FOLLOW or frame.actor == table.active)
    elif kind == REROLL:
        allowed = FREE
        is_right = is_right and frame.actor == table.active and frame.stage == 0
    elif kind == CONVERT:
        is_right = is_right and frame.actor == table.active and frame.stage == 0 and place == 0
    elif kind == TURN_DIE:
        is_right = is_right and frame.actor == table.active and frame.stage <= 1
        is_right = is_right and (frame.stage == 0 or table.inactive[frame.what] > 0)
        if frame.stage == 0 and frame.what != 0:
            is_right = False
    elif kind == ROGUE_TURN:
        is_right = place == 0 and frame.stage <= is_top and (frame.stage == 0 or table.rogue_face != NONE)
    else:
        is_right = is_right and is_rogue(table, table.active) and frame.step <= table.mat.attack[frame.what].effects
    if not is_right or flags & ~allowed:
        raise BadDescription(f"{where}: {FRAMES[kind]} can't stand there like that")


@cython.cfunc
def _is_use_right(table: cython.pointer(Table), frame: cython.pointer(Frame), is_top):
    card = cython.address(PLANET[frame.what])
    kind: cython.int
    if not frame.flags & STARTED:
        return is_top and frame.step == 0 and frame.stage == 0 and frame.a == 0 and frame.b == 0
    if frame.step < card.opening or frame.step >= card.effects:
        return False
    effect = cython.address(card.effect[frame.step])
    kind = effect.kind
    if not is_top:
        return kind == EffectKind.MOVE_SHIPS and frame.stage == 1
    if kind == EffectKind.ADVANCE and frame.stage > 0:
        return frame.stage <= table.galaxies
    if kind == EffectKind.REGRESS:
        return frame.stage < effect.ships
    if kind == EffectKind.JUMP_TRACK and frame.stage == 1:
        return frame.a < ROW_MAX and table.galaxy[frame.actor].track[frame.a] >= 0
    if kind == EffectKind.RECALL_FOR_LEVEL or kind == EffectKind.MOVE_SHIPS:
        return frame.stage <= 1
    if kind == EffectKind.USE_PLANET and effect.from_player:
        return frame.stage == 0 and frame.a < table.galaxies
    if kind == EffectKind.DISCARD_INACTIVE_DICE:
        return frame.stage < effect.amount and frame.a < FACES
    return frame.stage == 0
