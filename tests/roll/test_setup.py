"""Components and setup (R1-R13)."""

from collections import Counter

import pytest

from tests.roll.facts import FACTION_WORLDS, HOME_WORLDS, TILE_WORLDS
from tests.roll.scenario import ROLL, asks, at, do, legal, owned, seat, stacks

SUPPLY = {
    "home": 25,
    "military": 22,
    "consumption": 9,
    "novelty": 20,
    "rare_elements": 14,
    "genes": 12,
    "alien_technology": 9,
}
FACES = {
    "home": "explore explore develop settle produce ship",
    "military": "explore develop develop settle settle wild",
    "consumption": "explore develop ship ship ship wild",
    "novelty": "explore produce produce ship ship wild",
    "rare_elements": "explore develop develop produce ship wild",
    "genes": "explore settle settle produce wild wild",
    "alien_technology": "develop settle produce wild wild wild",
}


def fresh(number, seats=3):
    return ROLL.setup(seats=seats, seed=number.to_bytes(32, "little"))


def begun(number, seats=3):
    """A match whose start tiles are laid."""
    state = fresh(number, seats)
    for each in range(seats):
        do(state, legal(state, each)[0], seat=each)
    return state


def test_components():
    """R1: 2 to 5 players, 55 tiles, 9 factions, 9 home worlds, 111 dice."""
    catalog = ROLL.catalog()
    assert (ROLL.seats_min, ROLL.seats_max) == (2, 5)
    assert (len(catalog["tiles"]), len(catalog["factions"]), len(catalog["home_worlds"])) == (55, 9, 9)
    assert {die["id"]: die["supply"] for die in catalog["dice"]} == SUPPLY
    assert sum(SUPPLY.values()) == 111


@pytest.mark.parametrize("seats", [1, 6, 0])
def test_no_other_number_of_seats(seats):
    """R1: 2 to 5 players."""
    with pytest.raises(ValueError, match="2 to 5"):
        ROLL.setup(seats=seats, seed=bytes(32))


def test_every_tile_is_in_the_bag():
    """R1: all 55 tiles are dealt sooner or later, and each lies in exactly one place (a fault once seen elsewhere)."""
    dealt = Counter()
    for number in range(300):
        words = fresh(number, 5).describe()
        hands = [tile for each in words["seats"] for tile in each["hand"]]
        dealt.update(hands)
        assert len(hands) == 10
        assert len({*hands, *words["bag"]}) == 55
    assert set(dealt) == {tile["id"] for tile in ROLL.catalog()["tiles"]}
    # 3000 tiles over 55 sorts: 54.5 each, standard deviation 7.3.
    assert 25 < min(dealt.values()) <= max(dealt.values()) < 90


def test_the_supply_cannot_run_out():
    """R2: all grants together are within the supply, and six of the seven colours equal it."""
    granted = Counter({"home": 25})
    for world in (*TILE_WORLDS, *HOME_WORLDS, *(w for worlds in FACTION_WORLDS.values() for w in worlds)):
        granted.update(world.cup)
        granted.update(world.citizenry)
        granted.update({world.good: 1} if world.good else {})
    # The three developments with immediate effects.
    granted.update({"military": 2})
    granted.update({"novelty": 2})
    granted.update({"military": 1})
    assert all(granted[color] <= count for color, count in SUPPLY.items())
    assert {color for color, count in SUPPLY.items() if granted[color] < count} == {"novelty"}


def test_a_table_with_more_dice_than_there_are_is_refused():
    """R2: the supply is the limit of any position."""
    with pytest.raises(ValueError, match="alien_technology"):
        at("develop", {"cup": {"alien_technology": 9}}, {"faction": 7, "cup": {"alien_technology": 1}})


def test_faces_in_the_catalogue():
    """R3: the six faces of each colour."""
    assert {die["id"]: " ".join(die["faces"]) for die in ROLL.catalog()["dice"]} == FACES


@pytest.mark.parametrize("color", FACES)
def test_a_die_shows_each_of_its_faces_as_often_as_it_bears_it(color):
    """R3: a Home die is never wild, an Alien Technology die never explores or ships."""
    seen, rolls = Counter(), 0
    for number in range(300):
        state = at("roll", {"cup": {color: 9}}, randomness={"seed": number.to_bytes(32, "little").hex()})
        words = seat(state)
        for column, dice in words["columns"].items():
            seen[column] += dice[color]
        seen["wild"] += words["wild"].get(color, 0)
        rolls += 9
    wanted = Counter(FACES[color].split())
    assert set(+seen) == set(wanted)
    assert sum(seen.values()) == rolls
    for face, count in wanted.items():
        expected = rolls * count / 6
        assert abs(seen[face] - expected) < 4.5 * (expected * (1 - count / 6)) ** 0.5


@pytest.mark.parametrize(("seats", "chips"), [(2, 24), (3, 36), (4, 48), (5, 60)])
def test_the_pool_holds_12_chips_a_seat(seats, chips):
    """R4: 12 VP a player."""
    assert fresh(1, seats).describe()["vp_pool"] == chips


