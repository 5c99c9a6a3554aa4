"""What a seat knows, and how the rest is imagined (R10)."""

import random
from collections import Counter

from engine.race.rules import RACE
from tests.race.scenario import COPIES, act, asked, cards, hand_size, legal, position, seat


def imagined(state, viewer, count=200):
    info = state.information_set(viewer)
    return [info.imagine(random.Random(number)) for number in range(count)]


def test_own_discards_stay_known_until_the_reshuffle():
    """R10: they are imagined among the discards and nowhere else; once shuffled in they may be anywhere."""
    mine = {"hand": ["drop_ships", "gem_world", "new_earth", "space_port", "spice_world"]}
    state = position("develop", mine, {"hand": cards(5)[2:]}, discards=[])
    act(state, "0 place drop_ships", "1 pass")
    assert asked(state) == "action"
    thrown = ["gem_world", "new_earth", "space_port", "spice_world"]
    assert sorted(seat(state)["put_away"]) == sorted(thrown)
    for full in imagined(state, 0, 30):
        assert Counter(thrown) <= Counter(full.describe()["discards"])
    placed = Counter(card for full in imagined(state, 1) for card in full.describe()["deck"] if card in thrown)
    assert set(placed) == set(thrown)
    state = position("produce", {"tableau": ["merchant_guild"], "put_away": ["gem_world"]}, deck=["new_earth"])
    assert seat(state)["put_away"] == []


def test_a_card_that_all_have_seen_is_forgotten_once_it_is_hidden_again():
    """R10, R64: the gambler alone goes on knowing a card turned over and discarded."""
    state = position("consume", {"tableau": ["gambling_world"]}, deck=["gem_world", "new_earth"])
    act(state, "0 call 1")
    (miss,) = seat(state)["put_away"]
    assert all(miss in full.describe()["discards"] for full in imagined(state, 0, 30))
    assert any(miss in full.describe()["deck"] for full in imagined(state, 1, 300))
    state = position("consume", {}, {"tableau": ["gambling_world"]}, deck=["gem_world", "new_earth"])
    act(state, "1 call 1")
    assert (seat(state)["put_away"], len(seat(state, 1)["put_away"])) == ([], 1)


def test_hands_and_goods_are_imagined_evenly():
    """Every unknown card is as likely as any other in every hidden place."""
    state = position(
        "choose",
        {"tableau": ["gem_world"], "goods": ["gem_world"], "hand": ["old_earth"]},
        {"hand": cards(4)},
        deck=cards(20)[10:],
    )
    draws = 4000
    hands: Counter[str] = Counter()
    faces: Counter[str] = Counter()
    for full in imagined(state, 0, draws):
        hands.update(seat(full, 1)["hand"])
        faces.update(seat(full)["goods"].values())
    unknown = Counter(COPIES) - Counter(["gem_world", "old_earth"])
    total = sum(unknown.values())
    for found, places in ((hands, 4), (faces, 1)):
        assert set(found) <= set(unknown)
        deviation = sum(
            (found[card] - draws * places * n / total) ** 2 / (draws * places * n / total)
            for card, n in unknown.items()
        )
        # Chi-squared with 92 degrees of freedom: beyond 160 less than once in a hundred thousand times.
        assert deviation < 160


def test_numbers_of_cards_are_kept():
    """Counts are open: hands, deck, discards and cards dealt are imagined in their numbers."""
    state = position(
        "explore", {"actions": ["explore_5"], "hand": cards(3)}, {"hand": cards(9)[3:]}, deck=cards(29)[9:]
    )
    for full in imagined(state, 0, 20):
        words, real = full.describe(), state.describe()
        assert [len(words[pile]) for pile in ("deck", "discards")] == [len(real[pile]) for pile in ("deck", "discards")]
        assert [len(seat(full, n)["hand"]) for n in (0, 1)] == [3, 6]
        assert [len(seat(full, n)["drawn"]) for n in (0, 1)] == [7, 2]
        assert seat(full)["drawn"] == seat(state)["drawn"]


def test_a_choice_forced_by_hidden_cards_is_asked_all_the_same():
    """R27: who can only pass is not passed over, so nobody learns that from who is asked or from the count of actions."""
    poor = position("develop", {"hand": ["gem_world"]}, {"hand": ["new_earth"]})
    rich = position("develop", {"hand": ["export_duties", "gem_world"]}, {"hand": ["new_earth"]})
    for state in (poor, rich):
        assert state.deciding_seats() == (0, 1)
        act(state, "0 pass")
        # Seat 0 has answered as the other one might have: in one action, unseen.
        assert state.information_set(1).deciding_seats() == (1,)
    assert position("develop", {}, {"hand": ["new_earth"]}).deciding_seats() == (1,)


def test_twins_dealt_in_explore_are_asked_about():
    """R25: two equal cards leave no choice, but that is the owner's secret."""
    state = position("explore", {"hand": ["old_earth"]}, deck=["drop_ships", "drop_ships"])
    assert legal(state) == ["keep drop_ships"]
    assert hand_size(state) == 1


def test_a_search_sees_its_own_hand_only():
    """R10: bytes of an information set don't change with what is hidden."""
    one = position("choose", {"hand": ["gem_world"]}, {"hand": ["new_earth"]}, deck=["space_port"])
    other = position("choose", {"hand": ["gem_world"]}, {"hand": ["space_port"]}, deck=["new_earth"])
    assert one.information_set(0) == other.information_set(0)
    assert one.information_set(None) == other.information_set(None)
    assert one.information_set(1) != other.information_set(1)


def test_random_matches_keep_all_cards_and_secrets():
    """After every step: 114 cards, VP accounted for, and every seat's information set imagined consistently."""
    for number, (seats, options) in enumerate(
        [(2, {}), (3, {}), (4, {}), (2, {"advanced": True}), (3, {"preset_hands": True})]
    ):
        chance = random.Random(number)
        state = RACE.setup(seats, bytes([number]) * 32, options)
        assert not state.is_over
        while not state.is_over:
            number_of = chance.choice(state.deciding_seats())
            state.submit(number_of, chance.choice(state.legal_actions(number_of)))
            words = state.describe()
            found = Counter(words["deck"]) + Counter(words["discards"])
            for each in words["seats"]:
                for pile in ("tableau", "hand", "drawn", "set_aside"):
                    found.update(each[pile])
                found.update(each["goods"].values())
            assert found == Counter(COPIES)
            vp = words["vp_pool"] + sum(each["vp_chips"] for each in words["seats"])
            assert vp == 12 * seats or (vp > 12 * seats and words["vp_pool"] == 0)
            for viewer in (*range(seats), None):
                info = state.information_set(viewer)
                assert info.imagine(chance).information_set(viewer) == info
