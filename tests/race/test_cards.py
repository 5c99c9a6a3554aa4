"""A scenario for every card: what it costs, what it is worth, and each of its powers at work.

The tables were typed from the facts on the printed cards; columns say what they hold.
"""

import pytest

from tests.race.scenario import act, asked, cards, covers, hand_size, legal, place, position, seat, shows

NOVELTY, RARE, GENES, ALIEN = "artist_colony", "comet_zone", "distant_world", "alien_robotic_factory"
PRICES = {"novelty": 2, "rare_elements": 3, "genes": 4, "alien_technology": 5}

# id, cost, VP, kind, production
BOUGHT = [
    ("old_earth", 3, 2, "none", "none"),
    ("epsilon_eridani", 2, 1, "none", "none"),
    ("alpha_centauri", 2, 0, "rare_elements", "windfall"),
    ("earths_lost_colony", 2, 1, "novelty", "production"),
    ("pilgrimage_world", 0, 2, "none", "none"),
    ("refugee_world", 0, 1, "novelty", "windfall"),
    ("artist_colony", 1, 1, "novelty", "production"),
    ("destroyed_world", 1, 0, "rare_elements", "windfall"),
    ("empath_world", 1, 1, "genes", "windfall"),
    ("expanding_colony", 1, 1, "none", "none"),
    ("gambling_world", 1, 1, "none", "none"),
    ("secluded_world", 1, 1, "novelty", "production"),
    ("asteroid_belt", 2, 1, "rare_elements", "windfall"),
    ("galactic_engineers", 2, 1, "none", "none"),
    ("gem_world", 2, 1, "novelty", "production"),
    ("new_vinland", 2, 1, "novelty", "production"),
    ("pre_sentient_race", 2, 1, "genes", "windfall"),
    ("radioactive_world", 2, 1, "rare_elements", "windfall"),
    ("space_port", 2, 1, "novelty", "production"),
    ("spice_world", 2, 1, "novelty", "production"),
    ("alien_rosetta_stone_world", 3, 3, "none", "none"),
    ("bio_hazard_mining_world", 3, 2, "rare_elements", "production"),
    ("black_market_trading_world", 3, 2, "none", "none"),
    ("blaster_gem_mines", 3, 2, "rare_elements", "windfall"),
    ("comet_zone", 3, 2, "rare_elements", "production"),
    ("galactic_resort", 3, 2, "novelty", "windfall"),
    ("mining_world", 3, 2, "rare_elements", "production"),
    ("plague_world", 3, 0, "genes", "production"),
    ("prosperous_world", 3, 2, "novelty", "production"),
    ("deserted_alien_outpost", 4, 3, "alien_technology", "windfall"),
    ("distant_world", 4, 2, "genes", "production"),
    ("imperium_armaments_world", 4, 2, "rare_elements", "production"),
    ("merchant_world", 4, 2, "none", "none"),
    ("tourist_world", 4, 2, "none", "none"),
    ("deserted_alien_colony", 5, 4, "alien_technology", "windfall"),
    ("galactic_trendsetters", 5, 3, "none", "none"),
    ("lost_species_ark_world", 5, 3, "genes", "production"),
    ("new_earth", 5, 3, "rare_elements", "production"),
    ("terraformed_world", 5, 5, "none", "none"),
    ("alien_robotic_factory", 6, 5, "alien_technology", "production"),
    ("deserted_alien_library", 6, 5, "alien_technology", "windfall"),
]

