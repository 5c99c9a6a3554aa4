"""Explore (R48-R61) and the powers that work in it (R102-R104, R136, R137, R141, R148, R149)."""

import pytest

from tests.roll.scenario import (
    ROLL,
    asks,
    at,
    covers,
    do,
    gained,
    is_at_witness,
    lay,
    legal,
    of_kind,
    owned,
    refused,
    seat,
    stacks,
    word,
)

ALL_TILES = [tile["id"] for tile in ROLL.catalog()["tiles"]]


def explore(me, *others, **table):
    return at("explore", me, *others, **table)


def with_bag(bag, me, **table):
    """A table whose bag holds just these tiles; the others lie under the bystander's development stack."""
    mine = [tile for tiles in (me.get("stacks") or {}).values() for tile in tiles] + me.get("abandoned", [])
    built = [word(name) for name in me.get("tableau", [])]
    rest = [tile for tile in ALL_TILES if tile not in {*bag, *mine, *built}]
    bystander = {"faction": 7, "home_world": "new_sparta", "stacks": {"development": rest, "world": []}}
    return explore(me, bystander, bag=bag, **table)


# -- the tasks -------------------------------------------------------------------------------------


def test_each_explorer_does_one_task_and_rests():
    """R48: Scout or Stock, chosen one after another; none returns to the cup."""
    state = explore({"columns": {"explore": {"home": 2, "novelty": 1}}})
    for done in range(3):
        assert legal(state) == ["stock other", "scout other"]
        assert sum(seat(state)["citizenry"].values()) == done
        do(state, "stock other")
    assert is_at_witness(state)
    assert seat(state)["citizenry"] == {"home": 2, "novelty": 1}
    assert seat(state)["cup"] == {}
    assert seat(state)["columns"] == {}


def test_the_next_task_is_chosen_knowing_the_last():
    """R48, R39: the kind of task is chosen only when it is carried out."""
    state = explore({"columns": {"explore": {"home": 2}}})
    do(state, "scout other")
    drawn = seat(state)["hand"]
    do(state, f"place {drawn[0]} world bottom")
    assert seat(state)["stacks"]["world"] == drawn
    assert legal(state) == ["stock other", "scout other"]


def test_stock_pays_two_credits():
    """R49: 2 credits."""
    state = explore({"columns": {"explore": {"home": 1}}})
    assert gained(do(state, "stock other"))["credits"] == 2
    assert seat(state)["credits"] == 3


@pytest.mark.parametrize("abandoned", [[], ["public_works"], ["space_docks"], ["public_works", "gem_world"]])
def test_scout_abandons_any_tiles_and_draws_one_more(abandoned):
    """R50: k tiles from anywhere in both stacks, then k + 1 from the bag together, both faces seen."""
    me = {
        "columns": {"explore": {"home": 1}},
        "stacks": stacks(["public_works", "space_docks"], ["gem_world", "mining_world"]),
    }
    state = explore(me)
    before = state.describe()["bag"]
    do(state, "scout other", *(f"abandon {word(name)}" for name in abandoned))
    if asks(state) == "abandon":
        do(state, "draw")
    hand = seat(state)["hand"]
    assert len(hand) == len(abandoned) + 1
    assert set(hand) <= set(before), "nothing abandoned for this Scout comes back by it"
    assert state.view(0)["seats"][0]["hand"] == hand
    assert len(seat(state)["abandoned"]) == len(abandoned)


def test_drawn_tiles_go_underneath_either_stack_in_any_order():
    """R50: each one a development or a world, in an order of the owner's choice."""
    me = {"columns": {"explore": {"home": 1}}, "stacks": stacks(["public_works", "space_docks"], ["gem_world"])}
    state = explore(me)
    do(state, "scout other", f"abandon {word('space_docks')}", f"abandon {word('gem_world')}")
    a, b, c = seat(state)["hand"]
    assert set(legal(state)) == {f"place {t} {end} bottom" for t in (a, b, c) for end in ("development", "world")}
    for order in ([a, b, c], [c, a, b]):
        trial = state.clone()
        do(trial, *(f"place {tile} development bottom" for tile in order))
        assert seat(trial)["stacks"]["development"] == ["public_works", *order]
    # From the last stack on, one place is left: the last tile lays itself.
    do(state, f"place {b} development bottom", f"place {c} world bottom")
    assert seat(state)["stacks"] == {"development": ["public_works", b], "world": [c, a]}


