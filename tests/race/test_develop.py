"""II Develop (R27 to R31)."""

import pytest

from engine.errors import IllegalAction
from tests.race.scenario import act, asked, cards, hand_size, legal, place, position, seat

WORLDS = ["gem_world", "new_earth", "space_port", "spice_world", "comet_zone", "mining_world", "plague_world"]


def builder(card, *tableau, chosen=False, spare=8, **more):
    hand = [card, *cards(spare, card, *tableau)]
    return {"tableau": list(tableau), "hand": hand, "actions": ["develop"] if chosen else [], **more}


def price(card, *tableau, chosen=False):
    return place(position("develop", builder(card, *tableau, chosen=chosen)), card)


def test_the_order_of_the_phase():
    """R27: draw first, select unseen, reveal and place, pay, then draw for it."""
    first = builder("drop_ships", "interstellar_bank", "public_works")
    state = position("develop", first, {"hand": ["new_economy", *WORLDS]})
    assert hand_size(state) == 10
    before = state.information_set(1)
    act(state, "0 place drop_ships")
    assert state.information_set(1) == before
    assert "drop_ships" not in seat(state)["tableau"]
    events = act(state, "1 place new_economy")
    assert [(e["seat"], e["card"]) for e in events if e["kind"] == "card_placed"] == [
        (0, "drop_ships"),
        (1, "new_economy"),
    ]
    assert (asked(state), asked(state, 1)) == ("pay", None)
    for _ in range(4):
        events = act(state, f"0 {legal(state)[0]}")
    assert [e["kind"] for e in events if e["seat"] == 0] == ["card_paid", "card_drawn"]
    assert asked(state, 1) == "pay"


def test_the_first_draw_can_be_placed_or_paid_with():
    """R27: the card from Interstellar Bank is in the hand before the choice."""
    state = position(
        "develop", {"tableau": ["interstellar_bank"], "hand": ["drop_ships", *cards(3)]}, deck=["gem_world"]
    )
    assert "gem_world" in seat(state)["hand"]
    assert place(state, "drop_ships") == 4
    state = position("develop", {"tableau": ["interstellar_bank"], "hand": ["gem_world"]}, deck=["export_duties"])
    assert legal(state) == ["pass", "place export_duties"]


def test_the_first_draw_comes_before_it_is_asked_who_has_cards():
    """R27: with an empty hand the bank's card is the whole hand."""
    state = position("develop", {"tableau": ["interstellar_bank"]}, {})
    assert (state.deciding_seats(), hand_size(state)) == ((0,), 1)


def test_draws_reveals_and_payments_go_in_player_order():
    """R9, R27, R98: the owner of the lowest start world first."""
    mine = builder("drop_ships", "interstellar_bank", "public_works", spare=7)
    other = {"tableau": ["interstellar_bank", "old_earth"], "hand": ["new_economy", *WORLDS], "actions": ["produce"]}
    state = position("choose", {**mine, "actions": []}, {**other, "actions": []})
    events = act(state, "0 choose develop", "1 choose produce")
    assert [e["seat"] for e in events if e["kind"] == "card_drawn"] == [1, 0]
    events = act(state, "0 place drop_ships", "1 place new_economy")
    assert [e["seat"] for e in events if e["kind"] == "card_placed"] == [1, 0]
    assert (asked(state), asked(state, 1)) == (None, "pay")


def test_what_can_be_selected():
    """R28: developments of the hand, not owned yet, that the other cards can pay; or nothing."""
    state = position(
        "develop", {"tableau": ["public_works"], "hand": ["public_works", "gem_world", "drop_ships", "export_duties"]}
    )
    assert legal(state) == ["pass", "place export_duties"]
    reasons = {
        "public_works": "already_in_tableau",
        "gem_world": "not_a_development",
        "drop_ships": "too_expensive",
        "mining_league": "not_in_hand",
    }
    for card, reason in reasons.items():
        with pytest.raises(IllegalAction) as refused:
            act(state, f"0 place {card}")
        assert refused.value.reason == reason
    act(state, "0 pass")
    assert seat(state)["tableau"] == ["public_works"]


def test_a_discarded_development_may_be_placed_again():
    """R29: only the present tableau counts, and only one's own."""
    hand = ["colony_ship", "new_earth", *cards(4, "colony_ship")]
    state = position(
        "settle", {"tableau": ["colony_ship"], "hand": hand, "actions": ["develop"]}, {"tableau": ["public_works"]}
    )
    act(state, "0 place new_earth", "0 discard_from_tableau colony_ship", "0 choose develop", "1 choose develop")
    assert "place colony_ship" in legal(state)
    assert place(position("develop", builder("public_works"), {"tableau": ["public_works"]}), "public_works") == 1


@pytest.mark.parametrize(
    ("card", "tableau", "chosen", "paid"),
    [
        ("drop_ships", [], False, 4),
        ("drop_ships", [], True, 3),
        ("drop_ships", ["investment_credits"], True, 2),
        ("drop_ships", ["galactic_federation"], False, 2),
        ("colony_ship", ["galactic_federation"], True, 0),
    ],
)
def test_the_price(card, tableau, chosen, paid):
    """R30: cost less the bonus less all discounts, at least nothing; if powers reach nothing the bonus adds nothing."""
    assert price(card, *tableau, chosen=chosen) == paid


def test_the_player_chooses_what_to_pay_with():
    """R30: exactly as many other hand cards as the price."""
    state = position("develop", builder("drop_ships", chosen=True))
    hand = seat(state)["hand"]
    act(state, "0 place drop_ships")
    paid = [card for card in hand if card != "drop_ships"][-3:]
    act(state, *[f"0 pay {card}" for card in paid])
    assert sorted(seat(state)["hand"] + paid + ["drop_ships"]) == sorted(hand)
    assert sorted(seat(state)["put_away"]) == sorted(paid)


def test_a_price_of_the_whole_hand_pays_itself():
    """R30: there is no choice, and everybody can see that."""
    state = position("develop", {"hand": ["drop_ships", *cards(4)]})
    act(state, "0 place drop_ships")
    assert hand_size(state) == 0
    assert asked(state) == "action"


@pytest.mark.parametrize(("card", "cost"), [("investment_credits", 1), ("galactic_federation", 6), ("public_works", 1)])
def test_a_card_does_not_help_its_own_placement(card, cost):
    """R31: its power waits for the next phase."""
    state = position("develop", builder(card))
    assert place(state, card) == cost
    assert hand_size(state) == 8 - cost


def test_public_works_pays_only_for_a_placed_development():
    """R31: after paying, even at price 0, and not when passing."""
    state = position("develop", builder("export_duties", "public_works", chosen=True))
    assert place(state, "export_duties") == 0
    assert hand_size(state) == 9
    state = position("develop", builder("export_duties", "public_works"))
    act(state, "0 pass")
    assert hand_size(state) == 9
    assert len(seat(state)["tableau"]) == 1


def test_example_1():
    """E1: Galactic Federation and Investment Credits, Develop chosen: Merchant Guild costs 2."""
    assert price("merchant_guild", "galactic_federation", "investment_credits", chosen=True) == 2


def test_example_2():
    """E2: the same player has Colony Ship for nothing, not for less."""
    state = position("develop", builder("colony_ship", "galactic_federation", "investment_credits", chosen=True))
    events = act(state, "0 place colony_ship")
    assert [event["count"] for event in events if event["kind"] == "price_set"] == [0]
    assert hand_size(state) == 8
