"""III Settle (R32 to R50, R98 to R101)."""

import pytest

from engine.errors import IllegalAction
from tests.race.scenario import act, asked, cards, hand_size, legal, place, position, seat


def settler(world, *tableau, chosen=False, spare=8, **more):
    hand = [world, *cards(spare, *tableau)] if world else cards(spare, *tableau)
    return {"tableau": list(tableau), "hand": hand, "actions": ["settle"] if chosen else [], **more}


def can_place(world, *tableau, spare=0):
    return f"place {world}" in legal(position("settle", settler(world, *tableau, spare=spare)))


def price(world, *tableau):
    """Cards paid for a world that is bought."""
    state = position("settle", settler(world, *tableau))
    events = act(state, f"0 place {world}")
    if asked(state) == "way":
        events += act(state, "0 buy")
    while asked(state) == "pay":
        events += act(state, f"0 {legal(state)[0]}")
    assert world in seat(state)["tableau"]
    assert any(event["kind"] == "price_set" for event in events)
    return sum(event["kind"] == "card_paid" for event in events)


def refused(state, line):
    with pytest.raises(IllegalAction) as raised:
        act(state, line)
    return raised.value.reason


def test_the_order_of_the_phase():
    """R32: select unseen, reveal with windfall goods at once, pay in player order, then draw."""
    seats = [
        settler("asteroid_belt", chosen=True),
        settler("destroyed_world", "old_earth", chosen=True, hand=["destroyed_world", "gem_world", "space_port"]),
    ]
    state = position("settle", *seats)
    before = state.information_set(1)
    act(state, "0 place asteroid_belt")
    assert state.information_set(1) == before
    events = act(state, "1 place destroyed_world")
    kinds = [(event["kind"], event["seat"]) for event in events]
    assert kinds[1:5] == [("card_placed", 1), ("good_placed", 1), ("card_placed", 0), ("good_placed", 0)]
    # The owner of Old Earth is first in player order and pays before seat 0.
    assert state.deciding_seats() == (1,)
    events = act(state, "1 pay gem_world")
    assert [(event["kind"], event["seat"]) for event in events][:2] == [("card_paid", 1), ("card_drawn", 1)]
    assert state.deciding_seats() == (0,)


def test_how_to_place_is_decided_after_the_reveal():
    """R33: conquer, buy, or discard a card of the tableau."""
    tableau = ["contact_specialist", "drop_ships", "colony_ship", "new_military_tactics"]
    state = position("settle", settler("rebel_miners", *tableau))
    act(state, "0 place rebel_miners")
    assert asked(state) == "way"
    assert legal(state) == [
        "conquer",
        "buy",
        "discard_from_tableau new_military_tactics",
        "discard_from_tableau colony_ship",
    ]


def test_only_worlds_that_can_be_placed_may_be_selected():
    """R34: optional powers count, and all other hand cards."""
    assert can_place("new_earth", spare=5)
    assert not can_place("new_earth", spare=4)
    assert can_place("new_earth", "colony_ship")
    assert can_place("malevolent_lifeforms", "new_military_tactics", "epsilon_eridani")
    assert not can_place("malevolent_lifeforms", "new_military_tactics")
    assert can_place("rebel_homeworld", "contact_specialist", spare=6)
    assert can_place("rebel_homeworld", "contact_specialist", "colony_ship")
    state = position("settle", settler("new_earth", spare=4))
    assert refused(state, "0 place new_earth") == "too_expensive"
    assert refused(state, "0 place gem_world") == "not_in_hand"
    assert refused(state, f"0 place {cards(1)[0]}") == "not_a_world"
    assert refused(position("settle", settler("rebel_base")), "0 place rebel_base") == "too_weak"