def test_tiles_are_abandoned_only_at_the_start_of_a_scout():
    """R51: never on its own, with Stock, or after the draw; tableau tiles never."""
    me = {
        "columns": {"explore": {"home": 2}},
        "stacks": stacks(["public_works"], ["gem_world"]),
        "tableau": ["trade_levies"],
    }
    state = explore(me)
    assert refused(state, "abandon public_works")
    do(state, "scout other")
    assert refused(state, "abandon trade_levies")
    assert refused(state, "stock other")
    do(state, "draw")
    assert refused(state, "abandon public_works")


def test_an_earlier_draw_and_a_finished_tile_may_be_abandoned():
    """R51: tiles of an earlier Scout of the phase, and a tile that bears enough dice; the others keep their order."""
    me = {
        "columns": {"explore": {"home": 2}},
        "stacks": stacks(["public_works", "space_docks", "mad_scientists"]),
        "stack_dice": {"development": {"home": 2}},
    }
    state = explore(me)
    do(state, "scout other", "draw")
    (drawn,) = seat(state)["hand"]
    do(state, f"place {drawn} development bottom", "scout other", f"abandon {drawn}", "abandon public_works")
    assert seat(state)["stacks"]["development"] == [word("space_docks"), word("mad_scientists")]


def test_abandoned_tiles_return_to_the_bag_when_explore_ends():
    """R52: until then they lie in the pile."""
    me = {"columns": {"explore": {"home": 2}}, "stacks": stacks(["public_works"])}
    state = explore(me)
    do(state, "scout other", "abandon public_works")
    assert "public_works" not in state.describe()["bag"]
    assert state.view(1)["pile_count"] == 1
    lay(state)
    assert "public_works" not in state.describe()["bag"]
    do(state, "stock other")
    assert is_at_witness(state)
    assert "public_works" in state.describe()["bag"]
    assert seat(state)["abandoned"] == []


def test_dice_on_a_stack_stay_there():
    """R53: whatever happens to its tiles; a tile that comes to the top later lies under them."""
    me = {
        "columns": {"explore": {"home": 1}},
        "stacks": stacks(["galactic_exchange"]),
        "stack_dice": {"development": {"military": 3}},
    }
    state = explore(me)
    do(state, "scout other", f"abandon {word('galactic_exchange')}")
    assert seat(state)["stack_dice"]["development"] == {"military": 3}
    first, second = seat(state)["hand"]
    do(state, f"place {first} development bottom", f"place {second} world bottom")
    assert seat(state)["stack_dice"]["development"] == {"military": 3}


def test_dice_on_an_empty_stack_stay_at_the_end_of_explore():
    """R54, R144: they lie there on."""
    me = {
        "columns": {"explore": {"home": 1}},
        "stacks": stacks(["galactic_exchange"]),
        "stack_dice": {"development": {"military": 3}},
    }
    state = explore(me)
    do(state, "scout other", f"abandon {word('galactic_exchange')}")
    lay(state)
    assert is_at_witness(state)
    assert seat(state)["stacks"]["development"] == []
    assert seat(state)["stack_dice"]["development"] == {"military": 3}


def test_nothing_is_completed_in_explore():
    """R55: a new top tile with enough dice waits for Develop; its dice may be recalled until then."""
    me = {
        "columns": {"explore": {"home": 1}},
        "stacks": stacks(["galactic_exchange", "space_docks"]),
        "stack_dice": {"development": {"military": 4}},
    }
    state = at("explore", me, played=["explore"], witness=False)
    do(state, "scout other", f"abandon {word('galactic_exchange')}")
    lay(state)
    assert seat(state)["tableau"] == []
    assert seat(state)["stacks"]["development"][0] == word("space_docks")
    assert asks(state) == "recall"
    assert "recall military development_stack" in legal(state)


# -- the bag runs out ------------------------------------------------------------------------------


def test_the_pile_refills_the_bag():
    """R56: draw all, put in the whole pile, this Scout's tiles included, and draw the rest (test vector 5)."""
    mine = stacks(["public_works", "space_docks", "merchant_guild"])
    pile = [word(name) for name in ("mad_scientists", "trade_levies", "nanotechnology")]
    state = with_bag([word("gem_world")], {"columns": {"explore": {"home": 2}}, "stacks": mine, "abandoned": pile})
    do(state, "scout other", f"abandon {word('space_docks')}", "abandon public_works")
    words = state.describe()
    assert word("gem_world") in words["seats"][0]["hand"]
    assert len(words["seats"][0]["hand"]) == 3
    assert len(words["bag"]) == 3
    assert words["seats"][0]["abandoned"] == []
    assert {*words["bag"], *words["seats"][0]["hand"]} == {
        word("gem_world"),
        *pile,
        "public_works",
        word("space_docks"),
    }


