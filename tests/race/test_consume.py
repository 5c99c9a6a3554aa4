"""IV Consume: sales, then powers (R51 to R69, R98, R102)."""

import pytest

from engine.errors import IllegalAction
from tests.race.scenario import act, asked, cards, hand_size, legal, position, seat

NOVELTY, RARE, GENES, ALIEN = "artist_colony", "comet_zone", "distant_world", "alien_robotic_factory"


def consumer(*tableau, goods=(), actions=(), **more):
    return {"tableau": list(dict.fromkeys([*tableau, *goods])), "goods": list(goods), "actions": list(actions), **more}


def outcome(*tableau, goods, actions=()):
    """(VP, hand cards, goods left) after a Consume phase without a choice."""
    state = position("consume", consumer(*tableau, goods=goods, actions=actions))
    assert asked(state) == "action"
    return seat(state)["vp_chips"], hand_size(state), len(seat(state)["goods"])


def test_whoever_chose_trade_must_sell_one_good():
    """R51: exactly one, of any world, without any power; the others sell nothing, with 2x neither."""
    state = position(
        "consume",
        consumer(goods=[NOVELTY, RARE], actions=["consume_trade"]),
        consumer(goods=[GENES], actions=["consume_2x"]),
    )
    assert legal(state) == [f"sell {NOVELTY}", f"sell {RARE}"]
    act(state, f"0 sell {RARE}")
    assert (hand_size(state), list(seat(state)["goods"])) == (3, [NOVELTY])
    assert (hand_size(state, 1), list(seat(state, 1)["goods"])) == (0, [GENES])
    assert asked(position("consume", consumer(actions=["consume_trade"]))) == "action"


def test_all_sales_come_before_any_consumption():
    """R52, D7: all sellers in player order, then all consumers."""
    seats = [
        consumer("earths_lost_colony", goods=[NOVELTY, RARE], actions=["consume_trade"]),
        consumer("old_earth", goods=[GENES, ALIEN], actions=["consume_trade"]),
    ]
    state = position("consume", *seats)
    # Old Earth is first in player order.
    assert (asked(state), asked(state, 1)) == (None, "sale")
    act(state, f"1 sell {ALIEN}")
    assert (asked(state), seat(state, 1)["vp_chips"]) == ("sale", 0)
    act(state, f"0 sell {RARE}")
    assert (seat(state)["vp_chips"], seat(state, 1)["vp_chips"]) == (1, 1)


@pytest.mark.parametrize(("world", "price"), [(NOVELTY, 2), (RARE, 3), (GENES, 4), (ALIEN, 5)])
def test_base_prices(world, price):
    """R53: by the kind of the good."""
    assert outcome(goods=[world], actions=["consume_trade"]) == (0, price, 0)


def test_a_bonus_of_the_very_world_counts_only_for_its_good():
    """R53: and adds to all other bonuses."""
    assert outcome("export_duties", goods=["star_nomad_lair"], actions=["consume_trade"])[1] == 4
    assert outcome("star_nomad_lair", goods=[NOVELTY], actions=["consume_trade"])[1] == 2


def test_a_good_has_the_kind_of_its_world():
    """R54: whatever card it is."""
    state = position("consume", {"tableau": [GENES], "goods": {GENES: "gem_world"}, "actions": ["consume_trade"]})
    assert hand_size(state) == 4


def test_selling_is_no_consume_power():
    """R55: it brings no VP, not even with 2x, and leaves the powers unused."""
    state = position("consume", consumer("public_works", goods=[NOVELTY, RARE], actions=["consume_trade"]))
    act(state, f"0 sell {NOVELTY}")
    assert (seat(state)["vp_chips"], len(seat(state)["goods"])) == (1, 0)


def test_mandatory_powers_first_come_to_an_end():
    """R56: while a mandatory power is usable some power must be used; then one may stop."""
    state = position(
        "consume", consumer("deficit_spending", "new_economy", goods=[], hand=cards(3, "deficit_spending"))
    )
    assert sorted(legal(state)) == ["use draw_1", "use up_to_2_hand_cards_for_1vp_each"]
    with pytest.raises(IllegalAction) as refused:
        act(state, "0 pass")
    assert refused.value.reason == "mandatory"
    act(state, "0 use draw_1")
    assert "pass" in legal(state)
    act(state, "0 pass")
    assert (hand_size(state), seat(state)["vp_chips"]) == (4, 0)