# id, defense, VP, kind, production
CONQUERED = [
    ("new_sparta", 2, 1, "none", "none"),
    ("new_survivalists", 1, 1, "novelty", "production"),
    ("outlaw_world", 1, 1, "none", "none"),
    ("rebel_fuel_cache", 1, 1, "rare_elements", "windfall"),
    ("runaway_robots", 1, 1, "rare_elements", "windfall"),
    ("star_nomad_lair", 1, 1, "novelty", "windfall"),
    ("the_last_of_the_uplift_gnarssh", 1, 0, "genes", "windfall"),
    ("alien_robot_sentry", 2, 2, "alien_technology", "windfall"),
    ("aquatic_uplift_race", 2, 2, "genes", "windfall"),
    ("avian_uplift_race", 2, 2, "genes", "windfall"),
    ("former_penal_colony", 2, 1, "novelty", "windfall"),
    ("rebel_miners", 2, 1, "rare_elements", "production"),
    ("reptilian_uplift_race", 2, 2, "genes", "windfall"),
    ("pirate_world", 3, 2, "novelty", "windfall"),
    ("rebel_underground", 3, 4, "none", "none"),
    ("rebel_warrior_race", 3, 2, "genes", "windfall"),
    ("alien_robot_scout_ship", 4, 2, "alien_technology", "windfall"),
    ("malevolent_lifeforms", 4, 2, "genes", "production"),
    ("lost_alien_warship", 5, 3, "alien_technology", "windfall"),
    ("rebel_outpost", 5, 5, "none", "none"),
    ("lost_alien_battle_fleet", 6, 4, "alien_technology", "production"),
    ("rebel_base", 6, 6, "none", "none"),
    ("rebel_homeworld", 7, 7, "none", "none"),
]

# id, cost, VP
DEVELOPMENTS = [
    ("contact_specialist", 1, 1),
    ("expedition_force", 1, 1),
    ("export_duties", 1, 1),
    ("investment_credits", 1, 1),
    ("new_military_tactics", 1, 1),
    ("public_works", 1, 1),
    ("colony_ship", 2, 1),
    ("deficit_spending", 2, 1),
    ("genetics_lab", 2, 1),
    ("interstellar_bank", 2, 1),
    ("mining_robots", 2, 1),
    ("space_marines", 2, 1),
    ("mining_conglomerate", 3, 2),
    ("terraforming_robots", 3, 2),
    ("diversified_economy", 4, 2),
    ("drop_ships", 4, 2),
    ("replicant_robots", 4, 2),
    ("research_labs", 4, 2),
    ("consumer_markets", 5, 3),
    ("alien_tech_institute", 6, 0),
    ("free_trade_association", 6, 0),
    ("galactic_federation", 6, 0),
    ("galactic_imperium", 6, 0),
    ("galactic_renaissance", 6, 0),
    ("galactic_survey_seti", 6, 0),
    ("merchant_guild", 6, 0),
    ("mining_league", 6, 0),
    ("new_economy", 6, 0),
    ("new_galactic_order", 6, 0),
    ("pan_galactic_league", 6, 0),
    ("trade_league", 6, 0),
]
#: cards that give strength, by how much
STRENGTH = {
    "epsilon_eridani": 1,
    "expedition_force": 1,
    "space_marines": 2,
    "drop_ships": 3,
    "new_galactic_order": 2,
    "new_sparta": 2,
}


def strong(defense, *but):
    """Developments that together have exactly that strength."""
    chosen, left = [], defense
    for card in sorted(STRENGTH, key=STRENGTH.get, reverse=True):
        if card not in but and STRENGTH[card] <= left:
            chosen.append(card)
            left -= STRENGTH[card]
    assert left == 0
    return chosen


def holds_good(state, world, production):
    """A windfall world gets its good at once, a production world in the next Produce phase; a grey world never."""
    assert (world in seat(state)["goods"]) == (production == "windfall")
    produced = position("produce", {"tableau": [world]})
    assert (world in seat(produced)["goods"]) == (production == "production")


def sells_for(world, kind):
    """The price of its good without the card's own Trade powers."""
    if kind == "none":
        with pytest.raises(ValueError, match="can't hold a good"):
            position("consume", {"tableau": [world], "goods": [world]})
        return
    state = position("consume", {"tableau": [world], "goods": [world], "actions": ["consume_trade"]})
    assert hand_size(state) - OWN_TRADE.get(world, 0) == PRICES[kind]


OWN_TRADE = {"spice_world": 2, "star_nomad_lair": 1, "pirate_world": 3}


