"""The round: picking actions, playing phases, drawing, the end of a round (R11 to R22, R80, R81, R92 to R96)."""

import pytest

from engine.errors import IllegalAction
from engine.race.rules import RACE
from tests.race.scenario import COPIES, act, asked, cards, hand_size, legal, place, position, seat

SEVEN = ["explore_5", "explore_1_1", "develop", "settle", "consume_trade", "consume_2x", "produce"]


def phases(events):
    return [event["phase"] for event in events if event["kind"] == "phase_begins"]


def choosing(*picks, seats=None, **table):
    """Let everybody pick; return the state and the events of the reveal."""
    state = position("choose", *(seats or [{} for _ in picks]), **table)
    kind = "choose_two" if " " in picks[0] else "choose"
    return state, act(state, *(f"{number} {kind} {pick}" for number, pick in enumerate(picks)))


def test_everybody_picks_one_of_seven_unseen():
    """R11: the cards are revealed together."""
    state = position("choose", {}, {}, {})
    assert legal(state) == [f"choose {action}" for action in SEVEN]
    before = state.information_set(1)
    act(state, "0 choose settle")
    assert state.information_set(1) == before
    assert state.deciding_seats() == (1, 2)
    events = act(state, "2 choose produce", "1 choose explore_5")
    revealed = {event["seat"]: event["first"] for event in events if event["kind"] == "actions_revealed"}
    assert revealed == {0: "settle", 1: "explore_5", 2: "produce"}


def test_phases_run_in_order_and_unpicked_ones_are_skipped():
    """R11: explore to produce, whoever picked them."""
    assert phases(choosing("produce", "settle")[1]) == ["settle", "produce"]
    assert phases(choosing("consume_2x", "develop")[1]) == ["develop", "consume"]


@pytest.mark.parametrize("action", SEVEN)
@pytest.mark.parametrize("number", range(4))
def test_any_seat_and_any_action_card_calls_its_phase(action, number):
    """R11, R12: for everybody, though nobody else picked it."""
    others = "produce" if action == "settle" else "settle"
    picks = [action if each == number else others for each in range(4)]
    called = {"explore_5": "explore", "explore_1_1": "explore", "consume_trade": "consume", "consume_2x": "consume"}
    found = phases(choosing(*picks)[1])
    assert set(found) <= {called.get(action, action), others}
    assert called.get(action, action) in found


def test_a_phase_picked_twice_is_carried_out_once():
    """R12: by everybody; each who picked it has the bonus of the own card."""
    state, events = choosing("explore_5", "explore_1_1", "settle")
    assert phases(events) == ["explore"]
    dealt = {event["seat"]: (event["count"], event["keep"]) for event in events if event["kind"] == "cards_dealt"}
    assert dealt == {0: (7, 1), 1: (3, 2), 2: (2, 1)}
    assert state.deciding_seats() == (0, 1, 2)


def test_both_consume_cards_call_one_phase():
    """R12: each chooser gets the bonus of the own card: one sells, the other doubles."""
    worlds = {"tableau": ["earths_lost_colony"], "goods": ["earths_lost_colony"]}
    other = {"tableau": ["galactic_trendsetters", "gem_world"], "goods": ["gem_world"]}
    state, events = choosing("consume_trade", "consume_2x", seats=[worlds, other])
    assert phases(events) == ["consume"]
    assert (hand_size(state, 0), seat(state, 0)["vp_chips"], seat(state, 1)["vp_chips"]) == (2, 0, 4)


def test_action_cards_come_back():
    """R13, R81: after the round every card can be picked again, the same one too."""
    state, _ = choosing("settle", "settle")
    assert asked(state) == "action"
    assert seat(state)["actions"] == []
    assert "choose settle" in legal(state)
    assert state.describe()["round"] == 2


@pytest.mark.parametrize("card", ["interstellar_bank", "new_economy", "merchant_guild", "rebel_underground"])
def test_powers_of_a_skipped_phase_do_nothing(card):
    """R14: unconditional draws included."""
    state, _ = choosing("settle", "settle", seats=[{"tableau": [card]}, {}])
    assert hand_size(state) == 0


def test_a_power_works_from_the_next_phase_on():
    """R15: Interstellar Bank placed now draws nothing now; strength placed in Develop helps in Settle."""
    seats = [{"hand": ["space_marines", "new_sparta", *cards(3, "space_marines")]}, {}]
    state, _ = choosing("develop", "settle", seats=seats)
    assert place(state, "space_marines", keep=("new_sparta",)) == 1
    assert asked(state) == "world"
    assert "place new_sparta" in legal(state)


