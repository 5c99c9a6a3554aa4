"""V Produce (R70 to R79)."""

import pytest

from engine.errors import IllegalAction
from tests.race.scenario import act, asked, hand_size, legal, position, seat


def producer(*tableau, goods=(), chosen=False, **more):
    return {"tableau": list(tableau), "goods": list(goods), "actions": ["produce"] if chosen else [], **more}


def outcome(*tableau, goods=(), others=()):
    """(worlds with goods, cards drawn) after a Produce phase without a choice."""
    state = position("produce", producer(*tableau, goods=goods), *others)
    assert asked(state) == "action"
    return set(seat(state)["goods"]), hand_size(state)


def test_every_empty_production_world_gets_a_good():
    """R70: mandatory, for everybody, one a world at most."""
    goods, drawn = outcome("artist_colony", "new_earth", "plague_world", goods=["new_earth"])
    assert (goods, drawn) == ({"artist_colony", "new_earth", "plague_world"}, 0)
    state = position("produce", producer("artist_colony"), producer("space_port"))
    assert len(state.describe()["deck"]) == 114 - 4


def test_the_bonus_may_be_declined():
    """R71, D9: one good on one own empty windfall world."""
    state = position("produce", producer("asteroid_belt", "empath_world", chosen=True))
    assert legal(state) == ["pass", "produce bonus empath_world", "produce bonus asteroid_belt"]
    act(state, "0 produce bonus empath_world")
    assert set(seat(state)["goods"]) == {"empath_world"}
    state = position("produce", producer("asteroid_belt", chosen=True))
    act(state, "0 pass")
    assert seat(state)["goods"] == {}
    assert asked(position("produce", producer("asteroid_belt", goods=["asteroid_belt"], chosen=True))) == "action"


@pytest.mark.parametrize(
    ("card", "kind", "fit", "other"),
    [
        ("mining_robots", "rare_elements", "asteroid_belt", "empath_world"),
        ("mining_league", "rare_elements", "alpha_centauri", "refugee_world"),
        ("genetics_lab", "genes", "empath_world", "asteroid_belt"),
        ("free_trade_association", "novelty", "refugee_world", "empath_world"),
        ("expanding_colony", "novelty", "pirate_world", "asteroid_belt"),
        ("alien_rosetta_stone_world", "alien_technology", "deserted_alien_outpost", "asteroid_belt"),
    ],
)
def test_windfall_powers_are_mandatory_where_their_kind_is_empty(card, kind, fit, other):
    """R72: and do nothing otherwise."""
    assert outcome(card, fit, other)[0] == {fit}
    assert outcome(card, other)[0] == set()


def test_each_of_several_powers_of_a_kind_works_once():
    """R72: two for rare elements fill two worlds and leave the third empty; a power for any kind is one more."""
    worlds = ["asteroid_belt", "destroyed_world", "radioactive_world"]
    state = position("produce", producer("mining_robots", "mining_league", *worlds))
    act(state, "0 produce rare_elements destroyed_world", "0 produce rare_elements asteroid_belt")
    assert (set(seat(state)["goods"]), asked(state)) == ({"destroyed_world", "asteroid_belt"}, "action")
    state = position("produce", producer("mining_robots", "galactic_engineers", "asteroid_belt", "empath_world"))
    act(state, "0 produce any asteroid_belt")
    # The power for rare elements has no target left.
    assert (set(seat(state)["goods"]), asked(state)) == ({"asteroid_belt"}, "action")


def test_the_bonus_is_one_good_only():
    """R71: on whichever kind of windfall world."""
    for world in ("refugee_world", "asteroid_belt", "empath_world", "deserted_alien_outpost"):
        state = position("produce", producer(world, "pirate_world", "alien_robot_sentry", chosen=True))
        act(state, f"0 produce bonus {world}")
        assert (set(seat(state)["goods"]), asked(state)) == ({world}, "action")