@shows("produce", ids=[row[0] for row in BOUGHT])
@pytest.mark.parametrize(("world", "cost", "vp", "kind", "production"), BOUGHT)
def test_worlds_that_are_bought(world, cost, vp, kind, production):
    """R35, R85: the price, the points, and the kind of good."""
    hand = [world, *cards(cost + 1)]
    state = position("settle", {"hand": hand})
    assert place(state, world) == cost
    assert state.scores()[0] == vp
    short = position("settle", {"hand": hand[: cost or 1]}, {"hand": ["drop_ships"]})
    assert (f"place {world}" in legal(short)) == (cost == 0)
    holds_good(state, world, production)
    sells_for(world, kind)


@shows("produce", ids=[row[0] for row in CONQUERED])
@pytest.mark.parametrize(("world", "defense", "vp", "kind", "production"), CONQUERED)
def test_worlds_that_are_conquered(world, defense, vp, kind, production):
    """R37, R85: the defense, the points, and the kind of good."""
    helpers = strong(defense, world)
    state = position("settle", {"tableau": helpers, "hand": [world, *cards(8, *helpers)]})
    before = state.scores()[0] - extra_strength(helpers, state)
    assert place(state, world) == 0
    assert state.scores()[0] - extra_strength(helpers, state) == before + vp
    weak = position("settle", {"tableau": strong(defense - 1, world), "hand": [world, *cards(8, *STRENGTH)]})
    assert f"place {world}" not in legal(weak)
    holds_good(state, world, production)
    sells_for(world, kind)


def extra_strength(helpers, state):
    """What New Galactic Order among the helpers scores."""
    return state.view(None)["seats"][0]["military"] if "new_galactic_order" in helpers else 0


@covers(*(row[0] for row in DEVELOPMENTS))
@pytest.mark.parametrize(("card", "cost", "vp"), DEVELOPMENTS)
def test_developments(card, cost, vp):
    """R30, R85: the price and the points; those of cost 6 score by their rows alone (R88)."""
    state = position("develop", {"hand": [card, *cards(cost + 1, card)]})
    assert place(state, card) == cost
    alone = {
        "alien_tech_institute": 2,
        "galactic_federation": 2,
        "galactic_survey_seti": 1,
        "new_economy": 2,
        "trade_league": 2,
        "new_galactic_order": 2,
        "pan_galactic_league": 0,
    }
    assert state.scores()[0] == vp + alone.get(card, 0)
    short = position("develop", {"hand": [card, *cards(cost - 1, card)]})
    assert f"place {card}" not in legal(short)


# -- powers ------------------------------------------------------------------------------------------


EXPLORE = [
    ("star_nomad_lair", 3, 1),
    ("malevolent_lifeforms", 3, 1),
    ("expedition_force", 3, 1),
    ("research_labs", 2, 2),
    ("galactic_renaissance", 4, 2),
    ("galactic_survey_seti", 4, 1),
    ("old_earth", 2, 1),
]


@shows("explore_draw", "explore_keep", ids=[row[0] for row in EXPLORE])
@pytest.mark.parametrize(("card", "dealt", "kept"), EXPLORE)
def test_explore_powers(card, dealt, kept):
    """R23."""
    state = position("explore", {"tableau": [card]}, {})
    shown = seat(state)
    assert (len(shown["drawn"]) or hand_size(state), shown["quota"] or hand_size(state)) == (dealt, kept)


DEVELOP = [
    ("interstellar_bank", 1, 4, 0),
    ("investment_credits", 0, 3, 0),
    ("public_works", 0, 4, 1),
    ("galactic_federation", 0, 2, 0),
]


@shows("draw_at_start", "develop_discount", "draw_after_develop", ids=[row[0] for row in DEVELOP])
@pytest.mark.parametrize(("card", "before", "price", "after"), DEVELOP)
def test_develop_powers(card, before, price, after):
    """R27, R30, R31: cards drawn before, the price of Drop Ships, cards drawn after."""
    state = position("develop", {"tableau": [card], "hand": ["drop_ships", *cards(7, card, "drop_ships")]})
    assert hand_size(state) == 8 + before
    assert place(state, "drop_ships") == price
    assert hand_size(state) == 7 + before - price + after