def test_with_bag_and_pile_used_up_everybody_with_three_tiles_gives_one():
    """R57, R149: the drawn are placed first; then each with 3 or more zone tiles gives one of his choice."""
    mine = {"columns": {"explore": {"home": 2}}, "stacks": stacks(["public_works", "space_docks"])}
    state = with_bag([], mine)
    total = len(seat(state, 1)["stacks"]["development"])
    do(state, "scout other", f"abandon {word('space_docks')}", "abandon public_works")
    assert sorted(seat(state)["hand"]) == sorted(["public_works", word("space_docks")]), "two of three drawn"
    do(state, "place public_works development bottom", f"place {word('space_docks')} development bottom")
    # Seat 0 has two zone tiles and owes none; seat 1 has the rest.
    assert state.deciding_seats() == (1,)
    assert asks(state, 1) == "give_up"
    assert len(legal(state, 1)) == total
    given = seat(state, 1)["stacks"]["development"][4]
    do(state, f"give_up {given}", seat=1)
    assert seat(state)["hand"] == [given]
    assert asks(state) == "place"
    assert state.describe()["bag"] == []


def test_the_scouting_player_gives_too_and_may_give_what_he_just_drew():
    """R57, R149: tiles are counted after he has placed; everybody owing gives, even if fewer are missing."""
    rest = [tile for tile in ALL_TILES if tile not in {"public_works", "space_docks", "merchant_guild"}]
    me = {
        "columns": {"explore": {"home": 1}},
        "stacks": {"development": ["public_works", "space_docks", "merchant_guild"], "world": []},
        "stack_dice": {"development": {"home": 1}},
    }
    state = explore(
        me, {"faction": 7, "home_world": "new_sparta", "stacks": {"development": rest, "world": []}}, bag=[]
    )
    do(state, "scout other", "abandon space_docks", "draw")
    assert seat(state)["hand"] == ["space_docks"]
    do(state, "place space_docks world bottom")
    assert legal(state) == ["give_up public_works", "give_up merchant_guild", "give_up space_docks"]
    do(state, "give_up space_docks")
    assert seat(state)["stack_dice"]["development"] == {"home": 1}
    assert asks(state, 1) == "give_up"
    do(state, f"give_up {rest[0]}", seat=1)
    assert len(seat(state)["hand"]) == 1
    assert seat(state)["hand"][0] in ("space_docks", rest[0])
    assert len(state.describe()["bag"]) == 1, "what is not drawn stays in the bag"
    assert state.view(1)["pile_count"] == 0, "given tiles go into the bag, not onto the pile"


def test_tiles_are_owed_by_those_before_the_scouting_player_too():
    """R57, R149: everybody with three, in player order from the first seat on, whoever scouts."""
    mine = ["public_works", "space_docks", "merchant_guild"]
    rest = [tile for tile in ALL_TILES if tile not in mine]
    scout = {"faction": 7, "home_world": "new_sparta", "columns": {"explore": {"home": 1}}}
    state = explore(
        {"stacks": {"development": mine, "world": []}},
        scout | {"stacks": {"development": rest, "world": []}},
        bag=[],
    )
    do(state, "scout any", "draw", seat=1)
    assert state.deciding_seats() == (0,)
    do(state, "give_up merchant_guild")
    assert state.deciding_seats() == (1,)
    do(state, f"give_up {rest[3]}", seat=1)
    assert asks(state, 1) == "place"


def test_nobody_sees_a_tile_given_up_from_under_a_top():
    """R149: only a top tile was open before."""
    rest = [tile for tile in ALL_TILES if tile != "public_works"]
    me = {"columns": {"explore": {"home": 1}}, "stacks": {"development": ["public_works"], "world": []}}
    state = explore(
        me, {"faction": 7, "home_world": "new_sparta", "stacks": {"development": rest, "world": []}}, bag=[]
    )
    do(state, "scout other", "draw")
    events = state.submit(1, ROLL.Action.parse(f"give_up {rest[7]}"))
    facts = [event.show_to(2) for event in events]
    assert rest[7] not in str(facts)


