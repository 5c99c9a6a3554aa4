"""Game end and scoring (R97-R101, R147) and the ten bonuses of the developments of cost 6."""

import pytest

from tests.roll.facts import TILE_DEVELOPMENTS
from tests.roll.scenario import at, covers, do, legal, seat

SIX = [name for name, (cost, _, _) in TILE_DEVELOPMENTS.items() if cost == 6]
#: Alien Archaeology, Alien Rosetta Stone World, Doomed World: what seat 0 of a scenario always has
START = 1 + 1 + 0


def points(tableau, **me):
    return at("produce", {"tableau": tableau} | me).scores()[0]


def finish(*seats, pool=30, **table):
    """Play Manage Empire without recalling anything and return the state."""
    base = [{"faction": 2, "home_world": "doomed_world"}, {"faction": 7, "home_world": "new_sparta"}]
    base += [{"faction": 9, "home_world": "old_earth"}, {"faction": 8, "home_world": "separatist_colony"}]
    full = [start | {"cup": {"home": 1}} | each for start, each in zip(base, seats, strict=False)]
    state = at("manage", full[0], *full[1:], witness=False, vp_pool=pool, **table)
    while not state.is_over and state.describe()["step"] == "manage":
        number = state.deciding_seats()[0]
        do(state, "done" if "done" in legal(state, number) else legal(state, number)[0], seat=number)
    return state


NINE = [name for name in TILE_DEVELOPMENTS if name.startswith("g")][:9]


@pytest.mark.parametrize(
    ("tiles", "pool", "is_over"),
    [(8, 1, False), (9, 1, True), (0, 0, True), (0, 1, False), (0, -3, True), (9, 0, True)],
)
def test_a_full_tableau_or_an_empty_pool_ends_the_match(tiles, pool, is_over):
    """R97, R12: 12 squares or no chip left; after Manage Empire of that round."""
    state = finish({}, {"tableau": NINE[:tiles]}, {}, pool=pool)
    assert state.is_over == is_over
    assert (state.deciding_seats() == ()) == is_over


def test_the_last_round_is_played_in_full():
    """R97: with Recruit and Recall."""
    me = {"tableau": NINE, "credits": 3, "citizenry": {"home": 2}, "stack_dice": {"world": {"genes": 1}}}
    state = at("manage", me, {"faction": 7, "home_world": "new_sparta", "cup": {"home": 1}}, witness=False)
    assert not state.is_over
    assert seat(state)["credits"] == 1
    do(state, "recall genes world_stack")
    assert state.is_over
    assert seat(state)["cup"] == {"home": 2, "genes": 1}


def test_the_score_is_chips_printed_costs_and_bonuses():
    """R98: faction squares and home world included; credits, dice and zone tiles score nothing."""
    me = {
        "vp_chips": 7,
        "credits": 9,
        "cup": {"genes": 3},
        "stacks": {"development": ["nanotechnology"], "world": []},
    }
    assert points(["gem_world", "merchant_guild"], **me) == 7 + 2 + 3 + START
    assert points(["gem_world", "merchant_guild"], home_world="old_earth", vp_chips=7) == 7 + 2 + 3 + START + 3


def test_bonuses_look_at_the_position_after_the_last_manage_empire():
    """R99: a good recalled no longer counts for Galactic Reserves; dice count wherever they are."""
    me = {
        "tableau": ["galactic_reserves", "gem_world"],
        "goods": {"novelty": {"home": 1}},
        "cup": {"home": 1},
    }
    rest = {"faction": 7, "home_world": "new_sparta", "cup": {"home": 1}}
    state = at("manage", me, rest, witness=False, vp_pool=0)
    kept, recalled = state.clone(), state.clone()
    do(kept, "done")
    do(recalled, "recall home goods_novelty")
    assert kept.is_over
    assert recalled.is_over
    assert kept.scores()[0] == 6 + 2 + START + 1
    assert recalled.scores()[0] == 6 + 2 + START


@pytest.mark.parametrize("place", ["cup", "citizenry", "stack_dice", "goods"])
def test_dice_owned_count_wherever_they_are(place):
    """R99: for New Galactic Order and Galactic Exchange."""
    dice = {
        "cup": {"cup": {"military": 1}},
        "citizenry": {"citizenry": {"military": 1}},
        "stack_dice": {"stack_dice": {"world": {"military": 1}}},
        "goods": {"goods": {"novelty": {"military": 1}}},
    }[place]
    assert points(["new_galactic_order", "gem_world"], **dice) == 6 + 2 + START + 2
    assert points(["galactic_exchange", "gem_world"], **dice) == 6 + 2 + START + 1


