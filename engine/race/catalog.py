"""Every card of the base game (first edition, 2007), one literal each, in printed order.

95 designs, 114 cards. Worlds come first, then developments with two copies, then those with one:
the order is what bit masks of cards rest on (`powers`, `state`). Sources of the facts: rulebook,
"Über die Karten" and the pages on card powers; rulings `Race R1` to `Race R102`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

#: kinds of goods; "none" is the kind of grey worlds and developments
KINDS = ("none", "novelty", "rare_elements", "genes", "alien_technology")
#: cards drawn for a good of each kind when it is sold (Race R53)
TRADE_PRICES = {"novelty": 2, "rare_elements": 3, "genes": 4, "alien_technology": 5}
VP_POOL_PER_SEAT = 12
OPENING_DRAW = 6
OPENING_DISCARDS = 2
HAND_LIMIT = 10
TABLEAU_END = 12


@dataclass(frozen=True, slots=True)
class Power:
    """The effect of a card in one phase; `powers` says which of the numbers a kind uses."""

    phase: str
    kind: str
    amount: int = 0
    good_kind: str = "any"
    cards: int = 0
    vp: int = 0
    excluded_good_kind: str = "none"
    this_world: bool = False
    different_kinds: bool = False
    with_trade_powers: bool = False
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class ScoringRow:
    """One line of a six-cost development's scoring: *vp* per card that matches (Race R87)."""

    vp: int
    kind: str
    good_kind: str = "any"
    phase: str = ""
    flag: str = ""
    names: tuple[str, ...] = ()
    every: int = 1


@dataclass(frozen=True, slots=True)
class Card:
    """One design. `cost` is the price in cards, of a military world its defense."""

    id: str
    name: str
    type: str
    cost: int
    vp: int
    good: str = "none"
    production: str = "none"
    flags: tuple[str, ...] = ()
    powers: tuple[Power, ...] = ()
    scoring: tuple[ScoringRow, ...] = ()
    copies: int = 1
    start_world: int = -1
    preset_hand: int = 0
    text: str = ""

    @property
    def is_world(self) -> bool:
        """Whether it is a world."""
        return self.type == "world"

    @property
    def is_military(self) -> bool:
        """Whether it is conquered, not bought."""
        return "military" in self.flags


@dataclass(frozen=True, slots=True)
class ActionCard:
    """One action card: the phase it calls and the bonus of those who picked it (Race R11)."""

    id: str
    phase: str
    text: str
    #: the bonus in signs
    sign: str
    copies: int = 1
    copies_advanced: int = 1


ACTION_CARDS = (
    ActionCard("explore_5", "explore", "Explore: draw 5 more.", "+5"),
    ActionCard("explore_1_1", "explore", "Explore: draw 1 more, keep 1 more.", "+1 / +1"),
    ActionCard("develop", "develop", "Develop: pay 1 card less.", "-1", copies_advanced=2),
    ActionCard("settle", "settle", "Settle: draw 1 card after placing a world.", "+1", copies_advanced=2),
    ActionCard("consume_trade", "consume", "Consume: sell a good first.", "$"),
    ActionCard("consume_2x", "consume", "Consume: goods bring twice the VP.", "x2"),
    ActionCard("produce", "produce", "Produce: a good on one of your windfall worlds.", "+1"),
)

