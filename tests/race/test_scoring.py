"""The end of the match, points and places (R82 to R91, R97)."""

import pytest

from engine.race.catalog import CARDS
from tests.race.scenario import act, cards, legal, place, position, seat


def six(card, tableau, vp=0):
    """What a six-cost development adds to its owner's points."""
    with_it = position("choose", {"tableau": [card, *tableau], "vp_chips": vp})
    without = position("choose", {"tableau": tableau, "vp_chips": vp})
    return with_it.scores()[0] - without.scores()[0]


def tableau(count):
    return [card.id for card in CARDS if card.is_world and card.cost < 3][:count]


def end_round(*seats, **table):
    """Play a round in which nothing happens."""
    state = position("choose", *seats, **table)
    for number in range(len(seats)):
        act(state, f"{number} choose settle")
    while state.decision(state.deciding_seats()[0] if state.deciding_seats() else 0) and "pass" in legal(
        state, state.deciding_seats()[0]
    ):
        act(state, f"{state.deciding_seats()[0]} pass")
    return state


@pytest.mark.parametrize(("pool", "is_over"), [(0, True), (1, False)])
def test_the_match_ends_with_an_empty_pool(pool, is_over):
    """R82: exactly empty included, at the end of the round."""
    state = end_round({"hand": ["gem_world"]}, {}, vp_pool=pool)
    assert state.is_over == is_over


@pytest.mark.parametrize(("count", "is_over"), [(11, False), (12, True), (13, True)])
def test_the_match_ends_with_twelve_cards(count, is_over):
    """R83: goods and hand don't count; it is looked at after the round."""
    seats = [{"tableau": tableau(count), "goods": ["artist_colony"], "hand": cards(10)}, {}]
    assert not position("choose", *seats).is_over
    assert end_round(*seats).is_over == is_over


@pytest.mark.parametrize(
    ("way", "count", "is_over"), [("conquer", 12, True), ("discard_from_tableau new_military_tactics", 11, False)]
)
def test_a_twelfth_card_balanced_by_tactics_does_not_end_the_match(way, count, is_over):
    """R40, R83: the tableau shrinks at once; whose tableau it is does not matter."""
    owned = ["new_military_tactics", "space_marines", *tableau(9)]
    state = position("settle", {}, {"tableau": owned, "hand": ["outlaw_world"]})
    act(state, "1 place outlaw_world", f"1 {way}")
    assert (len(seat(state, 1)["tableau"]), state.is_over) == (count, is_over)


def test_a_tableau_can_grow_beyond_twelve_in_the_last_round():
    """R83: a development and a world in the same round."""
    seats = [{"tableau": tableau(11), "hand": ["export_duties", "new_earth", *cards(9, "export_duties")]}, {}]
    state = position("choose", *seats)
    act(state, "0 choose develop", "1 choose settle")
    place(state, "export_duties", keep=("new_earth",))
    place(state, "new_earth")
    assert state.is_over
    assert len(seat(state)["tableau"]) == 13


def test_there_is_no_other_end():
    """R84: no limit of rounds."""
    state = end_round({}, {}, round=500)
    assert (state.is_over, state.describe()["round"]) == (False, 501)


def test_points_are_chips_printed_vp_and_scoring():
    """R85: hand cards and goods score nothing."""
    mine = {"tableau": ["old_earth", "rebel_homeworld", "drop_ships"], "vp_chips": 5, "hand": cards(3, "drop_ships")}
    state = position("choose", mine, {"tableau": ["gem_world"], "goods": ["gem_world"]})
    assert state.scores() == (2 + 7 + 2 + 5, 1)


@pytest.mark.parametrize(
    ("mine", "other", "ranks"),
    [
        ({"hand": 3}, {"hand": 2}, (1, 2)),
        ({"hand": 1, "goods": 2}, {"hand": 3}, (1, 1)),
        ({"hand": 2, "goods": 2}, {"hand": 3}, (1, 2)),
        ({"hand": 0}, {"hand": 9, "vp": 1}, (2, 1)),
    ],
)
def test_ties(mine, other, ranks):
    """R86: hand cards and goods together; then the victory is shared."""

    def owner(worlds, drawn, hand, goods=0, vp=0):
        return {"tableau": worlds, "hand": drawn[:hand], "goods": worlds[:goods], "vp_chips": vp}

    hands = cards(20)
    seats = [
        owner(["gem_world", "space_port"], hands[:10], **mine),
        owner(["spice_world", "new_vinland"], hands[10:], **other),
    ]
    assert position("choose", *seats).ranks() == ranks