def test_galactic_engineers_take_any_windfall_world():
    """R72: the player picks which."""
    state = position("produce", producer("galactic_engineers", "asteroid_belt", "empath_world"))
    assert legal(state) == ["produce any empath_world", "produce any asteroid_belt"]
    act(state, "0 produce any asteroid_belt")
    assert set(seat(state)["goods"]) == {"asteroid_belt"}


def test_bonus_and_powers_in_any_order():
    """R72: while a power is usable, the bonus can't be declined, only used or left for later."""
    state = position("produce", producer("mining_robots", "asteroid_belt", "empath_world", chosen=True))
    assert legal(state) == [
        "produce rare_elements asteroid_belt",
        "produce bonus empath_world",
        "produce bonus asteroid_belt",
    ]
    with pytest.raises(IllegalAction) as refused:
        act(state, "0 pass")
    assert refused.value.reason == "mandatory"
    with pytest.raises(IllegalAction) as refused:
        act(state, "0 produce rare_elements empath_world")
    assert refused.value.reason == "cannot_produce_there"
    act(state, "0 produce rare_elements asteroid_belt")
    assert legal(state) == ["pass", "produce bonus empath_world"]


def test_windfall_worlds_do_not_produce_by_themselves():
    """R73: without bonus or power they stay empty."""
    assert outcome("asteroid_belt", "empath_world", "pirate_world") == (set(), 0)


@pytest.mark.parametrize(
    ("world", "cards"), [("gem_world", 1), ("comet_zone", 1), ("mining_world", 1), ("lost_species_ark_world", 2)]
)
def test_draws_for_a_good_on_the_very_world(world, cards):
    """R74: only if it received one in this phase."""
    assert outcome(world) == ({world}, cards)
    assert outcome(world, goods=[world]) == ({world}, 0)


def test_runaway_robots_draw_by_bonus_or_power():
    """R74: when a good is produced on them, by whatever."""
    assert outcome("runaway_robots", "mining_robots") == ({"runaway_robots"}, 1)
    state = position("produce", producer("runaway_robots", chosen=True))
    act(state, "0 produce bonus runaway_robots")
    assert hand_size(state) == 1
    assert outcome("runaway_robots", "mining_robots", goods=["runaway_robots"])[1] == 0


def test_draws_for_goods_produced():
    """R75: all of this phase, windfalls included; older goods don't count."""
    assert outcome("consumer_markets", "artist_colony", "space_port", "spice_world", goods=["spice_world"])[1] == 2
    assert outcome("consumer_markets", "expanding_colony", "refugee_world")[1] == 1
    assert outcome("research_labs", "alien_robotic_factory", "lost_alien_battle_fleet")[1] == 2
    assert outcome("diversified_economy", "artist_colony", "space_port", "new_earth", "plague_world")[1] == 3
    assert outcome("diversified_economy", "artist_colony", goods=["artist_colony"])[1] == 0


RARES = ("bio_hazard_mining_world", "new_earth", "rebel_miners")


@pytest.mark.parametrize(
    ("own", "other", "drawn"),
    [
        (RARES, ("imperium_armaments_world",), 2),
        (RARES[:1], ("imperium_armaments_world",), 0),
        ((), (), 0),
        ((), ("new_earth",), 0),
    ],
)
def test_most_rare_elements(own, other, drawn):
    """R76: two cards for strictly more than everybody else, whoever owns the card; none never wins."""
    assert outcome("mining_conglomerate", *own, others=[producer(*other), {}])[1] == drawn


@pytest.mark.parametrize(("second", "third", "drawn"), [(1, 3, 0), (3, 1, 0), (2, 0, 0), (1, 1, 2), (0, 0, 2)])
def test_most_rare_elements_of_all_seats(second, third, drawn):
    """R76: against two goods of the owner it is the best of all others that counts."""
    spare = ["imperium_armaments_world", "bio_hazard_mining_world", "mining_world", "comet_zone"]
    others = [producer(*spare[:second]), producer(*spare[4 - third :])]
    assert outcome("mining_conglomerate", "new_earth", "rebel_miners", others=others)[1] == drawn