def test_every_way_counts_for_what_may_be_selected():
    """R34: tactics beside a specialist whose price is too high, and the other way round."""
    tableau = ["contact_specialist", "new_military_tactics", "space_marines"]
    state = position("settle", settler("malevolent_lifeforms", *tableau, spare=1))
    assert "place malevolent_lifeforms" in legal(state)
    act(state, "0 place malevolent_lifeforms")
    # With strength 1 and one card the only way is by the discarded card: it is taken by itself.
    assert sorted(seat(state)["tableau"]) == ["contact_specialist", "malevolent_lifeforms", "space_marines"]
    assert can_place("rebel_homeworld", *tableau, spare=6)
    assert not can_place("rebel_homeworld", *tableau, spare=5)
    assert not can_place("alien_robot_scout_ship", "contact_specialist", "colony_ship", "new_military_tactics", spare=8)


def test_choosing_settle_does_not_lower_the_price():
    """R35: cost less discounts that fit the kind."""
    state = position("settle", settler("rebel_outpost", "contact_specialist", chosen=True))
    assert place(state, "rebel_outpost") == 4
    state = position("settle", settler("new_earth", chosen=True))
    assert place(state, "new_earth") == 5
    assert price("new_earth") == 5
    assert price("new_earth", "mining_robots") == 4
    assert price("new_earth", "replicant_robots", "mining_robots") == 2
    assert price("lost_species_ark_world", "mining_robots") == 5
    assert price("empath_world", "replicant_robots") == 0


def test_kinds_fit_windfall_and_production_worlds_alike():
    """R36: grey worlds have no kind."""
    assert price("asteroid_belt", "mining_robots") == 1
    assert price("comet_zone", "mining_robots") == 2
    assert price("alien_robotic_factory", "alien_tech_institute") == 4
    assert price("deserted_alien_outpost", "alien_tech_institute") == 2
    assert price("alien_rosetta_stone_world", "alien_tech_institute") == 3
    assert price("alien_rosetta_stone_world", "replicant_robots") == 1


def test_conquest_needs_strength_and_takes_no_cards():
    """R37: strength is the sum of all, negatives included, and is not spent."""
    assert can_place("pirate_world", "drop_ships")
    assert not can_place("pirate_world", "drop_ships", "refugee_world")
    assert not can_place("outlaw_world")
    state = position("settle", settler("pirate_world", "drop_ships"))
    act(state, "0 place pirate_world")
    assert hand_size(state) == 8
    assert state.view(None)["seats"][0]["military"] == 3
    assert (
        position("settle", settler("gem_world", "refugee_world", "empath_world")).view(None)["seats"][0]["military"]
        == -2
    )


@pytest.mark.parametrize(
    ("card", "yes", "no"),
    [
        (
            "galactic_imperium",
            ["rebel_miners", "rebel_underground", "rebel_fuel_cache"],
            ["pirate_world", "outlaw_world", "rebel_outpost"],
        ),
        ("alien_tech_institute", ["alien_robot_sentry"], ["avian_uplift_race", "new_survivalists"]),
        ("alien_rosetta_stone_world", ["alien_robot_sentry"], ["rebel_miners"]),
        ("alpha_centauri", ["rebel_fuel_cache", "runaway_robots"], ["rebel_miners", "star_nomad_lair", "outlaw_world"]),
    ],
)
def test_specialised_strength(card, yes, no):
    """R38: only against its target."""
    assert all(can_place(world, card) for world in yes)
    assert not any(can_place(world, card) for world in no)


def test_strength_and_cards_are_never_mixed():
    """R39: a military world is conquered or bought."""
    assert price("rebel_outpost", "contact_specialist", "drop_ships") == 4
    state = position("settle", settler("rebel_outpost", "drop_ships"))
    assert "place rebel_outpost" not in legal(state)
    assert price("gem_world", "drop_ships") == 2


def test_new_military_tactics():
    """R40: to the discard pile for strength +3 in this phase; the tableau shrinks at once."""
    state = position(
        "settle",
        settler("malevolent_lifeforms", "new_military_tactics", "epsilon_eridani"),
        settler("gem_world", hand=["gem_world", "new_earth", "space_port"]),
    )
    act(state, "0 place malevolent_lifeforms", "1 place gem_world")
    assert sorted(seat(state)["tableau"]) == ["epsilon_eridani", "malevolent_lifeforms"]
    assert seat(state)["put_away"] == ["new_military_tactics"]
    assert state.view(None)["seats"][0]["military"] == 1