def test_negative_strength_waits_as_well():
    """R15: a Refugee World placed now weakens from the next Settle phase on."""
    state = position("settle", {"tableau": ["epsilon_eridani"], "hand": ["refugee_world"]}, {"hand": ["gem_world"]})
    act(state, "0 place refugee_world")
    assert state.view(None)["seats"][0]["military"] == 1
    act(state, "1 pass")
    assert state.view(None)["seats"][0]["military"] == 0


def test_powers_must_be_applied_unless_they_are_optional():
    """R16: draws happen by themselves, consumption can't be refused, hand discards can."""
    state = position("consume", {"tableau": ["public_works", "gem_world"], "goods": ["gem_world"]})
    assert seat(state)["vp_chips"] == 1
    state = position("consume", {"tableau": ["deficit_spending"], "hand": cards(2)})
    assert "pass" in legal(state)


def test_an_optional_power_becomes_compulsory_when_the_card_needs_it():
    """R17: a revealed world that only Colony Ship can place is placed by it."""
    state = position("settle", {"tableau": ["colony_ship"], "hand": ["new_earth"]})
    act(state, "0 place new_earth")
    assert seat(state)["tableau"] == ["new_earth"]
    assert "colony_ship" in state.describe()["discards"]


def test_powers_add_up_and_prices_stop_at_zero():
    """R18: no refund; discounts of several cards count together."""
    tableau = ["alien_tech_institute", "alien_rosetta_stone_world", "replicant_robots"]
    state = position("settle", {"tableau": tableau, "hand": ["deserted_alien_outpost", "gem_world"]})
    assert place(state, "deserted_alien_outpost") == 0
    assert seat(state)["hand"] == ["gem_world"]


def test_a_power_is_finished_before_the_next_begins():
    """R19: while a power takes its goods nothing else can be used."""
    worlds = ["artist_colony", "comet_zone", "distant_world"]
    state = position("consume", {"tableau": ["old_earth", "public_works", *worlds], "goods": worlds})
    act(state, "0 use up_to_2_any_for_1vp_each")
    assert legal(state) == [f"consume {world}" for world in worlds]
    act(state, "0 consume comet_zone")
    assert legal(state) == ["consume artist_colony", "consume distant_world"]


def test_draws_come_from_the_deck_and_discards_go_to_the_pile():
    """R20: into the hand, face down onto the pile."""
    seats = [{"tableau": ["merchant_guild"]}, {}]
    state = position("produce", *seats, discards=[])
    assert hand_size(state) == 2
    state = position("develop", {"hand": ["drop_ships", *cards(6, "drop_ships")]}, discards=[])
    place(state, "drop_ships")
    assert len(state.describe()["discards"]) == 4


def everything_but(*used):
    """All cards that are not used elsewhere."""
    left = dict(COPIES)
    for card in used:
        left[card] -= 1
    return [card for card, count in left.items() for _ in range(count)]


def test_the_discards_become_the_deck_when_its_last_card_is_taken():
    """R21: at once, even in the middle of a draw."""
    state = position("produce", {"tableau": ["merchant_guild"]}, deck=["gem_world", "new_earth"])
    words = state.describe()
    assert sorted(seat(state)["hand"]) == ["gem_world", "new_earth"]
    assert words["discards"] == []
    assert len(words["deck"]) == 114 - 3
    state = position("produce", {"tableau": ["merchant_guild"]}, deck=["gem_world"])
    assert hand_size(state) == 2
    assert "gem_world" in seat(state)["hand"]


def test_without_discards_the_deck_stays_empty_until_there_are_some():
    """R21: then the next draw shuffles them."""
    tableau = ["earths_lost_colony", "new_vinland"]
    rest = everything_but(*tableau, "drop_ships", "space_port")
    goods = {"earths_lost_colony": "drop_ships", "new_vinland": "space_port"}
    state = position(
        "consume", {"tableau": tableau, "goods": goods, "actions": []}, {"hand": rest}, deck=[], discards=[]
    )
    act(state, "0 use any_for_1vp", "0 consume earths_lost_colony")
    # New Vinland's own power then spends its good for two cards: both discarded goods.
    assert sorted(seat(state)["hand"]) == ["drop_ships", "space_port"]
    assert state.describe()["deck"] == state.describe()["discards"] == []


