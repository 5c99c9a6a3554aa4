"""Develop and Settle (R62-R79, R151) and the powers that work there."""

import pytest

from tests.roll.facts import TILE_DEVELOPMENTS
from tests.roll.scenario import (
    asks,
    at,
    covers,
    do,
    gained,
    is_at_witness,
    legal,
    of_kind,
    owned,
    refused,
    seat,
    stacks,
)


def develop(stack, dice, me=None, **table):
    return at("develop", {"columns": {"develop": dice}, "stacks": stacks(stack)} | (me or {}), **table)


def settle(stack, dice, me=None, **table):
    return at("settle", {"columns": {"settle": dice}, "stacks": stacks(world=stack)} | (me or {}), **table)


# -- placing and completing ------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [{}, {"home": 1}])
def test_a_tile_that_bears_enough_dice_is_completed_as_the_phase_begins(workers):
    """R62: for every seat, workers or not."""
    state = develop(["space_docks", "merchant_guild"], workers, {"stack_dice": {"development": {"genes": 2}}})
    assert is_at_witness(state)
    assert seat(state)["tableau"] == ["space_docks"]
    assert seat(state)["citizenry"] == {"genes": 2}
    assert seat(state)["stack_dice"]["development"] == workers


def test_the_owner_chooses_which_of_too_many_dice_are_used_up():
    """R62: the others stay on the stack and lie on the next tile (picked by the program elsewhere)."""
    dice = {"home": 2, "genes": 1}
    state = develop(["space_docks", "merchant_guild"], {}, {"stack_dice": {"development": dice}})
    assert asks(state) == "use_up"
    assert legal(state) == ["use_up home", "use_up genes"]
    do(state, "use_up genes")
    # The second die can only be a Home die.
    assert is_at_witness(state)
    assert seat(state)["citizenry"] == {"home": 1, "genes": 1}
    assert seat(state)["stack_dice"]["development"] == {"home": 1}


def test_surplus_dice_can_complete_the_next_tile_in_turn():
    """R62: as long as the top tile bears enough."""
    state = develop(["public_works", "space_docks", "merchant_guild"], {}, {"stack_dice": {"development": {"home": 5}}})
    assert seat(state)["tableau"] == ["public_works", "space_docks"]
    assert seat(state)["citizenry"] == {"home": 3}
    assert seat(state)["stack_dice"]["development"] == {"home": 2}


def test_dice_of_an_abandoned_tile_complete_what_came_to_the_top():
    """R55, R62, R65: 4 dice on Galactic Exchange, abandoned, Space Docks below (test vector 4)."""
    me = {
        "columns": {"explore": {"home": 1}},
        "stacks": stacks(["galactic_exchange", "space_docks"]),
        "stack_dice": {"development": {"military": 2, "home": 2}},
    }
    state = at("explore", me, played=["explore", "develop", "ship"])
    do(state, "scout other", "abandon galactic_exchange")
    while asks(state) == "place":
        assert seat(state)["tableau"] == []
        do(state, next(choice for choice in legal(state) if " world " in choice))
    assert asks(state) == "use_up"
    do(state, "use_up military", "use_up military")
    assert is_at_witness(state)
    assert seat(state)["tableau"] == ["space_docks"]
    assert seat(state)["citizenry"] == {"home": 1, "military": 2}
    assert seat(state)["cup"] == {"home": 2}, "no tile is left on the stack"


def test_workers_are_placed_one_at_a_time_in_the_owners_order():
    """R63: the moment the dice equal the cost the tile is complete and the next worker goes on the next."""
    state = develop(["space_docks", "merchant_guild"], {"home": 2, "genes": 1})
    assert asks(state) == "worker"
    assert legal(state) == ["worker home", "worker genes"]
    do(state, "worker genes")
    # Two Home developers left, both alike: no question.
    assert is_at_witness(state)
    assert seat(state)["tableau"] == ["space_docks"]
    assert seat(state)["citizenry"] == {"home": 1, "genes": 1}
    assert seat(state)["stack_dice"]["development"] == {"home": 1}


