"""What a seat can't know is imagined with the right odds: each way to lay the hidden pieces is as likely as any other.

Not only each place by itself: all hidden places together, so that no two of them hang on each other.
"""

import random
from collections import Counter
from itertools import permutations

import pytest

from engine.registry import find_game
from tests.race.scenario import COPIES
from tests.race.scenario import position as race_position
from tests.roll.scenario import ROLL, stacks, word
from tests.support.chance import assert_as_likely_as, deviation
from tests.support.matches import seed_bytes

ROLL_HIDDEN = ("mad_scientists", "public_works", "space_docks", "executive_power", "trade_levies")
ROLL_OPEN = ("merchant_guild", "export_duties")
RACE_HIDDEN = ("old_earth", "new_sparta", "epsilon_eridani", "alpha_centauri", "earths_lost_colony")
DRAWS = 6000


def imagined(state, viewer, draws=DRAWS, seed=1):
    """Worlds that the viewer can't tell from *state*, in words."""
    info, chance = state.information_set(viewer), random.Random(seed)
    for _ in range(draws):
        yield info.imagine(chance).describe()


def each_way(pieces, *sizes):
    """All ways to lay *pieces* into places of those sizes, as `laid` writes them: all equally likely."""
    ways = set()
    for order in permutations(pieces):
        rest = iter(order)
        ways.add(laid(*([next(rest) for _ in range(size)] for size in sizes)))
    return dict.fromkeys(ways, 1)


def laid(*places):
    return tuple(tuple(sorted(place)) for place in places)


def roll_under_way():
    """Another seat is in mid-Scout: a tile under a top, one drawn, one abandoned and two in the bag are hidden."""
    hidden = [word(name) for name in ROLL_HIDDEN]
    tiles = ROLL.catalog()["tiles"]
    open_words = {word(name) for name in ROLL_OPEN}
    built = [tile["development"]["id"] for tile in tiles if tile["id"] not in {*hidden, *open_words}]
    scouting = {
        "faction": 1,
        "stacks": {"development": [word("merchant_guild"), hidden[0]], "world": [word("export_duties")]},
        "hand": [hidden[1]],
        "abandoned": [hidden[2]],
        "asks": "place",
        "columns": {"explore": {"home": 1}},
    }
    watching = {"faction": 9, "tableau": built, "columns": {"ship": {"home": 1}}}
    state = ROLL.from_description(
        {"step": "explore", "stage": 1, "played": ["explore", "ship"], "seats": [scouting, watching]}
    )
    assert sorted(state.describe()["bag"]) == sorted(hidden[3:])
    return state, hidden


def test_roll_lays_hidden_tiles_in_every_way():
    """R15: stack, hand, pile and bag together."""
    state, hidden = roll_under_way()
    for viewer in (1, None):
        found = Counter(
            laid(me["stacks"]["development"][1:], me["hand"], me["abandoned"], words["bag"])
            for words in imagined(state, viewer)
            for me in (words["seats"][0],)
        )
        assert_as_likely_as(found, each_way(hidden, 1, 1, 1, 2))


def test_roll_keeps_apart_what_the_seat_knows():
    """R15: the scouting seat knows its own tiles, and so all that is left for the bag."""
    state, hidden = roll_under_way()
    for words in imagined(state, 0, 50):
        me = words["seats"][0]
        assert (me["stacks"]["development"][1:], me["hand"], me["abandoned"]) == (hidden[:1], hidden[1:2], hidden[2:3])


def roll_of_one_die_of_each_colour():
    """Every seat has rolled; two seats' dice are of every colour, some twice."""
    dice = dict.fromkeys((die["id"] for die in ROLL.catalog()["dice"]), 1)
    seats = [
        {"faction": number, "cup": dice | more, "stacks": stacks([tile])}
        for number, more, tile in ((2, {}, "public_works"), (4, {"genes": 2}, "space_docks"), (9, {}, "mad_scientists"))
    ]
    return ROLL.from_description({"step": "roll", "seats": seats})