def test_tactics_add_three_for_their_owner_alone():
    """R40: told with the conquest; a later seat has none of it."""
    seats = [
        settler("malevolent_lifeforms", "new_military_tactics", "epsilon_eridani", hand=["malevolent_lifeforms"]),
        {
            "tableau": ["contact_specialist", "new_sparta"],
            "hand": ["pirate_world", "gem_world", "space_port", "new_earth"],
        },
    ]
    state = position("settle", *seats, first_seat=0)
    events = act(state, "0 place malevolent_lifeforms", "1 place pirate_world")
    assert [event["amount"] for event in events if event["kind"] == "conquered"] == [4]
    # Strength 1 against defense 3: no way but to pay two cards.
    assert (asked(state, 1), state.describe()["progress"]["price_left"]) == ("pay", 2)


def test_colony_ship():
    """R41: one world for nothing; not an alien one, but the grey Rosetta world too."""
    state = position("settle", settler("new_earth", "colony_ship", spare=0))
    assert place(state, "new_earth") == 0
    assert seat(state)["tableau"] == ["new_earth"]
    assert can_place("alien_rosetta_stone_world", "colony_ship")
    aliens = ["alien_robotic_factory", "deserted_alien_outpost", "deserted_alien_colony", "deserted_alien_library"]
    assert not any(can_place(world, "colony_ship") for world in aliens)
    state = position("settle", settler("deserted_alien_outpost", "colony_ship"))
    act(state, "0 place deserted_alien_outpost")
    assert asked(state) == "pay"


def test_contact_specialist_buys_military_worlds():
    """R42: for defense less 1 and every discount that fits, never an alien one."""
    assert price("rebel_homeworld", "contact_specialist") == 6
    assert price("rebel_homeworld", "contact_specialist", "replicant_robots") == 4
    assert price("rebel_miners", "contact_specialist", "mining_robots") == 0
    aliens = ["alien_robot_sentry", "alien_robot_scout_ship", "lost_alien_warship", "lost_alien_battle_fleet"]
    assert not any(can_place(world, "contact_specialist", spare=8) for world in aliens)
    state = position("settle", settler("alien_robot_sentry", "contact_specialist", "space_marines", "expedition_force"))
    act(state, "0 place alien_robot_sentry")
    assert "alien_robot_sentry" in seat(state)["tableau"]


def test_contact_specialist_weakens_always():
    """R43: used or not."""
    assert not can_place("new_sparta", "space_marines", "contact_specialist", spare=0)
    assert can_place("new_sparta", "space_marines", spare=0)


def test_colony_ship_makes_a_purchase_free():
    """R44: defense 7 included; but it never helps a conquest."""
    state = position("settle", settler("rebel_homeworld", "contact_specialist", "colony_ship", spare=0))
    assert place(state, "rebel_homeworld") == 0
    assert seat(state)["tableau"] == ["rebel_homeworld", "contact_specialist"]
    state = position("settle", settler("pirate_world", "drop_ships", "colony_ship"))
    act(state, "0 place pirate_world")
    assert "colony_ship" in seat(state)["tableau"]
    assert not can_place("rebel_homeworld", "colony_ship")


def test_who_is_strong_enough_may_still_buy():
    """R45: the choice is open."""
    state = position("settle", settler("pirate_world", "drop_ships", "contact_specialist", "space_marines"))
    act(state, "0 place pirate_world")
    assert legal(state) == ["conquer", "buy"]
    act(state, "0 buy")
    assert asked(state) == "pay"
    assert state.describe()["progress"]["price_left"] == 2
    # R99: also where the price is nothing.
    state = position("settle", settler("outlaw_world", "drop_ships", "contact_specialist"))
    act(state, "0 place outlaw_world")
    assert legal(state) == ["conquer", "buy"]
    events = act(state, "0 buy")
    assert ("price_set", 0) in [(event["kind"], event.get("count")) for event in events]