def test_any_number_of_tiles_is_completed_in_a_phase():
    """R63, R78: also beyond 12 squares."""
    stack = ["public_works", "jumpdrive_research", "technology_unions", "backup_planning", "diversification"]
    built = [name for name in TILE_DEVELOPMENTS if name.startswith("g")][:9]
    state = develop(stack, {"home": 5}, {"tableau": built})
    assert seat(state)["tableau"] == sorted([*built, *stack], key=list(TILE_DEVELOPMENTS).index)
    assert state.view(0)["seats"][0]["squares"] == 3 + 9 + 5
    assert is_at_witness(state), "the phases go on"


def test_workers_are_placed_as_long_as_the_stack_has_a_tile():
    """R64: also on a tile that can't be finished; never on a lower tile or the other stack."""
    state = develop(
        ["nanotechnology", "public_works"],
        {"home": 3},
        {"stacks": stacks(["nanotechnology", "public_works"], ["gem_world"])},
    )
    assert is_at_witness(state)
    assert seat(state)["stack_dice"] == {"development": {"home": 3}, "world": {}}
    assert seat(state)["tableau"] == []


def test_with_an_empty_stack_workers_and_dice_go_to_the_cup():
    """R65, R144: the remaining workers and the dice on the empty spot (left lying elsewhere by mistake)."""
    me = {"stack_dice": {"development": {"military": 2}}}
    state = develop([], {"home": 2}, me)
    assert seat(state)["cup"] == {"home": 2, "military": 2}
    assert seat(state)["stack_dice"]["development"] == {}
    state = develop(["public_works"], {"home": 3})
    assert seat(state)["citizenry"] == {"home": 1}
    assert seat(state)["cup"] == {"home": 2}


def test_dice_on_the_empty_spot_of_the_other_stack_stay():
    """R65, R54: Develop says nothing about the world stack."""
    state = develop(["public_works"], {"home": 1}, {"stack_dice": {"world": {"genes": 1}}})
    assert seat(state)["stack_dice"]["world"] == {"genes": 1}


def test_completing_goes_tableau_dice_incomes_effects():
    """R66: incomes for completing come before the tile's own effects."""
    me = {"tableau": ["terraforming_robots", "galactic_recycling"], "cup": {"home": 1}}
    state = at(
        "explore",
        me
        | {
            "columns": {"settle": {"home": 3}, "explore": {"home": 1}},
            "stacks": stacks(world=["silicon_world"]),
            "stack_dice": {"world": {"genes": 1}},
        },
        played=["explore", "settle", "ship"],
    )
    events = do(state, "stock other")
    wanted = ("world_settled", "credits_gained", "die_gained")
    own = [event for event in events if event["seat"] == 0 and event["kind"] in wanted]
    assert [(event["kind"], event.get("amount")) for event in own] == [
        ("credits_gained", 2),
        ("world_settled", None),
        ("credits_gained", 3),
        ("credits_gained", 1),
        ("die_gained", None),
    ]
    assert seat(state)["citizenry"] == {"home": 4, "genes": 1}


# -- costs -----------------------------------------------------------------------------------------


def cost(stack, tableau, faction=2, kind="development"):
    me = {
        "faction": faction,
        "tableau": tableau,
        "stacks": stacks([stack]) if kind == "development" else stacks(world=[stack]),
    }
    homes = {"home_world": "doomed_world"}
    state = at("produce", me | homes, {"faction": 5, "home_world": "new_sparta"})
    return state.view(0)["seats"][0]["stack_cost"][kind]


@covers("investment_credits")
@pytest.mark.parametrize(
    ("tile", "printed"),
    [
        ("public_works", 1),
        ("space_docks", 2),
        ("merchant_guild", 3),
        ("galactic_salon", 4),
        ("nanotechnology", 5),
        ("new_economy", 6),
    ],
)
def test_investment_credits_make_developments_cheaper(tile, printed):
    """R67, R127: 1 developer fewer, never below 1."""
    assert cost(tile, []) == printed
    assert cost(tile, ["investment_credits"]) == max(1, printed - 1)


@covers("biological_adaptation")
@pytest.mark.parametrize("tile", [name for name, (_, reassign, _) in TILE_DEVELOPMENTS.items() if reassign])
def test_biological_adaptation_makes_reassign_developments_cheaper(tile):
    """R67, R138, R146: the 18 with a Reassign power cost 1 less, never below 1; it adds to Investment Credits."""
    printed = TILE_DEVELOPMENTS[tile][0]
    assert cost(tile, [], faction=7) == max(1, printed - 1)
    assert cost(tile, ["investment_credits"], faction=7) == max(1, printed - 2)


