"""Positions that no rule could go on from are refused; others, also ones no match reaches, are taken."""

import pytest

from engine.errors import BadDescription
from tests.roll.scenario import ROLL, asks, at, do, is_at_witness, legal, of_kind, owned, seat, stacks, word

OTHER = {"faction": 7, "home_world": "new_sparta"}
READY = {"asks": "select", "columns": {"ship": {"home": 2}}}

#: what is wrong -> step, seat 0, seat 1, what the refusal says
DEAD_ENDS = {
    "nobody has a die": ("produce", {}, {}, "nobody has a die"),
    "wild dice outside Assign": ("produce", {"wild": {"home": 1}}, {}, "Assign only"),
    "dictated dice outside Assign": ("produce", {"dictated": {"home": 1}}, {}, "Assign only"),
    "a selector outside Assign": (
        "manage",
        {"selector": "home", "selected": "ship"},
        {"cup": {"home": 1}},
        "Assign only",
    ),
    "a selector before the roll": (
        "roll",
        {"selector": "home", "selected": "ship"},
        {"cup": {"home": 1}},
        "before the roll",
    ),
    "a selector without a phase": ("assign", {"selector": "home", "asks": None}, READY, "no phase is selected"),
    "wild dice nobody asks for": ("assign", {"wild": {"genes": 1}, "asks": None}, READY, "before anything else"),
    "workers, but through": (
        "assign",
        {"columns": {"ship": {"home": 1}}, "asks": None},
        READY,
        "has selected nothing",
    ),
    "dice used for no tile": ("develop", {"used": {"home": 2}}, {"cup": {"home": 1}}, "no tile is being completed"),
    "a question without an answer": (
        "explore",
        {"hand": [word("gem_world")], "asks": "place", "progress": {"cursor": 200}, "cup": {"home": 1}},
        {"asks": None},
        "has no answer",
    ),
    "a question of another step": ("ship", {"asks": "recruit", "cup": {"home": 1}}, {}, "nothing on the table"),
    "a tile twice": (
        "manage",
        {"hand": [word("gem_world")], "tableau": ["gem_world"], "cup": {"home": 1}},
        {},
        "more than one",
    ),
    "a side twice": ("manage", {"tableau": ["gem_world", "gem_world"]}, {"cup": {"home": 1}}, "twice"),
    "a world that grants a die too many": (
        "settle",
        {
            "stacks": stacks(world=("sentient_robots",)),
            "columns": {"settle": {"home": 2}},
            "citizenry": {"military": 22},
        },
        {},
        "22 military dice, and the tiles being built grant 1 more; the game has 22",
    ),
    "two tiles that grant a die too many together": (
        "develop",
        {"stacks": stacks(("conscription",)), "cup": {"military": 11}},
        {"stacks": stacks(world=("sentient_robots",)), "cup": {"military": 10}},
        "21 military dice, and the tiles being built grant 2 more",
    ),
    "workers of a phase that is not to come": (
        "develop",
        {"columns": {"explore": {"home": 1}}, "cup": {"home": 1}},
        {},
        "columns.explore has workers, but the phase is not to come",
    ),
    "a tile in completion that nobody is asked about": (
        "explore",
        {"building": word("gem_world"), "cup": {"home": 1}},
        {},
        "building is for a seat that asks save or remove",
    ),
    "two seats of one faction": ("manage", {"faction": 7}, {"cup": {"home": 1}}, "same faction"),
}


@pytest.mark.parametrize("name", DEAD_ENDS)
def test_a_position_without_a_way_on_is_refused(name):
    """With the place and the reason."""
    step, me, other, says = DEAD_ENDS[name]
    with pytest.raises(BadDescription, match=says):
        at(step, me, OTHER | other, witness=False)


def test_what_others_showed_must_fit_what_they_have():
    """Search would make tables out of it with dice or tiles that are not there."""
    state = at("assign", {"columns": {"ship": {"home": 2}}}, OTHER | {"columns": {"ship": {"home": 2}}}, witness=False)
    words = state.describe()
    for change in (
        {"cup": {"home": 3}},
        {"vp_chips": 5},
        {"tableau": ["gem_world"]},
        {"columns": {"ship": {"home": 2}}},
    ):
        wrong = state.describe()
        wrong["shown"][0] |= change
        with pytest.raises(BadDescription):
            ROLL.from_description(wrong)
    assert ROLL.from_description(words) == state


def test_a_position_no_match_reaches_is_taken():
    """All red dice in one cup, a pool far below zero, a stack of thirty tiles, none of which grants a red die."""
    tiles = [tile["id"] for tile in ROLL.catalog()["tiles"] if not tile["development"]["effects"]][:30]
    me = {"cup": {"military": 22}, "stacks": {"development": tiles, "world": []}}
    state = at("manage", me, OTHER | {"cup": {"home": 1}}, witness=False, vp_pool=-500)
    assert state.is_over
    state = at("roll", me, OTHER | {"cup": {"home": 1}}, witness=False)
    assert sum(sum(dice.values()) for dice in (*seat(state)["columns"].values(), seat(state)["wild"])) == 22


def test_no_die_is_gained_that_is_not_in_the_supply():
    """R2: no match comes to that; on a table that does, the world brings no die, and its description holds."""
    me = {
        "hand": [word("sentient_robots")],
        "asks": "place",
        "columns": {"explore": {"home": 1}, "settle": {"home": 2}},
        "citizenry": {"military": 22},
    }
    other = OTHER | {"asks": None}
    witness = {"faction": 9, "home_world": "separatist_colony", "asks": None}
    witness |= {"columns": {"ship": {"home": 1}}, "goods": {"alien_technology": {"home": 1}}}
    state = at("explore", me, other, witness, witness=False, stage=1, played=["explore", "settle", "ship"])
    events = do(state, f"place {word('sentient_robots')} world bottom")
    while not is_at_witness(state):
        events += do(state, legal(state)[-1])
    assert of_kind(events, "world_settled") == [{"tile": word("sentient_robots")}]
    assert of_kind(events, "die_gained") == []
    assert owned(state)["military"] == 22
    assert ROLL.from_description(state.describe()) == state


def test_a_description_by_hand_may_leave_out_what_is_usual():
    """Dice in the cup are enough to begin a round."""
    state = ROLL.from_description({"seats": [{"cup": {"home": 3}}, {"cup": {"home": 3}}]})
    assert asks(state) == "select"
    assert len(legal(state)) == 5
    do(state, "select ship")
    assert seat(state)["selected"] == "ship"