def test_a_bought_military_world_is_military():
    """R46: in scoring too."""
    state = position("settle", settler("outlaw_world", "contact_specialist", "galactic_imperium"))
    before = state.scores()[0]
    act(state, "0 place outlaw_world")
    assert state.scores()[0] == before + 1 + 1


def test_cards_may_be_discarded_without_need():
    """R47, D11: as long as their use is legal: while an eligible world, or for tactics any world, is placed."""
    state = position("settle", settler("pilgrimage_world", "colony_ship", "new_military_tactics"))
    act(state, "0 place pilgrimage_world")
    assert legal(state) == ["buy", "discard_from_tableau new_military_tactics", "discard_from_tableau colony_ship"]
    act(state, "0 discard_from_tableau new_military_tactics", "0 discard_from_tableau colony_ship")
    assert seat(state)["tableau"] == ["pilgrimage_world"]
    state = position("settle", settler(None, "new_military_tactics"))
    act(state, "0 pass")
    assert seat(state)["tableau"] == ["new_military_tactics"]


def test_the_bonus_is_one_card_after_placing():
    """R48, D14: it can't help to pay, and needs a world; Terraforming Robots likewise, after either type."""
    state = position("settle", settler("gem_world", chosen=True, spare=2))
    assert place(state, "gem_world") == 2
    assert hand_size(state) == 1
    state = position("settle", settler("gem_world", chosen=True, spare=1))
    assert legal(state) == ["pass"]
    act(state, "0 pass")
    assert hand_size(state) == 2
    for tableau, world in (
        (["terraforming_robots"], "pilgrimage_world"),
        (["terraforming_robots", "drop_ships"], "pirate_world"),
    ):
        state = position("settle", settler(world, *tableau, spare=0, chosen=True))
        act(state, f"0 place {world}")
        assert hand_size(state) == 2


def test_without_a_world_nothing_is_drawn():
    """R48: neither for having chosen Settle nor for Terraforming Robots."""
    state = position("settle", settler("gem_world", "terraforming_robots", chosen=True, spare=3))
    act(state, "0 pass")
    assert hand_size(state) == 4


def test_a_good_on_arrival_does_not_count_in_produce():
    """R49, R75, R76: neither for draws per good nor for who produced most."""
    tableau = ["drop_ships", "diversified_economy", "mining_conglomerate"]
    state = position("choose", {"tableau": tableau, "hand": ["runaway_robots"]}, {}, {})
    act(state, "0 choose produce", "1 choose settle", "2 choose settle", "0 place runaway_robots")
    assert list(seat(state)["goods"]) == ["runaway_robots"]
    assert (hand_size(state), asked(state)) == (0, "action")


def test_a_windfall_good_on_arrival_is_not_produced():
    """R49, D12: Runaway Robots draw nothing for it."""
    state = position("settle", settler("runaway_robots", "drop_ships", spare=0))
    events = act(state, "0 place runaway_robots")
    assert list(seat(state)["goods"]) == ["runaway_robots"]
    assert hand_size(state) == 0
    assert [e["kind"] for e in events if e["kind"].startswith("good")] == ["good_placed"]


def test_one_world_a_phase():
    """R50: after it the phase is over for the seat."""
    state = position("settle", {"hand": ["pilgrimage_world", "refugee_world"]})
    act(state, "0 place pilgrimage_world")
    assert seat(state)["tableau"] == ["pilgrimage_world"]
    assert asked(state) == "action"


def test_one_seat_finishes_before_the_next_starts():
    """R98: pay or conquer, draw, then the next in player order."""
    seats = [
        settler("gem_world", "epsilon_eridani", chosen=True),
        settler(
            "space_port", "alpha_centauri", chosen=True, hand=["space_port", "new_earth", "old_earth", "spice_world"]
        ),
    ]
    state = position("settle", *seats)
    act(state, "0 place gem_world", "1 place space_port")
    events = act(state, *[f"0 {line}" for line in legal(state)[:2]])
    assert [(e["kind"], e["seat"]) for e in events] == [
        ("card_paid", 0),
        ("card_paid", 0),
        ("card_drawn", 0),
        ("price_set", 1),
    ]