@pytest.mark.parametrize("tile", ["merchant_guild", "galactic_salon", "conscription"])
def test_biological_adaptation_minds_no_other_development(tile):
    """R138: it is no Reassign power itself, and only those are cheaper."""
    assert cost(tile, [], faction=7) == TILE_DEVELOPMENTS[tile][0]


GRAY = {
    1: "fifth_column",
    2: "rebel_hideout",
    3: "trading_world",
    4: "tourist_world",
    5: "terraformed_world",
    6: "galactic_trendsetters",
}


@covers("free_trade_zone", "replicant_robots")
@pytest.mark.parametrize(
    ("printed", "zone", "robots", "both"),
    [(1, 1, 1, 1), (2, 2, 1, 1), (3, 2, 2, 1), (4, 2, 3, 1), (5, 3, 4, 2), (6, 4, 5, 3)],
)
def test_gray_worlds_under_free_trade_zone_and_replicant_robots(printed, zone, robots, both):
    """R67, R113, R127: the table; a gray world of 1 stays at 1 (raised to 2 elsewhere by mistake)."""
    assert cost(GRAY[printed], [], kind="world") == printed
    assert cost(GRAY[printed], ["free_trade_zone"], kind="world") == zone
    assert cost(GRAY[printed], ["replicant_robots"], kind="world") == robots
    assert cost(GRAY[printed], ["free_trade_zone", "replicant_robots"], kind="world") == both


@covers("alien_uplift_blueprints")
@pytest.mark.parametrize(
    ("world", "plain", "blueprints", "with_robots"),
    [
        ("star_nomad_lair", 1, 1, 1),
        ("gem_world", 2, 2, 1),
        ("silicon_world", 4, 4, 3),
        ("plague_world", 3, 2, 1),
        ("designer_species_ultd", 5, 4, 3),
        ("alien_sentinels", 6, 5, 4),
        ("trading_world", 3, 3, 2),
    ],
)
def test_alien_uplift_blueprints_make_genes_and_alien_worlds_cheaper(world, plain, blueprints, with_robots):
    """R67, R105: 1 settler fewer; it adds to Replicant Robots, and no other colour is cheaper."""
    assert cost(world, [], kind="world") == plain
    assert cost(world, ["alien_uplift_blueprints"], kind="world") == blueprints
    assert cost(world, ["alien_uplift_blueprints", "replicant_robots"], kind="world") == with_robots


def test_free_trade_zone_minds_gray_worlds_alone():
    """R113: coloured worlds cost what is printed."""
    assert cost("silicon_world", ["free_trade_zone"], kind="world") == 4


@pytest.mark.parametrize(
    ("world", "tableau", "settlers"),
    [
        ("galactic_trendsetters", ["free_trade_zone", "replicant_robots"], 3),
        ("star_nomad_lair", ["replicant_robots"], 1),
        ("alien_sentinels", ["alien_uplift_blueprints", "replicant_robots"], 4),
    ],
)
def test_discounts_are_compulsory(world, tableau, settlers):
    """R68, R67: a tile can't be built for more than its current cost (test vector 3)."""
    state = settle([world], {"home": settlers + 2}, {"tableau": tableau})
    assert world in seat(state)["tableau"]
    assert seat(state)["citizenry"].get("home") == settlers
    assert seat(state)["cup"].get("home") == 2


def test_a_discount_built_in_develop_completes_a_half_built_world():
    """R69, R43: Replicant Robots done in Develop, 2 dice on a world of 3: built as Settle begins."""
    me = {
        "columns": {"develop": {"home": 4}},
        "stacks": stacks(["replicant_robots"], ["mining_world"]),
        "stack_dice": {"world": {"genes": 2}},
    }
    state = at("develop", me, played=["develop", "settle", "ship"])
    assert seat(state)["tableau"] == ["replicant_robots", "mining_world"]
    assert seat(state)["citizenry"] == {"home": 4, "genes": 2}


