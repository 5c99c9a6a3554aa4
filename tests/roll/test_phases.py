"""What all phases have in common (R37-R47)."""

import pytest

from tests.roll.scenario import asks, at, do, gained, is_at_witness, legal, of_kind, owned, refused, seat, stacks


def test_phases_run_in_order_and_only_those_selected():
    """R37: I Explore, II Develop, III Settle, IV Produce, V Ship; in a phase not played nothing happens at all."""
    me = {
        "tableau": ["galactic_investors", "robot_surveyors", "merchant_guild", "space_tourism"],
        "columns": {"explore": {"home": 1}},
    }
    state = at("explore", me, played=["explore", "settle", "ship"])
    events = do(state, "stock other")
    assert [event["phase"] for event in events if event["kind"] == "phase_begins"] == ["settle", "ship"]
    # Robot Surveyors alone: neither Develop nor Produce is played, Ship has not ended.
    assert gained(events)["credits"] == 2 + 2
    every = at("explore", me, played=["explore", "develop", "settle", "produce", "ship"])
    events = do(every, "stock other")
    assert [event["phase"] for event in events if event["kind"] == "phase_begins"] == [
        "develop",
        "settle",
        "produce",
        "ship",
    ]
    assert gained(events)["credits"] == 2 + 2 + 2 + 2


@pytest.mark.parametrize(
    ("step", "tile"), [("develop", "galactic_investors"), ("settle", "robot_surveyors"), ("produce", "merchant_guild")]
)
def test_powers_work_without_workers(step, tile):
    """R38: whether or not their owner has workers in the phase."""
    assert seat(at(step, {"tableau": [tile]}))["credits"] == 3


def test_all_workers_are_used_if_possible():
    """R39: there is no way to stop while a task can be done."""
    state = at("explore", {"columns": {"explore": {"home": 1}}})
    assert legal(state) == ["stock other", "scout other"]
    state = at("produce", {"columns": {"produce": {"home": 1}}, "tableau": ["gem_world", "mining_world"]})
    assert legal(state) == ["produce home novelty", "produce home rare_elements"]
    ship = {"columns": {"ship": {"home": 1}}, "tableau": ["gem_world"], "goods": {"novelty": {"home": 1}}}
    assert legal(at("ship", ship)) == ["trade novelty home", "consume novelty home"]


def test_compulsory_powers_cannot_be_declined_and_optional_ones_can():
    """R40: Galactic Federation takes a die; Advanced Logistics, Improved Reconnaissance and Galactic Bankers may be left."""
    me = {"columns": {"develop": {"home": 1, "genes": 1}}, "stacks": stacks(["space_docks"])}
    assert refused(at("develop", me | {"tableau": ["galactic_federation"]}), "save_no_more")
    state = at("explore", {"tableau": ["advanced_logistics"], "stacks": stacks(["space_docks"])})
    assert "end_explore" in legal(state)
    ship = {"columns": {"ship": {"home": 1}}, "tableau": ["gem_world", "galactic_bankers"]}
    state = at("ship", ship | {"goods": {"novelty": {"home": 1}}})
    do(state, "trade novelty home")
    assert legal(state) == ["buy_vp", "keep_credit"]


def test_used_dice_rest_and_unused_ones_return_to_the_cup():
    """R41: to the Citizenry after a task, to the cup without one."""
    state = at("produce", {"columns": {"produce": {"home": 3}}, "tableau": ["gem_world"]})
    assert is_at_witness(state)
    assert seat(state)["goods"] == {"novelty": {"home": 1}}
    assert seat(state)["cup"] == {"home": 2}
    state = at("develop", {"columns": {"develop": {"home": 3}}, "stacks": stacks(["public_works"])})
    assert seat(state)["citizenry"] == {"home": 1}
    assert seat(state)["cup"] == {"home": 2}


@pytest.mark.parametrize(("before", "after"), [(7, 9), (8, 10), (9, 10), (10, 10)])
def test_credits_are_capped_at_ten(before, after):
    """R42: what is above is lost; the task is allowed all the same."""
    state = at("explore", {"columns": {"explore": {"home": 1}}, "credits": before})
    do(state, "stock other")
    assert seat(state)["credits"] == after


def test_a_trade_and_its_bonuses_are_one_event():
    """R42, R85, R88: 6 + 4 + 1 + 1, capped at 10, then 1 for a VP (test vector 6)."""
    me = {
        "credits": 6,
        "columns": {"ship": {"home": 1}},
        "tableau": ["radioactive_world", "export_duties", "jumpdrive_research", "galactic_bankers"],
        "goods": {"rare_elements": {"rare_elements": 1}},
    }
    state = at("ship", me)
    do(state, "trade rare_elements rare_elements")
    assert seat(state)["credits"] == 10
    do(state, "buy_vp")
    assert (seat(state)["credits"], seat(state)["vp_chips"]) == (9, 1)


def test_a_power_works_from_its_completion_on():
    """R43: for further events of the phase and for its end; never for its own completion."""
    me = {"columns": {"develop": {"home": 3}}, "stacks": stacks(["public_works", "space_docks"])}
    assert seat(at("develop", me))["credits"] == 2
    me = {"columns": {"develop": {"home": 5}}, "stacks": stacks(["galactic_investors"])}
    assert seat(at("develop", me))["credits"] == 3