def test_everybody_consumes_and_each_power_works_once():
    """R56: chooser or not."""
    state = position(
        "consume",
        consumer("public_works", goods=[NOVELTY, RARE]),
        consumer("public_works", goods=[GENES]),
        {"actions": ["consume_2x"]},
    )
    act(state, f"0 consume {NOVELTY}")
    assert (seat(state)["vp_chips"], seat(state, 1)["vp_chips"], len(seat(state)["goods"])) == (1, 1, 1)


def test_the_order_may_leave_goods_over():
    """R57: a power that finds no goods any more is skipped; one that can be used can't be refused."""
    state = position("consume", consumer("terraforming_robots", "public_works", goods=[RARE, NOVELTY]))
    assert "pass" not in legal(state)
    act(state, "0 use any_for_1vp", f"0 consume {RARE}")
    assert list(seat(state)["goods"]) == [NOVELTY]
    assert seat(state)["vp_chips"] == 1


def test_a_good_comes_from_any_own_world():
    """R58: the player picks it; it feeds one power only."""
    state = position("consume", consumer("new_vinland", goods=["new_vinland", ALIEN]))
    assert legal(state) == ["consume new_vinland", f"consume {ALIEN}"]
    act(state, f"0 consume {ALIEN}")
    assert (hand_size(state), list(seat(state)["goods"])) == (2, ["new_vinland"])


@pytest.mark.parametrize(
    ("card", "goods", "vp", "drawn"),
    [
        ("old_earth", [NOVELTY], 1, 0),
        ("old_earth", [NOVELTY, RARE], 2, 0),
        ("mining_conglomerate", [RARE], 1, 0),
        ("mining_conglomerate", [RARE, "mining_world"], 2, 0),
        ("consumer_markets", [NOVELTY, "space_port", "spice_world"], 3, 0),
        ("free_trade_association", [NOVELTY, "space_port"], 2, 2),
    ],
)
def test_up_to_takes_as_many_as_there_are(card, goods, vp, drawn):
    """R59: usable from one good on, and to the full."""
    assert outcome(card, goods=goods) == (vp, drawn, 0)


def test_up_to_takes_no_more_than_its_number():
    """R59: and gives its rewards when all its goods are gone."""
    goods = [NOVELTY, "space_port", "spice_world", "prosperous_world"]
    state = position("consume", consumer("free_trade_association", goods=[*goods[:3], "secluded_world"]))
    act(state, "0 use up_to_3_novelty_for_1vp_1card_each", f"0 consume {NOVELTY}", "0 consume space_port")
    assert (hand_size(state), seat(state)["vp_chips"]) == (0, 0)
    events = act(state, "0 consume spice_world")
    assert [e["kind"] for e in events][:3] == ["good_consumed", "vp_gained", "card_drawn"]
    assert seat(state)["vp_chips"] == 3


@pytest.mark.parametrize(
    ("card", "few", "enough"),
    [
        ("tourist_world", [NOVELTY], [NOVELTY, "space_port"]),
        ("mining_league", [RARE, NOVELTY], [RARE, "mining_world"]),
        ("diversified_economy", [NOVELTY, "space_port", RARE], [NOVELTY, RARE, ALIEN]),
    ],
)
def test_exactly_takes_its_number_or_nothing(card, few, enough):
    """R60: 3 VP once, and no obligation with less."""
    assert outcome(card, goods=few) == (0, 0, len(few))
    assert outcome(card, goods=enough) == (3, 0, 0)


def test_diversified_economy_takes_three_even_of_four_kinds():
    """R60: one of each kind, the player picks."""
    state = position("consume", consumer("diversified_economy", goods=[NOVELTY, "space_port", RARE, GENES, ALIEN]))
    act(state, f"0 consume {NOVELTY}")
    assert legal(state) == [f"consume {world}" for world in (RARE, GENES, ALIEN)]
    act(state, f"0 consume {GENES}")
    assert legal(state) == [f"consume {world}" for world in (RARE, ALIEN)]
    act(state, f"0 consume {RARE}")
    assert (seat(state)["vp_chips"], sorted(seat(state)["goods"])) == (3, sorted([ALIEN, "space_port"]))


@pytest.mark.parametrize(("goods", "vp"), [([NOVELTY], 0), ([NOVELTY, RARE], 1), ([NOVELTY, RARE, GENES, ALIEN], 3)])
def test_pilgrimage_world_takes_everything(goods, vp):
    """R61: for one VP less than goods; with one good still mandatory, for nothing."""
    assert outcome("pilgrimage_world", goods=goods) == (vp, 0, 0)
    assert outcome("pilgrimage_world", goods=[]) == (0, 0, 0)