CARDS = (
    # start worlds
    Card(
        "old_earth",
        "Old Earth",
        "world",
        cost=3,
        vp=2,
        powers=(Power("trade", "trade_bonus", cards=1), Power("consume", "consume_up_to", amount=2, vp=1)),
        start_world=0,
        text=(
            "Grey world, never holds a good. Trade: selling any good brings 1 extra card. Consume: as many "
            "goods as you have, 2 at most, become 1 VP each."
        ),
    ),
    Card(
        "epsilon_eridani",
        "Epsilon Eridani",
        "world",
        cost=2,
        vp=1,
        powers=(Power("settle", "military", amount=1), Power("consume", "consume_one", cards=1, vp=1)),
        start_world=1,
        text="Grey world, never holds a good. Settle: strength +1. Consume: 1 good becomes 1 VP plus 1 card.",
    ),
    Card(
        "alpha_centauri",
        "Alpha Centauri",
        "world",
        cost=2,
        vp=0,
        good="rare_elements",
        production="windfall",
        powers=(
            Power("settle", "settle_discount", amount=1, good_kind="rare_elements"),
            Power("settle", "military_vs", amount=1, good_kind="rare_elements"),
        ),
        start_world=2,
        text=(
            "Rare-elements windfall world: gets one good at once when it is placed. Settle: non-military "
            "rare-elements worlds cost you 1 less. Settle: strength +1, counted only against military "
            "rare-elements worlds."
        ),
    ),
    Card(
        "new_sparta",
        "New Sparta",
        "world",
        cost=2,
        vp=1,
        flags=("military",),
        powers=(Power("settle", "military", amount=2),),
        start_world=3,
        text="Grey world, never holds a good. Settle: strength +2.",
    ),
    Card(
        "earths_lost_colony",
        "Earth's Lost Colony",
        "world",
        cost=2,
        vp=1,
        good="novelty",
        production="production",
        powers=(Power("consume", "consume_one", vp=1), Power("produce", "produce")),
        start_world=4,
        text=("Novelty production world. Consume: 1 good becomes 1 VP. Produce: gets a novelty good if it is empty."),
    ),
    # worlds that are bought
    Card(
        "pilgrimage_world",
        "Pilgrimage World",
        "world",
        cost=0,
        vp=2,
        powers=(Power("consume", "consume_all", vp=-1),),
        text=(
            "Grey world, never holds a good. Consume: all goods you still hold are used up for VP equal to "
            "their number less one."
        ),
    ),
    Card(
        "refugee_world",
        "Refugee World",
        "world",
        cost=0,
        vp=1,
        good="novelty",
        production="windfall",
        powers=(Power("settle", "military", amount=-1),),
        text="Novelty windfall world: gets one good at once when it is placed. Settle: strength -1.",
    ),
    Card(
        "artist_colony",
        "Artist Colony",
        "world",
        cost=1,
        vp=1,
        good="novelty",
        production="production",
        powers=(Power("produce", "produce"),),
        text="Novelty production world. Produce: gets a novelty good if it is empty.",
    ),
    Card(
        "destroyed_world",
        "Destroyed World",
        "world",
        cost=1,
        vp=0,
        good="rare_elements",
        production="windfall",
        text="Rare-elements windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "empath_world",
        "Empath World",
        "world",
        cost=1,
        vp=1,
        good="genes",
        production="windfall",
        powers=(Power("settle", "military", amount=-1),),
        text="Genes windfall world: gets one good at once when it is placed. Settle: strength -1.",
    ),
    Card(
        "expanding_colony",
        "Expanding Colony",
        "world",
        cost=1,
        vp=1,
        powers=(Power("consume", "consume_one", vp=1), Power("produce", "produce_windfall", good_kind="novelty")),
        text=(
            "Grey world, never holds a good. Consume: 1 good becomes 1 VP. Produce: put a good on one empty "
            "novelty windfall world of yours."
        ),
    ),
    Card(
        "gambling_world",
        "Gambling World",
        "world",
        cost=1,
        vp=1,
        powers=(Power("consume", "consume_one", vp=1), Power("consume", "gamble", amount=7)),
        text=(
            "Grey world, never holds a good. Consume: 1 good becomes 1 VP. Consume: call a number from 1 to "
            "7 and turn over the top of the deck; a card with that cost or defense joins your hand, any "
            "other is discarded."
        ),
    ),
    Card(
        "secluded_world",
        "Secluded World",
        "world",
        cost=1,
        vp=1,
        good="novelty",
        production="production",
        powers=(Power("consume", "consume_one", cards=1), Power("produce", "produce")),
        text=("Novelty production world. Consume: 1 good becomes 1 card. Produce: gets a novelty good if it is empty."),
    ),
    Card(
        "asteroid_belt",
        "Asteroid Belt",
        "world",
        cost=2,
        vp=1,
        good="rare_elements",
        production="windfall",
        text="Rare-elements windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "galactic_engineers",
        "Galactic Engineers",
        "world",
        cost=2,
        vp=1,
        powers=(Power("trade", "trade_bonus", cards=1), Power("produce", "produce_windfall")),
        text=(
            "Grey world, never holds a good. Trade: selling any good brings 1 extra card. Produce: put a "
            "good on one empty windfall world of yours."
        ),
    ),
    Card(
        "gem_world",
        "Gem World",
        "world",
        cost=2,
        vp=1,
        good="novelty",
        production="production",
        powers=(Power("produce", "produce"), Power("produce", "draw_if_produced_here", cards=1)),
        preset_hand=1,
        text=(
            "Novelty production world. Produce: gets a novelty good if it is empty. Produce: take 1 card "
            "when a good has just been produced here."
        ),
    ),
    Card(
        "new_vinland",
        "New Vinland",
        "world",
        cost=2,
        vp=1,
        good="novelty",
        production="production",
        powers=(Power("consume", "consume_one", cards=2), Power("produce", "produce")),
        text=(
            "Novelty production world. Consume: 1 good becomes 2 cards. Produce: gets a novelty good if it is empty."
        ),
    ),
    Card(
        "pre_sentient_race",
        "Pre-Sentient Race",
        "world",
        cost=2,
        vp=1,
        good="genes",
        production="windfall",
        text="Genes windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "radioactive_world",
        "Radioactive World",
        "world",
        cost=2,
        vp=1,
        good="rare_elements",
        production="windfall",
        text="Rare-elements windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "space_port",
        "Space Port",
        "world",
        cost=2,
        vp=1,
        good="novelty",
        production="production",
        powers=(Power("trade", "trade_bonus", good_kind="rare_elements", cards=2), Power("produce", "produce")),
        text=(
            "Novelty production world. Trade: selling a rare-elements good brings 2 extra cards. Produce: "
            "gets a novelty good if it is empty."
        ),
    ),
    Card(
        "spice_world",
        "Spice World",
        "world",
        cost=2,
        vp=1,
        good="novelty",
        production="production",
        powers=(Power("trade", "trade_bonus", good_kind="novelty", cards=2), Power("produce", "produce")),
        preset_hand=4,
        text=(
            "Novelty production world. Trade: selling a novelty good brings 2 extra cards. Produce: gets a "
            "novelty good if it is empty."
        ),
    ),
    Card(
        "alien_rosetta_stone_world",
        "Alien Rosetta Stone World",
        "world",
        cost=3,
        vp=3,
        flags=("alien",),
        powers=(
            Power("settle", "settle_discount", amount=2, good_kind="alien_technology"),
            Power("settle", "military_vs", amount=2, good_kind="alien_technology"),
            Power("produce", "produce_windfall", good_kind="alien_technology"),
        ),
        text=(
            "Grey world, never holds a good. Settle: non-military alien-technology worlds cost you 2 less. "
            "Settle: strength +2, counted only against military alien-technology worlds. Produce: put a "
            "good on one empty alien-technology windfall world of yours."
        ),
    ),
    Card(
        "bio_hazard_mining_world",
        "Bio-Hazard Mining World",
        "world",
        cost=3,
        vp=2,
        good="rare_elements",
        production="production",
        powers=(Power("trade", "trade_bonus", good_kind="genes", cards=2), Power("produce", "produce")),
        text=(
            "Rare-elements production world. Trade: selling a genes good brings 2 extra cards. Produce: "
            "gets a rare-elements good if it is empty."
        ),
    ),
    Card(
        "black_market_trading_world",
        "Black Market Trading World",
        "world",
        cost=3,
        vp=2,
        powers=(Power("consume", "consume_for_trade_price"),),
        text=(
            "Grey world, never holds a good. Consume: 1 good becomes as many cards as its base selling "
            "price, without any Trade power."
        ),
    ),
    Card(
        "blaster_gem_mines",
        "Blaster Gem Mines",
        "world",
        cost=3,
        vp=2,
        good="rare_elements",
        production="windfall",
        powers=(Power("settle", "military", amount=1),),
        text="Rare-elements windfall world: gets one good at once when it is placed. Settle: strength +1.",
    ),
    Card(
        "comet_zone",
        "Comet Zone",
        "world",
        cost=3,
        vp=2,
        good="rare_elements",
        production="production",
        powers=(Power("produce", "produce"), Power("produce", "draw_if_produced_here", cards=1)),
        preset_hand=2,
        text=(
            "Rare-elements production world. Produce: gets a rare-elements good if it is empty. Produce: "
            "take 1 card when a good has just been produced here."
        ),
    ),
    Card(
        "galactic_resort",
        "Galactic Resort",
        "world",
        cost=3,
        vp=2,
        good="novelty",
        production="windfall",
        powers=(Power("consume", "consume_one", cards=1, vp=1),),
        text=(
            "Novelty windfall world: gets one good at once when it is placed. Consume: 1 good becomes 1 VP plus 1 card."
        ),
    ),
    Card(
        "mining_world",
        "Mining World",
        "world",
        cost=3,
        vp=2,
        good="rare_elements",
        production="production",
        powers=(Power("produce", "produce"), Power("produce", "draw_if_produced_here", cards=1)),
        text=(
            "Rare-elements production world. Produce: gets a rare-elements good if it is empty. Produce: "
            "take 1 card when a good has just been produced here."
        ),
    ),
    Card(
        "plague_world",
        "Plague World",
        "world",
        cost=3,
        vp=0,
        good="genes",
        production="production",
        powers=(Power("consume", "consume_one", good_kind="genes", cards=1, vp=1), Power("produce", "produce")),
        text=(
            "Genes production world. Consume: 1 genes good becomes 1 VP plus 1 card. Produce: gets a genes "
            "good if it is empty."
        ),
    ),
    Card(
        "prosperous_world",
        "Prosperous World",
        "world",
        cost=3,
        vp=2,
        good="novelty",
        production="production",
        powers=(Power("consume", "consume_one", vp=1), Power("produce", "produce")),
        text=("Novelty production world. Consume: 1 good becomes 1 VP. Produce: gets a novelty good if it is empty."),
    ),
    Card(
        "deserted_alien_outpost",
        "Deserted Alien Outpost",
        "world",
        cost=4,
        vp=3,
        good="alien_technology",
        production="windfall",
        flags=("alien",),
        text="Alien-technology windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "distant_world",
        "Distant World",
        "world",
        cost=4,
        vp=2,
        good="genes",
        production="production",
        powers=(Power("trade", "trade_bonus", good_kind="novelty", cards=3), Power("produce", "produce")),
        text=(
            "Genes production world. Trade: selling a novelty good brings 3 extra cards. Produce: gets a "
            "genes good if it is empty."
        ),
    ),
    Card(
        "imperium_armaments_world",
        "Imperium Armaments World",
        "world",
        cost=4,
        vp=2,
        good="rare_elements",
        production="production",
        flags=("imperium",),
        powers=(Power("settle", "military", amount=1), Power("produce", "produce")),
        text=(
            "Rare-elements production world. Settle: strength +1. Produce: gets a rare-elements good if it is empty."
        ),
    ),
    Card(
        "merchant_world",
        "Merchant World",
        "world",
        cost=4,
        vp=2,
        powers=(
            Power("trade", "trade_bonus", cards=2),
            Power("consume", "discard_cards_for_vp", amount=2, vp=1, is_optional=True),
        ),
        text=(
            "Grey world, never holds a good. Trade: selling any good brings 2 extra cards. Consume: if you "
            "like, throw away at most 2 hand cards for 1 VP each; these VP are never doubled."
        ),
    ),
    Card(
        "tourist_world",
        "Tourist World",
        "world",
        cost=4,
        vp=2,
        powers=(Power("consume", "consume_exact", amount=2, vp=3),),
        text="Grey world, never holds a good. Consume: 2 goods (same kind or not) become 3 VP in total.",
    ),
    Card(
        "deserted_alien_colony",
        "Deserted Alien Colony",
        "world",
        cost=5,
        vp=4,
        good="alien_technology",
        production="windfall",
        flags=("alien",),
        text="Alien-technology windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "galactic_trendsetters",
        "Galactic Trendsetters",
        "world",
        cost=5,
        vp=3,
        powers=(Power("consume", "consume_one", vp=2),),
        text="Grey world, never holds a good. Consume: 1 good becomes 2 VP.",
    ),
    Card(
        "lost_species_ark_world",
        "Lost Species Ark World",
        "world",
        cost=5,
        vp=3,
        good="genes",
        production="production",
        powers=(Power("produce", "produce"), Power("produce", "draw_if_produced_here", cards=2)),
        text=(
            "Genes production world. Produce: gets a genes good if it is empty. Produce: take 2 cards when "
            "a good has just been produced here."
        ),
    ),
    Card(
        "new_earth",
        "New Earth",
        "world",
        cost=5,
        vp=3,
        good="rare_elements",
        production="production",
        powers=(Power("consume", "consume_one", cards=1, vp=1), Power("produce", "produce")),
        text=(
            "Rare-elements production world. Consume: 1 good becomes 1 VP plus 1 card. Produce: gets a "
            "rare-elements good if it is empty."
        ),
    ),
    Card(
        "terraformed_world",
        "Terraformed World",
        "world",
        cost=5,
        vp=5,
        powers=(Power("consume", "consume_one", vp=1),),
        text="Grey world, never holds a good. Consume: 1 good becomes 1 VP.",
    ),
    Card(
        "alien_robotic_factory",
        "Alien Robotic Factory",
        "world",
        cost=6,
        vp=5,
        good="alien_technology",
        production="production",
        flags=("alien",),
        powers=(Power("produce", "produce"),),
        text="Alien-technology production world. Produce: gets an alien-technology good if it is empty.",
    ),
    Card(
        "deserted_alien_library",
        "Deserted Alien Library",
        "world",
        cost=6,
        vp=5,
        good="alien_technology",
        production="windfall",
        flags=("alien",),
        text="Alien-technology windfall world: gets one good at once when it is placed. No powers.",
    ),
    # worlds that are conquered
    Card(
        "new_survivalists",
        "New Survivalists",
        "world",
        cost=1,
        vp=1,
        good="novelty",
        production="production",
        flags=("military",),
        powers=(Power("consume", "consume_one", good_kind="novelty", cards=1), Power("produce", "produce")),
        text=(
            "Novelty production world. Consume: 1 novelty good becomes 1 card. Produce: gets a novelty good "
            "if it is empty."
        ),
    ),
    Card(
        "outlaw_world",
        "Outlaw World",
        "world",
        cost=1,
        vp=1,
        flags=("military",),
        powers=(Power("consume", "consume_one", cards=1, vp=1),),
        text="Grey world, never holds a good. Consume: 1 good becomes 1 VP plus 1 card.",
    ),
    Card(
        "rebel_fuel_cache",
        "Rebel Fuel Cache",
        "world",
        cost=1,
        vp=1,
        good="rare_elements",
        production="windfall",
        flags=("military", "rebel"),
        preset_hand=1,
        text="Rare-elements windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "runaway_robots",
        "Runaway Robots",
        "world",
        cost=1,
        vp=1,
        good="rare_elements",
        production="windfall",
        flags=("military",),
        powers=(Power("produce", "draw_if_produced_here", cards=1),),
        text=(
            "Rare-elements windfall world: gets one good at once when it is placed. Produce: take 1 card "
            "when a good has just been produced here."
        ),
    ),
    Card(
        "star_nomad_lair",
        "Star Nomad Lair",
        "world",
        cost=1,
        vp=1,
        good="novelty",
        production="windfall",
        flags=("military",),
        powers=(
            Power("explore", "explore_draw", cards=1),
            Power("trade", "trade_bonus", good_kind="novelty", cards=1, this_world=True),
        ),
        text=(
            "Novelty windfall world: gets one good at once when it is placed. Explore: choose from 1 more "
            "card. Trade: selling the good lying on this world brings 1 extra card."
        ),
    ),
    Card(
        "the_last_of_the_uplift_gnarssh",
        "The Last of the Uplift Gnarssh",
        "world",
        cost=1,
        vp=0,
        good="genes",
        production="windfall",
        flags=("military", "uplift", "chromosome"),
        text="Genes windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "alien_robot_sentry",
        "Alien Robot Sentry",
        "world",
        cost=2,
        vp=2,
        good="alien_technology",
        production="windfall",
        flags=("military", "alien"),
        text="Alien-technology windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "aquatic_uplift_race",
        "Aquatic Uplift Race",
        "world",
        cost=2,
        vp=2,
        good="genes",
        production="windfall",
        flags=("military", "uplift", "chromosome"),
        text="Genes windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "avian_uplift_race",
        "Avian Uplift Race",
        "world",
        cost=2,
        vp=2,
        good="genes",
        production="windfall",
        flags=("military", "uplift", "chromosome"),
        preset_hand=4,
        text="Genes windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "former_penal_colony",
        "Former Penal Colony",
        "world",
        cost=2,
        vp=1,
        good="novelty",
        production="windfall",
        flags=("military",),
        powers=(Power("settle", "military", amount=1),),
        preset_hand=3,
        text="Novelty windfall world: gets one good at once when it is placed. Settle: strength +1.",
    ),
    Card(
        "rebel_miners",
        "Rebel Miners",
        "world",
        cost=2,
        vp=1,
        good="rare_elements",
        production="production",
        flags=("military", "rebel"),
        powers=(Power("produce", "produce"),),
        preset_hand=2,
        text="Rare-elements production world. Produce: gets a rare-elements good if it is empty.",
    ),
    Card(
        "reptilian_uplift_race",
        "Reptilian Uplift Race",
        "world",
        cost=2,
        vp=2,
        good="genes",
        production="windfall",
        flags=("military", "uplift", "chromosome"),
        text="Genes windfall world: gets one good at once when it is placed. No powers.",
    ),
    Card(
        "pirate_world",
        "Pirate World",
        "world",
        cost=3,
        vp=2,
        good="novelty",
        production="windfall",
        flags=("military",),
        powers=(Power("trade", "trade_bonus", good_kind="novelty", cards=3, this_world=True),),
        text=(
            "Novelty windfall world: gets one good at once when it is placed. Trade: selling the good lying "
            "on this world brings 3 extra cards."
        ),
    ),
    Card(
        "rebel_underground",
        "Rebel Underground",
        "world",
        cost=3,
        vp=4,
        flags=("military", "rebel"),
        powers=(Power("produce", "draw", cards=1),),
        text="Grey world, never holds a good. Produce: take 1 card.",
    ),
    Card(
        "rebel_warrior_race",
        "Rebel Warrior Race",
        "world",
        cost=3,
        vp=2,
        good="genes",
        production="windfall",
        flags=("military", "rebel"),
        powers=(Power("settle", "military", amount=1),),
        text="Genes windfall world: gets one good at once when it is placed. Settle: strength +1.",
    ),
    Card(
        "alien_robot_scout_ship",
        "Alien Robot Scout Ship",
        "world",
        cost=4,
        vp=2,
        good="alien_technology",
        production="windfall",
        flags=("military", "alien"),
        powers=(Power("settle", "military", amount=1),),
        text="Alien-technology windfall world: gets one good at once when it is placed. Settle: strength +1.",
    ),
    Card(
        "malevolent_lifeforms",
        "Malevolent Lifeforms",
        "world",
        cost=4,
        vp=2,
        good="genes",
        production="production",
        flags=("military",),
        powers=(Power("explore", "explore_draw", cards=1), Power("produce", "produce")),
        preset_hand=3,
        text=("Genes production world. Explore: choose from 1 more card. Produce: gets a genes good if it is empty."),
    ),
    Card(
        "lost_alien_warship",
        "Lost Alien Warship",
        "world",
        cost=5,
        vp=3,
        good="alien_technology",
        production="windfall",
        flags=("military", "alien"),
        powers=(Power("settle", "military", amount=2),),
        text="Alien-technology windfall world: gets one good at once when it is placed. Settle: strength +2.",
    ),
    Card(
        "rebel_outpost",
        "Rebel Outpost",
        "world",
        cost=5,
        vp=5,
        flags=("military", "rebel"),
        powers=(Power("settle", "military", amount=1),),
        text="Grey world, never holds a good. Settle: strength +1.",
    ),
    Card(
        "lost_alien_battle_fleet",
        "Lost Alien Battle Fleet",
        "world",
        cost=6,
        vp=4,
        good="alien_technology",
        production="production",
        flags=("military", "alien"),
        powers=(Power("settle", "military", amount=3), Power("produce", "produce")),
        text=(
            "Alien-technology production world. Settle: strength +3. Produce: gets an alien-technology good "
            "if it is empty."
        ),
    ),
    Card(
        "rebel_base",
        "Rebel Base",
        "world",
        cost=6,
        vp=6,
        flags=("military", "rebel"),
        text="Grey world, never holds a good. No powers.",
    ),
    Card(
        "rebel_homeworld",
        "Rebel Homeworld",
        "world",
        cost=7,
        vp=7,
        flags=("military", "rebel"),
        text="Grey world, never holds a good. No powers.",
    ),
    # developments, two copies each
    Card(
        "contact_specialist",
        "Contact Specialist",
        "development",
        cost=1,
        vp=1,
        powers=(
            Power("settle", "military", amount=-1),
            Power("settle", "pay_for_military", amount=1, excluded_good_kind="alien_technology", is_optional=True),
        ),
        copies=2,
        preset_hand=4,
        text=(
            "Settle: strength -1. Settle: you are allowed to buy a military world as though it were "
            "non-military, for its defense minus 1 and any further discounts; never an alien-technology "
            "world."
        ),
    ),
    Card(
        "expedition_force",
        "Expedition Force",
        "development",
        cost=1,
        vp=1,
        powers=(Power("explore", "explore_draw", cards=1), Power("settle", "military", amount=1)),
        copies=2,
        preset_hand=2,
        text="Explore: choose from 1 more card. Settle: strength +1.",
    ),
    Card(
        "export_duties",
        "Export Duties",
        "development",
        cost=1,
        vp=1,
        powers=(Power("trade", "trade_bonus", cards=1),),
        copies=2,
        preset_hand=3,
        text="Trade: selling any good brings 1 extra card.",
    ),
    Card(
        "investment_credits",
        "Investment Credits",
        "development",
        cost=1,
        vp=1,
        powers=(Power("develop", "develop_discount", amount=1),),
        copies=2,
        text="Develop: your later developments cost 1 less.",
    ),
    Card(
        "new_military_tactics",
        "New Military Tactics",
        "development",
        cost=1,
        vp=1,
        powers=(Power("settle", "discard_for_military", amount=3, is_optional=True),),
        copies=2,
        preset_hand=3,
        text="Settle: scrap this card, if you like, for strength +3 until that Settle phase is over.",
    ),
    Card(
        "public_works",
        "Public Works",
        "development",
        cost=1,
        vp=1,
        powers=(Power("develop", "draw_after_develop", cards=1), Power("consume", "consume_one", vp=1)),
        copies=2,
        preset_hand=1,
        text=("Develop: take 1 card once a later development of yours is paid for. Consume: 1 good becomes 1 VP."),
    ),
    Card(
        "colony_ship",
        "Colony Ship",
        "development",
        cost=2,
        vp=1,
        powers=(Power("settle", "discard_for_zero_cost", excluded_good_kind="alien_technology", is_optional=True),),
        copies=2,
        preset_hand=1,
        text=(
            "Settle: scrap this card, if you like, so that the non-military world you are placing is free; "
            "useless for alien-technology worlds."
        ),
    ),
    Card(
        "deficit_spending",
        "Deficit Spending",
        "development",
        cost=2,
        vp=1,
        powers=(Power("consume", "discard_cards_for_vp", amount=2, vp=1, is_optional=True),),
        copies=2,
        text=("Consume: if you like, throw away at most 2 hand cards for 1 VP each; these VP are never doubled."),
    ),
    Card(
        "genetics_lab",
        "Genetics Lab",
        "development",
        cost=2,
        vp=1,
        powers=(
            Power("trade", "trade_bonus", good_kind="genes", cards=1),
            Power("produce", "produce_windfall", good_kind="genes"),
        ),
        copies=2,
        text=(
            "Trade: selling a genes good brings 1 extra card. Produce: put a good on one empty genes "
            "windfall world of yours."
        ),
    ),
    Card(
        "interstellar_bank",
        "Interstellar Bank",
        "development",
        cost=2,
        vp=1,
        powers=(Power("develop", "draw_at_start", cards=1),),
        copies=2,
        text="Develop: take 1 card as the phase opens, before anyone picks a development.",
    ),
    Card(
        "mining_robots",
        "Mining Robots",
        "development",
        cost=2,
        vp=1,
        powers=(
            Power("settle", "settle_discount", amount=1, good_kind="rare_elements"),
            Power("produce", "produce_windfall", good_kind="rare_elements"),
        ),
        copies=2,
        preset_hand=2,
        text=(
            "Settle: non-military rare-elements worlds cost you 1 less. Produce: put a good on one empty "
            "rare-elements windfall world of yours."
        ),
    ),
    Card(
        "space_marines",
        "Space Marines",
        "development",
        cost=2,
        vp=1,
        powers=(Power("settle", "military", amount=2),),
        copies=2,
        preset_hand=4,
        text="Settle: strength +2.",
    ),
    Card(
        "mining_conglomerate",
        "Mining Conglomerate",
        "development",
        cost=3,
        vp=2,
        powers=(
            Power("trade", "trade_bonus", good_kind="rare_elements", cards=1),
            Power("consume", "consume_up_to", amount=2, good_kind="rare_elements", vp=1),
            Power("produce", "draw_if_most_produced", good_kind="rare_elements", cards=2),
        ),
        copies=2,
        text=(
            "Trade: selling a rare-elements good brings 1 extra card. Consume: as many rare-elements goods "
            "as you have, 2 at most, become 1 VP each. Produce: when all are done, take 2 cards if you "
            "produced strictly more rare-elements goods in this phase than each other player."
        ),
    ),
    Card(
        "terraforming_robots",
        "Terraforming Robots",
        "development",
        cost=3,
        vp=2,
        flags=("terraforming",),
        powers=(
            Power("settle", "draw_after_settle", cards=1),
            Power("consume", "consume_one", good_kind="rare_elements", cards=1, vp=1),
        ),
        copies=2,
        text=(
            "Settle: take 1 card after each world you place. Consume: 1 rare-elements good becomes 1 VP plus 1 card."
        ),
    ),
    Card(
        "diversified_economy",
        "Diversified Economy",
        "development",
        cost=4,
        vp=2,
        powers=(
            Power("consume", "consume_exact", amount=3, vp=3, different_kinds=True),
            Power("produce", "draw_per_kind_produced", cards=1),
        ),
        copies=2,
        text=(
            "Consume: 3 goods of 3 different kinds become 3 VP in total. Produce: take 1 card for every "
            "different kind among the goods you produced in this phase."
        ),
    ),
    Card(
        "drop_ships",
        "Drop Ships",
        "development",
        cost=4,
        vp=2,
        powers=(Power("settle", "military", amount=3),),
        copies=2,
        text="Settle: strength +3.",
    ),
    Card(
        "replicant_robots",
        "Replicant Robots",
        "development",
        cost=4,
        vp=2,
        powers=(Power("settle", "settle_discount", amount=2),),
        copies=2,
        text="Settle: non-military worlds cost you 2 less.",
    ),
    Card(
        "research_labs",
        "Research Labs",
        "development",
        cost=4,
        vp=2,
        powers=(
            Power("explore", "explore_keep", cards=1),
            Power("consume", "consume_one", good_kind="genes", vp=1),
            Power("produce", "draw_per_good_produced", good_kind="alien_technology", cards=1),
        ),
        copies=2,
        text=(
            "Explore: keep 1 more card. Consume: 1 genes good becomes 1 VP. Produce: take 1 card for every "
            "alien-technology good you produced in this phase."
        ),
    ),
    Card(
        "consumer_markets",
        "Consumer Markets",
        "development",
        cost=5,
        vp=3,
        powers=(
            Power("consume", "consume_up_to", amount=3, good_kind="novelty", vp=1),
            Power("produce", "draw_per_good_produced", good_kind="novelty", cards=1),
        ),
        copies=2,
        text=(
            "Consume: as many novelty goods as you have, 3 at most, become 1 VP each. Produce: take 1 card "
            "for every novelty good you produced in this phase."
        ),
    ),
    # developments of cost 6
    Card(
        "alien_tech_institute",
        "Alien Tech Institute",
        "development",
        cost=6,
        vp=0,
        flags=("alien",),
        powers=(
            Power("settle", "settle_discount", amount=2, good_kind="alien_technology"),
            Power("settle", "military_vs", amount=2, good_kind="alien_technology"),
        ),
        scoring=(
            ScoringRow(3, "production_world", good_kind="alien_technology"),
            ScoringRow(2, "windfall_world", good_kind="alien_technology"),
            ScoringRow(2, "flag", flag="alien"),
        ),
        text=(
            "Settle: non-military alien-technology worlds cost you 2 less. Settle: strength +2, counted "
            "only against military alien-technology worlds. End of game: 3 per alien-technology production "
            "world, 2 per alien-technology windfall world, 2 per remaining card with the alien keyword."
        ),
    ),
    Card(
        "free_trade_association",
        "Free Trade Association",
        "development",
        cost=6,
        vp=0,
        powers=(
            Power("consume", "consume_up_to", amount=3, good_kind="novelty", cards=1, vp=1),
            Power("produce", "produce_windfall", good_kind="novelty"),
        ),
        scoring=(
            ScoringRow(2, "production_world", good_kind="novelty"),
            ScoringRow(1, "windfall_world", good_kind="novelty"),
            ScoringRow(2, "named", names=("consumer_markets", "expanding_colony")),
        ),
        text=(
            "Consume: as many novelty goods as you have, 3 at most, become 1 VP plus 1 card each. Produce: "
            "put a good on one empty novelty windfall world of yours. End of game: 2 per novelty production "
            "world, 1 per novelty windfall world, 2 per Consumer Markets / Expanding Colony."
        ),
    ),
    Card(
        "galactic_federation",
        "Galactic Federation",
        "development",
        cost=6,
        vp=0,
        powers=(Power("develop", "develop_discount", amount=2),),
        scoring=(ScoringRow(2, "six_cost_development"), ScoringRow(1, "development")),
        text=(
            "Develop: your later developments cost 2 less. End of game: 2 per development of cost 6, 1 per "
            "remaining development."
        ),
    ),
    Card(
        "galactic_imperium",
        "Galactic Imperium",
        "development",
        cost=6,
        vp=0,
        flags=("imperium",),
        powers=(Power("settle", "military_vs", amount=4, good_kind="rebel"),),
        scoring=(ScoringRow(2, "rebel_military_world"), ScoringRow(1, "military_world")),
        text=(
            "Settle: strength +4, counted only against military rebel worlds. End of game: 2 per military "
            "rebel world, 1 per remaining military world."
        ),
    ),
    Card(
        "galactic_renaissance",
        "Galactic Renaissance",
        "development",
        cost=6,
        vp=0,
        powers=(Power("explore", "explore_draw", cards=2), Power("explore", "explore_keep", cards=1)),
        scoring=(
            ScoringRow(1, "chip_vp", every=3),
            ScoringRow(3, "named", names=("research_labs", "galactic_trendsetters", "artist_colony")),
        ),
        text=(
            "Explore: choose from 2 more cards. Explore: keep 1 more card. End of game: 1 per full 3 VP in "
            "chips, 3 per Research Labs / Galactic Trendsetters / Artist Colony."
        ),
    ),
    Card(
        "galactic_survey_seti",
        "Galactic Survey: SETI",
        "development",
        cost=6,
        vp=0,
        powers=(Power("explore", "explore_draw", cards=2),),
        scoring=(
            ScoringRow(1, "development_with_power", phase="explore"),
            ScoringRow(2, "world_with_power", phase="explore"),
            ScoringRow(1, "world"),
        ),
        text=(
            "Explore: choose from 2 more cards. End of game: 1 per development owning some Explore power, 2 "
            "per world owning some Explore power, 1 per remaining world."
        ),
    ),
    Card(
        "merchant_guild",
        "Merchant Guild",
        "development",
        cost=6,
        vp=0,
        powers=(Power("produce", "draw", cards=2),),
        scoring=(ScoringRow(2, "production_world"),),
        text="Produce: take 2 cards. End of game: 2 per production world.",
    ),
    Card(
        "mining_league",
        "Mining League",
        "development",
        cost=6,
        vp=0,
        powers=(
            Power("consume", "consume_exact", amount=2, good_kind="rare_elements", vp=3),
            Power("produce", "produce_windfall", good_kind="rare_elements"),
        ),
        scoring=(
            ScoringRow(2, "production_world", good_kind="rare_elements"),
            ScoringRow(1, "windfall_world", good_kind="rare_elements"),
            ScoringRow(2, "named", names=("mining_robots", "mining_conglomerate")),
        ),
        text=(
            "Consume: 2 rare-elements goods become 3 VP in total. Produce: put a good on one empty "
            "rare-elements windfall world of yours. End of game: 2 per rare-elements production world, 1 "
            "per rare-elements windfall world, 2 per Mining Robots / Mining Conglomerate."
        ),
    ),
    Card(
        "new_economy",
        "New Economy",
        "development",
        cost=6,
        vp=0,
        powers=(Power("consume", "draw", cards=1),),
        scoring=(
            ScoringRow(2, "development_with_power", phase="consume"),
            ScoringRow(1, "world_with_power", phase="consume"),
        ),
        text=(
            "Consume: take 1 card. End of game: 2 per development owning some Consume power, 1 per world "
            "owning some Consume power."
        ),
    ),
    Card(
        "new_galactic_order",
        "New Galactic Order",
        "development",
        cost=6,
        vp=0,
        powers=(Power("settle", "military", amount=2),),
        scoring=(ScoringRow(1, "total_military"),),
        text="Settle: strength +2. End of game: 1 per point of unconditional strength (negatives count).",
    ),
    Card(
        "pan_galactic_league",
        "Pan-Galactic League",
        "development",
        cost=6,
        vp=0,
        powers=(Power("settle", "military", amount=-1), Power("produce", "draw_per_world", good_kind="genes", cards=1)),
        scoring=(
            ScoringRow(2, "production_world", good_kind="genes"),
            ScoringRow(2, "windfall_world", good_kind="genes"),
            ScoringRow(1, "military_world"),
            ScoringRow(3, "named", names=("contact_specialist",)),
        ),
        text=(
            "Settle: strength -1. Produce: take 1 card for every genes world in your tableau, production or "
            "windfall, empty or not. End of game: 2 per genes production world, 2 per genes windfall world, "
            "1 per remaining military world, 3 per Contact Specialist."
        ),
    ),
    Card(
        "trade_league",
        "Trade League",
        "development",
        cost=6,
        vp=0,
        powers=(
            Power("trade", "trade_bonus", cards=1),
            Power("consume", "consume_for_trade_price", with_trade_powers=True),
        ),
        scoring=(
            ScoringRow(2, "development_with_power", phase="trade"),
            ScoringRow(1, "world_with_power", phase="trade"),
        ),
        text=(
            "Trade: selling any good brings 1 extra card. Consume: 1 good becomes as many cards as its base "
            "selling price, raised by every Trade power you own including the one on this card. End of "
            "game: 2 per development owning some Trade power, 1 per world owning some Trade power."
        ),
    ),
)

WORLD_IDS = tuple(card.id for card in CARDS if card.is_world)
START_WORLDS = tuple(card for card in CARDS if card.start_world >= 0)


def _plain(piece: Any) -> dict[str, Any]:
    """Return a piece's fields that differ from their defaults, JSON-able."""
    plain = asdict(piece)
    return {field.name: plain[field.name] for field in fields(piece) if plain[field.name] != field.default}


def catalog() -> dict[str, Any]:
    """Return every piece as JSON-able data; fields at their defaults are left out."""
    cards = []
    for card in CARDS:
        parts = {"powers": [_plain(p) for p in card.powers], "scoring": [_plain(row) for row in card.scoring]}
        cards.append(_plain(card) | {name: part for name, part in parts.items() if part})
    return {
        "cards": cards,
        "action_cards": [asdict(card) for card in ACTION_CARDS],
        "trade_prices": dict(TRADE_PRICES),
        "good_kinds": list(KINDS[1:]),
        "tableau_end": TABLEAU_END,
    }
