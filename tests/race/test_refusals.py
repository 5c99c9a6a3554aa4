"""What a refusal says: the reason, the ruling, and in a sentence what is wrong and what it would take."""

import pytest

from engine.errors import IllegalAction
from tests.race.scenario import act, cards, position

PAIR = ["artist_colony", "space_port"]


def refused(state, line):
    with pytest.raises(IllegalAction) as raised:
        act(state, line)
    return raised.value.reason, raised.value.rule, str(raised.value)


def test_figures_are_told_apart_from_the_sentence():
    """R34, R37: for sentences in other languages."""
    state = position("settle", {"tableau": ["new_military_tactics"], "hand": ["rebel_base"]}, {"hand": ["gem_world"]})
    for line, figures in (
        ("0 place rebel_base", {"defense": 6, "strength": 3}),
        ("0 place gem_world", {}),
    ):
        with pytest.raises(IllegalAction) as raised:
            act(state, line)
        assert raised.value.to_dict()["figures"] == figures
    state = position("settle", {"tableau": ["contact_specialist"], "hand": ["rebel_base", "gem_world"]})
    with pytest.raises(IllegalAction) as raised:
        act(state, "0 place rebel_base")
    assert raised.value.figures == {"price": 5, "have": 1}


def test_strength_is_told_with_what_can_be_discarded_for_it():
    """R34, R37, R40: a purchase that is too dear tells of the strength as well."""
    tableau = ["new_military_tactics", "epsilon_eridani"]
    state = position("settle", {"tableau": tableau, "hand": ["rebel_base"]}, {"hand": ["gem_world"]})
    assert refused(state, "0 place rebel_base") == (
        "too_weak",
        "Race R37",
        "Rebel Base has defense 6; your strength against it is 1, 4 with what you can discard for it",
    )
    state = position("settle", {"tableau": ["contact_specialist"], "hand": ["rebel_base", "gem_world"]})
    reason, rule, message = refused(state, "0 place rebel_base")
    assert (reason, rule) == ("too_expensive", "Race R34")
    assert message.startswith("Rebel Base costs 5; you hold 1 other cards (Rebel Base has defense 6;")


def test_ways_that_are_none():
    """R37, R41, R42, R101: what is not offered for the revealed world."""
    tableau = ["contact_specialist", "colony_ship", "new_military_tactics", "drop_ships"]
    state = position("settle", {"tableau": tableau, "hand": ["alien_robot_sentry"]})
    act(state, "0 place alien_robot_sentry")
    assert refused(state, "0 buy")[:2] == ("not_for_sale", "Race R42")
    assert "excepts its kind" in refused(state, "0 buy")[2]
    assert refused(state, "0 discard_from_tableau colony_ship")[:2] == ("no_such_power", "Race R41")
    assert "alien ones excepted" in refused(state, "0 discard_from_tableau colony_ship")[2]
    assert "no power for which it is discarded" in refused(state, "0 discard_from_tableau drop_ships")[2]
    assert refused(state, "0 pass")[:2] == ("must_place", "Race R101")


def test_a_payment_names_the_rule_of_its_phase():
    """R30, R35: with a card that is not in the hand."""
    state = position("settle", {"hand": ["new_earth", *cards(6)]})
    act(state, "0 place new_earth")
    assert refused(state, "0 pay gem_world")[:2] == ("not_in_hand", "Race R35")
    state = position("develop", {"hand": ["drop_ships", *cards(6)]})
    act(state, "0 place drop_ships")
    assert refused(state, "0 pay gem_world")[:2] == ("not_in_hand", "Race R30")


def test_powers_that_cannot_be_used():
    """R56, R57, R60: not owned, used already, or without what it takes."""
    tableau = ["tourist_world", "mining_league", "diversified_economy", "deficit_spending", "new_economy", *PAIR]
    state = position("consume", {"tableau": tableau, "goods": PAIR})
    assert refused(state, "0 use gamble")[2] == "no card of yours has the power gamble"
    assert refused(state, "0 use 2_rare_elements_for_3vp")[1:] == (
        "Race R57",
        "2_rare_elements_for_3vp needs 2 rare_elements goods; you have 0",
    )
    assert refused(state, "0 use 3_different_for_3vp")[2].endswith("3 goods of different kinds; you have 2")
    assert refused(state, "0 use up_to_2_hand_cards_for_1vp_each")[1] == "Race R65"
    act(state, "0 use draw_1")
    assert refused(state, "0 use draw_1")[2] == "draw_1 is used already in this phase"


def test_goods_that_a_power_does_not_take():
    """R58, R60: of another kind, or of a kind that it has taken."""
    goods = [*PAIR, "comet_zone"]
    state = position("consume", {"tableau": ["new_survivalists", *goods], "goods": goods})
    assert refused(state, "0 consume comet_zone") == (
        "wrong_good",
        "Race R58",
        "the power takes novelty goods; the good on Comet Zone is rare_elements",
    )
    goods = [*PAIR, "comet_zone", "distant_world", "alien_robotic_factory"]
    state = position("consume", {"tableau": ["diversified_economy", *goods], "goods": goods})
    act(state, "0 consume artist_colony")
    assert refused(state, "0 consume space_port")[1:] == (
        "Race R60",
        "the power takes different kinds, and novelty is among them already",
    )
    assert refused(state, "0 consume gem_world")[0] == "no_good_there"


def test_worlds_that_get_no_windfall():
    """R71, R72: and why each of them does not."""
    tableau = ["mining_robots", "asteroid_belt", "destroyed_world", "empath_world", "refugee_world", "gem_world"]
    state = position("produce", {"tableau": tableau, "goods": ["refugee_world"]})
    why = {
        "rare_elements empath_world": ("Race R72", "Empath World is a world of genes, not of rare_elements"),
        "rare_elements pirate_world": ("Race R72", "Pirate World is not in your tableau"),
        "rare_elements gem_world": ("Race R72", "Gem World is no windfall world"),
        "rare_elements refugee_world": ("Race R72", "Refugee World holds a good already"),
        "genes empath_world": ("Race R72", "you have no such power left for genes"),
        "bonus empath_world": ("Race R71", "you did not choose Produce"),
    }
    for words, expected in why.items():
        assert refused(state, f"0 produce {words}") == ("cannot_produce_there", *expected)
    state = position("produce", {"tableau": tableau[:4], "actions": ["produce"]})
    act(state, "0 produce bonus empath_world")
    assert refused(state, "0 produce bonus asteroid_belt")[2] == "the bonus is used"
