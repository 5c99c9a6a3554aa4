"""The rules against a second writing of them, over random tableaus (R51 to R79) and in random matches."""

import random

import pytest

from engine.race.rules import RACE
from tests.race.placing import offered, places, score
from tests.race.reference import BY_ID, HOLDERS, Consumer, Producer, draw_for_most, owners
from tests.race.scenario import hand_size, legal, position, seat

ROUNDS = 150
MATCHES = 15
#: who likes them has them in the tableau while the phases they are about go on
TOOLS = ("new_military_tactics", "colony_ship", "contact_specialist", "alien_tech_institute", "galactic_imperium")


def some(chance, cards, most):
    return chance.sample(cards, chance.randint(0, most))


@pytest.mark.parametrize("number", range(4))
def test_consume_offers_and_brings_what_the_reference_says(number):
    """R51, R53, R56, R57, R58, R60, R66: powers, goods and action cards mixed, every choice at random."""
    chance = random.Random(number)
    for _ in range(ROUNDS):
        cards = some(chance, owners("consume"), 6) + some(chance, HOLDERS, 5) + some(chance, owners("trade"), 2)
        tableau = list(dict.fromkeys(cards))[:11]
        words = {
            "tableau": tableau,
            "goods": [card for card in tableau if card in HOLDERS and chance.random() < 0.8],
            "actions": chance.choice([[], ["consume_trade"], ["consume_2x"], ["consume_trade", "consume_2x"]]),
            "hand": some(chance, [card for card in BY_ID if card not in tableau], 3),
        }
        pool = chance.choice([1, 4, 24])
        state = position("consume", words, is_advanced=len(words["actions"]) == 2, vp_pool=pool)
        consumer = Consumer(state, words, chance)
        consumer.play()
        mine = seat(state)
        assert (mine["vp_chips"], set(mine["goods"]), len(mine["hand"])) == (consumer.vp, consumer.goods, consumer.hand)
        left = max(0, pool - consumer.vp)
        assert state.describe()["vp_pool"] == left
        assert state.is_over == (left == 0 and consumer.hand <= 10)


@pytest.mark.parametrize("number", range(4))
def test_produce_offers_and_brings_what_the_reference_says(number):
    """R70, R71, R72, R74, R75, R76, R79, R98: two to four seats, in player order."""
    chance = random.Random(number)
    for _ in range(ROUNDS):
        left = {card: BY_ID[card].copies for card in BY_ID}
        table = []
        for _ in range(chance.randint(2, 4)):
            tableau = list(dict.fromkeys(some(chance, owners("produce"), 5) + some(chance, HOLDERS, 5)))
            tableau = [card for card in tableau if left[card] > 0]
            left.update({card: left[card] - 1 for card in tableau})
            goods = [card for card in tableau if card in HOLDERS and chance.random() < 0.35]
            actions = ["produce"] if chance.random() < 0.4 else []
            table.append({"tableau": tableau, "goods": goods, "actions": actions})
        first = chance.randrange(len(table))
        state = position("produce", *table, first_seat=first)
        seats = [Producer(words) for words in table]
        for place in range(len(seats)):
            current = (first + place) % len(seats)
            seats[current].play(state, current, chance)
        draw_for_most(seats)
        found = [(set(seat(state, each)["goods"]), hand_size(state, each)) for each in range(len(seats))]
        assert found == [(producer.goods, producer.hand) for producer in seats]


def lively(chance, actions):
    """Choose at random, but rather place a card than none, and tools before others."""
    placing = [action for action in actions if action.kind in ("place", "discard_from_tableau", "conquer")]
    tools = [action for action in placing if action.fields.get("card") in TOOLS]
    for wanted in (tools, placing):
        if wanted and chance.random() < 0.8:
            return chance.choice(wanted)
    return chance.choice(actions)


@pytest.mark.parametrize("number", range(4))
def test_matches_offer_and_score_what_the_reference_says(number):
    """R25, R28, R29, R30, R33, R34, R37, R38, R41, R42, R47, R83, R85, R86, R87, R88, R89, R90, R94, R97."""
    chance = random.Random(number)
    for match in range(MATCHES):
        seats = (2, 2, 3, 4)[match % 4]
        state = RACE.setup(seats, chance.randbytes(32), {"advanced": match % 4 == 0})
        while not state.is_over:
            words = state.describe()
            for each in state.deciding_seats():
                assert offered(words, each) in (None, set(legal(state, each)))
            assert list(state.scores()) == [score(one) for one in words["seats"]]
            each = chance.choice(state.deciding_seats())
            state.submit(each, lively(chance, state.legal_actions(each)))
        last = state.describe()
        assert list(state.ranks()) == places(last["seats"])
        assert last["vp_pool"] == 0 or max(len(one["tableau"]) for one in last["seats"]) >= 12
