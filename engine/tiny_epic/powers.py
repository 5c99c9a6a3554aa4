"""The meaning of each step of an action and each condition of a mission, and its form in numbers.

The catalogue's literals are turned into flat rows once, when the module is imported; the rules read
the rows and know no planet, mission or mat by name.
"""

import cython
from cython.cimports.engine.tiny_epic.powers import (
    ALL,
    ANY,
    EFFECTS_MAX,
    EITHER,
    LEVEL,
    MAT_LEVELS,
    MISSION,
    NAME_BYTES,
    OTHERS,
    PLANET,
    SELF,
    AttackKind,
    EffectKind,
    MatRow,
    Metric,
    MissionKind,
)
from cython.cimports.libc.string import memset

from engine.errors import EngineError
from engine.tiny_epic import catalog

#: kind of a step -> what it does; parameters in brackets
VOCABULARY = {
    "spend": "[resource, amount] the price, paid in full before anything else, or the action does nothing",
    "pay_player": "[resource, amount] the price, handed to one other player, to whom the next step refers",
    "gain": "[who, resource, amount] take from the supply up to the maximum; the excess is lost",
    "gain_per_home_ship": "[resource] take one for each own ship on the own mat",
    "convert": "[from, to] give up any number of one resource for as many of the other",
    "steal": "[resource, amount] take it from one other player who has some; the excess over the maximum is lost",
    "advance": "[who, track, steps] one orbiting ship forward; the symbol colonises, left-over steps are lost; "
    "for others each other player in clockwise order moves one of their own or none",
    "regress": "[who, track, ships, steps] so many different orbiting ships back, not beyond the start space; "
    "fewer if there are no more that can go back",
    "if_regressed": "the steps after it happen only if the step before it moved a ship",
    "move_ships": "[ships] so many ordinary moves, one after the other, each with another ship",
    "upgrade_empire": "[payment, discount, condition] one level up, for one resource or any mix, less the discount; "
    "nothing at all unless the condition holds: a level lower than everybody else's",
    "reroll_inactive": "roll any number of inactive dice again, free of charge",
    "set_inactive_die": "[dice] turn an inactive die to any face",
    "discard_inactive_dice": "[dice] the price: so many inactive dice are spent",
    "replace_row_planet": "[must_be_unoccupied] discard a planet of the row and fill the gap from the deck",
    "recall_for_level": "[resource] an orbiting ship goes home; take its position number in one resource",
    "jump_track": "an orbiting ship goes to the same position of another row planet; the symbol colonises",
    "use_planet": "[pool] carry out the action of a row planet, or of a colony of the player just paid",
    "free_action": "[follow_cost] carry out any die action; then the others may, for that much culture",
    "repeat_die": "carry out once more the face of a die that lies in the activation bay, not of the one going on",
    "reward_per_follow": "[resource, amount] until the end of the turn take it whenever another player follows",
    "set_follow_cost": "[culture] until the end of the turn that is what a follow costs the others",
}
#: kind of a step of an attack -> what it does
ATTACKS = {
    "player_loses": "[resource, amount] you lose up to that much",
    "rogue_gains": "[resource, amount] the rogue adds it, up to its maximum",
    "rogue_steals": "[resource, amount] you lose up to that much and the rogue adds it, up to its maximum",
    "player_regresses": "[ships, steps] one or all of your orbiting ships go back, not beyond the start space",
    "player_loses_die": "[dice, turns] you roll so many dice fewer in your next turns, never less than one",
    "rogue_advances": "[ships, steps] all orbiting rogue ships go forward",
}
NAME_MAX = 23
MAT_FORM = "id, name, dice, vp, resource_max and attacks (tier, text, status and once_per_turn may be left out)"