def test_the_selector_is_owned_too():
    """R99: in Assign a die on the strip counts like any other."""
    me = {
        "tableau": ["new_galactic_order", "galactic_exchange"],
        "columns": {"ship": {"military": 3}, "settle": {"military": 1}},
    }
    other = {"faction": 7, "home_world": "new_sparta", "columns": {"ship": {"home": 1}}}
    state = at("assign", me, other, witness=False)
    for notation in ("select ship", "selector military ship"):
        assert state.view(0)["seats"][0]["points"] == 12 + START + 4 + 1
        do(state, notation)
    assert state.view(0)["seats"][0]["points"] == 12 + START + 4 + 1


@pytest.mark.parametrize(
    ("first", "second", "ranks"),
    [
        ({"credits": 3, "cup": {"home": 2}}, {"credits": 2, "cup": {"home": 2}}, (1, 2)),
        ({"credits": 2, "cup": {"home": 2}}, {"credits": 2, "cup": {"home": 3}}, (2, 1)),
        ({"credits": 2, "cup": {"home": 2}}, {"credits": 3, "cup": {"home": 1}}, (1, 1)),
    ],
)
def test_a_tie_is_broken_by_dice_in_the_cup_and_credits(first, second, ranks):
    """R100: still tied players all win."""
    # New Sparta, Biological Adaptation and Aquatic Uplift World: 2 + 2 + 2; seat 0 has START.
    state = finish(first | {"vp_chips": 6 - START}, second, pool=0)
    assert state.scores() == (6, 6)
    assert state.ranks() == ranks


def test_dice_on_stacks_and_goods_do_not_break_ties():
    """R100: recalling in the last round does."""
    tied = {"credits": 2, "cup": {"home": 2}}
    state = finish(tied | {"vp_chips": 6 - START, "stack_dice": {"world": {"home": 3}}}, tied, pool=0)
    assert state.ranks() == (1, 1)


def test_the_rulebooks_example():
    """R101: developments 13, worlds 3, four red dice, Galactic Federation and New Galactic Order: 25."""
    # Developments: Alien Archaeology 1 + 6 + 6 = 13. Worlds: Alien Rosetta Stone World 1, Gem World 2.
    # Bonuses: ceil(13 / 3) = 5 and 2 x ceil(4 / 3) = 4.
    tableau = ["galactic_federation", "new_galactic_order", "gem_world"]
    assert points(tableau, cup={"military": 3}, citizenry={"military": 1}) == 13 + 3 + 5 + 4 == 25


@pytest.mark.parametrize(
    ("scores", "ties", "ranks"),
    [
        ((10, 8, 8, 5), (1, 2, 2, 1), (1, 2, 2, 4)),
        ((10, 8, 8, 5), (1, 2, 3, 1), (1, 3, 2, 4)),
        ((9, 9, 9, 9), (2, 2, 2, 2), (1, 1, 1, 1)),
        ((9, 9, 9, 9), (4, 3, 3, 2), (1, 2, 2, 4)),
    ],
)
def test_every_tie_for_a_place_is_broken_alike(scores, ties, ranks):
    """R147: players still equal share the place, and the places they fill are left out."""
    # What each seat has by its start tiles: 1 + 1 + 0, 2 + 2 + 2, 0 + 3 + 3, 2 + 1 + 2.
    start = (2, 6, 6, 5)
    seats = []
    for points_, tie, base in zip(scores, ties, start, strict=True):
        seats.append({"vp_chips": points_ - base + 10, "cup": {"home": tie}, "credits": 1})
    state = finish(*seats, pool=0)
    assert state.scores() == tuple(score + 10 for score in scores)
    assert state.ranks() == ranks


# -- the ten bonuses -------------------------------------------------------------------------------


def test_ten_developments_have_a_bonus():
    """R98: exactly those of cost 6."""
    assert len(SIX) == 10


@covers("galactic_federation")
@pytest.mark.parametrize(
    ("others", "faction", "bonus"),
    [([], 9, 2), (["merchant_guild", "space_docks"], 9, 4), (["nanotechnology"], 9, 4), ([], 2, 3)],
)
def test_galactic_federation_scores_a_third_of_all_developments(others, faction, bonus):
    """R117: itself included: alone 2; with 3 and 2 ceil(11 / 3) = 4 (test vector 13); the faction square counts."""
    # Faction 9 has no development and worlds of 0 and 3.
    me = {"faction": faction, "tableau": ["galactic_federation", *others], "cup": {"home": 1}}
    state = at("produce", me, {"faction": 7, "home_world": "new_sparta"}, witness=False)
    printed = 6 + sum(TILE_DEVELOPMENTS[name][0] for name in others) + (3 if faction == 9 else START)
    assert state.scores()[0] == printed + bonus


