"""Ship: Trade and Consume (R84-R91) and the powers that work there."""

import pytest

from tests.roll.scenario import asks, at, covers, do, gained, is_at_witness, legal, of_kind, owned, refused, seat

WORLD = {
    "novelty": "gem_world",
    "rare_elements": "radioactive_world",
    "genes": "plague_world",
    "alien_technology": "alien_robot_scout_ship",
}
TRADE = {"novelty": 3, "rare_elements": 4, "genes": 5, "alien_technology": 6}
COLORS = ("home", "military", "consumption", "novelty", "rare_elements", "genes", "alien_technology")


def ship(world, good, shipper, tableau=(), me=None, **table):
    """One good on a world of a colour, and one shipper."""
    words = {"columns": {"ship": {shipper: 1}}, "tableau": [WORLD[world], *tableau], "goods": {world: {good: 1}}}
    return at("ship", words | {"credits": 0} | (me or {}), **table)


def trade(world, good="home", shipper="home", tableau=(), **more):
    state = ship(world, good, shipper, tableau, **more)
    return gained(do(state, f"trade {world} {good}"))


def consume(world, good="home", shipper="home", tableau=(), **more):
    state = ship(world, good, shipper, tableau, **more)
    return gained(do(state, f"consume {world} {good}"))


def end_of_ship(me, *others):
    """What seat 0 is paid when Ship closes: the witness ships its good last."""
    state = at("ship", me, *others)
    assert is_at_witness(state)
    return gained(do(state, "trade alien_technology home", seat=state.seats - 1))


# -- Trade and Consume -----------------------------------------------------------------------------


def test_shipper_and_good_both_rest_afterwards():
    """R84: in the Citizenry; shippers left without a good go to the cup."""
    me = {"columns": {"ship": {"home": 2, "military": 1}}}
    state = ship("novelty", "genes", "home", me=me)
    do(state, "trade novelty genes")
    assert legal(state) == ["shipper home", "shipper military"]
    do(state, "shipper military")
    assert is_at_witness(state)
    assert seat(state)["citizenry"] == {"military": 1, "genes": 1}
    assert seat(state)["cup"] == {"home": 2}
    assert seat(state)["goods"] == {}


def test_shippers_are_used_while_goods_remain():
    """R84: there is no way to keep one."""
    state = ship("novelty", "genes", "home")
    assert legal(state) == ["trade novelty genes", "consume novelty genes"]


def test_any_shipper_takes_any_good():
    """R84: also a worse match on purpose."""
    me = {
        "columns": {"ship": {"novelty": 1, "genes": 1}},
        "tableau": ["gem_world", "plague_world"],
        "goods": {"novelty": {"novelty": 1}, "genes": {"genes": 1}},
    }
    state = at("ship", me)
    assert legal(state) == [
        "trade novelty novelty",
        "consume novelty novelty",
        "trade genes genes",
        "consume genes genes",
    ]
    do(state, "consume novelty novelty")
    events = do(state, "shipper genes")
    assert of_kind(events, "consumed") == [{"world": "novelty", "good": "novelty", "shipper": "genes", "amount": 2}]


@pytest.mark.parametrize("good", COLORS)
@pytest.mark.parametrize("world", TRADE)
def test_a_trade_pays_by_the_colour_of_the_goods_world(world, good):
    """R85: Novelty 3, Rare Elements 4, Genes 5, Alien Technology 6, whatever the dice; no VP."""
    for shipper in COLORS:
        assert trade(world, good, shipper) == {"credits": TRADE[world], "vp_chips": 0}


@pytest.mark.parametrize("good", COLORS)
@pytest.mark.parametrize("world", TRADE)
def test_a_consume_pays_a_chip_and_one_for_each_match(world, good):
    """R86: the world's colour or Consumption, good and shipper each; Home and Military never match."""
    for shipper in COLORS:
        matches = (good in (world, "consumption")) + (shipper in (world, "consumption"))
        assert consume(world, good, shipper) == {"credits": 0, "vp_chips": 1 + matches}


def test_bonuses_that_name_a_colour_look_at_the_world():
    """R87: never at a die."""
    assert trade("novelty", "rare_elements", "rare_elements", ["jumpdrive_research"])["credits"] == 3
    assert trade("rare_elements", "home", "home", ["jumpdrive_research"])["credits"] == 5
    assert consume("novelty", "rare_elements", "rare_elements", ["space_refineries"])["vp_chips"] == 1