_AMOUNT = range(1, 8)
_STEPS = range(1, 7)
#: kind of a step of an attack -> its parameters and what each may be
ATTACK_FORMS = {
    "player_loses": {"resource": ("energy", "culture", "your_choice"), "amount": _AMOUNT},
    "rogue_gains": {"resource": ("energy", "culture"), "amount": _AMOUNT},
    "rogue_steals": {"resource": ("energy", "culture", "your_choice"), "amount": _AMOUNT},
    "player_regresses": {"ships": (1, "all"), "steps": _STEPS},
    "player_loses_die": {"dice": range(1, 7), "turns": range(1, 5)},
    "rogue_advances": {"ships": ("all",), "steps": _STEPS},
}
#: kind of a mission's condition -> what it asks
CONDITIONS = {
    "rank": "[metric, direction] the most or the fewest of all players; sharing it gives the smaller points",
    "equal": "[metric, other] two own numbers are the same",
    "at_least": "[requirements] each own number is at least so high",
    "end_trigger": "the own points started the end of the game",
    "ships": "[quantifier, where] all or none of the own unlocked ships stand on the own mat",
}

_KINDS = (
    "spend",
    "pay_player",
    "gain",
    "gain_per_home_ship",
    "convert",
    "steal",
    "advance",
    "regress",
    "move_ships",
    "upgrade_empire",
    "reroll_inactive",
    "set_inactive_die",
    "discard_inactive_dice",
    "replace_row_planet",
    "recall_for_level",
    "jump_track",
    "use_planet",
    "free_action",
    "repeat_die",
    "reward_per_follow",
    "set_follow_cost",
)
_ATTACK_KINDS = tuple(ATTACKS)
_CONDITION_KINDS = ("rank", "equal", "at_least", "end_trigger", "ships")
_METRICS = ("energy", "culture", "planets", "diplomacy_planets", "economy_planets", "empire_level")
_RESOURCES = ("energy", "culture", "your_choice")
_TRACKS = ("diplomacy", "economy", "any")


def fold_mat(row, mat):
    """Write a rogue mat (catalog.Mat) as numbers."""
    level: cython.int
    place: cython.int
    memset(row, 0, cython.sizeof(MatRow))
    name: bytes = mat.name.encode("ascii")[: NAME_BYTES - 1]
    for place in range(len(name)):
        row.name[place] = name[place]
    row.resource_max = mat.resource_max
    for level in range(MAT_LEVELS):
        row.dice[level] = mat.dice[level]
        row.vp[level] = mat.vp[level]
        attack = mat.attacks[level]
        row.attack[level].once_per_turn = attack.once_per_turn
        row.attack[level].effects = len(attack.effects)
        for place, effect in enumerate(attack.effects):
            to = cython.address(row.attack[level].effect[place])
            to.kind = _ATTACK_KINDS.index(effect.kind)
            to.resource = _RESOURCES.index(effect.get("resource", "energy"))
            to.amount = effect.get("amount", effect.get("steps", effect.get("dice", 0)))
            to.ships = ALL if effect.get("ships") == "all" else effect.get("ships", 0)
            to.turns = effect.get("turns", 0)


def unfold_mat(row):
    """Return the catalog.Mat that the numbers say; `fold_mat` is the way back."""
    level: cython.int
    place: cython.int
    attacks = []
    for level in range(MAT_LEVELS):
        effects = []
        for place in range(row.attack[level].effects):
            at = cython.address(row.attack[level].effect[place])
            kind = _ATTACK_KINDS[at.kind]
            given = {
                "resource": _RESOURCES[at.resource],
                "amount": at.amount,
                "steps": at.amount,
                "dice": at.amount,
                "ships": "all" if at.ships == ALL else at.ships,
                "turns": at.turns,
            }
            effects.append(catalog.Effect(kind, **{name: given[name] for name in ATTACK_FORMS[kind]}))
        attacks.append(catalog.Attack("", tuple(effects), bool(row.attack[level].once_per_turn)))
    letters = [row.name[place] for place in range(NAME_BYTES) if row.name[place] != 0]
    dice = tuple([row.dice[level] for level in range(MAT_LEVELS)])
    vp = tuple([row.vp[level] for level in range(MAT_LEVELS)])
    return catalog.Mat("custom", bytes(letters).decode(), "custom", dice, vp, row.resource_max, tuple(attacks))