def test_places_below_the_first():
    """R97: the same comparison orders all; equals share a place, the next is skipped."""
    hands = cards(4)
    seats = [{"vp_chips": 3}, {"vp_chips": 3, "hand": hands[:1]}, {"vp_chips": 3, "hand": hands[1:2]}, {"vp_chips": 9}]
    assert position("choose", *seats).ranks() == (4, 2, 2, 1)


def test_a_card_counts_for_one_row_only_but_for_several_developments():
    """R87: the first row that fits; several six-cost developments may count the same card."""
    assert six("pan_galactic_league", ["rebel_warrior_race"]) == 2
    assert six("galactic_imperium", ["rebel_warrior_race"]) == 2
    both = position("choose", {"tableau": ["pan_galactic_league", "galactic_imperium", "rebel_warrior_race"]})
    assert both.scores()[0] == 2 + 2 + 2


@pytest.mark.parametrize(
    ("card", "values"),
    [
        (
            "alien_tech_institute",
            {"alien_robotic_factory": 3, "deserted_alien_library": 2, "alien_rosetta_stone_world": 2, "gem_world": 0},
        ),
        ("galactic_imperium", {"rebel_base": 2, "new_sparta": 1, "old_earth": 0, "drop_ships": 0}),
        (
            "pan_galactic_league",
            {"avian_uplift_race": 2, "plague_world": 2, "new_sparta": 1, "contact_specialist": 3, "gem_world": 0},
        ),
        ("galactic_survey_seti", {"research_labs": 1, "malevolent_lifeforms": 2, "old_earth": 1, "drop_ships": 0}),
        (
            "galactic_federation",
            {"merchant_guild": 2, "drop_ships": 1, "old_earth": 0, "deserted_alien_library": 0, "rebel_base": 0},
        ),
        (
            "free_trade_association",
            {"new_survivalists": 2, "pirate_world": 1, "consumer_markets": 2, "expanding_colony": 2, "comet_zone": 0},
        ),
        (
            "mining_league",
            {"new_earth": 2, "alpha_centauri": 1, "mining_robots": 2, "mining_conglomerate": 2, "gem_world": 0},
        ),
        (
            "merchant_guild",
            {"gem_world": 2, "new_earth": 2, "alien_robotic_factory": 2, "asteroid_belt": 0, "drop_ships": 0},
        ),
        ("galactic_renaissance", {"research_labs": 3, "galactic_trendsetters": 3, "artist_colony": 3, "gem_world": 0}),
    ],
)
def test_what_each_six_cost_development_counts(card, values):
    """R88: and whether it counts itself."""
    own = {"alien_tech_institute": 2, "galactic_survey_seti": 1, "galactic_federation": 2}.get(card, 0)
    assert six(card, []) == own
    for other, vp in values.items():
        assert six(card, [other]) == own + vp, other


def test_galactic_renaissance_counts_full_threes_in_chips():
    """R88: chips alone."""
    assert [six("galactic_renaissance", [], vp) for vp in (0, 2, 3, 8, 9)] == [0, 0, 1, 2, 3]
    assert six("galactic_renaissance", ["rebel_homeworld"], 2) == 0


def test_goods_do_not_count_for_merchant_guild():
    """R88, D1: nor do windfall worlds."""
    state = position("choose", {"tableau": ["merchant_guild", "gem_world"], "goods": ["gem_world"]})
    assert state.scores()[0] == 1 + 2


@pytest.mark.parametrize(
    ("card", "twos", "ones", "nothing"),
    [
        (
            "new_economy",
            [
                "consumer_markets",
                "deficit_spending",
                "diversified_economy",
                "free_trade_association",
                "mining_conglomerate",
                "mining_league",
                "public_works",
                "research_labs",
                "terraforming_robots",
                "trade_league",
            ],
            [
                "black_market_trading_world",
                "merchant_world",
                "gambling_world",
                "old_earth",
                "pilgrimage_world",
                "new_survivalists",
            ],
            ["export_duties", "genetics_lab", "space_port", "gem_world"],
        ),
        (
            "trade_league",
            ["export_duties", "genetics_lab", "mining_conglomerate"],
            [
                "bio_hazard_mining_world",
                "distant_world",
                "galactic_engineers",
                "merchant_world",
                "old_earth",
                "pirate_world",
                "space_port",
                "spice_world",
                "star_nomad_lair",
            ],
            ["black_market_trading_world", "public_works", "gem_world"],
        ),
    ],
)
def test_powers_count_by_their_phase(card, twos, ones, nothing):
    """R89: Trade powers are no Consume powers; each of the two counts itself; a card counts once."""
    assert six(card, []) == 2
    assert all(six(card, [other]) == 4 for other in twos)
    assert all(six(card, [other]) == 3 for other in ones)
    assert all(six(card, [other]) == 2 for other in nothing)


