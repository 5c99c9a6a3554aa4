"""Produce (R80-R83) and the powers that pay at its end."""

import pytest

from tests.roll.scenario import asks, at, covers, do, is_at_witness, legal, seat


def produce(dice, tableau, me=None, **table):
    return at("produce", {"columns": {"produce": dice} if dice else {}, "tableau": tableau} | (me or {}), **table)


def test_a_producer_becomes_a_good_on_any_own_world_with_room():
    """R80: any die on any non-gray world; it lies there until shipped, recalled or removed."""
    state = produce({"home": 1, "genes": 1}, ["gem_world", "plague_world"])
    assert legal(state) == ["produce home novelty", "produce home genes"]
    do(state, "produce home genes")
    assert seat(state)["goods"] == {"novelty": {"genes": 1}, "genes": {"home": 1}}
    assert seat(state)["citizenry"] == {}


def test_every_pairing_of_producers_and_worlds_is_possible():
    """R80: which die lies on which world is free."""
    found = set()
    open_states = [produce({"home": 1, "genes": 1, "novelty": 1}, ["gem_world", "plague_world", "alien_sentinels"])]
    while open_states:
        state = open_states.pop()
        if asks(state) != "produce":
            found.add(
                tuple(next(iter(seat(state)["goods"][world])) for world in ("novelty", "genes", "alien_technology"))
            )
            continue
        for choice in legal(state):
            trial = state.clone()
            do(trial, choice)
            open_states.append(trial)
    assert len(found) == 6


def test_with_too_little_room_the_owner_chooses_the_producers():
    """R81: they must be placed while there is room; the rest goes to the cup."""
    state = produce({"home": 2, "novelty": 1}, ["gem_world"])
    assert legal(state) == ["produce home novelty", "produce novelty novelty"]
    do(state, "produce novelty novelty")
    assert is_at_witness(state)
    assert seat(state)["goods"] == {"novelty": {"novelty": 1}}
    assert seat(state)["cup"] == {"home": 2}


def test_without_room_producers_return():
    """R81: a full world takes no more; a gray one none at all (R82)."""
    state = produce({"home": 2}, ["gem_world"], {"goods": {"novelty": {"genes": 1}}})
    assert seat(state)["cup"] == {"home": 2}
    state = produce({"home": 2}, ["trading_world"])
    assert seat(state)["cup"] == {"home": 2}
    assert seat(state)["goods"] == {}


def test_each_world_holds_one_good():
    """R82: two Novelty worlds hold two."""
    state = produce({"home": 3}, ["gem_world", "spice_world"])
    assert seat(state)["goods"] == {"novelty": {"home": 2}}
    assert seat(state)["cup"] == {"home": 1}


@covers("galactic_reserves")
def test_galactic_reserves_make_room_for_two():
    """R82, R124: on each non-gray world, of different colours too; a VP for each good left at the end."""
    state = produce({"home": 1, "genes": 2}, ["gem_world", "trading_world", "galactic_reserves"])
    do(state, "produce home novelty")
    assert seat(state)["goods"] == {"novelty": {"home": 1, "genes": 1}}
    assert seat(state)["cup"] == {"genes": 1}
    # 2 + 3 + 6 printed, 1 + 1 faction squares, 2 goods.
    assert state.scores()[0] == 11 + 2 + 2


def test_galactic_reserves_work_in_the_round_of_their_completion():
    """R82: also in Produce of that round."""
    me = {
        "columns": {"develop": {"home": 6}, "produce": {"genes": 2}},
        "stacks": {"development": ["galactic_reserves"], "world": []},
        "tableau": ["gem_world"],
    }
    state = at("develop", me, played=["develop", "produce", "ship"])
    assert seat(state)["goods"] == {"novelty": {"genes": 2}}


def test_goods_beyond_the_room_are_no_position():
    """R82: a description with more goods than the worlds hold is refused."""
    with pytest.raises(ValueError, match="R82"):
        produce({}, ["gem_world"], {"goods": {"novelty": {"home": 2}}})


@covers("merchant_guild")
def test_merchant_guild_pays_two():
    """R83, R131: a flat 2 credits when Produce closes."""
    assert seat(produce({}, ["merchant_guild"]))["credits"] == 3


@covers("mining_league")
def test_mining_league_pays_for_goods_on_rare_elements_worlds():
    """R83, R132: whatever die it is, old goods included; 2 VP for each such world, start worlds included."""
    worlds = ["mining_league", "mining_world", "planetary_nebula", "gem_world"]
    me = {"faction": 8, "home_world": "alpha_centauri", "goods": {"rare_elements": {"home": 2}, "novelty": {"home": 1}}}
    state = produce({"genes": 1}, worlds, me)
    assert seat(state)["goods"]["rare_elements"] == {"home": 2, "genes": 1}
    assert seat(state)["credits"] == 1 + 3
    # 6 + 3 + 3 + 2 printed, Mining Industry 2, Meteorite Planet 1, Alpha Centauri 1; four Rare Elements worlds.
    assert state.scores()[0] == 14 + 4 + 2 * 4


@covers("consumer_markets")
def test_consumer_markets_pay_for_goods_on_novelty_worlds():
    """R83, R139: any die on a Novelty world, and nothing for others."""
    me = {"faction": 3, "goods": {"genes": {"novelty": 1}, "novelty": {"home": 1}}}
    state = produce({"military": 1}, ["gem_world", "plague_world"], me)
    # Space Mall is a Novelty world too.
    assert seat(state)["goods"]["novelty"] == {"home": 1, "military": 1}
    assert seat(state)["credits"] == 1 + 2


@covers("genetics_lab")
def test_genetics_lab_pays_for_green_dice_that_are_goods():
    """R83, R139: 2 credits each, on any world; dice elsewhere do not count."""
    me = {"faction": 5, "goods": {"novelty": {"genes": 1}}, "citizenry": {"genes": 1}}
    state = produce({"genes": 1}, ["gem_world", "plague_world"], me)
    # All room left is on Genes worlds: no question.
    assert is_at_witness(state)
    assert seat(state)["credits"] == 1 + 2 * 2
    me["goods"] = {"genes": {"home": 1}}
    assert seat(produce({}, ["gem_world", "plague_world"], me))["credits"] == 1
