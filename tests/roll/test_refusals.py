"""A refusal says which rule an action breaks, and what would be right."""

import pytest

from engine.errors import IllegalAction
from tests.roll.scenario import ROLL, asks, at, do, stacks

OTHERS = ({"faction": 7, "home_world": "new_sparta"}, {"faction": 9, "home_world": "old_earth"})


def refusal(state, notation):
    """Reason, rule and message of the refusal of an action of seat 0."""
    with pytest.raises(IllegalAction) as refused:
        state.submit(0, ROLL.Action.parse(notation))
    return refused.value.reason, refused.value.rule, str(refused.value)


def assigned(columns, *tableau, others=OTHERS, phase="ship"):
    """Seat 0 has selected a phase with its Home die in Explore and may Reassign."""
    state = at("assign", {"columns": columns, "tableau": tableau}, *others, witness=False)
    do(state, f"select {phase}", "selector home explore")
    return state


def test_a_second_dictate_is_one_too_many():
    """R26: said only to whom the limit binds."""
    columns = {"explore": {"home": 1}, "settle": {"genes": 6}}
    state = assigned(columns, "galactic_influence")
    do(state, "dictate", "to ship")
    assert refusal(state, "dictate")[:2] == ("already_used", "Roll R26")


def test_with_backup_planning_it_is_workers_that_lack():
    """R106, R27: its owner isn't told of a limit that it lifts."""
    columns = {"explore": {"home": 1}, "settle": {"genes": 2}}
    state = assigned(columns, "backup_planning", "galactic_influence")
    do(state, "dictate", "to ship")
    assert refusal(state, "dictate")[:2] == ("too_few_workers", "Roll R27")


def test_a_power_without_its_condition_says_so():
    """R129, R110: the lead in Novelty worlds, or two workers in one column that isn't the selected one."""
    ahead = ({"faction": 3, "home_world": "earths_lost_colony"}, OTHERS[1])
    columns = {"explore": {"home": 1}, "settle": {"genes": 1}, "ship": {"home": 2}}
    state = assigned(columns, "mad_scientists", "executive_power", others=ahead)
    assert refusal(state, "use mad_scientists")[:2] == ("no_lead", "Roll R129")
    assert refusal(state, "use executive_power")[:2] == ("power_does_not_fit", "Roll R110")
    assert refusal(state, "use galactic_influence")[:2] == ("not_owned", "Roll R25")


@pytest.mark.parametrize(
    ("power", "done", "rule"),
    [
        ("galactic_mandate", ["dictate", "pay genes settle"], "Roll R27"),
        ("nanotechnology", ["use nanotechnology"], "Roll R25"),
        ("executive_power", ["use executive_power", "take genes settle"], "Roll R110"),
    ],
)
def test_a_power_in_use_must_move_a_worker(power, done, rule):
    """R25, R27, R110: one at least, Executive Power two."""
    columns = {"explore": {"home": 1}, "settle": {"genes": 2, "novelty": 1}}
    state = assigned(columns, power)
    do(state, *done)
    assert refusal(state, "stop")[:2] == ("must_move", rule)


def test_a_worker_just_moved_says_so():
    """R121: the power moves different ones."""
    columns = {"explore": {"home": 1}, "settle": {"genes": 1}, "ship": {"novelty": 2}}
    state = assigned(columns, "galactic_mandate")
    do(state, "dictate", "pay novelty ship", "take genes settle", "to ship")
    assert refusal(state, "take genes ship")[:2] == ("already_moved", "Roll R121")
    assert refusal(state, "take home explore")[:2] == ("no_such_worker", "Roll R23")


def explored(me, *notations):
    state = at("explore", {"columns": {"explore": {"home": 2}}} | me)
    do(state, *notations)
    return state


def test_a_tile_passed_over_says_in_which_order_they_are_asked_for():
    """R50: from the bottom up."""
    state = explored({"stacks": stacks(["public_works", "space_docks"])}, "scout other", "abandon public_works")
    assert asks(state) == "place"
    state = explored({"stacks": stacks(["public_works"], ["gem_world"])}, "scout other", "abandon conscription")
    assert asks(state) == "place"
    state = explored(
        {"stacks": stacks(["public_works", "space_docks", "mad_scientists"])}, "scout other", "abandon space_docks"
    )
    reason, rule, message = refusal(state, "abandon mad_scientists")
    assert (reason, rule) == ("out_of_order", "Roll R50")
    assert "bottom up" in message
    assert refusal(state, "abandon nanotechnology")[:2] == ("no_such_tile", "Roll R50")


@pytest.mark.parametrize(
    ("me", "stack", "reason", "rule"),
    [
        ({"faction": 2}, "development", "not_owned", "Roll R141"),
        ({"faction": 4}, "world", "no_such_end", "Roll R141"),
        ({"faction": 4, "progress": {"is_extra_draw": True}}, "development", "power_does_not_fit", "Roll R104"),
        ({"faction": 4, "progress": {"cursor": 55}}, "development", "out_of_order", "Roll R50"),
    ],
)
def test_an_end_that_is_not_there_says_why(me, stack, reason, rule):
    """R141, R104, R50: no power, an empty stack, an extra draw, or the world stack begun."""
    words = {"hand": ["space_docks", "mad_scientists"], "asks": "place", "stacks": stacks(["public_works"])}
    state = at("explore", words | me, OTHERS[0], stage=3 if "is_extra_draw" in str(me) else 1)
    assert refusal(state, f"place space_docks {stack} top")[:2] == (reason, rule)


def test_what_is_compulsory_says_so():
    """R71, R39, R95: a die to save, an explorer to use, a die to recall."""
    me = {"columns": {"develop": {"home": 1, "genes": 1}}, "stacks": stacks(["space_docks"])}
    state = at("develop", me | {"tableau": ["galactic_federation"]})
    assert refusal(state, "save_no_more")[:2] == ("must_save", "Roll R71")
    state = explored({"tableau": ["advanced_logistics"], "stacks": stacks(["space_docks"])})
    assert refusal(state, "end_explore")[:2] == ("must_use_workers", "Roll R39")
    rest = [each | {"cup": {"home": 1}} for each in OTHERS]
    state = at("manage", {"stack_dice": {"world": {"genes": 1, "home": 1}}}, *rest, witness=False)
    assert refusal(state, "done")[:2] == ("cup_is_empty", "Roll R95")