MILITARY = [
    ("epsilon_eridani", 1),
    ("new_sparta", 2),
    ("refugee_world", -1),
    ("empath_world", -1),
    ("blaster_gem_mines", 1),
    ("imperium_armaments_world", 1),
    ("former_penal_colony", 1),
    ("rebel_warrior_race", 1),
    ("alien_robot_scout_ship", 1),
    ("lost_alien_warship", 2),
    ("rebel_outpost", 1),
    ("lost_alien_battle_fleet", 3),
    ("contact_specialist", -1),
    ("expedition_force", 1),
    ("space_marines", 2),
    ("drop_ships", 3),
    ("new_galactic_order", 2),
    ("pan_galactic_league", -1),
    ("outlaw_world", 0),
    ("new_military_tactics", 0),
    ("galactic_imperium", 0),
]


@shows("military", ids=[row[0] for row in MILITARY])
@pytest.mark.parametrize(("card", "military"), MILITARY)
def test_unconditional_strength(card, military):
    """R37."""
    state = position("choose", {"tableau": [card]})
    assert state.view(None)["seats"][0]["military"] == military


#: card, then worlds with the price they then have; the four are novelty, rare elements, genes, alien technology
DISCOUNTS = [
    ("alpha_centauri", [2, 2, 4, 6]),
    ("mining_robots", [2, 2, 4, 6]),
    ("alien_rosetta_stone_world", [2, 3, 4, 4]),
    ("alien_tech_institute", [2, 3, 4, 4]),
    ("replicant_robots", [0, 1, 2, 4]),
    ("investment_credits", [2, 3, 4, 6]),
]


@shows("settle_discount", ids=[row[0] for row in DISCOUNTS])
@pytest.mark.parametrize(("card", "prices"), DISCOUNTS)
def test_settle_discounts(card, prices):
    """R35, R36."""
    for world, price in zip(["gem_world", "comet_zone", "distant_world", "alien_robotic_factory"], prices, strict=True):
        state = position("settle", {"tableau": [card], "hand": [world, *cards(7, card)]})
        assert place(state, world) == price, world


SPECIALISED = [
    ("alpha_centauri", {"rebel_fuel_cache": 1, "rebel_miners": 1, "outlaw_world": 0, "alien_robot_sentry": 0}),
    ("alien_rosetta_stone_world", {"alien_robot_sentry": 2, "alien_robot_scout_ship": 2, "rebel_fuel_cache": 0}),
    ("alien_tech_institute", {"alien_robot_sentry": 2, "lost_alien_warship": 2, "outlaw_world": 0}),
    ("galactic_imperium", {"rebel_outpost": 4, "rebel_homeworld": 4, "rebel_fuel_cache": 4, "pirate_world": 0}),
]


@shows("military_vs", ids=[row[0] for row in SPECIALISED])
@pytest.mark.parametrize(("card", "strength"), SPECIALISED)
def test_specialised_strength(card, strength):
    """R38: what more is needed to conquer each."""
    defenses = {row[0]: row[1] for row in CONQUERED}
    assert strength.keys() <= defenses.keys()
    for world, amount in strength.items():
        need = max(0, defenses[world] - amount)
        enough = position("settle", {"tableau": [card, *strong(need)], "hand": [world]})
        assert f"place {world}" in legal(enough)
        if need:
            short = position("settle", {"tableau": [card, *strong(need - 1)], "hand": [world]})
            assert f"place {world}" not in legal(short)


@shows("discard_for_military", ids=["new_military_tactics"])
def test_new_military_tactics():
    """R40: strength 3."""
    state = position("settle", {"tableau": ["new_military_tactics"], "hand": ["pirate_world"]})
    place(state, "pirate_world")
    assert seat(state)["tableau"] == ["pirate_world"]


@shows("discard_for_zero_cost", ids=["colony_ship"])
def test_colony_ship():
    """R41: a world of cost 5 for nothing."""
    state = position("settle", {"tableau": ["colony_ship"], "hand": ["terraformed_world"]})
    assert place(state, "terraformed_world") == 0
    assert seat(state)["tableau"] == ["terraformed_world"]


@shows("pay_for_military", ids=["contact_specialist"])
def test_contact_specialist():
    """R42: a military world for its defense less 1."""
    state = position(
        "settle", {"tableau": ["contact_specialist"], "hand": ["rebel_base", *cards(6, "contact_specialist")]}
    )
    assert place(state, "rebel_base") == 5


