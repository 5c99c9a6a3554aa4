"""What is open and what is hidden (R14-R17)."""

import random

import pytest

from tests.conformance.checks import shown_without_finished
from tests.roll.scenario import ROLL, asks, at, do, legal, refused, seat, stacks, word

OPEN = ["credits", "vp_chips", "cup", "citizenry", "tableau", "goods", "stack_dice", "columns", "squares", "points"]


def rich():
    """A table with something of everything: a Scout under way, tiles abandoned, stacks of several tiles."""
    return at(
        "explore",
        {
            "columns": {"explore": {"home": 2}},
            "stacks": stacks(["public_works", "space_docks"], ["gem_world", "mining_world", "pirate_world"]),
            "cup": {"military": 1},
            "citizenry": {"novelty": 2},
            "credits": 7,
            "vp_chips": 4,
            "tableau": ["spice_world", "trade_levies"],
            "goods": {"novelty": {"home": 1}},
            "stack_dice": {"world": {"genes": 1}},
        },
        {"faction": 7, "stacks": stacks(["mad_scientists", "merchant_guild"], ["tourist_world"])},
    )


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_what_lies_open_is_seen_by_all(viewer):
    """R14: tableaus, goods, credits, VP, dice everywhere, top tiles, sizes of stacks, bag and pile."""
    state = rich()
    do(state, "scout other", f"abandon {word('space_docks')}", "draw")
    own, seen = state.view(0), state.view(viewer)
    for key in OPEN:
        assert seen["seats"][0][key] == own["seats"][0][key]
    assert seen["seats"][0]["stacks"] == {
        "development": [word("public_works")],
        "world": [word("gem_world"), "unknown", "unknown"],
    }
    assert seen["seats"][0]["hand"] == ["unknown"] * 2
    assert (seen["bag_count"], seen["pile_count"]) == (55 - 2 - 5 - 3 - 2, 1)
    assert seen["vp_pool"] == own["vp_pool"]


def test_what_is_secret_is_seen_by_its_owner_alone():
    """R15: lower tiles, drawn and abandoned tiles; the bag by nobody."""
    state = rich()
    do(state, "scout other", f"abandon {word('space_docks')}", "draw")
    whole, own = state.describe(), state.view(0)["seats"][0]
    assert own["stacks"] == whole["seats"][0]["stacks"]
    assert len(own["hand"]) == 2
    assert own["abandoned"] == [word("space_docks")]
    for viewer in (1, 2, None):
        other = state.view(viewer)["seats"][0]
        assert other["hand"] == ["unknown"] * 2
        assert other["abandoned"] == ["unknown"]
        for tile in (*whole["seats"][0]["hand"], word("space_docks"), word("mining_world"), word("pirate_world")):
            assert tile not in str(state.view(viewer))
    for viewer in (0, 1, 2, None):
        assert "bag" not in state.view(viewer)


def test_a_drawn_tile_is_shown_to_others_only_on_top():
    """R15: events name a tile to others when it comes to the top, and only then."""
    state = rich()
    do(state, "scout other", "draw")
    tile = seat(state)["hand"][0]
    events = state.submit(0, ROLL.Action.parse(f"place {tile} world bottom"))
    assert tile not in str([event.show_to(1) for event in events])
    do(state, "scout other", f"abandon {word('space_docks')}", "abandon public_works", "draw")
    tile = seat(state)["hand"][0]
    events = state.submit(0, ROLL.Action.parse(f"place {tile} development bottom"))
    shown = [fact for event in events if (fact := event.show_to(1)) and fact["kind"] == "top_shown"]
    assert [fact["tile"] for fact in shown] == [tile]


def test_others_see_the_right_stacks_after_tiles_are_abandoned():
    """R14, R15: the new top, and one tile fewer (stacks once shown wrongly elsewhere)."""
    state = rich()
    do(state, "scout other", f"abandon {word('gem_world')}")
    for viewer in (1, None):
        assert state.view(viewer)["seats"][0]["stacks"] == {
            "development": [word("public_works"), "unknown"],
            "world": [word("mining_world"), "unknown"],
        }


def shown_to(viewer, state, *notations):
    """The tiles that come to the top for a viewer to see while seat 0 does something."""
    tiles = set()
    for notation in notations:
        events = state.submit(0, ROLL.Action.parse(notation))
        facts = [event.show_to(viewer) for event in events]
        tiles |= {fact["tile"] for fact in facts if fact and fact["kind"] == "top_shown"}
        tiles |= {tile for stack in state.view(viewer)["seats"][0]["stacks"].values() for tile in stack}
    return tiles - {"unknown"}


@pytest.mark.parametrize("viewer", [1, None])
def test_of_tiles_abandoned_together_none_comes_to_the_top(viewer):
    """R15, R50: they leave at once; from the bottom up, so that what is under a top tile is not laid open in between."""
    state = rich()
    gem, mining, pirate = (word(name) for name in ("gem_world", "mining_world", "pirate_world"))
    do(state, "scout other")
    assert legal(state) == [f"abandon {tile}" for tile in ("public_works", "space_docks", gem, mining, pirate)] + [
        "draw"
    ]
    shown = shown_to(viewer, state, f"abandon {mining}", f"abandon {gem}")
    assert shown == {"public_works", gem, pirate}
    assert refused(state, f"abandon {pirate}"), "it has been passed over"


