"""Positions that no rule could go on from are refused; others, also ones no match reaches, are taken."""

import pytest

from engine.errors import BadDescription
from tests.roll.scenario import ROLL, asks, at, do, legal, seat, word

OTHER = {"faction": 7, "home_world": "New Sparta"}
READY = {"asked": "select", "columns": {"ship": {"home": 2}}}

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
    "a selector without a phase": ("assign", {"selector": "home", "asked": None}, READY, "no phase is selected"),
    "wild dice nobody asks for": ("assign", {"wild": {"genes": 1}, "asked": None}, READY, "before anything else"),
    "workers, but through": (
        "assign",
        {"columns": {"ship": {"home": 1}}, "asked": None},
        READY,
        "has selected nothing",
    ),
    "dice used for no tile": ("develop", {"used": {"home": 2}}, {"cup": {"home": 1}}, "no tile is being completed"),
    "a question without an answer": (
        "explore",
        {"hand": [word("Gem World")], "asked": "place", "progress": {"cursor": 200}, "cup": {"home": 1}},
        {"asked": None},
        "has no answer",
    ),
    "a question of another step": ("ship", {"asked": "recruit", "cup": {"home": 1}}, {}, "nothing on the table"),
    "a tile twice": (
        "manage",
        {"hand": [word("Gem World")], "tableau": ["Gem World"], "cup": {"home": 1}},
        {},
        "more than one",
    ),
    "a side twice": ("manage", {"tableau": ["Gem World", "Gem World"]}, {"cup": {"home": 1}}, "twice"),
    "two seats of one faction": ("manage", {"faction": 7}, {"cup": {"home": 1}}, "same faction"),
}


@pytest.mark.parametrize("name", DEAD_ENDS)
def test_a_position_without_a_way_on_is_refused(name):
    step, me, other, says = DEAD_ENDS[name]
    with pytest.raises(BadDescription, match=says):
        at(step, me, OTHER | other, witness=False)


def test_what_others_showed_must_fit_what_they_have():
    """Search would make tables out of it with dice or tiles that are not there."""
    state = at("assign", {"columns": {"ship": {"home": 2}}}, OTHER | {"columns": {"ship": {"home": 2}}}, witness=False)
    words = state.describe()
    for change in ({"cup": {"home": 3}}, {"vp": 5}, {"tableau": ["Gem World"]}, {"columns": {"ship": {"home": 2}}}):
        wrong = state.describe()
        wrong["shown"][0] |= change
        with pytest.raises(BadDescription):
            ROLL.from_description(wrong)
    assert ROLL.from_description(words) == state


def test_a_position_no_match_reaches_is_taken():
    """All red dice in one cup, a pool far below zero, a stack of thirty tiles."""
    tiles = [tile["tile"] for tile in ROLL.catalog()["tiles"]][:30]
    me = {"cup": {"military": 22}, "stacks": {"development": tiles, "world": []}}
    state = at("manage", me, OTHER | {"cup": {"home": 1}}, witness=False, pool=-500)
    assert state.is_over
    state = at("roll", me, OTHER | {"cup": {"home": 1}}, witness=False)
    assert sum(sum(dice.values()) for dice in (*seat(state)["columns"].values(), seat(state)["wild"])) == 22


def test_a_description_by_hand_may_leave_out_what_is_usual():
    state = ROLL.from_description({"seats": [{"cup": {"home": 3}}, {"cup": {"home": 3}}]})
    assert asks(state) == "select"
    assert len(legal(state)) == 5
    do(state, "select ship")
    assert seat(state)["selected"] == "ship"