def test_factions_and_home_worlds_are_dealt_at_random():
    """R5: each seat gets one of each, all different, every one of them sooner or later in every seat."""
    seen = [Counter(), Counter()]
    for number in range(200):
        words = fresh(number).describe()["seats"]
        assert len({each["faction"] for each in words}) == len({each["home_world"] for each in words}) == 3
        seen[0].update((place, each["faction"]) for place, each in enumerate(words))
        seen[1].update((place, each["home_world"]) for place, each in enumerate(words))
    assert len(seen[0]) == len(seen[1]) == 27


def test_both_start_tiles_are_turned_up_at_setup():
    """R5: faction and home world lie open from the first decision on."""
    state = fresh(3)
    for viewer in (0, 1, 2, None):
        assert [len(each["start_tiles"]) for each in state.view(viewer)["seats"]] == [3, 3, 3]


def test_a_seat_has_two_ways_to_begin():
    """R6: one tile as a development and the other as a world; either of two, all choosing at once."""
    state = fresh(4)
    assert state.deciding_seats() == (0, 1, 2)
    for place in range(3):
        assert asks(state, place) == "begin"
        hand = seat(state, place)["hand"]
        assert sorted(legal(state, place)) == sorted(f"begin {tile}" for tile in hand)
    first, second = seat(state, 1)["hand"]
    do(state, f"begin {second}", seat=1)
    assert seat(state, 1)["stacks"] == {"development": [second], "world": [first]}
    assert state.deciding_seats() == (0, 2)


def test_stacks_may_be_empty_later():
    """R6: only at the beginning must each stack have a tile."""
    state = at("explore", {"columns": {"explore": {"home": 1}}, "stacks": stacks(["public_works"])})
    do(state, "scout other", "abandon public_works")
    assert asks(state) == "place"
    assert seat(state)["stacks"] == {"development": [], "world": []}


@pytest.mark.parametrize("number", range(5))
def test_dice_and_credits_at_the_start(number):
    """R7: 3 Home dice in the cup, 2 in the Citizenry, 1 credit (8 with Doomed World)."""
    for words in fresh(number, 5).describe()["seats"]:
        assert words["cup"]["home"] == 3
        assert words["citizenry"]["home"] == 2
        assert words["credits"] == (8 if words["home_world"] == "doomed_world" else 1)
        assert words["vp_chips"] == 0


def test_the_worlds_in_the_zone_grant_nothing_yet():
    """R8: setup dice come from faction and home world alone, whatever worlds were drawn."""
    for number in range(20):
        state = begun(number)
        for place in range(3):
            words = seat(state, place)
            grants = [*FACTION_WORLDS[words["faction"]], *(w for w in HOME_WORLDS if w.id == words["home_world"])]
            brought = sum(sum(w.cup.values()) + sum(w.citizenry.values()) + bool(w.good) for w in grants)
            assert sum(owned(state, place).values()) == 5 + brought


def test_start_dice_are_taken_once():
    """R8: what start worlds grant comes at setup and never again."""
    state = begun(2)
    before = [owned(state, place) for place in range(3)]
    for place in range(3):
        while asks(state, place) in ("wild", "select", "selector", "reassign"):
            choices = legal(state, place)
            do(state, next((c for c in choices if c in ("done", "select ship")), choices[0]), seat=place)
    assert [owned(state, place) for place in range(3)] == before


def test_no_recall_before_the_first_manage_empire():
    """R11: a good from setup lies there through Assign of round 1, and nothing in Assign moves it."""
    for number in range(200):
        state = begun(number)
        for place in range(3):
            goods = seat(state, place)["goods"]
            if goods:
                assert not any(choice.startswith("recall") for choice in legal(state, place))
                return
    raise AssertionError("no start good in 200 deals")


def test_a_match_begins_with_three_squares():
    """R12: the faction counts 2, the home world 1; each tile built adds 1; tiles in the zone count nothing."""
    state = begun(5)
    assert [each["squares"] for each in state.view(None)["seats"]] == [3, 3, 3]
    state = at("develop", {"tableau": ["public_works", "gem_world"], "stacks": stacks(["space_docks"])})
    assert state.view(0)["seats"][0]["squares"] == 5


@pytest.mark.parametrize(
    ("factions", "order"),
    [((5, 2, 9), [1, 2, 0]), ((1, 2, 3), [0, 1, 2]), ((8, 7, 3), [2, 0, 1]), ((4, 9, 5), [0, 1, 2])],
)
def test_player_order_is_clockwise_from_the_lowest_faction(factions, order):
    """R13: only the lowest number counts; from there it goes round the table."""
    homes = ["doomed_world", "new_sparta", "old_earth"]
    seats = [{"faction": faction, "home_world": home} for faction, home in zip(factions, homes, strict=True)]
    exploring = [each | {"columns": {"explore": {"home": 1}}} for each in seats]
    state = at("explore", exploring[0], *exploring[1:], witness=False)
    assert state.view(None)["player_order"] == order
    asked = []
    while asks(state, state.deciding_seats()[0]) == "explore":
        asked.append(state.deciding_seats()[0])
        do(state, legal(state, asked[-1])[0], seat=asked[-1])
    assert asked == order