@pytest.mark.parametrize(("developers", "built", "left"), [(7, 2, 0), (6, 1, 2)])
def test_investment_credits_help_the_next_tile_of_the_same_phase(developers, built, left):
    """R69, R43, R67: never itself: 4 + 3 (test vector 1)."""
    state = develop(["investment_credits", "replicant_robots"], {"home": developers})
    assert len(seat(state)["tableau"]) == built
    assert sum(seat(state)["stack_dice"]["development"].values()) == left
    assert seat(state)["cup"] == {}


def test_discounts_do_not_change_the_worth_of_a_tile():
    """R70: printed cost counts."""
    state = settle(["galactic_trendsetters"], {"home": 4}, {"tableau": ["free_trade_zone"]})
    assert state.scores()[0] == 1 + 1 + 3 + 6


# -- dice back to the cup --------------------------------------------------------------------------


def test_new_galactic_order_sends_all_red_dice_to_the_cup():
    """R71, R116: and no other (test vector 10, first part)."""
    state = settle(["mining_world"], {"military": 2, "home": 1}, {"tableau": ["new_galactic_order"]})
    assert is_at_witness(state)
    assert seat(state)["cup"] == {"military": 2}
    assert seat(state)["citizenry"] == {"home": 1}


@pytest.mark.parametrize(
    ("choices", "cup"),
    [
        (["save home", "save_no_more"], {"home": 1}),
        (["save military", "save_no_more"], {"military": 1}),
        (["save military", "save military"], {"military": 2}),
        (["save home", "save military"], {"home": 1, "military": 1}),
    ],
)
def test_galactic_exchange_sends_one_or_two_dice_to_the_cup(choices, cup):
    """R71, R116, R40: the owner's choice, at least one (test vector 10, second part; declined elsewhere by mistake)."""
    state = settle(["mining_world"], {"military": 2, "home": 1}, {"tableau": ["galactic_exchange"]})
    assert asks(state) == "save"
    assert legal(state) == ["save home", "save military"]
    do(state, *choices)
    assert is_at_witness(state)
    assert seat(state)["cup"] == cup
    assert sum(seat(state)["citizenry"].values()) == 3 - len(cup) - (cup.get("military") == 2)
    assert "mining_world" in seat(state)["tableau"]


@pytest.mark.parametrize(
    ("choice", "cup"), [("save home", {"military": 2, "home": 1}), ("save_no_more", {"military": 2})]
)
def test_with_both_the_red_dice_go_and_the_rest_is_free(choice, cup):
    """R71: under both powers the Home die goes to cup or Citizenry (test vector 10, third part)."""
    state = settle(
        ["mining_world"], {"military": 2, "home": 1}, {"tableau": ["galactic_exchange", "new_galactic_order"]}
    )
    assert legal(state) == ["save home", "save_no_more"]
    do(state, choice)
    assert seat(state)["cup"] == cup


@pytest.mark.parametrize(("count", "most"), [(4, 2), (1, 1)])
def test_with_both_at_most_two_further_dice_go(count, most):
    """R71: the exchange adds 0 to 2 beyond the red ones; without a red one 1 or 2."""
    me = {"tableau": ["galactic_exchange", "new_galactic_order"]}
    state = settle(["terraformed_world"], {"military": 5 - count, "home": count}, me)
    for number in range(most):
        assert legal(state) == ["save home", "save_no_more"], number
        do(state, "save home")
    assert seat(state)["cup"] == {"military": 5 - count, "home": most}
    state = settle(["terraformed_world"], {"home": 5}, me)
    do(state, "save_no_more")
    assert seat(state)["cup"] == {"home": 1}, "the first one is no choice: all are alike"


@pytest.mark.parametrize("first", [["save_no_more"], ["save home"]])
def test_each_tile_claims_its_own_dice_for_the_cup(first):
    """R71, R44: neither the red die of the tile before nor the dice saved for it count for the next."""
    me = {"tableau": ["galactic_exchange", "new_galactic_order"]}
    state = settle(["gem_world", "mining_world"], {"military": 1, "home": 2, "genes": 2}, me)
    do(state, "worker military", "worker home", *first)
    assert legal(state) == ["save home", "save genes"]
    do(state, "save genes", "save genes")
    assert is_at_witness(state)
    saved = {"military": 1, "genes": 2} | ({"home": 1} if first == ["save home"] else {})
    assert seat(state)["cup"] == saved | {"novelty": 1}