# -- a rogue mat of one's own (Tiny Epic S16, S30) ---------------------------------------------------


class BadMat(EngineError):
    """A rogue mat of one's own is none; the message names the place and what would be right."""


def _find_mat(name):
    """Return the built-in mat of that id; raise BadMat."""
    for mat in catalog.MATS:
        if mat.id == name:
            return mat
    raise BadMat(f"no rogue mat is called {name!r}; there are {', '.join(mat.id for mat in catalog.MATS)}")


def read_mat(value):
    """Return the mat that *value* names or describes (the form of the catalogue); raise BadMat."""
    if isinstance(value, str):
        return _find_mat(value)
    if not isinstance(value, dict):
        raise BadMat(f"a rogue mat is the name of one or an object with {MAT_FORM}, not {type(value).__name__}")
    known = {"id", "name", "tier", "dice", "vp", "resource_max", "attacks", "status"}
    if extra := [name for name in value if name not in known]:
        raise BadMat(f"rogue mat: {extra[0]!r} is unknown; it has {MAT_FORM}")
    name = value.get("name", "custom")
    if not isinstance(name, str) or not name.isascii() or not name.isprintable() or not 0 < len(name) <= NAME_MAX:
        raise BadMat(f"rogue mat: name is {name!r}; it is 1 to {NAME_MAX} printable ASCII characters")
    dice = _read_numbers(value, "dice", range(1, 8))
    vp = _read_numbers(value, "vp", range(21))
    if list(vp) != sorted(vp):
        raise BadMat(f"rogue mat: vp is {list(vp)}; points never go down from level to level")
    attacks = value.get("attacks")
    if not isinstance(attacks, list) or len(attacks) != MAT_LEVELS:
        raise BadMat(f"rogue mat: attacks is a list of {MAT_LEVELS}, one for each level")
    return catalog.Mat(
        id="custom",
        name=name,
        tier="custom",
        dice=dice,
        vp=vp,
        resource_max=_read_number(value.get("resource_max"), "resource_max", range(1, 21)),
        attacks=tuple(_read_attack(attack, f"attacks[{place}]") for place, attack in enumerate(attacks)),
    )


def _read_number(value, where, allowed):
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise BadMat(f"rogue mat: {where} is {value!r}; it is {allowed.start} to {allowed.stop - 1}")
    return value


def _read_numbers(value, name, allowed):
    numbers = value.get(name)
    if not isinstance(numbers, list) or len(numbers) != MAT_LEVELS:
        raise BadMat(f"rogue mat: {name} is a list of {MAT_LEVELS} numbers, one for each level")
    return tuple(_read_number(number, f"{name}[{place}]", allowed) for place, number in enumerate(numbers))


def _read_attack(value, where):
    if not isinstance(value, dict) or not set(value) <= {"text", "effects", "once_per_turn", "status"}:
        raise BadMat(f"rogue mat: {where} is an object with effects and, if wanted, text, once_per_turn and status")
    once = value.get("once_per_turn", False)
    if not isinstance(once, bool):
        raise BadMat(f"rogue mat: {where}.once_per_turn is {once!r}; it is true or false")
    effects = value.get("effects")
    if not isinstance(effects, list) or not 0 < len(effects) <= EFFECTS_MAX:
        raise BadMat(f"rogue mat: {where}.effects is a list of 1 to {EFFECTS_MAX}")
    parts = tuple(_read_effect(effect, f"{where}.effects[{place}]") for place, effect in enumerate(effects))
    return catalog.Attack(text="", effects=parts, once_per_turn=once)