def test_new_galactic_order_counts_unconditional_strength():
    """R90: negatives included, specialised and temporary strength not."""
    assert six("new_galactic_order", ["alpha_centauri", "alien_tech_institute", "new_military_tactics"]) == 2
    assert six("new_galactic_order", ["drop_ships", "new_sparta"]) == 7
    worst = ["contact_specialist", "pan_galactic_league", "refugee_world", "empath_world"]
    assert six("new_galactic_order", worst) == -2


def test_how_many_cards_have_powers_of_each_phase():
    """R91: Trade 4 developments and 9 worlds, Explore 4 and 2, Consume 11 and 19."""
    for phase, numbers in {"trade": (4, 9), "explore": (4, 2), "consume": (11, 19)}.items():
        owners = [card for card in CARDS if any(power.phase == phase for power in card.powers)]
        assert (sum(not card.is_world for card in owners), sum(card.is_world for card in owners)) == numbers


def test_example_14():
    """E14: Alien Tech Institute: 12."""
    worlds = [
        "alien_rosetta_stone_world",
        "alien_robotic_factory",
        "lost_alien_battle_fleet",
        "alien_robot_sentry",
        "gem_world",
    ]
    assert six("alien_tech_institute", worlds) == 12


def test_example_15():
    """E15: Galactic Imperium: 4."""
    assert six("galactic_imperium", ["rebel_miners", "pirate_world", "new_sparta", "gem_world"]) == 4


def test_example_16():
    """E16: Pan-Galactic League: 8."""
    assert (
        six(
            "pan_galactic_league",
            ["contact_specialist", "rebel_warrior_race", "plague_world", "pirate_world", "gem_world"],
        )
        == 8
    )


def test_example_17():
    """E17: Trade League: 6."""
    assert (
        six(
            "trade_league",
            ["export_duties", "old_earth", "black_market_trading_world", "star_nomad_lair", "public_works"],
        )
        == 6
    )


def test_example_18():
    """E18: New Economy: 9."""
    others = [
        "trade_league",
        "deficit_spending",
        "export_duties",
        "black_market_trading_world",
        "merchant_world",
        "gambling_world",
        "gem_world",
    ]
    assert six("new_economy", others) == 9


def test_example_19():
    """E19: Galactic Survey: SETI: 5."""
    assert six("galactic_survey_seti", ["expedition_force", "star_nomad_lair", "new_sparta", "public_works"]) == 5


def test_example_20():
    """E20: Galactic Federation: 6."""
    assert six("galactic_federation", ["new_economy", "public_works", "colony_ship", "gem_world"]) == 6


def test_example_21():
    """E21: Galactic Renaissance with 17 VP in chips: 11."""
    assert six("galactic_renaissance", ["research_labs", "artist_colony"], 17) == 11


def test_example_22():
    """E22: New Galactic Order: 4."""
    assert (
        six("new_galactic_order", ["drop_ships", "contact_specialist", "alien_tech_institute", "new_military_tactics"])
        == 4
    )


def test_example_23():
    """E23: New Galactic Order: -2."""
    assert (
        six("new_galactic_order", ["contact_specialist", "pan_galactic_league", "refugee_world", "empath_world"]) == -2
    )


def test_example_24():
    """E24: Merchant Guild: 4."""
    assert six("merchant_guild", ["gem_world", "rebel_miners", "alpha_centauri", "old_earth"]) == 4


def test_example_25():
    """E25: Mining League: 7."""
    assert (
        six("mining_league", ["rebel_miners", "alpha_centauri", "mining_robots", "mining_conglomerate", "gem_world"])
        == 7
    )


def test_example_26():
    """E26: Free Trade Association: 7."""
    assert six("free_trade_association", ["gem_world", "pirate_world", "consumer_markets", "expanding_colony"]) == 7