@shows("draw_after_settle", ids=["terraforming_robots"])
def test_terraforming_robots_draw_after_settling():
    """R48."""
    state = position("settle", {"tableau": ["terraforming_robots"], "hand": ["pilgrimage_world"]})
    place(state, "pilgrimage_world")
    assert hand_size(state) == 1


TRADE = [
    ("old_earth", NOVELTY, 3),
    ("galactic_engineers", NOVELTY, 3),
    ("space_port", RARE, 5),
    ("space_port", GENES, 4),
    ("spice_world", NOVELTY, 4),
    ("bio_hazard_mining_world", GENES, 6),
    ("bio_hazard_mining_world", RARE, 3),
    ("distant_world", NOVELTY, 5),
    ("merchant_world", ALIEN, 7),
    ("star_nomad_lair", "star_nomad_lair", 3),
    ("pirate_world", "pirate_world", 5),
    ("pirate_world", NOVELTY, 2),
    ("export_duties", RARE, 4),
    ("genetics_lab", GENES, 5),
    ("genetics_lab", RARE, 3),
    ("mining_conglomerate", RARE, 4),
    ("trade_league", ALIEN, 6),
]


@shows("trade_bonus", ids=[row[0] for row in TRADE])
@pytest.mark.parametrize(("card", "world", "drawn"), TRADE)
def test_trade_powers(card, world, drawn):
    """R53: what a sale brings."""
    state = position("consume", {"tableau": list({card: 0, world: 0}), "goods": [world], "actions": ["consume_trade"]})
    assert hand_size(state) == drawn


GOODS_EFFECTS = ("consume_one", "consume_up_to", "consume_exact", "consume_all", "consume_for_trade_price")
CONSUME = [
    ("old_earth", [NOVELTY, RARE], 2, 0, 0),
    ("epsilon_eridani", [NOVELTY], 1, 1, 0),
    ("earths_lost_colony", ["earths_lost_colony"], 1, 0, 0),
    ("pilgrimage_world", [NOVELTY, RARE, GENES], 2, 0, 0),
    ("expanding_colony", [RARE], 1, 0, 0),
    ("secluded_world", ["secluded_world"], 0, 1, 0),
    ("new_vinland", ["new_vinland"], 0, 2, 0),
    ("black_market_trading_world", [GENES], 0, 4, 0),
    ("galactic_resort", ["galactic_resort"], 1, 1, 0),
    ("plague_world", ["plague_world"], 1, 1, 0),
    ("plague_world", [NOVELTY], 0, 0, 1),
    ("prosperous_world", ["prosperous_world"], 1, 0, 0),
    ("tourist_world", [NOVELTY, RARE], 3, 0, 0),
    ("galactic_trendsetters", [ALIEN], 2, 0, 0),
    ("new_earth", ["new_earth"], 1, 1, 0),
    ("terraformed_world", [GENES], 1, 0, 0),
    ("new_survivalists", ["new_survivalists"], 0, 1, 0),
    ("new_survivalists", [RARE], 0, 0, 1),
    ("outlaw_world", [NOVELTY], 1, 1, 0),
    ("public_works", [NOVELTY], 1, 0, 0),
    ("mining_conglomerate", [RARE, "mining_world"], 2, 0, 0),
    ("mining_conglomerate", [NOVELTY], 0, 0, 1),
    ("terraforming_robots", [RARE], 1, 1, 0),
    ("terraforming_robots", [GENES], 0, 0, 1),
    ("diversified_economy", [NOVELTY, RARE, GENES], 3, 0, 0),
    ("research_labs", [GENES], 1, 0, 0),
    ("research_labs", [ALIEN], 0, 0, 1),
    ("consumer_markets", [NOVELTY, "gem_world", "space_port"], 3, 0, 0),
    ("consumer_markets", [RARE], 0, 0, 1),
    ("free_trade_association", [NOVELTY, "gem_world", "space_port"], 3, 3, 0),
    ("mining_league", [RARE, "mining_world"], 3, 0, 0),
    ("new_economy", [], 0, 1, 0),
    ("trade_league", [GENES], 0, 5, 0),
]