def test_giving_goes_on_until_nobody_has_three():
    """R58: then the player goes without."""
    zone = {0: ["public_works"], 1: ["space_docks", "merchant_guild", "mad_scientists"]}
    built = [tile for tile in ROLL.catalog()["tiles"] if tile["id"] not in zone[0] + zone[1]]
    me = {
        "columns": {"explore": {"home": 1}},
        "stacks": {"development": zone[0], "world": []},
        "tableau": [tile["world"]["id"] for tile in built],
    }
    other = {"faction": 7, "home_world": "new_sparta", "stacks": {"development": zone[1], "world": []}}
    state = explore(me, other, bag=[])
    do(state, "scout other", "abandon public_works")
    do(state, "place public_works world bottom")
    assert asks(state, 1) == "give_up"
    do(state, "give_up space_docks", seat=1)
    do(state, "place space_docks world bottom")
    assert is_at_witness(state), "one tile drawn was what was missing"


def test_without_anybody_holding_three_the_player_goes_without():
    """R58: and keeps what he has drawn."""
    held = ["public_works", "space_docks", "merchant_guild", "mad_scientists"]
    built = [tile["world"]["id"] for tile in ROLL.catalog()["tiles"] if tile["id"] not in held]
    me = {"columns": {"explore": {"home": 2}}, "stacks": {"development": held[:2], "world": []}, "tableau": built}
    other = {"faction": 7, "home_world": "new_sparta", "stacks": {"development": held[2:], "world": []}}
    state = explore(me, other, bag=[])
    do(state, "scout other", "abandon public_works", "place public_works world bottom")
    assert legal(state) == ["stock other", "scout other"]
    assert seat(state)["stacks"] == {"development": ["space_docks"], "world": ["public_works"]}


def test_every_draw_is_in_player_order():
    """R59: with the bag low the first in order empties it."""
    last = word("gem_world")
    rest = [tile for tile in ALL_TILES if tile != last]
    seats = [
        {"faction": 7, "home_world": "new_sparta", "columns": {"explore": {"home": 1}}},
        {"faction": 3, "home_world": "old_earth", "columns": {"explore": {"home": 1}}},
    ]
    holder = {"faction": 8, "home_world": "doomed_world", "stacks": {"development": rest, "world": []}}
    state = at("explore", seats[0], seats[1], holder, bag=[last], witness=False)
    assert state.deciding_seats() == (1,)
    do(state, "scout any", seat=1)
    assert seat(state, 1)["hand"] == [last]
    assert state.describe()["bag"] == []


# -- powers ----------------------------------------------------------------------------------------


@covers("alien_archaeology")
def test_alien_archaeology_pays_yellow_stockers_four():
    """R137, R60: 4 credits in all for each Stock by an Alien Technology explorer, 2 for any other."""
    state = explore({"columns": {"explore": {"alien_technology": 2, "home": 1}}})
    assert legal(state) == ["stock alien_technology", "scout alien_technology", "stock other", "scout other"]
    assert gained(do(state, "stock alien_technology"))["credits"] == 4
    assert gained(do(state, "stock other"))["credits"] == 2
    assert gained(do(state, "stock alien_technology"))["credits"] == 4


def test_the_explorer_picked_is_the_one_used():
    """R39, R48: an explorer of another colour leaves the yellow one where it is (a fault once seen elsewhere)."""
    state = explore({"columns": {"explore": {"alien_technology": 1, "home": 1}}})
    do(state, "stock other")
    assert seat(state)["columns"]["explore"] == {"alien_technology": 1}
    assert seat(state)["citizenry"] == {"home": 1}


@covers("alien_research_ship")
def test_alien_research_ship_sends_two_virtual_explorers():
    """R103, R45, R146: one Home, one Alien Technology, which counts for Alien Archaeology; no dice come or go."""
    state = explore({"tableau": ["alien_research_ship"], "cup": {"home": 1}})
    assert seat(state)["virtual_workers"] == {"home": 1, "alien_technology": 1}
    before = owned(state)
    assert gained(do(state, "stock alien_technology"))["credits"] == 4
    assert legal(state) == ["stock other", "scout other"]
    assert gained(do(state, "stock other"))["credits"] == 2
    assert is_at_witness(state)
    assert owned(state) == before
    assert seat(state)["virtual_workers"] == {}


