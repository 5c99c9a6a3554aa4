"""A rogue mat of one's own: checked, with errors that say what would be right (Tiny Epic S16, S30)."""

from __future__ import annotations

from typing import Any

from engine.errors import EngineError
from engine.tiny_epic.catalog import MATS, Attack, Effect, Mat

LEVELS = 5
EFFECTS_MAX = 3
NAME_MAX = 23
FORM = "id, name, dice, vp, resource_max and attacks (tier, text, status and once_per_turn may be left out)"

_AMOUNT = range(1, 8)
_STEPS = range(1, 7)
#: kind of an attack's effect -> its parameters and what each may be
VOCABULARY: dict[str, dict[str, tuple[Any, ...] | range]] = {
    "player_loses": {"resource": ("energy", "culture", "your_choice"), "amount": _AMOUNT},
    "rogue_gains": {"resource": ("energy", "culture"), "amount": _AMOUNT},
    "rogue_steals": {"resource": ("energy", "culture", "your_choice"), "amount": _AMOUNT},
    "player_regresses": {"ships": (1, "all"), "steps": _STEPS},
    "player_loses_die": {"dice": range(1, 7), "turns": range(1, 5)},
    "rogue_advances": {"ships": ("all",), "steps": _STEPS},
}


class BadMat(EngineError):
    """A rogue mat of one's own is not one; the message names the place and what would be right."""


def find_mat(name: str) -> Mat:
    """Return the built-in mat of that id; raise BadMat."""
    for mat in MATS:
        if mat.id == name:
            return mat
    raise BadMat(f"no rogue mat is called {name!r}; there are {', '.join(mat.id for mat in MATS)}")


def checked_mat(value: Any) -> Mat:
    """Return the mat that *value* names or describes (the form of the catalogue); raise BadMat."""
    if isinstance(value, str):
        return find_mat(value)
    if not isinstance(value, dict):
        raise BadMat(f"a rogue mat is the name of one or an object with {FORM}, not {type(value).__name__}")
    known = {"id", "name", "tier", "dice", "vp", "resource_max", "attacks", "status"}
    if extra := [name for name in value if name not in known]:
        raise BadMat(f"rogue mat: {extra[0]!r} is unknown; it has {FORM}")
    name = value.get("name", "custom")
    if not isinstance(name, str) or not name.isascii() or not name.isprintable() or not 0 < len(name) <= NAME_MAX:
        raise BadMat(f"rogue mat: name is {name!r}; it is 1 to {NAME_MAX} printable ASCII characters")
    dice = _numbers(value, "dice", range(1, 8))
    vp = _numbers(value, "vp", range(21))
    if list(vp) != sorted(vp):
        raise BadMat(f"rogue mat: vp is {list(vp)}; points never go down from level to level")
    attacks = value.get("attacks")
    if not isinstance(attacks, list) or len(attacks) != LEVELS:
        raise BadMat(f"rogue mat: attacks is a list of {LEVELS}, one for each level")
    return Mat(
        id="custom",
        name=name,
        tier="custom",
        dice=dice,
        vp=vp,
        resource_max=_number(value.get("resource_max"), "resource_max", range(1, 21)),
        attacks=tuple(_attack(attack, f"attacks[{place}]") for place, attack in enumerate(attacks)),
    )


def _number(value: Any, where: str, allowed: range) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise BadMat(f"rogue mat: {where} is {value!r}; it is {allowed.start} to {allowed.stop - 1}")
    return value


def _numbers(value: dict[str, Any], name: str, allowed: range) -> tuple[int, ...]:
    numbers = value.get(name)
    if not isinstance(numbers, list) or len(numbers) != LEVELS:
        raise BadMat(f"rogue mat: {name} is a list of {LEVELS} numbers, one for each level")
    return tuple(_number(number, f"{name}[{place}]", allowed) for place, number in enumerate(numbers))


def _attack(value: Any, where: str) -> Attack:
    if not isinstance(value, dict) or not set(value) <= {"text", "effects", "once_per_turn", "status"}:
        raise BadMat(f"rogue mat: {where} is an object with effects and, if wanted, text, once_per_turn and status")
    once = value.get("once_per_turn", False)
    if not isinstance(once, bool):
        raise BadMat(f"rogue mat: {where}.once_per_turn is {once!r}; it is true or false")
    effects = value.get("effects")
    if not isinstance(effects, list) or not 0 < len(effects) <= EFFECTS_MAX:
        raise BadMat(f"rogue mat: {where}.effects is a list of 1 to {EFFECTS_MAX}")
    parts = tuple(_effect(effect, f"{where}.effects[{place}]") for place, effect in enumerate(effects))
    return Attack(text="", effects=parts, once_per_turn=once)


def _effect(value: Any, where: str) -> Effect:
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in VOCABULARY:
        raise BadMat(f"rogue mat: {where}.kind is {kind!r}; it can be {', '.join(VOCABULARY)}")
    wanted = VOCABULARY[kind]
    if set(value) != {"kind", *wanted}:
        raise BadMat(f"rogue mat: {where} is a {kind}, which has {', '.join(wanted)}")
    for name, allowed in wanted.items():
        given = value[name]
        if isinstance(allowed, range):
            _number(given, f"{where}.{name}", allowed)
        elif isinstance(given, bool) or given not in allowed:
            raise BadMat(f"rogue mat: {where}.{name} is {given!r}; it can be {', '.join(map(str, allowed))}")
    return Effect(kind, **{name: value[name] for name in wanted})