def test_contact_specialist_takes_defense_1_for_nothing():
    """R99: without strength and without another card in hand."""
    tableau = ["contact_specialist", "refugee_world"]
    state = position("settle", settler("outlaw_world", *tableau, spare=0))
    events = act(state, "0 place outlaw_world")
    assert {"price_set"} <= {event["kind"] for event in events}
    assert "outlaw_world" in seat(state)["tableau"]


def test_discounts_are_cut_off_once_at_the_end():
    """R100: defense 2 less 1, less 1, less 1 is nothing."""
    assert price("rebel_miners", "contact_specialist", "mining_robots", "alpha_centauri") == 0


def test_a_revealed_card_is_always_placed():
    """R101: there is no way back."""
    state = position("settle", settler("new_earth", "colony_ship", "new_military_tactics"))
    act(state, "0 place new_earth")
    assert "pass" not in legal(state)
    assert refused(state, "0 pass") == "must_place"
    assert refused(state, "0 conquer") == "not_military"
    assert refused(state, "0 discard_from_tableau drop_ships") == "not_in_tableau"


def test_example_3():
    """E3: two alien discounts and Replicant Robots: Deserted Alien Library for nothing."""
    assert price("deserted_alien_library", "alien_tech_institute", "alien_rosetta_stone_world", "replicant_robots") == 0


def test_example_4():
    """E4: Alien Tech Institute does not lower the price of Alien Rosetta Stone World."""
    assert price("alien_rosetta_stone_world", "alien_tech_institute") == 3


def test_example_5():
    """E5: Contact Specialist and Replicant Robots: Rebel Homeworld for 4."""
    assert price("rebel_homeworld", "contact_specialist", "replicant_robots") == 4


def test_example_6():
    """E6: Contact Specialist, Mining Robots and Alpha Centauri: Rebel Miners for nothing."""
    assert price("rebel_miners", "contact_specialist", "mining_robots", "alpha_centauri") == 0


def test_example_7():
    """E7: Alien Robot Sentry can't be bought."""
    assert can_place("alien_robot_sentry", "contact_specialist", "alien_tech_institute", spare=8) is False


def test_example_8():
    """E8: New Sparta and Contact Specialist: strength 1."""
    tableau = ["new_sparta", "contact_specialist"]
    assert position("choose", {"tableau": tableau}).view(None)["seats"][0]["military"] == 1


def test_example_9():
    """E9: New Sparta and Galactic Imperium: 6 against Rebel Base, 2 against Pirate World."""
    assert can_place("rebel_base", "new_sparta", "galactic_imperium")
    assert not can_place("pirate_world", "new_sparta", "galactic_imperium")
    assert not can_place("rebel_homeworld", "new_sparta", "galactic_imperium")


def test_example_10():
    """E10: Alpha Centauri and Expedition Force: 2 against Rebel Miners, 1 against Alien Robot Sentry."""
    assert can_place("rebel_miners", "alpha_centauri", "expedition_force")
    assert not can_place("alien_robot_sentry", "alpha_centauri", "expedition_force")


def test_example_11():
    """E11: Epsilon Eridani and New Military Tactics discarded: 4, enough for Malevolent Lifeforms."""
    assert can_place("malevolent_lifeforms", "epsilon_eridani", "new_military_tactics")
    assert not can_place("rebel_outpost", "epsilon_eridani", "new_military_tactics")


def test_example_35():
    """E35: eleven cards; with Colony Ship discarded it stays at eleven, without it the match ends."""
    eleven = ["colony_ship", *cards(20, "colony_ship")[::2]]
    assert len(set(eleven)) == 11
    hand = ["gem_world", "new_earth", "space_port"]
    state = position("settle", {"tableau": eleven, "hand": hand})
    act(state, "0 place gem_world", "0 discard_from_tableau colony_ship")
    assert (len(seat(state)["tableau"]), state.is_over) == (11, False)
    state = position("settle", {"tableau": eleven, "hand": hand})
    act(state, "0 place gem_world", "0 buy")
    assert (len(seat(state)["tableau"]), state.is_over) == (12, True)