def test_goods_of_an_earlier_round_do_not_count():
    """R75, R76: what was produced is forgotten when the phase is over."""
    worlds = ["artist_colony", "comet_zone"]
    state = position("produce", producer("diversified_economy", "mining_conglomerate", *worlds))
    # A card for the good of Comet Zone, one for each kind, two for most rare elements.
    assert hand_size(state) == 1 + 2 + 2
    act(state, "0 choose produce", "1 choose produce")
    assert hand_size(state) == 5


def test_a_card_for_each_genes_world():
    """R77: production or windfall, military or not, empty or not."""
    worlds = ["plague_world", "empath_world", "avian_uplift_race", "pre_sentient_race"]
    assert outcome("pan_galactic_league", *worlds, "gem_world", goods=["empath_world"])[1] == 4 + 1


def test_unconditional_draws():
    """R78: Merchant Guild 2, Rebel Underground 1."""
    assert outcome("merchant_guild")[1] == 2
    assert outcome("rebel_underground")[1] == 1


def test_the_order_of_a_seats_part():
    """R79, D13, R98: draws, production worlds with theirs, windfalls, draws for goods; afterwards who has most."""
    state = position(
        "choose",
        producer("merchant_guild", "comet_zone", "asteroid_belt", "mining_conglomerate", "diversified_economy"),
        producer("gem_world"),
        first_seat=0,
    )
    events = act(state, "0 choose produce", "1 choose settle")
    kinds = [(e["kind"], e["seat"]) for e in events if e["kind"] in ("card_drawn", "good_produced")]
    assert kinds == [("card_drawn", 0)] * 2 + [("good_produced", 0), ("card_drawn", 0)]
    events = act(state, "0 produce bonus asteroid_belt")
    kinds = [(e["kind"], e["seat"]) for e in events if e["kind"] in ("card_drawn", "good_produced")]
    assert kinds == [
        ("good_produced", 0),
        ("card_drawn", 0),
        ("good_produced", 1),
        ("card_drawn", 1),
        ("card_drawn", 0),
        ("card_drawn", 0),
    ]


def test_seats_produce_in_player_order():
    """R9, R98: the owner of the lowest start world first; one seat chooses its windfalls before the next produces."""
    windfalls = ["asteroid_belt", "empath_world"]
    seats = [producer("gem_world"), producer("old_earth", *windfalls, "galactic_engineers", "comet_zone")]
    state = position("choose", *seats)
    events = act(state, "0 choose produce", "1 choose produce")
    assert [event["world"] for event in events if event["kind"] == "good_produced"] == ["comet_zone"]
    events = act(state, "1 produce any empath_world", "1 pass")
    produced = [(event["seat"], event["world"]) for event in events if event["kind"] == "good_produced"]
    assert produced == [(1, "empath_world"), (0, "gem_world")]


def test_example_32():
    """E32: the bonus on Asteroid Belt leaves Mining Robots without a target; on Pre-Sentient Race both produce."""
    tableau = ["asteroid_belt", "pre_sentient_race", "mining_robots"]
    state = position("produce", producer(*tableau, chosen=True))
    act(state, "0 produce bonus asteroid_belt")
    assert (set(seat(state)["goods"]), asked(state)) == ({"asteroid_belt"}, "action")
    state = position("produce", producer(*tableau, chosen=True))
    act(state, "0 produce bonus pre_sentient_race")
    assert set(seat(state)["goods"]) == {"asteroid_belt", "pre_sentient_race"}


@pytest.mark.parametrize(("own", "drawn"), [(RARES[:2], 0), (RARES, 2)])
def test_example_33(own, drawn):
    """E33: two rare-elements goods each: nobody draws; three against two: the owner draws 2."""
    rival = producer("imperium_armaments_world", "mining_robots", "asteroid_belt")
    assert outcome("mining_conglomerate", *own, others=[rival])[1] == drawn