def test_roll_rolls_the_others_dice_anew():
    """R3, R16, R18: the faces others rolled are drawn as the dice bear them, the viewer's stay as they are."""
    state = roll_of_one_die_of_each_colour()
    own = state.describe()["seats"][0]
    faces = {die["id"]: Counter(die["faces"]) for die in ROLL.catalog()["dice"]}
    found = {(seat, color): Counter() for seat in (1, 2) for color in faces}
    together = Counter()
    for words in imagined(state, 0):
        assert words["seats"][0] == own
        for seat in (1, 2):
            where = [*words["seats"][seat]["columns"].items(), ("wild", words["seats"][seat]["wild"])]
            for face, dice in where:
                for color, count in dice.items():
                    found[seat, color][face] += count
        together[
            "home" in words["seats"][1]["columns"].get("explore", {}),
            "home" in words["seats"][2]["columns"].get("explore", {}),
        ] += 1
    for (_, color), shown in found.items():
        assert_as_likely_as(shown, faces[color])
    # A Home die shows Explore 2 times in 6, whatever the other seat's shows.
    assert_as_likely_as(together, {(True, True): 1, (True, False): 2, (False, True): 2, (False, False): 4})


@pytest.mark.parametrize(("deck", "thrown"), [(2, 1), (1, 2)])
def test_race_lays_hidden_cards_in_every_way(deck, thrown):
    """Race R10: another's hand, the face of an own good, deck and discards together, own discards kept apart."""
    known = [card for card, copies in COPIES.items() for _ in range(copies)]
    for card in (*RACE_HIDDEN, "gem_world"):
        known.remove(card)
    mine = {"tableau": ["gem_world"], "goods": {"gem_world": RACE_HIDDEN[1]}, "put_away": known}
    other = {"hand": [RACE_HIDDEN[0]]}
    state = race_position(
        "choose", mine, other, deck=list(RACE_HIDDEN[2:][:deck]), discards=[*known, *RACE_HIDDEN[2 + deck :]]
    )
    found = Counter()
    for words in imagined(state, 0):
        unseen = Counter(words["discards"]) - Counter(known)
        face = words["seats"][0]["goods"]["gem_world"]
        found[laid(words["seats"][1]["hand"], [face], words["deck"], unseen.elements())] += 1
    assert_as_likely_as(found, each_way(RACE_HIDDEN, 1, 1, deck, thrown))


@pytest.mark.parametrize("viewer", [0, 2])
def test_tiny_epic_deals_hidden_missions_in_every_way(viewer):
    """Tiny Epic R05: any two of the missions a seat doesn't hold are as likely for any two places."""
    game = find_game("tiny_epic")
    state = game.setup(seats=3, seed=seed_bytes(3))
    for seat in (0, 1, 2):
        state.submit(seat, state.legal_actions(seat)[0])
    own = state.describe()["seats"][viewer]["missions"]
    missions = [mission["id"] for mission in game.catalog()["missions"] if mission["id"] not in own]
    found = Counter()
    others = [seat for seat in (0, 1, 2) if seat != viewer]
    for words in imagined(state, viewer):
        assert words["seats"][viewer]["missions"] == own
        places = [mission for seat in others for mission in words["seats"][seat]["missions"]]
        found.update((i, j, places[i], places[j]) for i in range(4) for j in range(i))
    ways = {(i, j, one, two): 1 for i in range(4) for j in range(i) for one, two in permutations(missions, 2)}
    assert_as_likely_as(found, ways)


def test_the_measure_itself_sees_what_is_uneven():
    """A die of which one face comes a fifth too often is found out, an even one is not."""
    chance = random.Random(1)
    even = Counter(chance.choices("abcdef", k=DRAWS))
    uneven = Counter(chance.choices("abcdef", [1.2, 1, 1, 1, 1, 1], k=DRAWS))
    weights = dict.fromkeys("abcdef", 1.0)
    assert_as_likely_as(even, weights)
    assert deviation(uneven, weights) > 4.8
