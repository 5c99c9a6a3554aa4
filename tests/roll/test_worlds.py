"""Every world: what it costs, its colour, and what completing it or beginning with it does."""

from functools import cache

import pytest

from tests.roll.facts import FACTION_DEVELOPMENTS, FACTION_WORLDS, HOME_WORLDS, TILE_DEVELOPMENTS, TILE_WORLDS
from tests.roll.scenario import ROLL, asks, at, covers, do, is_at_witness, legal, owned, seat, stacks

START_WORLDS = [(number, world) for number, worlds in FACTION_WORLDS.items() for world in worlds]


def plus(dice, more):
    return {color: count for color in {*dice, *more} if (count := dice.get(color, 0) + more.get(color, 0))}


@covers(*(world.id for world in TILE_WORLDS))
@pytest.mark.parametrize("world", TILE_WORLDS, ids=str)
def test_completing_a_world_costs_and_brings_what_is_printed(world):
    """R66, R76, R77: dice to the Citizenry, then credits and dice to where the world says; cost is VP (R98)."""
    settlers = {"home": world.cost}
    state = at("settle", {"columns": {"settle": settlers}, "stacks": stacks(world=(world.id,)), "cup": {"military": 1}})
    if world.removes:
        assert asks(state) == "remove"
        assert seat(state)["tableau"] == [world.id]
        assert "remove military cup" in legal(state)
        do(state, "remove home citizenry")
    assert is_at_witness(state)
    after = seat(state)
    assert after["tableau"] == [world.id]
    assert after["stacks"]["world"] == []
    assert after["credits"] == 1 + world.credits
    assert after["cup"] == plus({"military": 1}, world.cup)
    kept = {"home": world.cost - 1} if world.removes else settlers
    assert after["citizenry"] == plus({c: n for c, n in kept.items() if n}, world.citizenry)
    assert after["goods"] == ({world.color: {world.good: 1}} if world.good else {})
    if world.good:
        assert world.good == world.color
    view = state.view(0)["seats"][0]
    assert view["squares"] == 4
    assert view["points"] == 1 + 1 + world.cost
    assert view["room"].get(world.color) == (None if world.color == "gray" else 0 if world.good else 1)


@pytest.mark.parametrize("world", TILE_WORLDS, ids=str)
def test_a_world_takes_exactly_its_cost_in_settlers(world):
    """R63, R64: one settler fewer leaves it unfinished, with the dice lying on it."""
    settlers = {"home": world.cost - 1} if world.cost > 1 else {}
    state = at("settle", {"columns": {"settle": settlers}, "stacks": stacks(world=(world.id,)), "cup": {"home": 1}})
    assert is_at_witness(state)
    assert seat(state)["tableau"] == []
    assert seat(state)["stack_dice"]["world"] == settlers


def plain(world):
    """What a catalogue entry says, in the form of the facts."""
    effects = [dict(effect) for effect in world["effects"]]
    return (world["name"], world["cost"], world["color"], effects)


def said(world):
    effects = [{"kind": "remove_die", "count": 1, "mandatory": True}] if world.removes else []
    effects += [{"kind": "set_credits", "amount": world.starts_with}] if world.starts_with else []
    effects += [{"kind": "gain_credits", "amount": world.credits}] if world.credits else []
    for to, dice in (("cup", world.cup), ("citizenry", world.citizenry)):
        effects += [{"kind": "gain_die", "color": color, "count": count, "to": to} for color, count in dice.items()]
    effects += [{"kind": "gain_die", "color": world.good, "count": 1, "to": "good_on_world"}] if world.good else []
    return (world.name, world.cost, world.color, effects)


def normal(entry):
    name, cost, color, effects = entry
    kept = [{key: value for key, value in effect.items() if key != "mandatory"} for effect in effects]
    return name, cost, color, sorted(kept, key=str)


def test_the_catalogue_shows_every_world_as_printed():
    """Name, cost, colour and effects of tiles, factions and home worlds."""
    catalog = ROLL.catalog()
    assert [normal(plain(t["world"])) for t in catalog["tiles"]] == [normal(said(w)) for w in TILE_WORLDS]
    assert [normal(plain(w)) for w in catalog["home_worlds"]] == [normal(said(w)) for w in HOME_WORLDS]
    for faction in catalog["factions"]:
        worlds = [normal(plain(s)) for s in faction["squares"] if s["type"] == "world"]
        assert worlds == [normal(said(w)) for w in FACTION_WORLDS[faction["number"]]]