@covers("new_galactic_order")
@pytest.mark.parametrize(("red", "bonus"), [(0, 0), (1, 2), (3, 2), (4, 4), (6, 4), (7, 6)])
def test_new_galactic_order_scores_two_for_each_started_three(red, bonus):
    """R118, R116: not a fraction of the sum: 4 dice give 4, 7 give 6 (test vector 13); only red dice."""
    assert points(["new_galactic_order"], cup={"military": red, "home": 5}) == 6 + START + bonus


@covers("galactic_exchange")
@pytest.mark.parametrize("colors", [1, 3, 7])
def test_galactic_exchange_scores_each_colour_owned(colors):
    """R116: 1 to 7, Home included."""
    every = ("home", "military", "consumption", "novelty", "rare_elements", "genes", "alien_technology")
    assert points(["galactic_exchange"], cup=dict.fromkeys(every[:colors], 2)) == 6 + START + colors


@covers("system_diversification")
@pytest.mark.parametrize(
    ("others", "bonus"),
    [([], 3), (["executive_power"], 5), (["backup_planning", "galactic_mandate"], 5), (["merchant_guild"], 3)],
)
def test_system_diversification_scores_half_of_the_reassign_developments(others, bonus):
    """R119: itself included: alone 3; Backup Planning and Galactic Mandate count (R106, R121)."""
    printed = 6 + sum(TILE_DEVELOPMENTS[name][0] for name in others) + START
    assert points(["system_diversification", *others]) == printed + bonus


@pytest.mark.parametrize(
    ("chips", "bonus"),
    [
        (0, 0),
        (1, 1),
        (2, 1),
        (3, 2),
        (5, 2),
        (6, 3),
        (9, 3),
        (10, 4),
        (14, 4),
        (15, 5),
        (21, 6),
        (28, 7),
        (35, 7),
        (36, 8),
        (45, 9),
        (55, 10),
        (65, 10),
        (66, 11),
        (77, 11),
        (78, 12),
    ],
)
def test_galactic_renaissance_scores_by_chips_without_limit(chips, bonus):
    """R123: VP held in chips, not tiles (capped at 10 elsewhere by mistake; 36 give 8, test vector 13)."""
    assert points(["galactic_renaissance"], vp_chips=chips) == 6 + START + chips + bonus


def test_new_economy_scores_developments_without_a_reassign_power():
    """R134: itself and faction squares included; Biological Adaptation counts, Backup Planning and Galactic Mandate do not."""
    assert points(["new_economy"]) == 6 + START + 2
    assert points(["new_economy", "backup_planning", "galactic_mandate"]) == 6 + 1 + 3 + START + 2
    assert points(["new_economy", "merchant_guild"]) == 6 + 3 + START + 3
    state = at("produce", {"faction": 7, "tableau": ["new_economy"]}, {"faction": 5, "home_world": "new_sparta"})
    # Biological Adaptation 2, Aquatic Uplift World 2.
    assert state.scores()[0] == 6 + 4 + 2


def test_backup_planning_counts_as_a_reassign_power_for_biological_adaptation():
    """R106, R138: and stays at 1."""
    me = {"faction": 7, "stacks": {"development": ["galactic_mandate"], "world": []}}
    state = at("produce", me, {"faction": 5, "home_world": "new_sparta"})
    assert state.view(0)["seats"][0]["stack_cost"]["development"] == 2


def test_mining_league_scores_start_worlds_too():
    """R132: Alpha Centauri and Meteorite Planet are Rare Elements worlds."""
    me = {"faction": 8, "home_world": "alpha_centauri", "tableau": ["mining_league"]}
    assert at("produce", me, {"faction": 5, "home_world": "new_sparta"}).scores()[0] == 6 + 2 + 1 + 1 + 4


def test_free_trade_association_rounds_up():
    """R112: ceil(1 / 2) = 1."""
    assert points(["free_trade_association", "artist_colony"]) == 6 + 1 + START + 1


def test_galactic_reserves_score_goods_still_there():
    """R124: 1 each."""
    assert points(["galactic_reserves", "gem_world"], goods={"novelty": {"home": 2}}) == 6 + 2 + START + 2