def test_all_dice_of_a_tile_of_two_may_go():
    """R71: both dice used saved, the tile is built all the same."""
    state = develop(["space_docks"], {"home": 1, "genes": 1}, {"tableau": ["galactic_federation"]})
    do(state, "save home", "save genes")
    assert is_at_witness(state)
    assert "space_docks" in seat(state)["tableau"]
    assert seat(state)["cup"] == {"home": 1, "genes": 1}
    assert seat(state)["citizenry"] == {}


@pytest.mark.parametrize(
    ("power", "step", "tile"),
    [("galactic_federation", "develop", "public_works"), ("galactic_exchange", "settle", "artist_colony")],
)
def test_the_only_die_goes_to_the_cup(power, step, tile):
    """R151: a tile built with one die, without a choice."""
    build = develop if step == "develop" else settle
    state = build([tile], {"genes": 1}, {"tableau": [power]})
    assert is_at_witness(state)
    assert tile in seat(state)["tableau"]
    assert seat(state)["cup"] == {"genes": 1}


def test_galactic_federation_does_not_work_for_itself():
    """R71: nor for dice not used up, and the dice sent are not used again."""
    state = develop(["galactic_federation", "public_works", "space_docks"], {"home": 8})
    # 6 for the Federation to the Citizenry, 1 for Public Works to the cup, 1 waits on Space Docks.
    assert is_at_witness(state)
    assert seat(state)["citizenry"] == {"home": 6}
    assert seat(state)["cup"] == {"home": 1}
    assert seat(state)["stack_dice"]["development"] == {"home": 1}


def test_galactic_exchange_and_new_galactic_order_do_not_work_in_develop():
    """R71: they speak of worlds."""
    me = {"tableau": ["galactic_exchange", "new_galactic_order"]}
    state = develop(["space_docks"], {"military": 2}, me)
    assert seat(state)["citizenry"] == {"military": 2}
    state = settle(["gem_world"], {"home": 2}, {"tableau": ["galactic_federation"]})
    assert seat(state)["citizenry"] == {"home": 2}


# -- incomes ---------------------------------------------------------------------------------------


@covers("public_works")
def test_public_works_pay_for_later_developments():
    """R72, R43, R44, R122: Public Works, Diversification, Backup Planning with 4 developers (test vector 2)."""
    state = develop(["public_works", "diversification", "backup_planning"], {"home": 4})
    assert len(seat(state)["tableau"]) == 3
    assert seat(state)["credits"] == 1 + 2
    assert seat(state)["cup"] == {"home": 1}
    assert seat(state)["citizenry"] == {"home": 3}
    assert seat(settle(["gem_world"], {"home": 2}, {"tableau": ["public_works"]}))["credits"] == 1


@covers("galactic_recycling")
def test_galactic_recycling_pays_for_every_later_tile():
    """R72, R122: developments and worlds, not itself; Public Works completed under it pays 1."""
    assert seat(develop(["galactic_recycling"], {"home": 2}))["credits"] == 1
    assert seat(develop(["public_works"], {"home": 1}, {"tableau": ["galactic_recycling"]}))["credits"] == 2
    assert seat(settle(["gem_world", "mining_world"], {"home": 5}, {"tableau": ["galactic_recycling"]}))["credits"] == 3
    both = {"tableau": ["galactic_recycling", "public_works"]}
    assert seat(develop(["space_docks"], {"home": 2}, both))["credits"] == 3


@covers("terraforming_robots")
@pytest.mark.parametrize(
    ("world", "dice", "paid"),
    [("gem_world", 2, 1), ("mining_world", 3, 2), ("trading_world", 3, 1), ("plague_world", 3, 1)],
)
def test_terraforming_robots_pay_for_worlds(world, dice, paid):
    """R72, R122: 1 for a world, 2 for a Rare Elements world; it adds to Galactic Recycling."""
    assert seat(settle([world], {"home": dice}, {"tableau": ["terraforming_robots"]}))["credits"] == 1 + paid
    both = {"tableau": ["terraforming_robots", "galactic_recycling"]}
    assert seat(settle([world], {"home": dice}, both))["credits"] == 2 + paid