@covers("major_research_labs")
def test_major_research_labs_send_a_virtual_home_explorer():
    """R130, R45: it compels a Scout or a Stock whenever Explore is played."""
    state = explore({"tableau": ["major_research_labs"], "cup": {"home": 1}})
    assert legal(state) == ["stock other", "scout other"]
    do(state, "scout other")
    assert len(seat(state)["hand"]) == 1
    do(state, legal(state)[0])
    assert is_at_witness(state)
    assert owned(state) == {"home": 1}


@covers("alien_research_team")
def test_alien_research_team_draws_one_more_tile_when_all_are_through():
    """R104, R61: with or without explorers; no abandoning; placed like a scouted tile."""
    mine = {"tableau": ["alien_research_team"], "stacks": stacks(["public_works"], ["gem_world"])}
    other = {"faction": 7, "home_world": "new_sparta", "columns": {"explore": {"home": 1}}}
    state = explore(mine, other)
    assert state.deciding_seats() == (1,)
    do(state, "stock any", seat=1)
    assert asks(state) == "place"
    (drawn,) = seat(state)["hand"]
    assert legal(state) == [f"place {drawn} development bottom", f"place {drawn} world bottom"]
    do(state, f"place {drawn} world bottom")
    assert is_at_witness(state)
    assert seat(state)["stacks"]["world"] == [word("gem_world"), drawn]
    assert seat(state)["credits"] == 1, "no explorer scouted"


def test_alien_research_team_draws_while_the_pile_lies_there():
    """R104, R52: its tile is never one abandoned in this phase while the bag has others."""
    for number in range(30):
        me = {
            "tableau": ["alien_research_team"],
            "columns": {"explore": {"home": 1}},
            "stacks": stacks(["public_works", "space_docks", "mad_scientists"]),
        }
        state = with_bag(
            [word(name) for name in ("gem_world", "mining_world", "tourist_world", "spice_world", "trade_levies")],
            me,
            randomness={"seed": number.to_bytes(32, "little").hex()},
        )
        do(state, "scout other", "abandon mad_scientists", "abandon space_docks", "abandon public_works")
        for _ in range(4):
            do(state, legal(state)[0])
        (drawn,) = seat(state)["hand"]
        assert drawn not in ("public_works", "space_docks", "mad_scientists")


@pytest.mark.parametrize(
    ("tasks", "paid"),
    [
        (["scout alien_technology", "stock other"], 1 + 2),
        (["stock alien_technology", "scout other"], 4),
        (["scout alien_technology", "scout alien_technology", "stock other"], 1 + 2),
    ],
)
def test_alien_research_team_pays_once_for_a_yellow_scout(tasks, paid):
    """R104: 1 credit if a yellow explorer did a Scout, not a Stock, once a phase however many did."""
    yellow = sum("alien" in task for task in tasks)
    columns = {"explore": {"alien_technology": yellow, "home": len(tasks) - yellow}}
    state = explore({"tableau": ["alien_research_team"], "columns": columns})
    events = []
    for task in tasks:
        events += do(state, task)
        if asks(state) == "abandon":
            events += do(state, "draw")
        while asks(state) == "place":
            events += do(state, legal(state)[-1])
    assert gained(events)["credits"] == paid
    assert is_at_witness(state)


def test_alien_research_team_takes_the_pile_when_the_bag_is_empty():
    """R104: by R56."""
    me = {"tableau": ["alien_research_team"], "abandoned": ["public_works"]}
    state = with_bag([], me)
    assert seat(state)["hand"] == ["public_works"]
    assert asks(state) == "place"


def test_without_bag_and_pile_alien_research_team_draws_nothing():
    """R148: its credit is paid all the same; nobody gives a tile up."""
    me = {"tableau": ["alien_research_team"], "has_scouted": {"alien_technology": 1}}
    state = with_bag([], me, stage=1)
    assert is_at_witness(state)
    assert seat(state)["credits"] == 2
    assert seat(state)["stacks"] == {"development": [], "world": []}


