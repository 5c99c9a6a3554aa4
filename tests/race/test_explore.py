"""I Explore (R23 to R26)."""

from collections import Counter

import pytest

from tests.race.scenario import COPIES, act, asked, hand_size, legal, position, seat


def explorer(*tableau, actions=(), **more):
    return {"tableau": list(tableau), "actions": list(actions), **more}


def numbers(*tableau, actions=()):
    """Cards dealt and kept by an explorer."""
    state = position("explore", explorer(*tableau, actions=actions), {"actions": ["explore_5"]})
    dealt = len(seat(state)["drawn"]) or hand_size(state)
    return dealt, seat(state)["quota"] or hand_size(state)


@pytest.mark.parametrize(
    ("tableau", "actions", "dealt", "kept"),
    [
        ([], [], 2, 1),
        ([], ["explore_5"], 7, 1),
        ([], ["explore_1_1"], 3, 2),
        (["expedition_force"], [], 3, 1),
        (["galactic_survey_seti"], ["explore_5"], 9, 1),
        (["galactic_renaissance"], [], 4, 2),
    ],
)
def test_base_numbers_bonuses_and_powers(tableau, actions, dealt, kept):
    """R23: draw 2, keep 1; the bonus of the own card and all powers are added."""
    assert numbers(*tableau, actions=actions) == (dealt, kept)


def test_powers_of_several_cards_add_up():
    """E27: explore_1_1 with Galactic Survey: SETI and Research Labs draws 5 and keeps 3."""
    assert numbers("galactic_survey_seti", "research_labs", actions=["explore_1_1"]) == (5, 3)


def test_all_are_dealt_before_anybody_chooses():
    """R24: and they choose unseen."""
    state = position("explore", explorer(), {"actions": ["explore_5"]}, {})
    assert [len(seat(state, number)["drawn"]) for number in range(3)] == [2, 7, 2]
    assert state.deciding_seats() == (0, 1, 2)
    before = state.information_set(0)
    act(state, f"1 {legal(state, 1)[0]}")
    assert state.information_set(0) == before


def test_cards_are_dealt_and_discarded_in_player_order():
    """R9, R24: beginning with the owner of the lowest start world."""
    state = position("choose", {}, {"tableau": ["epsilon_eridani"]}, {"tableau": ["old_earth"]})
    events = act(state, *[f"{number} choose explore_5" for number in range(3)])
    assert [event["seat"] for event in events if event["kind"] == "cards_dealt"] == [2, 0, 1]
    events = act(state, *[f"{number} {legal(state, number)[0]}" for number in range(3)])
    assert [event["seat"] for event in events if event["kind"] == "cards_discarded"] == [2, 0, 1]


def test_the_old_hand_is_not_chosen_from():
    """R25: exactly dealt minus kept cards go, all of them from those dealt."""
    state = position("explore", explorer(hand=["gem_world", "new_earth"], actions=["explore_5"]))
    dealt = Counter(seat(state)["drawn"])
    assert Counter(line.split()[1] for line in legal(state)) == Counter(dealt.keys())
    kept = legal(state)[0].split()[1]
    act(state, f"0 keep {kept}", f"1 {legal(state, 1)[0]}")
    assert Counter(seat(state)["hand"]) == Counter(["gem_world", "new_earth", kept])
    assert Counter(seat(state)["put_away"]) == dealt - Counter([kept])


def test_whoever_keeps_all_is_not_asked():
    """R26: Research Labs without a bonus deals 2 and keeps 2, with explore_1_1 it is 3 of 3."""
    assert numbers("research_labs") == (2, 2)
    assert numbers("research_labs", actions=["explore_1_1"]) == (3, 3)
    state = position("explore", explorer("research_labs"))
    assert state.deciding_seats() == (1,)
    assert hand_size(state) == 2


def test_both_keeping_powers_together_keep_less_than_they_see():
    """D15: Research Labs and Galactic Renaissance deal 4 and keep 3."""
    assert numbers("research_labs", "galactic_renaissance") == (4, 3)


def everything_but(deck):
    rest = Counter(COPIES) - Counter(deck)
    return list(rest.elements())


def test_when_cards_run_out_the_kept_number_stays():
    """R26: the discards shrink, never below none."""
    deck = ["gem_world", "new_earth"]
    others = everything_but(deck)
    seats = [{"actions": ["explore_1_1"]}, {"hand": others}]
    state = position("explore", *seats, deck=deck, discards=[])
    assert sorted(seat(state)["hand"]) == ["gem_world", "new_earth"]
    assert asked(state, 1) == "hand_limit"


@pytest.mark.parametrize(("left", "dealt"), [(1, [(1, 1), (0, 0)]), (5, [(3, 2), (2, 1)]), (6, [(3, 2), (3, 1)])])
def test_what_is_dealt_is_told_as_it_is_when_cards_run_out(left, dealt):
    """R22, R26: in player order, and no more than there are."""
    deck = ["gem_world", "new_earth", "space_port", "spice_world", "comet_zone", "mining_world"][:left]
    tableau = ["expedition_force"]
    others = everything_but([*deck, *tableau, "old_earth"])
    state = position(
        "choose",
        {"tableau": tableau, "hand": others},
        {"tableau": ["old_earth"]},
        deck=deck[1:],
        discards=deck[:1],
    )
    events = act(state, "0 choose develop", "1 choose explore_1_1")
    told = [(e["seat"], e["count"], e["keep"]) for e in events if e["kind"] == "cards_dealt"]
    assert told == [(seat, *numbers) for seat, numbers in zip((1, 0), dealt, strict=True)]
    assert sum(e["kind"] == "card_dealt" for e in events) == sum(count for count, _ in dealt)
