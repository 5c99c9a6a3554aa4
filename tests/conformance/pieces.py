"""What may never be lost or made in a match: per game, a count read from a description alone.

`PIECES[game](description)` returns a Counter that stays the same from setup to the end, and asserts
on its way that every number of the description is within the limits of the rules.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROLL_SUPPLY = {
    "home": 25,
    "military": 22,
    "consumption": 9,
    "novelty": 20,
    "rare_elements": 14,
    "genes": 12,
    "alien_technology": 9,
}


def roll_dice(seat: dict[str, Any]) -> Iterator[dict[str, int]]:
    """Every place where dice of a seat lie."""
    yield from (seat[place] for place in ("cup", "citizenry", "wild", "dictated", "used"))
    yield from (seat["columns"] | seat["goods"] | seat["stack_dice"]).values()
    yield {seat["selector"]: 1} if seat["selector"] else {}


def roll_pieces(description: dict[str, Any]) -> Counter[str]:
    """Roll: 55 tiles, each in one place; VP chips between pool and seats. Dice stay within the supply."""
    whole: Counter[str] = Counter(description["bag"])
    tile_of = {name: word for word, names in _tile_sides().items() for name in names}
    dice: Counter[str] = Counter()
    whole["vp"] = description["vp_pool"]
    for seat in description["seats"]:
        whole.update(seat["hand"])
        whole.update(seat["abandoned"])
        whole.update(seat["stacks"]["development"] + seat["stacks"]["world"])
        whole.update(tile_of[name] for name in seat["tableau"])
        whole["vp"] += seat["vp_chips"]
        whole["factions"] += 1 << seat["faction"]
        assert 0 <= seat["credits"] <= 10
        for place in roll_dice(seat):
            assert all(count > 0 for count in place.values())
            dice.update(place)
        assert dice["home"] <= ROLL_SUPPLY["home"]
    assert all(dice[color] <= ROLL_SUPPLY[color] for color in dice)
    assert sum(count for word, count in whole.items() if word not in ("vp", "factions")) == 55
    return whole


@cache
def _tile_sides() -> dict[str, tuple[str, str]]:
    from engine.registry import find_game  # noqa: PLC0415 only this game's helper needs it

    return {t["id"]: (t["development"]["id"], t["world"]["id"]) for t in find_game("roll").catalog()["tiles"]}


def race_pieces(description: dict[str, Any]) -> Counter[str]:
    """Race: 114 cards, each in one place, goods' faces included; VP chips until the pool runs dry."""
    whole = Counter(description["deck"]) + Counter(description["discards"])
    put_away: Counter[str] = Counter()
    vp = description["vp_pool"]
    for seat in description["seats"]:
        for place in ("tableau", "hand", "drawn", "set_aside"):
            whole.update(seat[place])
        whole.update(seat["goods"].values())
        put_away.update(seat["put_away"])
        vp += seat["vp_chips"]
        assert len(set(seat["tableau"])) == len(seat["tableau"])
        assert set(seat["goods"]) <= set(seat["tableau"])
    assert sum(whole.values()) == 114
    assert put_away <= Counter(description["discards"])
    # A pool that is dry pays on in full: chips can then only have become more.
    start = 12 * len(description["seats"])
    assert vp == start or (vp > start and description["vp_pool"] == 0)
    return whole


def tiny_epic_pieces(description: dict[str, Any]) -> Counter[str]:
    """Tiny Epic: 40 planets, 7 dice, each player's ships by level; missions dealt stay with their seats."""
    whole: Counter[str] = Counter(name for name in description["row"] if name is not None)
    whole.update(description["deck"] + description["discards"])
    turn, rogue = description["turn"], description["rogue"]
    for galaxy in [*description["seats"], *([rogue] if rogue else [])]:
        whole.update(galaxy["colonies"])
        out = len(galaxy["surface"]) + len(galaxy["orbit"])
        assert out + galaxy["home"] == (4 if galaxy is rogue else (2, 2, 3, 3, 4, 4)[galaxy["level"] - 1])
        assert 0 <= galaxy["energy"] <= 7
        assert 0 <= galaxy["culture"] <= 7
        assert all(0 <= position <= 5 for position in galaxy["orbit"].values())
        whole["missions"] += sum(mission is not None for mission in galaxy.get("missions", []))
    assert set(whole.values()) <= {1, 2 * len(description["seats"]), 0}
    assert sum(count for word, count in whole.items() if word != "missions") == 40
    dice = [count for place in ("inactive", "picked", "bay") for count in turn[place].values()]
    assert all(count > 0 for count in dice)
    assert sum(dice) + turn["spent"] <= 7
    return whole


PIECES: dict[str, Callable[[dict[str, Any]], Counter[str]]] = {
    "roll": roll_pieces,
    "race": race_pieces,
    "tiny_epic": tiny_epic_pieces,
}