@shows(*GOODS_EFFECTS, "draw", ids=[row[0] for row in CONSUME])
@pytest.mark.parametrize(("card", "goods", "vp", "drawn", "left"), CONSUME)
def test_consume_powers(card, goods, vp, drawn, left):
    """R56 to R63: VP, cards, and goods that stay."""
    state = position("consume", {"tableau": list(dict.fromkeys([card, *goods])), "goods": goods})
    assert (seat(state)["vp_chips"], hand_size(state), len(seat(state)["goods"])) == (vp, drawn, left)
    assert asked(state) == "action"


@shows("consume_one", "gamble", ids=["gambling_world"])
def test_gambling_world():
    """R64: one good for 1 VP, and a gamble."""
    state = position("consume", {"tableau": ["gambling_world", NOVELTY], "goods": [NOVELTY]}, deck=["gem_world"])
    act(state, "0 use any_for_1vp", "0 call 2")
    assert (seat(state)["vp_chips"], seat(state)["hand"]) == (1, ["gem_world"])


@shows("discard_cards_for_vp", ids=["deficit_spending", "merchant_world"])
@pytest.mark.parametrize("card", ["deficit_spending", "merchant_world"])
def test_cards_for_vp(card):
    """R65: two cards, two VP."""
    state = position("consume", {"tableau": [card], "hand": ["gem_world", "space_port", "new_earth"]})
    act(state, "0 use up_to_2_hand_cards_for_1vp_each", "0 discard gem_world", "0 discard new_earth")
    assert (seat(state)["vp_chips"], seat(state)["hand"]) == (2, ["space_port"])


PRODUCE_EFFECTS = (
    "draw", "draw_if_produced_here", "produce_windfall", "draw_per_good_produced", "draw_per_kind_produced",
    "draw_if_most_produced", "draw_per_world",
)  # fmt: skip
PRODUCE = [
    ("gem_world", [], {"gem_world"}, 1),
    ("comet_zone", [], {"comet_zone"}, 1),
    ("mining_world", [], {"mining_world"}, 1),
    ("lost_species_ark_world", [], {"lost_species_ark_world"}, 2),
    ("runaway_robots", ["mining_robots"], {"runaway_robots"}, 1),
    ("expanding_colony", ["refugee_world"], {"refugee_world"}, 0),
    ("galactic_engineers", ["deserted_alien_colony"], {"deserted_alien_colony"}, 0),
    ("alien_rosetta_stone_world", ["lost_alien_warship"], {"lost_alien_warship"}, 0),
    ("genetics_lab", ["the_last_of_the_uplift_gnarssh"], {"the_last_of_the_uplift_gnarssh"}, 0),
    ("mining_robots", ["radioactive_world"], {"radioactive_world"}, 0),
    ("free_trade_association", ["galactic_resort"], {"galactic_resort"}, 0),
    ("mining_league", ["destroyed_world"], {"destroyed_world"}, 0),
    ("rebel_underground", [], set(), 1),
    ("merchant_guild", [], set(), 2),
    ("mining_conglomerate", ["new_earth"], {"new_earth"}, 2),
    ("diversified_economy", ["artist_colony", "new_earth"], {"artist_colony", "new_earth"}, 2),
    ("research_labs", ["alien_robotic_factory"], {"alien_robotic_factory"}, 1),
    ("consumer_markets", ["artist_colony", "space_port"], {"artist_colony", "space_port"}, 2),
    ("pan_galactic_league", ["plague_world", "reptilian_uplift_race"], {"plague_world"}, 2),
    ("old_earth", ["asteroid_belt"], set(), 0),
]


@shows(*PRODUCE_EFFECTS, ids=[row[0] for row in PRODUCE])
@pytest.mark.parametrize(("card", "others", "goods", "drawn"), PRODUCE)
def test_produce_powers(card, others, goods, drawn):
    """R70 to R78: worlds with goods and cards drawn."""
    state = position("produce", {"tableau": [card, *others]})
    assert (set(seat(state)["goods"]), hand_size(state)) == (goods, drawn)
    assert asked(state) == "action"
