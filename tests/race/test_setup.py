"""The beginning of a match (R1 to R10)."""

from collections import Counter

import pytest

from engine.errors import BadOptions
from engine.race.catalog import CARDS
from engine.race.rules import RACE
from tests.race.scenario import COPIES, act, asked, hand_size, legal, position, seat

STARTS = ["old_earth", "epsilon_eridani", "alpha_centauri", "new_sparta", "earths_lost_colony"]
PRESET = {
    "epsilon_eridani": ["public_works", "colony_ship", "gem_world", "rebel_fuel_cache"],
    "alpha_centauri": ["mining_robots", "expedition_force", "comet_zone", "rebel_miners"],
    "new_sparta": ["export_duties", "new_military_tactics", "former_penal_colony", "malevolent_lifeforms"],
    "earths_lost_colony": ["space_marines", "contact_specialist", "avian_uplift_race", "spice_world"],
}


def setup(seats, number, **options):
    return RACE.setup(seats=seats, seed=bytes([number]) * 32, options=options)


def all_cards(state):
    words = state.describe()
    found = Counter(words["deck"]) + Counter(words["discards"])
    for each in words["seats"]:
        for pile in ("tableau", "hand", "drawn", "set_aside"):
            found.update(each[pile])
        found.update(each["goods"].values())
    return found


def test_the_deck_has_114_cards():
    """R1: 5 start worlds, 59 other worlds, 38 developments in two copies each, 12 of cost 6."""
    assert all_cards(setup(2, 1)) == Counter(COPIES)
    assert sum(COPIES.values()) == 114
    worlds = [card for card in CARDS if card.is_world]
    assert (len(worlds), sum(card.start_world >= 0 for card in worlds)) == (64, 5)
    developments = Counter((card.copies, card.cost == 6) for card in CARDS if not card.is_world)
    assert developments == {(2, False): 19, (1, True): 12}


@pytest.mark.parametrize(("seats", "pool"), [(2, 24), (3, 36), (4, 48)])
def test_the_pool_holds_twelve_points_a_seat(seats, pool):
    """R2: 24, 36 or 48 VP."""
    assert setup(seats, 1).describe()["vp_pool"] == pool


def test_everybody_has_another_start_world_and_the_rest_are_shuffled_in():
    """R3: unused start worlds are ordinary worlds of the deck."""
    seen = set()
    for number in range(40):
        state = setup(4, number)
        mine = [each["tableau"] for each in state.describe()["seats"]]
        assert all(len(tableau) == 1 for tableau in mine)
        worlds = {tableau[0] for tableau in mine}
        assert len(worlds) == 4
        (left,) = set(STARTS) - worlds
        words = state.describe()
        hidden = words["deck"] + [card for each in words["seats"] for card in each["hand"]]
        assert hidden.count(left) == 1
        seen.add(left)
    assert seen == set(STARTS)


@pytest.mark.parametrize(("world", "cost"), [("old_earth", 3), ("epsilon_eridani", 2), ("alpha_centauri", 2)])
def test_a_start_world_from_the_deck_is_placed_like_any_other(world, cost):
    """R3: with its printed cost."""
    state = position("settle", {"hand": [world, "gem_world", "space_port", "spice_world", "new_earth"]})
    act(state, f"0 place {world}", *["0 pay " + card for card in ("gem_world", "space_port", "spice_world")[:cost]])
    assert world in seat(state)["tableau"]


def test_new_sparta_from_the_deck_has_to_be_conquered():
    """R3: defense 2."""
    weak = position("settle", {"tableau": ["epsilon_eridani"], "hand": ["new_sparta", "gem_world"]})
    strong = position("settle", {"tableau": ["space_marines"], "hand": ["new_sparta", "gem_world"]})
    assert "place new_sparta" not in legal(weak)
    assert "place new_sparta" in legal(strong)