@covers("galactic_bankers")
def test_galactic_bankers_sell_a_chip_with_each_trade():
    """R88, R114: after the income, 1 credit for 1 VP, once per Trade; the bonus counts all developments."""
    state = ship("novelty", "home", "home", ["galactic_bankers"])
    do(state, "trade novelty home")
    assert seat(state)["credits"] == 3
    keep, buy = state.clone(), state.clone()
    do(keep, "keep_credit")
    assert (seat(keep)["credits"], seat(keep)["vp_chips"]) == (3, 0)
    do(buy, "buy_vp")
    assert (seat(buy)["credits"], seat(buy)["vp_chips"]) == (2, 1)
    assert buy.describe()["vp_pool"] == keep.describe()["vp_pool"] - 1
    assert is_at_witness(buy)
    consumed = ship("novelty", "home", "home", ["galactic_bankers"])
    do(consumed, "consume novelty home")
    assert is_at_witness(consumed), "a Consume sells none"
    # 2 + 6 + 1 printed, 1 + 1 faction squares, and 3 developments: itself, Public Works, Alien Archaeology.
    assert at("produce", {"tableau": ["galactic_bankers", "public_works", "gem_world"]}).scores()[0] == 9 + 2 + 3


def test_incomes_of_ship_come_at_its_end():
    """R89, R91: after all shipping."""
    me = {"columns": {"ship": {"home": 1}}, "tableau": ["gem_world", "galactic_salon", "space_tourism"]}
    state = at("ship", me | {"goods": {"novelty": {"home": 1}}})
    assert gained(do(state, "trade novelty home")) == {"credits": 3, "vp_chips": 0}
    events = do(state, "trade alien_technology home", seat=2)
    assert gained(events)["vp_chips"] == 1
    assert gained(events)["credits"] >= 1


@covers("space_piracy")
@pytest.mark.parametrize(("red", "paid"), [(1, 1), (2, 1), (3, 2), (5, 3)])
def test_space_piracy_pays_for_pairs_of_red_dice_in_the_citizenry(red, paid):
    """R89, R142: a started pair counts; dice elsewhere do not."""
    me = {"faction": 1, "citizenry": {"military": red}, "cup": {"military": 4}}
    assert end_of_ship(me)["credits"] == paid


def test_space_piracy_counts_after_all_shipping():
    """R89: red shippers and goods used this phase lie in the Citizenry; unused shippers are in the cup."""
    me = {"columns": {"ship": {"military": 3}}, "faction": 1, "tableau": ["gem_world"]}
    state = at("ship", me | {"goods": {"novelty": {"military": 1}}})
    do(state, "consume novelty military")
    assert seat(state)["citizenry"] == {"military": 2}
    assert gained(do(state, "trade alien_technology home", seat=2))["credits"] == 1


def test_the_pool_may_go_below_zero():
    """R90: nobody goes without; any source of VP draws on the pool (test vector 8)."""
    state = ship("novelty", "novelty", "consumption", vp_pool=2)
    do(state, "consume novelty novelty")
    assert seat(state)["vp_chips"] == 3
    assert state.describe()["vp_pool"] == -1
    assert not state.is_over, "the round goes on"


@pytest.mark.parametrize(("pool", "is_last"), [(2, False), (1, True)])
def test_an_exactly_empty_pool_ends_the_match(pool, is_last):
    """R90, R97, R125: here by Galactic Salon's chip."""
    state = at("ship", {"tableau": ["galactic_salon"], "cup": {"home": 1}}, vp_pool=pool)
    do(state, "trade alien_technology home", seat=2)
    assert state.describe()["vp_pool"] == pool - 1
    assert state.is_over == is_last


# -- powers ----------------------------------------------------------------------------------------


@covers("export_duties")
@pytest.mark.parametrize("world", TRADE)
def test_export_duties_raise_every_trade(world):
    """R111: together with colour-bound bonuses; no Consume."""
    assert trade(world, tableau=["export_duties"])["credits"] == TRADE[world] + 1
    assert consume(world, tableau=["export_duties"])["credits"] == 0


@covers("galactic_demand", "jumpdrive_research")
@pytest.mark.parametrize(
    ("tile", "bonus"), [("galactic_demand", {"novelty": 2}), ("jumpdrive_research", {"rare_elements": 1})]
)
def test_trades_from_one_colour_pay_more(tile, bonus):
    """R115: Galactic Demand 2 from Novelty worlds, Jumpdrive Research 1 from Rare Elements worlds."""
    for world, price in TRADE.items():
        assert trade(world, tableau=[tile])["credits"] == price + bonus.get(world, 0)
        assert trade(world, tableau=[tile, "export_duties"])["credits"] == price + bonus.get(world, 0) + 1
        assert consume(world, tableau=[tile]) == {"credits": 0, "vp_chips": 1}


@covers(
    "minor_research_labs", "space_refineries", "new_economy", "trade_levies", "galactic_renaissance", "mining_industry"
)
@pytest.mark.parametrize(
    ("tile", "vp", "paid"),
    [
        ("minor_research_labs", {"genes": 1, "alien_technology": 1}, {}),
        ("space_refineries", {"rare_elements": 1}, {}),
        ("galactic_renaissance", dict.fromkeys(TRADE, 1), {}),
        ("new_economy", {}, dict.fromkeys(TRADE, 2)),
        ("trade_levies", {}, dict.fromkeys(TRADE, 1)),
        ("mining_industry", {}, {"rare_elements": 1}),
    ],
)
def test_consumes_pay_more(tile, vp, paid):
    """R133: none of them for a Trade."""
    tableau = [] if tile == "mining_industry" else [tile]
    me = {"faction": 8} if tile == "mining_industry" else {}
    for world, price in TRADE.items():
        assert consume(world, tableau=tableau, me=me) == {
            "credits": paid.get(world, 0),
            "vp_chips": 1 + vp.get(world, 0),
        }
        assert trade(world, tableau=tableau, me=me) == {"credits": price, "vp_chips": 0}