def test_a_good_for_its_price():
    """R62: without Trade powers on Black Market Trading World, with all of them on Trade League; open to everybody."""
    assert outcome("black_market_trading_world", "export_duties", goods=[ALIEN]) == (0, 5, 0)
    assert outcome("trade_league", "export_duties", goods=[ALIEN]) == (0, 7, 0)
    assert outcome("trade_league", goods=["pirate_world"]) == (0, 6, 0)
    # A bonus of the very world is a Trade power too.
    assert outcome("black_market_trading_world", "spice_world", goods=["pirate_world"]) == (0, 2, 0)


def test_new_economy_draws_at_any_point():
    """R63: no good needed."""
    assert outcome("new_economy", goods=[]) == (0, 1, 0)
    state = position("consume", consumer("new_economy", "public_works", goods=[NOVELTY]))
    assert sorted(legal(state)) == ["use any_for_1vp", "use draw_1"]
    act(state, "0 use any_for_1vp")
    assert (seat(state)["vp_chips"], hand_size(state)) == (1, 1)


def gamble(deck, number, **seats):
    state = position("consume", consumer("gambling_world", **seats), deck=deck)
    assert asked(state) == "number"
    return state, act(state, f"0 call {number}")


@pytest.mark.parametrize(
    ("card", "number", "hit"),
    [
        ("gem_world", 2, True),
        ("gem_world", 3, False),
        ("rebel_homeworld", 7, True),
        ("pilgrimage_world", 1, False),
        ("new_economy", 6, True),
        ("new_sparta", 2, True),
    ],
)
def test_the_gamble(card, number, hit):
    """R64, D2, D8: cost or defense must be the number called; cost 0 never is. Everybody sees the card."""
    state, events = gamble([card, "gambling_world"][:1], number)
    turned = next(event for event in events if event["kind"] == "card_turned")
    assert (turned["card"], turned["is_hit"]) == (card, int(hit))
    assert (card in seat(state)["hand"]) == hit
    words = state.describe()
    # The deck's last card was turned: the reshuffle came first, so that a miss is the only discard.
    assert words["discards"] == ([] if hit else [card])


def test_the_gamble_is_a_second_power_and_mandatory():
    """R64: beside the one good for 1 VP."""
    state = position("consume", consumer("gambling_world", goods=[NOVELTY]))
    assert sorted(legal(state)) == ["use any_for_1vp", "use gamble"]
    act(state, "0 use any_for_1vp")
    assert asked(state) == "number"
    assert legal(state) == [f"call {number}" for number in range(1, 8)]
    act(state, "0 call 1")
    assert asked(state) == "action"


@pytest.mark.parametrize("card", ["deficit_spending", "merchant_world"])
def test_hand_cards_for_vp(card):
    """R65: none, one or two, one VP each, once a phase."""
    for count in range(3):
        hand = cards(4, "deficit_spending")
        state = position("consume", consumer(card, hand=hand))
        if count == 0:
            act(state, "0 pass")
        else:
            act(state, "0 use up_to_2_hand_cards_for_1vp_each", *[f"0 discard {each}" for each in hand[:count]])
            if count == 1:
                act(state, "0 pass")
        assert (seat(state)["vp_chips"], hand_size(state)) == (count, 4 - count)
        assert asked(state) == "action"


def test_using_the_power_takes_a_card_at_least():
    """R65: who wants to discard none leaves the power unused; the second card may be kept."""
    hand = cards(3, "deficit_spending")
    state = position("consume", consumer("deficit_spending", hand=hand))
    act(state, "0 use up_to_2_hand_cards_for_1vp_each")
    assert set(legal(state)) == {f"discard {card}" for card in hand}
    with pytest.raises(IllegalAction) as refused:
        act(state, "0 pass")
    assert (refused.value.reason, refused.value.rule) == ("mandatory", "Race R65")
    act(state, f"0 discard {hand[0]}")
    assert "pass" in legal(state)


def test_cards_drawn_in_the_phase_can_be_discarded_for_vp():
    """R65: and each card has its own power."""
    state = position("consume", consumer("deficit_spending", "merchant_world", "new_economy"), deck=["gem_world"])
    assert seat(state)["hand"] == ["gem_world"]
    act(state, "0 use up_to_2_hand_cards_for_1vp_each")
    assert (seat(state)["vp_chips"], hand_size(state)) == (1, 0)
    hand = cards(5, "deficit_spending")
    state = position("consume", consumer("deficit_spending", "merchant_world", hand=hand))
    for each in (hand[:2], hand[2:4]):
        act(state, "0 use up_to_2_hand_cards_for_1vp_each", *[f"0 discard {card}" for card in each])
    assert (seat(state)["vp_chips"], asked(state)) == (4, "action")