def test_without_any_card_left_a_draw_and_a_good_are_forfeited():
    """R22: nothing is owed later."""
    tableau = ["merchant_guild", "gem_world"]
    state = position("produce", {"tableau": tableau}, {"hand": everything_but(*tableau)}, deck=[], discards=[])
    assert (hand_size(state), seat(state)["goods"]) == (0, {})
    assert asked(state, 1) == "hand_limit"


def test_without_any_card_left_the_gamble_is_forfeited():
    """R22, R64: there is nothing to turn over."""
    tableau = ["gambling_world"]
    state = position("consume", {"tableau": tableau}, {"hand": everything_but(*tableau)}, deck=[], discards=[])
    assert state.deciding_seats() == (1,)


def test_hands_are_brought_down_to_ten_at_the_end_of_a_round():
    """R80: unseen and together; at any other time a hand may be larger."""
    state, _ = choosing("settle", "settle", seats=[{"hand": cards(13)}, {"hand": cards(24)[-11:]}])
    assert hand_size(state) == 13
    act(state, "0 pass", "1 pass")
    assert state.deciding_seats() == (0, 1)
    assert asked(state) == asked(state, 1) == "hand_limit"
    before = state.information_set(1)
    act(state, *[f"0 discard {card}" for card in cards(13)[:3]])
    assert state.information_set(1) == before
    assert state.deciding_seats() == (1,)
    act(state, f"1 {legal(state, 1)[0]}")
    assert (hand_size(state), hand_size(state, 1)) == (10, 10)
    assert asked(state) == "action"


# -- two seats, two actions ------------------------------------------------------------------------


def test_two_of_nine_action_cards():
    """R92: all pairs of the seven, and develop or settle twice; no second produce."""
    state = position("choose", {}, {}, is_advanced=True)
    pairs = legal(state)
    assert len(pairs) == 7 * 6 // 2 + 2
    assert {"choose_two develop develop", "choose_two settle settle"} <= set(pairs)
    with pytest.raises(IllegalAction) as refused:
        act(state, "0 choose_two produce produce")
    assert refused.value.reason == "not_a_pair"
    events = act(state, "0 choose_two develop produce", "1 choose_two explore_5 settle")
    assert phases(events)[0] == "explore"


def test_both_explore_cards_make_one_phase():
    """R93, E27: eight drawn, two kept, powers once: with Expedition Force nine and two."""
    state, events = choosing("explore_5 explore_1_1", "develop settle", is_advanced=True)
    assert phases(events) == ["explore"]
    assert [(event["count"], event["keep"]) for event in events if event["kind"] == "cards_dealt"] == [(8, 2), (2, 1)]
    seats = [{"tableau": ["expedition_force"]}, {}]
    state, events = choosing("explore_5 explore_1_1", "develop settle", seats=seats, is_advanced=True)
    assert [(event["count"], event["keep"]) for event in events if event["kind"] == "cards_dealt"] == [(9, 2), (2, 1)]
    assert len(seat(state)["drawn"]) == 9


def twice_develop(other):
    hands = [
        {"hand": ["drop_ships", "research_labs", *cards(8)]},
        {"hand": ["replicant_robots", "consumer_markets", *cards(22)[10:]]},
    ]
    state = position("choose", *hands, is_advanced=True)
    act(state, "0 choose_two develop develop", f"1 choose_two {other}")
    return state


def pay_all(state):
    """Pay with whatever is at hand; return the number of cards each seat paid."""
    paid = [0, 0]
    while asked(state, state.deciding_seats()[0]) == "pay":
        (number,) = state.deciding_seats()
        others = [line for line in legal(state, number) if line.split()[1] not in ("research_labs", "consumer_markets")]
        act(state, f"{number} {others[0]}")
        paid[number] += 1
    return paid


@pytest.mark.parametrize(
    ("other", "first", "second"), [("develop produce", 3, 5), ("develop develop", 3, 4), ("settle produce", 4, 5)]
)
def test_develop_twice_is_two_whole_phases(other, first, second):
    """R94, E36: the bonus in the second phase is for who picked it twice, in the first also for who picked it once."""
    state = twice_develop(other)
    act(state, "0 place drop_ships", "1 place replicant_robots")
    assert pay_all(state) == [3, first]
    assert (asked(state), state.describe()["is_second_phase"]) == ("development", True)
    act(state, "0 place research_labs", "1 place consumer_markets")
    assert pay_all(state) == [3, second]