@pytest.mark.parametrize(("good", "shipper", "vp"), [("consumption", "genes", 5), ("home", "military", 3)])
def test_consume_bonuses_add_up(good, shipper, vp):
    """R86, R133: Minor Research Labs, Galactic Renaissance and New Economy together (test vector 7)."""
    tableau = ["minor_research_labs", "galactic_renaissance", "new_economy"]
    assert consume("genes", good, shipper, tableau) == {"credits": 2, "vp_chips": vp}


@covers("space_docks")
def test_space_docks_ship_with_a_virtual_home_shipper():
    """R130, R45: it compels its owner to ship; white never matches."""
    state = at("ship", {"tableau": ["gem_world", "space_docks"], "goods": {"novelty": {"novelty": 1}}})
    assert asks(state) == "ship"
    assert gained(do(state, "consume novelty novelty"))["vp_chips"] == 2
    assert owned(state) == {"novelty": 1}


@covers("organic_shipyards")
@pytest.mark.parametrize(
    ("shipper", "world", "vp"),
    [("virtual_genes", "genes", 2), ("virtual_home", "genes", 1), ("virtual_genes", "novelty", 1)],
)
def test_organic_shipyards_ship_with_a_home_and_a_genes_shipper(shipper, world, vp):
    """R130: the green one matches a Genes world; neither is a die."""
    state = at("ship", {"tableau": [WORLD[world], "organic_shipyards"], "goods": {world: {"home": 1}}})
    do(state, f"consume {world} home")
    assert legal(state) == ["shipper virtual_home", "shipper virtual_genes"]
    assert gained(do(state, f"shipper {shipper}"))["vp_chips"] == vp
    assert owned(state) == {"home": 1}


def test_each_good_takes_a_shipper_of_its_own():
    """R124: two goods on one world under Galactic Reserves need two."""
    me = {
        "columns": {"ship": {"home": 1}},
        "tableau": ["gem_world", "galactic_reserves"],
        "goods": {"novelty": {"home": 2}},
    }
    state = at("ship", me)
    do(state, "trade novelty home")
    assert is_at_witness(state)
    assert seat(state)["goods"] == {"novelty": {"home": 1}}


@covers("free_trade_association")
def test_free_trade_association_pays_when_ship_closes():
    """R89, R112: 2 credits; half the printed cost of the Novelty worlds, rounded up; Space Mall counts 0."""
    assert end_of_ship({"tableau": ["free_trade_association"]})["credits"] == 2
    me = {"faction": 3, "tableau": ["free_trade_association", "gem_world", "prosperous_world", "mining_world"]}
    # 6 + 2 + 3 + 3 printed, Consumer Markets 3, Space Mall 0; ceil((2 + 3 + 0) / 2).
    assert at("produce", me).scores()[0] == 14 + 3 + 3


@covers("galactic_salon")
def test_galactic_salon_takes_a_chip_whenever_ship_is_played():
    """R125, R91: from the pool."""
    assert end_of_ship({"tableau": ["galactic_salon"]})["vp_chips"] == 1
    assert seat(at("produce", {"tableau": ["galactic_salon"]}))["vp_chips"] == 0


@covers("space_tourism")
@pytest.mark.parametrize(
    ("mine", "theirs", "paid"),
    [
        (["alien_sentinels"], ["silicon_world"], 2),
        (["silicon_world"], ["alien_sentinels"], 1),
        (["alien_sentinels"], ["deserted_alien_library"], 1),
        (["alien_sentinels", "deserted_alien_library"], ["silicon_world"], 2),
        ([], [], 1),
    ],
)
def test_space_tourism_pays_one_and_a_second_for_the_highest_worlds(mine, theirs, paid):
    """R135: printed costs in all tableaus, start worlds included (the witness has a world of 3); all must be its owner's."""
    other = {"faction": 7, "home_world": "new_sparta", "tableau": theirs}
    assert end_of_ship({"tableau": ["space_tourism", *mine]}, other)["credits"] == paid


def test_technology_unions_pay_nothing_in_ship():
    """R136: in Explore and in Produce alone."""
    assert end_of_ship({"tableau": ["technology_unions", "public_works", "space_docks"]})["credits"] == 0


def test_what_cannot_be_shipped_is_refused():
    """R84: no good there, no shipper there."""
    state = ship("novelty", "home", "home", me={"columns": {"ship": {"home": 1, "genes": 1}}})
    assert refused(state, "trade genes home")
    assert refused(state, "shipper home")
    do(state, "consume novelty home")
    assert refused(state, "shipper military")
    assert refused(state, "shipper virtual_home")