def _read_effect(value, where):
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in ATTACK_FORMS:
        raise BadMat(f"rogue mat: {where}.kind is {kind!r}; it can be {', '.join(ATTACK_FORMS)}")
    wanted = ATTACK_FORMS[kind]
    if set(value) != {"kind", *wanted}:
        raise BadMat(f"rogue mat: {where} is a {kind}, which has {', '.join(wanted)}")
    for name, allowed in wanted.items():
        given = value[name]
        if isinstance(allowed, range):
            _read_number(given, f"{where}.{name}", allowed)
        elif isinstance(given, bool) or given not in allowed:
            raise BadMat(f"rogue mat: {where}.{name} is {given!r}; it can be {', '.join(map(str, allowed))}")
    return catalog.Effect(kind, **{name: value[name] for name in wanted})


@cython.cfunc
def _fold_planet(index: cython.int, planet):
    """Write a planet as numbers; the guard `if_regressed` holds by itself: nothing regresses unless a ship can."""
    card = cython.address(PLANET[index])
    card.vp = planet.vp
    card.resource = _RESOURCES.index(planet.resource)
    card.track = _TRACKS.index(planet.track)
    card.length = planet.length
    card.once_per_turn = planet.once_per_turn
    card.own_turn_only = planet.own_turn_only
    effects = [effect for effect in planet.effects if effect.kind != "if_regressed"]
    if len(effects) > EFFECTS_MAX:
        raise ValueError(f"{planet.name} has more than {EFFECTS_MAX} effects")
    card.effects = len(effects)
    card.opening = 1 if effects[0].kind == "spend" else 0
    place: cython.int
    for place in range(len(effects)):
        _fold_effect(index, place, effects[place])


@cython.cfunc
def _fold_effect(index: cython.int, place: cython.int, effect):
    get = effect.get
    to = cython.address(PLANET[index].effect[place])
    to.kind = _KINDS.index(effect.kind)
    to.who = SELF if get("who", "self") == "self" else OTHERS
    resource = get("resource", get("from", "energy"))
    to.resource = EITHER if resource == "one_type" else _RESOURCES.index(resource)
    amounts = [get(name) for name in ("amount", "steps", "discount", "culture", "dice", "follow_cost")]
    amounts = [amount for amount in amounts if amount is not None]
    to.amount = amounts[0] if amounts else 0
    to.track = _TRACKS.index(get("track", "any"))
    to.ships = get("ships", 0)
    to.is_mixed = get("payment", "single") == "mixed"
    to.needs_lowest = get("condition", "none") == "strictly_lowest_level"
    to.from_player = get("pool", "row") == "that_player"


@cython.cfunc
def _fold_mission(index: cython.int, mission):
    card = cython.address(MISSION[index])
    get = mission.condition.get
    card.kind = _CONDITION_KINDS.index(mission.condition.kind)
    card.vp = mission.vp
    card.vp_tied = mission.vp_tied
    card.metric = _METRICS.index(get("metric", "energy"))
    card.other = _METRICS.index(get("other", "energy"))
    card.is_fewest = get("direction", "most") == "fewest"
    card.is_all = get("quantifier", "none") == "all"
    for metric, least in get("requirements", ()):
        place: cython.int = _METRICS.index(metric)
        card.least[place] = least


@cython.cfunc
def _fold_all():
    index: cython.int
    assert EffectKind.EFFECT_KINDS == len(_KINDS)
    assert AttackKind.ROGUE_ADVANCES == _ATTACK_KINDS.index("rogue_advances")
    assert MissionKind.SHIPS_HOME == _CONDITION_KINDS.index("ships")
    assert Metric.METRICS == len(_METRICS)
    assert ANY == _TRACKS.index("any")
    for index, planet in enumerate(catalog.PLANETS):
        _fold_planet(index, planet)
    for index, mission in enumerate(catalog.MISSIONS):
        _fold_mission(index, mission)
    for index, level in enumerate(catalog.LEVELS, 1):
        LEVEL[index].vp = level.vp
        LEVEL[index].dice = level.dice
        LEVEL[index].ships = level.ships
        LEVEL[index].price = level.price


_fold_all()