@pytest.mark.parametrize(
    ("card", "goods", "vp", "drawn"),
    [
        ("tourist_world", [NOVELTY, RARE], 6, 0),
        ("galactic_trendsetters", [NOVELTY], 4, 0),
        ("pilgrimage_world", [NOVELTY, RARE, GENES], 4, 0),
        ("epsilon_eridani", [NOVELTY], 2, 1),
        ("new_vinland", [NOVELTY], 0, 2),
        ("free_trade_association", [NOVELTY, "space_port"], 4, 2),
        ("old_earth", [NOVELTY, RARE], 4, 0),
        ("diversified_economy", [NOVELTY, RARE, GENES], 6, 0),
        ("black_market_trading_world", [ALIEN], 0, 5),
        ("trade_league", [ALIEN], 0, 6),
        ("new_economy", [], 0, 1),
    ],
)
def test_2x_doubles_vp_of_goods_but_not_cards(card, goods, vp, drawn):
    """R66: for the chooser alone."""
    assert outcome(card, goods=goods, actions=["consume_2x"]) == (vp, drawn, 0)


def test_vp_come_from_the_pool():
    """R67: and are paid in full even when it runs dry, to everybody for the rest of the phase."""
    seats = [
        consumer("tourist_world", goods=[NOVELTY, RARE], actions=["consume_2x"]),
        consumer("galactic_trendsetters", goods=[GENES]),
    ]
    state = position("consume", *seats, vp_pool=3)
    assert (seat(state)["vp_chips"], seat(state, 1)["vp_chips"], state.describe()["vp_pool"]) == (6, 2, 0)
    state = position("consume", *seats, vp_pool=30)
    assert state.describe()["vp_pool"] == 22


def test_used_goods_lie_among_the_discards_at_once():
    """R68: unseen, and part of a reshuffle in the same phase."""
    state = position("consume", {"tableau": ["new_vinland"], "goods": {"new_vinland": "gem_world"}}, discards=[])
    assert state.describe()["discards"] == ["gem_world"]
    assert seat(state)["put_away"] == []
    rest = [
        card for card in position("choose").describe()["deck"] if card not in ("new_vinland", "gem_world", "space_port")
    ]
    state = position(
        "consume",
        {"tableau": ["new_vinland"], "goods": {"new_vinland": "gem_world"}},
        {"hand": rest},
        deck=["space_port"],
        discards=[],
    )
    assert sorted(seat(state)["hand"]) == ["gem_world", "space_port"]


def test_a_sold_good_is_discarded_before_its_cards_are_drawn():
    """R68: it can be drawn again for its own sale."""
    rest = position("choose").describe()["deck"]
    for card in (NOVELTY, "gem_world", "space_port"):
        rest.remove(card)
    state = position(
        "consume",
        {"tableau": [NOVELTY], "goods": {NOVELTY: "gem_world"}, "actions": ["consume_trade"]},
        {"hand": rest},
        deck=["space_port"],
        discards=[],
    )
    assert sorted(seat(state)["hand"]) == ["gem_world", "space_port"]


def test_chips_are_earned_in_consume_alone():
    """R69: placing cards gives none."""
    state = position("settle", {"hand": ["terraformed_world", *cards(5)]})
    act(state, "0 place terraformed_world")
    assert (seat(state)["vp_chips"], state.scores()[0], state.describe()["vp_pool"]) == (0, 5, 24)


def test_one_seat_consumes_before_the_next_starts():
    """R98: in player order."""
    seats = [consumer("public_works", goods=[NOVELTY, RARE]), consumer("expanding_colony", goods=[GENES, ALIEN])]
    state = position("consume", *seats, first_seat=1)
    assert (asked(state), asked(state, 1)) == (None, "good")
    act(state, f"1 consume {GENES}")
    assert (asked(state), seat(state, 1)["vp_chips"]) == ("good", 1)