@covers("improved_reconnaissance")
def test_improved_reconnaissance_puts_scouted_tiles_on_top_or_underneath():
    """R141: separately for every tile, in a free order; a top tile lies under the dice there."""
    me = {
        "faction": 4,
        "columns": {"explore": {"home": 1}},
        "stacks": stacks(["public_works", "mad_scientists"]),
        "stack_dice": {"development": {"genes": 1}},
    }
    state = explore(me)
    do(state, "scout any", "abandon mad_scientists", "draw")
    first, second = seat(state)["hand"]
    assert f"place {first} development top" in legal(state)
    assert f"place {first} development bottom" in legal(state)
    assert f"place {first} world top" not in legal(state), "an empty stack has one end"
    do(state, f"place {first} development top", f"place {second} development top")
    assert seat(state)["stacks"]["development"] == [first, second, "public_works"]
    assert seat(state)["stack_dice"]["development"] == {"genes": 1}


def test_improved_reconnaissance_does_not_help_alien_research_team():
    """R104: its tile is no Scout task (allowed elsewhere by mistake)."""
    me = {"faction": 4, "tableau": ["alien_research_team"], "stacks": stacks(["public_works"], ["gem_world"])}
    state = explore(me)
    assert asks(state) == "place"
    assert all(choice.endswith("bottom") for choice in legal(state))


def outcomes(state, question):
    """Every pair of stacks that answers to a question lead to."""
    found, open_states = set(), [state]
    while open_states:
        current = open_states.pop()
        if asks(current) != question:
            words = seat(current)["stacks"]
            found.add((tuple(words["development"]), tuple(words["world"])))
            continue
        for choice in legal(current):
            trial = current.clone()
            do(trial, choice)
            open_states.append(trial)
    return found


@pytest.mark.parametrize(
    ("development", "world", "ways"),
    [
        # Three drawn tiles A B C. On a stack with an old tile n of them lie in (n + 1)! ways, on an empty one in n!:
        # the sum of choose(3, n) x ways of n x ways of 3 - n.
        (["public_works"], ["gem_world"], 24 + 3 * 6 * 2 + 3 * 2 * 6 + 24),
        (["public_works"], [], 24 + 3 * 6 * 1 + 3 * 2 * 2 + 6),
        ([], ["gem_world"], 6 + 3 * 2 * 2 + 3 * 1 * 6 + 24),
        ([], [], 6 + 3 * 2 + 3 * 2 + 6),
    ],
)
def test_improved_reconnaissance_can_make_every_arrangement(development, world, ways):
    """R141, R50: top or bottom for each tile, every order among those on top and among those underneath."""
    me = {"faction": 4, "columns": {"explore": {"home": 1}}, "stacks": stacks(development, world)}
    hand = [word(name) for name in ("mad_scientists", "space_docks", "nanotechnology")]
    me |= {"hand": hand, "asks": "place"}
    state = at("explore", me, {"faction": 7, "home_world": "new_sparta"}, stage=1)
    assert len(outcomes(state, "place")) == ways


@covers("advanced_logistics")
def test_advanced_logistics_rearranges_both_stacks():
    """R102: any partition in any order, also with no explorers; dice stay on their stack."""
    me = {
        "tableau": ["advanced_logistics"],
        "stacks": stacks(["public_works", "space_docks"], ["gem_world"]),
        "stack_dice": {"development": {"genes": 1}, "world": {"home": 1}},
    }
    state = explore(me)
    assert legal(state) == ["rearrange", "end_explore"]
    gem, docks = word("gem_world"), word("space_docks")
    # From the world stack on, one place is left: the last tile lays itself.
    do(state, "rearrange", f"arrange {gem} development", f"arrange {docks} world")
    assert seat(state)["stacks"] == {"development": [gem], "world": [docks, "public_works"]}
    assert seat(state)["stack_dice"] == {"development": {"genes": 1}, "world": {"home": 1}}
    assert is_at_witness(state)


def test_advanced_logistics_can_make_every_arrangement():
    """R102: three tiles can lie in 4! ways: every order, cut anywhere."""
    me = {"tableau": ["advanced_logistics"], "stacks": stacks(["public_works", "space_docks"], ["gem_world"])}
    state = explore(me)
    do(state, "rearrange")
    assert len(outcomes(state, "arrange")) == 24


def test_advanced_logistics_works_between_tasks_as_often_as_wanted():
    """R102: before the first task, after each, and a last time at the end; it may be left."""
    me = {
        "tableau": ["advanced_logistics"],
        "columns": {"explore": {"home": 2}},
        "stacks": stacks(["public_works"], ["gem_world"]),
    }
    state = explore(me)
    for left in (2, 1, 0):
        assert "rearrange" in legal(state)
        do(state, "rearrange")
        while asks(state) == "arrange":
            do(state, legal(state)[0])
        assert "rearrange" not in legal(state), "twice in a row says nothing new"
        if left:
            do(state, "stock other")
    assert is_at_witness(state)