def test_six_cards_are_dealt_and_two_discarded_unseen():
    """R4: all are dealt before anybody discards; starting hands have four cards."""
    state = setup(3, 2)
    assert state.deciding_seats() == (0, 1, 2)
    assert state.is_simultaneous
    for number in range(3):
        assert hand_size(state, number) == 6
        assert asked(state, number) == "opening_discard"
        for _ in range(2):
            act(state, f"{number} {legal(state, number)[0]}")
        assert state.version == 2 * (number + 1)
    assert [hand_size(state, number) for number in range(3)] == [4, 4, 4]
    assert len(state.describe()["discards"]) == 6
    assert asked(state) == "action"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_preset_hands_follow_the_start_worlds(seats):
    """R5, R6, R7: start worlds 1 to the number of seats, four numbered cards each, nothing discarded."""
    starts = set()
    for number in range(30):
        state = setup(seats, number, preset_hands=True)
        words = state.describe()
        assert asked(state) == "action"
        assert words["discards"] == []
        dealt = []
        for each in words["seats"]:
            (start,) = each["tableau"]
            assert Counter(each["hand"]) == Counter(PRESET[start])
            dealt += [start, *each["hand"]]
        assert {each["tableau"][0] for each in words["seats"]} == set(STARTS[1 : seats + 1])
        starts.add(words["seats"][0]["tableau"][0])
        # R8 holds for the first game too.
        assert all(list(each["goods"]) == [w for w in each["tableau"] if w == STARTS[2]] for each in words["seats"])
        goods = [face for each in words["seats"] for face in each["goods"].values()]
        assert Counter(words["deck"]) == Counter(COPIES) - Counter(dealt) - Counter(goods)
    assert len(starts) > 1


def test_the_other_copies_of_preset_developments_lie_in_the_deck():
    """R7: of two copies only one has a number."""
    words = setup(4, 1, preset_hands=True).describe()
    goods = [face for each in words["seats"] for face in each["goods"].values()]
    twins = [card for hand in PRESET.values() for card in hand if COPIES[card] == 2]
    assert len(twins) == 8
    assert all((words["deck"] + goods).count(card) == 1 for card in twins)


def test_only_alpha_centauri_begins_with_a_good():
    """R8: an unseen card of the deck, after the hands are complete."""
    for number in range(20):
        state = setup(2, number)
        assert all(each["goods"] == {} for each in state.describe()["seats"])
        for each in (0, 0, 1, 1):
            act(state, f"{each} {legal(state, each)[0]}")
        words = state.describe()
        for each in words["seats"]:
            assert list(each["goods"]) == [world for world in each["tableau"] if world == "alpha_centauri"]
        assert len(words["deck"]) == 114 - 2 - 12 - sum(len(each["goods"]) for each in words["seats"])
        assert state.view(0)["seats"][1]["hand"] == ["unknown"] * 4


def test_the_owner_of_the_lowest_start_world_goes_first():
    """R9: then clockwise by seat, the whole match long."""
    orders = set()
    for number in range(40):
        state = setup(3, number)
        starts = [STARTS.index(each["tableau"][0]) for each in state.describe()["seats"]]
        first = starts.index(min(starts))
        order = state.view(None)["player_order"]
        assert order == [first, (first + 1) % 3, (first + 2) % 3]
        orders.add(tuple(order))
    assert len(orders) == 3


def test_what_is_open_and_what_is_not():
    """R10: goods are open, but not their faces, not even to their owner; hands are so many unknown cards."""
    state = position(
        "choose",
        {"tableau": ["gem_world"], "goods": {"gem_world": "drop_ships"}, "hand": ["new_earth"], "vp_chips": 3},
        {"tableau": ["old_earth"], "hand": ["rebel_base", "space_port"]},
    )
    for viewer in (0, 1, None):
        view = state.view(viewer)
        assert view["seats"][0]["goods"] == {"gem_world": "unknown"}
        assert view["seats"][0]["vp_chips"] == 3
        assert view["seats"][1]["hand"] == (["space_port", "rebel_base"] if viewer == 1 else ["unknown"] * 2)
        assert "drop_ships" not in str(view)
        assert ("rebel_base" in str(view)) == (viewer == 1)
    faces = {
        seat(state.information_set(0).imagine(__import__("random").Random(n)))["goods"]["gem_world"] for n in range(40)
    }
    assert len(faces) > 10


def test_the_advanced_game_is_for_two():
    """R92: the mode has its own set of action cards for two seats."""
    with pytest.raises(BadOptions, match="advanced"):
        setup(3, 1, advanced=True)
    assert asked(setup(2, 1, advanced=True, preset_hands=True)) == "two_actions"