def test_a_power_works_each_time():
    """R44: Export Duties pay for every Trade."""
    me = {
        "credits": 0,
        "columns": {"ship": {"home": 2}},
        "tableau": ["gem_world", "space_port", "export_duties"],
        "goods": {"novelty": {"home": 2}},
    }
    state = at("ship", me)
    assert gained(do(state, "trade novelty home"))["credits"] == 4
    assert gained(do(state, "trade novelty home"))["credits"] == 4


def test_a_virtual_worker_is_no_die():
    """R45: it must be used if possible, goes nowhere, is no score and vanishes unused."""
    me = {"tableau": ["space_docks", "galactic_exchange", "gem_world"], "goods": {"novelty": {"genes": 1}}}
    state = at("ship", me)
    assert asks(state) == "ship"
    assert legal(state) == ["trade novelty genes", "consume novelty genes"]
    # 2 + 6 + 2 printed, 1 + 1 faction squares, and one colour owned.
    assert state.scores()[0] == 10 + 2 + 1
    do(state, "consume novelty genes")
    assert owned(state) == {"genes": 1}
    assert seat(state)["citizenry"] == {"genes": 1}
    without = at("ship", {"tableau": ["space_docks"]})
    assert is_at_witness(without)
    assert owned(without) == {}


def test_a_virtual_worker_cannot_be_removed():
    """R45: Conscription finds real dice only."""
    me = {"columns": {"develop": {"home": 4}}, "stacks": stacks(["conscription"]), "tableau": ["space_docks"]}
    state = at("develop", me)
    # All four Home dice lie in the Citizenry: no choice.
    assert is_at_witness(state)
    assert owned(state) == {"home": 3, "military": 2}


def test_the_order_of_virtual_and_real_workers_is_free():
    """R45: any of them may take a good."""
    me = {
        "columns": {"ship": {"military": 1}},
        "tableau": ["organic_shipyards", "plague_world"],
        "goods": {"genes": {"genes": 1}},
    }
    state = at("ship", me)
    do(state, "consume genes genes")
    assert legal(state) == ["shipper military", "shipper virtual_home", "shipper virtual_genes"]


def test_nobody_touches_what_is_anothers():
    """R46: what one seat does in a phase leaves the dice and tiles of all others as they are."""
    other = {
        "faction": 7,
        "home_world": "new_sparta",
        "stacks": stacks(["space_docks"], ["gem_world"]),
        "stack_dice": {"world": {"genes": 1}},
        "cup": {"home": 1},
        "citizenry": {"military": 2},
    }
    state = at("explore", {"columns": {"explore": {"home": 1}}, "stacks": stacks(["public_works"])}, other)
    before = seat(state, 1)
    do(state, "scout other", "abandon public_works")
    while asks(state) == "place":
        do(state, legal(state)[0])
    assert seat(state, 1) == before


@pytest.mark.parametrize(("red", "paid"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)])
def test_fractions_are_rounded_up_power_by_power(red, paid):
    """R47, R142: a started pair pays; each power counts for itself."""
    me = {"faction": 1, "home_world": "doomed_world", "citizenry": {"military": red} if red else {}, "credits": 1}
    state = at("ship", me)
    events = do(state, "trade alien_technology home", seat=2)
    assert of_kind(events, "credits_gained") == ([{"amount": paid}] if paid else [])


EVERY = ("home", "military", "consumption", "novelty", "rare_elements", "genes", "alien_technology")
ONE_OF_EACH = dict.fromkeys(EVERY, 1)
STACK = {"stacks": stacks(["galactic_salon", "merchant_guild", "nanotechnology"])}


@pytest.mark.parametrize(
    ("step", "me", "done", "choice"),
    [
        ("develop", STACK | {"columns": {"develop": ONE_OF_EACH}}, [], "worker {}"),
        ("develop", STACK | {"stack_dice": {"development": ONE_OF_EACH}}, [], "use_up {}"),
        ("settle", {"stacks": stacks(world=["former_penal_colony"]), "cup": ONE_OF_EACH}, [], "remove {} cup"),
        ("produce", {"tableau": ["gem_world"], "columns": {"produce": ONE_OF_EACH}}, [], "produce {} novelty"),
        (
            "ship",
            {"tableau": ["gem_world"], "goods": {"novelty": {"home": 1}}, "columns": {"ship": ONE_OF_EACH}},
            ["trade novelty home"],
            "shipper {}",
        ),
    ],
)
def test_dice_of_every_colour_can_be_chosen(step, me, done, choice):
    """R39, R62, R63, R73, R80, R84: which die does a task, is used up, or is removed is free."""
    if choice.startswith("remove"):
        me |= {"columns": {"settle": {"home": 1}}}
    state = at(step, me)
    do(state, *done)
    assert {choice.format(color) for color in EVERY} <= set(legal(state))
    for color in EVERY:
        trial = state.clone()
        do(trial, choice.format(color))
        assert owned(trial).get(color, 0) >= (0 if choice.startswith("remove") else 1)


@pytest.mark.parametrize("color", EVERY)
def test_dice_of_every_colour_can_be_saved(color):
    """R71: one of the dice used, whichever it is."""
    other = "home" if color == "genes" else "genes"
    me = {"tableau": ["galactic_federation"], "columns": {"develop": {color: 1, other: 1}}}
    state = at("develop", me | {"stacks": stacks(["space_docks"])})
    do(state, f"save {color}", "save_no_more")
    assert seat(state)["cup"] == {color: 1}
    assert seat(state)["citizenry"] == {other: 1}