def test_the_catalogue_shows_every_development_as_printed():
    """Cost, phases and the mark of a Reassign power."""
    catalog = ROLL.catalog()
    shown = {
        t["development"]["id"]: (
            t["development"]["cost"],
            t["development"]["has_reassign"],
            t["development"]["phases"],
        )
        for t in catalog["tiles"]
    }
    assert shown == TILE_DEVELOPMENTS
    assert list(shown) == list(TILE_DEVELOPMENTS)
    assert {
        f["number"]: (s["id"], s["cost"], s["phases"])
        for f in catalog["factions"]
        for s in f["squares"]
        if s["type"] == "development"
    } == FACTION_DEVELOPMENTS


@cache
def start_with(faction=None, home=None):
    """A seat in setup, before any choice, that was dealt the faction or home world."""
    for number in range(1000):
        state = ROLL.setup(seats=5, seed=number.to_bytes(32, "little"))
        for place, words in enumerate(state.describe()["seats"]):
            if words["faction"] == (faction or words["faction"]) and words["home_world"] == (
                home or words["home_world"]
            ):
                return state, place
    raise AssertionError("never dealt")


def start_dice(faction, home):
    """The dice a seat begins with, by place."""
    cup, citizenry, goods = {"home": 3}, {"home": 2}, {}
    for world in (*FACTION_WORLDS[faction], next(world for world in HOME_WORLDS if world.id == home)):
        cup, citizenry = plus(cup, world.cup), plus(citizenry, world.citizenry)
        if world.good:
            goods[world.color] = {world.good: 1}
    return cup, citizenry, goods


def assert_start(state, place):
    words = seat(state, place)
    cup, citizenry, goods = start_dice(words["faction"], words["home_world"])
    assert words["cup"] == cup
    assert words["citizenry"] == citizenry
    assert words["goods"] == goods
    assert words["credits"] == (8 if words["home_world"] == "doomed_world" else 1)


@covers(*(world.id for world in HOME_WORLDS))
@pytest.mark.parametrize("home", HOME_WORLDS, ids=str)
def test_a_home_world_brings_its_dice_at_setup(home):
    """R7, R8, R9: 3 and 2 Home dice, the dice shown, 1 credit; Doomed World no dice and 8 credits, not 9."""
    state, place = start_with(home=home.id)
    assert_start(state, place)
    view = state.view(place)["seats"][place]
    assert home.id in view["start_tiles"]
    assert view["squares"] == 3
    faction = FACTION_WORLDS[view["faction"]]
    development = FACTION_DEVELOPMENTS.get(view["faction"], ("", 0, []))
    assert view["points"] == home.cost + sum(world.cost for world in faction) + development[1]


@covers(*(world.id for _, world in START_WORLDS))
@pytest.mark.parametrize(("number", "world"), START_WORLDS, ids=[world.id for _, world in START_WORLDS])
def test_a_faction_world_brings_its_dice_at_setup(number, world):
    """R8, R10: each world square brings its die; faction 9 has two worlds and no development."""
    state, place = start_with(faction=number)
    assert_start(state, place)
    view = state.view(place)["seats"][place]
    names = [w.id for w in FACTION_WORLDS[number]]
    names += [FACTION_DEVELOPMENTS[number][0]] if number in FACTION_DEVELOPMENTS else []
    assert sorted(view["start_tiles"]) == sorted([*names, view["home_world"]])
    assert len(FACTION_WORLDS[number]) == (2 if number == 9 else 1)
    gained = {color: count for color, count in owned(state, place).items() if color != "home"}
    home = next(w for w in HOME_WORLDS if w.id == view["home_world"])
    brought = plus(plus(home.cup, home.citizenry), {home.good: 1} if home.good else {})
    for each in FACTION_WORLDS[number]:
        brought = plus(brought, plus(plus(each.cup, each.citizenry), {each.good: 1} if each.good else {}))
    assert gained == brought