@covers("galactic_investors")
def test_galactic_investors_pay_when_develop_closes():
    """R79, R120, R38: 2 credits, already in the phase that completes it; without workers too."""
    assert seat(develop(["galactic_investors"], {"home": 5}))["credits"] == 3
    assert seat(develop([], {}, {"tableau": ["galactic_investors"]}))["credits"] == 3
    assert seat(settle([], {}, {"tableau": ["galactic_investors"]}))["credits"] == 1


@covers("robot_surveyors")
def test_robot_surveyors_pay_when_settle_closes():
    """R79, R131: 2 credits."""
    assert seat(settle([], {}, {"tableau": ["robot_surveyors"]}))["credits"] == 3
    assert seat(develop([], {}, {"tableau": ["robot_surveyors"]}))["credits"] == 1


@covers("galactic_religion")
def test_galactic_religion_pays_for_novelty_dice_in_the_citizenry():
    """R79, R140: at the end of Develop, the developers just used included; not for dice elsewhere."""
    me = {"faction": 6, "citizenry": {"novelty": 2, "home": 1}, "cup": {"novelty": 3}}
    assert seat(develop(["space_docks"], {"novelty": 2}, me))["credits"] == 1 + 4
    assert seat(develop([], {}, me))["credits"] == 1 + 2
    assert seat(settle([], {}, me))["credits"] == 1


# -- removing a die --------------------------------------------------------------------------------

EVERYWHERE = {
    "cup": {"home": 1},
    "citizenry": {"military": 1},
    "stack_dice": {"world": {"genes": 1}},
    "tableau": ["spice_world"],
    "goods": {"novelty": {"consumption": 1}},
}


@covers("conscription")
def test_conscription_swaps_a_die_for_two_red_ones():
    """R73, R107, R74: any own die from anywhere, the builders included; the two red dice enter the cup (test vector 14)."""
    me = EVERYWHERE | {
        "columns": {"develop": {"home": 4}, "ship": {"novelty": 1}},
        "stacks": stacks(["conscription"], ["mining_world"]),
    }
    state = at("develop", me)
    assert asks(state) == "remove"
    assert legal(state) == [
        "remove home cup",
        "remove home citizenry",
        "remove military citizenry",
        "remove novelty ship",
        "remove genes world_stack",
        "remove consumption goods_novelty",
    ]
    do(state, "remove home citizenry")
    assert seat(state)["citizenry"] == {"home": 3, "military": 1}
    assert seat(state)["cup"] == {"home": 1, "military": 2}


@pytest.mark.parametrize("place", ["cup", "citizenry", "ship", "world_stack", "goods_novelty"])
def test_a_die_is_removed_from_where_its_owner_says(place):
    """R73, R74: and has no other effect than being gone."""
    me = {
        "cup": {"genes": 1},
        "citizenry": {"genes": 1},
        "stack_dice": {"world": {"genes": 1}},
        "tableau": ["spice_world"],
        "goods": {"novelty": {"genes": 1}},
        "columns": {"develop": {"home": 4}, "ship": {"genes": 1}},
        "stacks": stacks(["conscription"], ["mining_world"]),
    }
    state = at("develop", me)
    before = owned(state)
    (gone,) = [choice for choice in legal(state) if choice == f"remove genes {place}"]
    do(state, gone)
    assert owned(state) == before | {"genes": 4, "military": 2}


@covers("information_tech")
def test_information_tech_swaps_a_die_for_two_novelty_dice():
    """R107: to the cup."""
    state = develop(["information_tech"], {"home": 4}, {"citizenry": {"genes": 1}})
    do(state, "remove genes citizenry")
    assert seat(state)["cup"] == {"novelty": 2}


@covers("space_marines")
def test_space_marines_swap_a_die_for_a_red_one_and_a_credit():
    """R107: the red die to the cup."""
    state = develop(["space_marines"], {"home": 3}, {"citizenry": {"genes": 1}})
    assert gained(do(state, "remove genes citizenry"))["credits"] == 1
    assert seat(state)["cup"] == {"military": 1}
    assert seat(state)["citizenry"] == {"home": 3}