def test_explore_powers_are_there_again_the_next_round():
    """R102, R104: zones rearranged or left as they are, yellow Scouts and all, in an Explore before."""
    me = {
        "tableau": ["advanced_logistics", "alien_research_team"],
        "columns": {"explore": {"alien_technology": 1}},
        "stacks": stacks(["public_works"], ["gem_world"]),
        "credits": 1,
    }
    rest = [{"faction": 7, "home_world": "new_sparta"}, {"faction": 9, "home_world": "old_earth"}]
    for last in ("rearrange", "end_explore"):
        state = at("explore", me, *rest, witness=False)
        do(state, "scout alien_technology", "draw")
        lay(state)
        do(state, last)
        lay(state)
        assert seat(state)["credits"] == 1, "1 for the Scout, and 1 spent to recruit its explorer"
        # A yellow die never shows Explore: it is laid there by selecting it.
        while asks(state) in ("wild", "select", "selector", "reassign"):
            do(state, next(choice for choice in legal(state) if asks(state) != "select" or choice == "select explore"))
        assert legal(state)[-1] == "rearrange"
        events = do(state, "stock alien_technology", "rearrange")
        assert gained(events)["credits"] == 4
        while asks(state) == "arrange":
            do(state, legal(state)[0])
        assert asks(state) == "place", "the extra draw"
        events = do(state, legal(state)[0])
        assert gained(events)["credits"] == 0, "nobody scouted in this Explore"


def test_advanced_logistics_is_not_used_after_the_extra_draw():
    """R102: and the extra draw comes when the tasks are done (they once blocked each other elsewhere)."""
    me = {
        "tableau": ["advanced_logistics", "alien_research_team", "major_research_labs"],
        "stacks": stacks(["public_works"], ["gem_world"]),
    }
    state = explore(me)
    do(state, "stock other", "end_explore")
    assert asks(state) == "place"
    assert not any(choice.startswith(("rearrange", "arrange")) for choice in legal(state))
    do(state, legal(state)[0])
    assert is_at_witness(state)


def test_advanced_logistics_does_not_make_explore_happen():
    """R102: without Explore it is useless (a fault once seen elsewhere)."""
    me = {"tableau": ["advanced_logistics"], "stacks": stacks(["public_works"], ["gem_world"])}
    state = at("develop", me)
    assert is_at_witness(state)


@covers("technology_unions")
@pytest.mark.parametrize(("others", "paid"), [(["space_docks"], 1), (["space_docks", "mad_scientists"], 0), ([], 1)])
@pytest.mark.parametrize("phase", ["explore", "produce"])
def test_technology_unions_pay_the_sole_leader_in_developments(phase, others, paid):
    """R136, R61: faction squares included; a shared lead pays nothing; in Explore and in Produce."""
    # Seat 0: Alien Archaeology and Technology Unions. Seat 1: Biological Adaptation and the others.
    me = {"tableau": ["technology_unions", "public_works"]}
    state = at(phase, me, {"faction": 7, "home_world": "new_sparta", "tableau": others})
    assert is_at_witness(state)
    assert seat(state)["credits"] == 1 + paid


def test_technology_unions_pay_beside_alien_research_team():
    """R61, R136: both apply in one Explore (a fault once seen elsewhere)."""
    state = explore({"tableau": ["technology_unions", "alien_research_team"]})
    do(state, legal(state)[0])
    assert is_at_witness(state)
    assert seat(state)["credits"] == 2


def test_incomes_of_explore_come_at_its_end():
    """R61, R91: after the extra draw."""
    state = explore({"tableau": ["technology_unions", "alien_research_team"], "columns": {"explore": {"home": 1}}})
    events = do(state, "stock other")
    assert gained(events)["credits"] == 2
    assert asks(state) == "place"
    events = do(state, legal(state)[0])
    assert of_kind(events, "credits_gained") == [{"amount": 1}]


def test_all_tiles_may_be_abandoned():
    """R50: then there is nothing more to ask before the draw."""
    state = explore({"columns": {"explore": {"home": 1}}, "stacks": stacks(["public_works"], ["gem_world"])})
    do(state, "scout other", "abandon public_works", f"abandon {word('gem_world')}")
    assert len(seat(state)["hand"]) == 3