def test_one_card_of_each_makes_one_phase():
    """R94: only the same player's two cards make two phases."""
    _, events = choosing("develop produce", "develop settle", is_advanced=True)
    assert phases(events).count("develop") == 1


def test_each_of_two_develop_phases_is_complete():
    """R95: Interstellar Bank draws in both, Public Works pays in both, what the first placed works in the second."""
    tableau = ["interstellar_bank", "public_works"]
    hand = ["investment_credits", "drop_ships", *cards(6, "investment_credits", "drop_ships")]
    state = position("choose", {"tableau": tableau, "hand": hand}, {}, is_advanced=True)
    act(state, "0 choose_two develop develop", "1 choose_two settle produce")
    assert hand_size(state) == 9
    assert place(state, "investment_credits") == 0
    assert hand_size(state) == 8 + 1 + 1
    # 4 - 1 (chosen twice) - 1 (placed in the first phase)
    assert place(state, "drop_ships") == 2
    # Less the card placed and two paid, and Public Works once more.
    assert hand_size(state) == 10 - 1 - 2 + 1


def test_each_of_two_settle_phases_is_complete():
    """R95: strength of New Military Tactics ends with its phase; each bonus needs a world in that very phase."""
    hand = ["new_sparta", "former_penal_colony", "avian_uplift_race", "rebel_warrior_race"]
    state = position("choose", {"tableau": ["new_military_tactics"], "hand": hand}, {}, is_advanced=True)
    act(state, "0 choose_two settle settle", "1 choose_two explore_5 produce")
    act(state, f"1 {legal(state, 1)[0]}", f"0 {legal(state)[0]}", "0 place former_penal_colony", "1 pass")
    assert state.describe()["is_second_phase"] is True
    # The world brought a card; it gives strength 1, the three of the discarded card are gone.
    assert hand_size(state) == 3 + 1 + 1
    assert not {f"place {world}" for world in hand} & set(legal(state))
    act(state, "0 pass", "1 pass")
    assert hand_size(state) == 5


@pytest.mark.parametrize(
    ("other", "first", "second"), [("settle produce", 1, 0), ("settle settle", 1, 1), ("develop produce", 0, 0)]
)
def test_the_settle_bonus_of_each_of_two_phases(other, first, second):
    """R94, R95: of the second phase for who picked it twice; Terraforming Robots draw in both."""
    tableau = [["terraforming_robots"], []]
    hands = [["pilgrimage_world", "destroyed_world", "gem_world"], ["refugee_world", "empath_world", "space_port"]]
    seats = [{"tableau": mine, "hand": hand} for mine, hand in zip(tableau, hands, strict=True)]
    state = position("choose", *seats, first_seat=0, is_advanced=True)
    act(state, "0 choose_two settle settle", f"1 choose_two {other}")
    if other == "develop produce":
        act(state, "0 pass", "1 pass")
    act(state, "0 place pilgrimage_world", "1 place refugee_world")
    assert (hand_size(state), hand_size(state, 1)) == (2 + 1 + 1, 2 + first)
    assert (asked(state), state.describe()["is_second_phase"]) == ("world", True)
    events = act(state, "0 place destroyed_world", "1 place empath_world")
    while "pay" in (asked(state), asked(state, 1)):
        (number,) = state.deciding_seats()
        events += act(state, f"{number} {legal(state, number)[0]}")
    drawn = [sum(e["kind"] == "card_drawn" and e["seat"] == number for e in events) for number in (0, 1)]
    assert drawn == [2, second]
    assert phases(events).count("settle") == 0


def test_both_consume_cards_sell_then_double():
    """R96: one good is sold first, if there is any; sales are not doubled."""
    worlds = ["artist_colony", "comet_zone"]
    seats = [{"tableau": ["galactic_trendsetters", *worlds], "goods": worlds}, {}]
    state, events = choosing("consume_trade consume_2x", "develop settle", seats=seats, is_advanced=True)
    assert phases(events) == ["develop", "settle", "consume"]
    act(state, "0 sell comet_zone")
    assert (hand_size(state), seat(state)["vp_chips"]) == (3, 4)
    assert asked(state) == "two_actions"


def test_rules_version():
    """A match keeps the rules it began with."""
    assert RACE.rules_version == RACE.setup(2, bytes(32)).describe()["rules_version"]