def test_the_three_immediate_developments_have_no_reassign_power():
    """R107: New Economy counts them."""
    names = ["new_economy", "conscription", "information_tech", "space_marines"]
    with_them = at("produce", {"tableau": names}).scores()[0]
    # 6 + 4 + 4 + 3 printed, 1 + 1 faction squares, home 0; 5 developments without a Reassign power.
    assert with_them == 17 + 2 + 5


def test_the_die_just_gained_cannot_be_the_one_removed():
    """R73: the removal comes first."""
    state = settle(["former_penal_colony"], {"home": 1}, {"cup": {"genes": 1}})
    assert legal(state) == ["remove genes cup", "remove home citizenry"]


def test_only_own_dice_are_removed():
    """R46, R73: nobody touches another's dice (whose it was is not checked elsewhere)."""
    state = settle(["former_penal_colony"], {"home": 1}, {"cup": {"genes": 1}})
    for notation in (
        "remove alien_technology goods_alien_technology",
        "remove home goods_alien_technology",
        "remove home ship",
    ):
        assert refused(state, notation)


def test_a_removed_selector_leaves_its_phase_to_be_played():
    """R74: its die may be taken off the strip (test vector 14)."""
    me = {
        "columns": {"develop": {"home": 4}},
        "selected": "ship",
        "stacks": stacks(["conscription"]),
    }
    me["columns"]["ship"] = {"genes": 1}
    state = at("develop", me)
    do(state, "remove genes ship")
    assert is_at_witness(state)
    assert seat(state)["columns"] == {}


def test_a_removed_die_returns_to_the_supply_and_can_be_gained_again():
    """R75: all 22 red dice owned, one removed, and one gained (discarded for good elsewhere by mistake)."""
    state = settle(["former_penal_colony"], {"home": 1}, {"cup": {"military": 22}})
    do(state, "remove military cup")
    assert owned(state)["military"] == 22
    assert seat(state)["cup"] == {"military": 22}


def test_completing_a_world_needs_no_space_for_a_good():
    """R76: the world is empty; its good may be shipped in the same round."""
    me = {"columns": {"settle": {"home": 3}, "ship": {"home": 1}}, "stacks": stacks(world=["mining_world"])}
    me |= {"tableau": ["planetary_nebula"], "goods": {"rare_elements": {"home": 1}}}
    state = at("settle", me)
    assert asks(state) == "ship"
    assert seat(state)["goods"]["rare_elements"] == {"home": 1, "rare_elements": 1}
    assert "trade rare_elements rare_elements" in legal(state)


def test_dice_of_worlds_wait_for_the_next_round_or_to_be_recruited():
    """R76: to the cup or to the Citizenry, neither works now."""
    state = settle(["gem_world", "secluded_world"], {"home": 3})
    assert seat(state)["cup"] == {"novelty": 1}
    assert seat(state)["citizenry"] == {"home": 3, "novelty": 1}
    assert seat(state)["columns"] == {}


@pytest.mark.parametrize(
    ("world", "color"),
    [
        ("pirate_world", "military"),
        ("former_penal_colony", "military"),
        ("rebel_miners", "military"),
        ("runaway_robots", "military"),
    ],
)
def test_the_die_granted_need_not_have_the_worlds_colour(world, color):
    """R77: these worlds grant Military dice."""
    state = settle([world], {"home": 2}, {"cup": {"genes": 1}})
    if asks(state) == "remove":
        do(state, "remove genes cup")
    assert owned(state)[color] >= 1


def test_nothing_stops_at_twelve_squares():
    """R78: building goes on to the end of the round, and so do the phases."""
    built = [name for name in TILE_DEVELOPMENTS if name.startswith("g")][:9]
    state = develop(["public_works", "technology_unions"], {"home": 2}, {"tableau": built})
    assert state.view(0)["seats"][0]["squares"] == 14
    assert is_at_witness(state)
    assert not state.is_over


def test_events_tell_a_completion():
    """R66: what everybody sees of it."""
    me = {"columns": {"explore": {"home": 1}, "develop": {"home": 2}}, "stacks": stacks(["space_docks"])}
    state = at("explore", me, played=["explore", "develop", "ship"])
    events = do(state, "stock other")
    assert of_kind(events, "development_built") == [{"tile": "space_docks"}]
    assert of_kind(events, "die_on_stack") == [{"stack": "development", "color": "home"}] * 2