def test_who_stops_gives_way_to_the_next():
    """R56, R98: optional powers left unused end one seat's part only, and are no powers of the next."""
    hand = cards(3, "deficit_spending")
    seats = [consumer("deficit_spending", hand=hand), consumer("public_works", goods=[NOVELTY, RARE])]
    state = position("consume", *seats, first_seat=0)
    assert (asked(state), asked(state, 1)) == ("power", None)
    act(state, "0 pass")
    assert state.view(None)["progress"]["powers_left"] == {}
    assert (asked(state, 1), legal(state, 1)) == ("good", [f"consume {NOVELTY}", f"consume {RARE}"])
    act(state, f"1 consume {RARE}")
    assert (seat(state, 1)["vp_chips"], hand_size(state)) == (1, 3)


def test_only_goods_still_there_count():
    """R102: kinds used up before don't block a later power."""
    goods = [NOVELTY, "space_port", RARE, GENES]
    state = position("consume", consumer("diversified_economy", "public_works", goods=goods))
    act(state, "0 use any_for_1vp", f"0 consume {NOVELTY}")
    assert (seat(state)["vp_chips"], seat(state)["goods"]) == (4, {})


def test_example_12():
    """E12: Pirate World, Spice World, Export Duties: Pirate World's good brings 8 cards, Spice World's 5."""
    for world, drawn in (("pirate_world", 8), ("spice_world", 5)):
        goods = ["pirate_world", "spice_world"]
        state = position("consume", consumer("export_duties", goods=goods, actions=["consume_trade"]))
        act(state, f"0 sell {world}")
        assert hand_size(state) == drawn


def test_example_13():
    """E13: a good on Plague World brings 8 cards through Trade League, 4 through Black Market Trading World."""
    tableau = ["genetics_lab", "bio_hazard_mining_world"]
    for card, power, drawn in (
        ("trade_league", "any_for_trade_price", 8),
        ("black_market_trading_world", "any_for_price", 4),
    ):
        state = position("consume", consumer(card, *tableau, goods=["plague_world"]))
        act(state, f"0 use {power}")
        assert hand_size(state) == drawn


@pytest.mark.parametrize(("actions", "vp"), [([], 3), (["consume_2x"], 6)])
def test_example_28(actions, vp):
    """E28: three novelty goods, New Vinland and Free Trade Association, in either order."""
    goods = [NOVELTY, "space_port", "new_vinland"]
    state = position("consume", consumer("free_trade_association", goods=goods, actions=actions))
    act(state, "0 use up_to_3_novelty_for_1vp_1card_each")
    assert (seat(state)["vp_chips"], hand_size(state), seat(state)["goods"]) == (vp, 3, {})
    state = position("consume", consumer("free_trade_association", goods=goods))
    act(state, "0 use any_for_2cards", f"0 consume {NOVELTY}")
    assert (seat(state)["vp_chips"], hand_size(state), seat(state)["goods"]) == (2, 4, {})


def test_example_29():
    """E29: 2x, four goods, only Pilgrimage World: 6 VP; with one good 0."""
    assert outcome("pilgrimage_world", goods=[NOVELTY, RARE, GENES, ALIEN], actions=["consume_2x"]) == (6, 0, 0)
    assert outcome("pilgrimage_world", goods=[NOVELTY], actions=["consume_2x"]) == (0, 0, 0)


def test_example_30():
    """E30: 2x and Deficit Spending: two hand cards bring 2 VP."""
    hand = cards(3, "deficit_spending")
    state = position("consume", consumer("deficit_spending", hand=hand, actions=["consume_2x"]))
    act(state, "0 use up_to_2_hand_cards_for_1vp_each", f"0 discard {hand[0]}", f"0 discard {hand[1]}")
    assert seat(state)["vp_chips"] == 2


def test_example_31():
    """E31: two kinds: Diversified Economy is unusable, Tourist World must be used."""
    goods = [NOVELTY, "space_port", GENES]
    state = position("consume", consumer("diversified_economy", "tourist_world", goods=goods))
    assert asked(state) == "good"
    act(state, f"0 consume {NOVELTY}", f"0 consume {GENES}")
    assert (seat(state)["vp_chips"], list(seat(state)["goods"])) == (3, ["space_port"])


def test_example_34():
    """E34: the pool at 3, 5 VP are earned: all of them are paid, to later seats too, and the match ends."""
    goods = [NOVELTY, RARE, GENES]
    seats = [consumer("tourist_world", "galactic_trendsetters", goods=goods), consumer("old_earth", goods=[ALIEN])]
    state = position("consume", *seats, vp_pool=3, first_seat=0)
    act(state, "0 use any_for_2vp", f"0 consume {NOVELTY}")
    assert (seat(state)["vp_chips"], seat(state, 1)["vp_chips"], state.is_over) == (5, 1, True)