@pytest.mark.parametrize("viewer", [1, None])
def test_of_tiles_put_on_top_together_only_the_last_top_is_seen(viewer):
    """R15, R141: those laid on the stack after the first go beneath it, unseen."""
    me = {"faction": 4, "columns": {"explore": {"home": 1}}, "stacks": stacks(["public_works", "merchant_guild"])}
    state = at("explore", me | {"cup": {"home": 1}}, {"faction": 7})
    do(state, "scout any", "abandon merchant_guild", "draw")
    first, second = seat(state)["hand"]
    shown = shown_to(viewer, state, f"place {second} development top", f"place {first} development top")
    assert shown == {second}
    assert seat(state)["stacks"]["development"] == [second, first, "public_works"]


def test_an_owner_may_not_reorder_his_stacks():
    """R15: looking is free, changing the order is not: no action does it without Advanced Logistics."""
    state = rich()
    assert legal(state) == ["stock other", "scout other"]


def rolled():
    """Three seats in Assign, each with dice rolled."""
    columns = {"columns": {"explore": {"home": 2}, "ship": {"military": 2}}, "wild": {"genes": 1}}
    return ROLL.from_description(
        {
            "step": "assign",
            "seats": [
                {"faction": 2, "home_world": "doomed_world"} | columns,
                {"faction": 7, "home_world": "new_sparta"} | columns,
                {"faction": 9, "home_world": "old_earth"} | columns,
            ],
        }
    )


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_rolled_faces_and_assignment_are_secret_until_reveal(viewer):
    """R16: faces, columns, the phase selected, Reassign powers: all unseen, and simultaneous for all."""
    state = rolled()
    assert state.deciding_seats() == (0, 1, 2)
    before = state.view(viewer)
    other = before["seats"][0]
    assert other["cup"] == {"home": 2, "military": 2, "genes": 1}
    assert (other["columns"], other["wild"], other["selected"]) == ({}, {}, None)
    for notation in ("wild genes settle", "select settle", "selector genes settle", "dictate", "pay home explore"):
        events = state.submit(0, ROLL.Action.parse(notation))
        assert [event.show_to(viewer) for event in events] == [None] * len(events)
        assert state.view(viewer) == before
    do(state, "take home explore", "to ship")
    assert state.view(viewer)["deciding_seats"] == [1, 2]
    assert shown_without_finished(state.view(viewer)) == shown_without_finished(before)
    assert state.view(0)["seats"][0]["selected"] == "settle"


def test_reveal_opens_every_assignment():
    """R16: after Reveal all see who selected what with which die, and all workers."""
    state = rolled()
    for place in range(3):
        do(state, "wild genes settle", "select explore", "selector genes settle", seat=place)
        events = do(state, "done", seat=place)
    kinds = [event["kind"] for event in events]
    assert kinds.count("selected") == 3
    for viewer in (0, 1, 2, None):
        for other in state.view(viewer)["seats"]:
            assert other["selected"] == "explore"
            assert other["columns"]["explore"] == {"home": 2, "genes": 1}


def test_phases_are_played_in_player_order_one_seat_at_a_time():
    """R17: each seat finishes all its tasks before the next begins, and everything done is visible."""
    seats = [
        {"faction": faction, "home_world": home, "columns": {"explore": {"home": 2}}}
        for faction, home in ((4, "doomed_world"), (2, "new_sparta"), (9, "old_earth"))
    ]
    state = at("explore", seats[0], *seats[1:], witness=False)
    order = []
    while asks(state, state.deciding_seats()[0]) == "explore":
        assert len(state.deciding_seats()) == 1
        order.append(state.deciding_seats()[0])
        do(state, legal(state, order[-1])[0], seat=order[-1])
        assert state.view(None)["seats"][order[-1]]["credits"] == seat(state, order[-1])["credits"]
    assert order == [1, 1, 2, 2, 0, 0]


def test_setup_assign_and_manage_empire_are_simultaneous():
    """R17: nobody's choice there touches another seat, and none is seen before all have chosen."""
    assert ROLL.setup(seats=4, seed=bytes(32)).deciding_seats() == (0, 1, 2, 3)
    assert rolled().deciding_seats() == (0, 1, 2)
    seats = [
        {"faction": faction, "home_world": home, "cup": {"home": 1}, "stack_dice": {"world": {"home": 1}}}
        for faction, home in ((4, "doomed_world"), (2, "new_sparta"), (9, "old_earth"))
    ]
    state = at("manage", seats[0], *seats[1:], witness=False)
    assert state.deciding_seats() == (0, 1, 2)
    before = state.view(1)
    do(state, "recall home world_stack")
    assert state.view(1)["deciding_seats"] == [1, 2]
    assert shown_without_finished(state.view(1)) == shown_without_finished(before)


def test_hidden_tiles_are_imagined_evenly():
    """R15: nothing tells a seat which tile lies where: each of the unseen ones is as likely under a stack's top."""
    state = rich()
    info = state.information_set(1)
    chance = random.Random(1)
    under = [info.imagine(chance).describe()["seats"][0]["stacks"]["development"][1] for _ in range(4000)]
    unseen = set(state.describe()["bag"]) | {word("space_docks"), word("mining_world"), word("pirate_world")}
    assert set(under) == unseen
    expected = len(under) / len(unseen)
    assert all(abs(under.count(tile) - expected) < 4.5 * expected**0.5 for tile in unseen)
