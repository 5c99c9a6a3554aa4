"""Every piece of Roll for the Galaxy, one literal each, in the order of the facts' numbering.

Costs are also victory points. Texts are this project's own; the printed ones are their publisher's.
What a power, effect or end-game kind means stands in `powers.py`, once. Sources: Roll R1-R9, R67-R77
and section L of the rulings; the rulebook's distribution tables.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

#: the last number on the track of credits
CREDITS_MAX = 10
COLORS = ("home", "military", "consumption", "novelty", "rare_elements", "genes", "alien_technology")
WORLD_COLORS = ("novelty", "rare_elements", "genes", "alien_technology", "gray")
PHASES = ("explore", "develop", "settle", "produce", "ship")

#: die colour -> its six faces (Roll R3)
FACES = {
    "home": ("explore", "explore", "develop", "settle", "produce", "ship"),
    "military": ("explore", "develop", "develop", "settle", "settle", "wild"),
    "consumption": ("explore", "develop", "ship", "ship", "ship", "wild"),
    "novelty": ("explore", "produce", "produce", "ship", "ship", "wild"),
    "rare_elements": ("explore", "develop", "develop", "produce", "ship", "wild"),
    "genes": ("explore", "settle", "settle", "produce", "wild", "wild"),
    "alien_technology": ("develop", "settle", "produce", "wild", "wild", "wild"),
}
#: die colour -> dice in the supply (Roll R1)
SUPPLY = {
    "home": 25,
    "military": 22,
    "consumption": 9,
    "novelty": 20,
    "rare_elements": 14,
    "genes": 12,
    "alien_technology": 9,
}


def make_id(name: str) -> str:
    """Return the id of a piece, one lower-case word made of its name: letters, digits and underscores."""
    word = "".join(letter if letter.isalnum() else "_" if letter in " -" else "" for letter in name.lower())
    return "_".join(part for part in word.split("_") if part)


class Part:
    """A power, an effect or an end-game bonus: its kind and its parameters."""

    __slots__ = ("kind", "values")

    def __init__(self, kind: str, **values: Any) -> None:
        """Keep kind and parameters; `powers.py` says what they mean."""
        self.kind = kind
        self.values = values

    def get(self, name: str, default: Any = None) -> Any:
        """Return a parameter."""
        return self.values.get(name, default)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"kind": self.kind} | {
            name: list(value) if isinstance(value, tuple) else value for name, value in self.values.items()
        }


Power = Effect = Endgame = Part


@dataclass(frozen=True, slots=True)
class Development:
    """The development side of a tile, or a faction's development square."""

    name: str
    cost: int
    phases: tuple[str, ...]
    text: str
    has_reassign: bool = False
    powers: tuple[Part, ...] = ()
    effects: tuple[Part, ...] = ()
    endgame: Part | None = None
    endgame_text: str = ""

    @property
    def id(self) -> str:
        """The word by which it is named."""
        return make_id(self.name)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "id": self.id,
            "type": "development",
            "name": self.name,
            "cost": self.cost,
            "phases": list(self.phases),
            "has_reassign": self.has_reassign,
            "text": self.text,
            "powers": [power.to_dict() for power in self.powers],
            "effects": [effect.to_dict() for effect in self.effects],
        } | ({"scoring": [self.endgame.to_dict()], "scoring_text": self.endgame_text} if self.endgame else {})


@dataclass(frozen=True, slots=True)
class World:
    """The world side of a tile, a faction's world square, or a home world."""

    name: str
    cost: int
    color: str
    text: str
    effects: tuple[Part, ...] = field(default=())

    @property
    def id(self) -> str:
        """The word by which it is named."""
        return make_id(self.name)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "id": self.id,
            "type": "world",
            "name": self.name,
            "cost": self.cost,
            "color": self.color,
            "text": self.text,
            "effects": [effect.to_dict() for effect in self.effects],
        }


@dataclass(frozen=True, slots=True)
class Tile:
    """A double-sided game tile."""

    number: int
    development: Development
    world: World


@dataclass(frozen=True, slots=True)
class Faction:
    """A double-width start tile; the lowest number in play begins (Roll R13)."""

    number: int
    left: Development | World
    right: World


TILES: tuple[Tile, ...] = (
    Tile(
        1,
        Development(
            "Advanced Logistics",
            1,
            ("explore",),
            "While Explore is being played the owner may, as often as wanted, put all tiles of his two stacks in any new order and turn any of them over (a turned tile moves to the other stack). Not after the closing draw of Alien Research Team.",
            powers=(Power("rearrange_construction", phase="explore"),),
        ),
        World(
            "Designer Species, Ultd.",
            5,
            "genes",
            "On completion: collect 1 credit; one new Genes die to this world as a good.",
            effects=(Effect("gain_credits", amount=1), Effect("gain_die", color="genes", count=1, to="good_on_world")),
        ),
    ),
    Tile(
        2,
        Development(
            "Alien Research Ship",
            5,
            ("explore",),
            "In Explore the owner commands two imaginary extra explorers: one Home, one Alien Technology.",
            powers=(Power("virtual_workers", phase="explore", die_colors=("home", "alien_technology")),),
        ),
        World(
            "Spice World",
            2,
            "novelty",
            "On completion: one new Novelty die to the cup.",
            effects=(Effect("gain_die", color="novelty", count=1, to="cup"),),
        ),
    ),
    Tile(
        3,
        Development(
            "Alien Research Team",
            3,
            ("explore",),
            "When Explore closes the owner draws one more tile and keeps it; he also collects 1 credit if any Alien Technology explorer of his did a Scout task in that phase (once, however many did).",
            powers=(
                Power("extra_tile", phase="explore", count=1),
                Power("income_if_scouted_with", phase="explore", die_color="alien_technology", amount=1),
            ),
        ),
        World(
            "Rebel Warrior Race",
            3,
            "genes",
            "On completion: hand one of your own dice back to the supply; one new Military die to the Citizenry; one new Genes die to the Citizenry.",
            effects=(
                Effect("remove_die", count=1),
                Effect("gain_die", color="military", count=1, to="citizenry"),
                Effect("gain_die", color="genes", count=1, to="citizenry"),
            ),
        ),
    ),
    Tile(
        4,
        Development(
            "Alien Uplift Blueprints",
            3,
            ("settle",),
            "The owner's Genes worlds and Alien Technology worlds cost 1 settler less.",
            powers=(
                Power(
                    "build_discount",
                    phase="settle",
                    what="world",
                    amount=1,
                    minimum=1,
                    world_colors=("genes", "alien_technology"),
                ),
            ),
        ),
        World(
            "Information Hub",
            3,
            "novelty",
            "On completion: one new Novelty die to this world as a good.",
            effects=(Effect("gain_die", color="novelty", count=1, to="good_on_world"),),
        ),
    ),
    Tile(
        5,
        Development(
            "Backup Planning",
            1,
            ("assign",),
            "The once-a-round limit on Dictate is lifted: the owner may Dictate any number of times in a round, paying one worker into the Dictate area for each.",
            has_reassign=True,
            powers=(Power("dictate_repeat", phase="assign"),),
        ),
        World(
            "Galactic Trendsetters",
            6,
            "gray",
            "On completion: collect 2 credits; two new Consumption dice to the Citizenry.",
            effects=(
                Effect("gain_credits", amount=2),
                Effect("gain_die", color="consumption", count=2, to="citizenry"),
            ),
        ),
    ),
    Tile(
        6,
        Development(
            "Colonial Affinity",
            2,
            ("assign",),
            "Optional move of one worker into the Settle column.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=1,
                    die_colors=("any",),
                    from_column="any",
                    to_columns=("settle",),
                ),
            ),
        ),
        World(
            "Malevolent Lifeforms",
            4,
            "genes",
            "On completion: one new Genes die to this world as a good.",
            effects=(Effect("gain_die", color="genes", count=1, to="good_on_world"),),
        ),
    ),
    Tile(
        7,
        Development(
            "Conscription",
            4,
            (),
            "At once on completion: return one of your dice to the supply, then take two Military dice into the cup.",
            effects=(Effect("remove_die", count=1), Effect("gain_die", color="military", count=2, to="cup")),
        ),
        World(
            "Gem World",
            2,
            "novelty",
            "On completion: one new Novelty die to the cup.",
            effects=(Effect("gain_die", color="novelty", count=1, to="cup"),),
        ),
    ),
    Tile(
        8,
        Development(
            "Diversification",
            1,
            ("assign",),
            "Optional move of one Home die out of the Explore column into any other column.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=1,
                    die_colors=("home",),
                    from_column="explore",
                    to_columns=("any",),
                ),
            ),
        ),
        World(
            "Lost Species Ark World",
            5,
            "genes",
            "On completion: collect 1 credit; one new Genes die to this world as a good.",
            effects=(Effect("gain_credits", amount=1), Effect("gain_die", color="genes", count=1, to="good_on_world")),
        ),
    ),
    Tile(
        9,
        Development(
            "Executive Power",
            3,
            ("assign",),
            "Optional move of two workers, no more and no fewer, that stand in one and the same column, into the column of the phase the owner selected.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=2,
                    max_workers=2,
                    die_colors=("any",),
                    from_column="same_column",
                    to_columns=("selected",),
                ),
            ),
        ),
        World(
            "Trading World",
            3,
            "gray",
            "On completion: one new Consumption die to the Citizenry.",
            effects=(Effect("gain_die", color="consumption", count=1, to="citizenry"),),
        ),
    ),
    Tile(
        10,
        Development(
            "Export Duties",
            2,
            ("ship",),
            "Every Trade pays the owner 1 credit more.",
            powers=(Power("trade_bonus", phase="ship", amount=1, world_colors=("any",)),),
        ),
        World(
            "Silicon World",
            4,
            "rare_elements",
            "On completion: collect 1 credit; one new Rare Elements die to this world as a good.",
            effects=(
                Effect("gain_credits", amount=1),
                Effect("gain_die", color="rare_elements", count=1, to="good_on_world"),
            ),
        ),
    ),
    Tile(
        11,
        Development(
            "Free Trade Association",
            6,
            ("ship",),
            "2 credits when Ship closes.",
            powers=(Power("phase_income", phase="ship", amount=2),),
            endgame=Endgame("vp_fraction_of_world_cost", divisor=2, world_color="novelty"),
            endgame_text="Half the summed printed cost of the owner's Novelty worlds, rounded up.",
        ),
        World(
            "Sentient Robots",
            2,
            "gray",
            "On completion: one new Military die to the cup.",
            effects=(Effect("gain_die", color="military", count=1, to="cup"),),
        ),
    ),
    Tile(
        12,
        Development(
            "Free Trade Zone",
            3,
            ("settle",),
            "The owner's gray worlds cost 2 settlers less, but this power never brings one below 2 (and never makes one dearer).",
            powers=(
                Power("build_discount", phase="settle", what="world", amount=2, minimum=2, world_colors=("gray",)),
            ),
        ),
        World(
            "Galactic Resort",
            3,
            "novelty",
            "On completion: one new Novelty die to this world as a good.",
            effects=(Effect("gain_die", color="novelty", count=1, to="good_on_world"),),
        ),
    ),
    Tile(
        13,
        Development(
            "Galactic Bankers",
            6,
            ("ship",),
            "With each Trade the owner may pay 1 credit for 1 VP in chips.",
            powers=(Power("trade_pay_for_vp", phase="ship", cost=1, vp=1),),
            endgame=Endgame("vp_per_development", vp=1),
            endgame_text="1 per development in the owner's tableau, itself and faction squares included.",
        ),
        World(
            "Former Penal Colony",
            1,
            "novelty",
            "On completion: hand one of your own dice back to the supply; one new Military die to the cup.",
            effects=(Effect("remove_die", count=1), Effect("gain_die", color="military", count=1, to="cup")),
        ),
    ),
    Tile(
        14,
        Development(
            "Galactic Demand",
            2,
            ("ship",),
            "A Trade of a good lying on a Novelty world pays the owner 2 credits more.",
            powers=(Power("trade_bonus", phase="ship", amount=2, world_colors=("novelty",)),),
        ),
        World(
            "Deserted Alien Outpost",
            4,
            "alien_technology",
            "On completion: one new Alien Technology die to this world as a good.",
            effects=(Effect("gain_die", color="alien_technology", count=1, to="good_on_world"),),
        ),
    ),
    Tile(
        15,
        Development(
            "Galactic Exchange",
            6,
            ("settle",),
            "Whenever the owner completes a world, one or two (his choice) of the settlers consumed by it return to his cup, the others to his Citizenry.",
            powers=(Power("builders_to_cup", phase="settle", select="choose", die_colors=("any",)),),
            endgame=Endgame("vp_per_die_color_owned", vp=1),
            endgame_text="1 per different die colour among all dice owned, wherever they are (7 at most).",
        ),
        World(
            "Star Nomad Lair",
            1,
            "novelty",
            "On completion: one new Novelty die to the Citizenry.",
            effects=(Effect("gain_die", color="novelty", count=1, to="citizenry"),),
        ),
    ),
    Tile(
        16,
        Development(
            "Galactic Federation",
            6,
            ("develop",),
            "Whenever the owner completes a later development, one or two (his choice) of the developers consumed by it return to his cup, the others to his Citizenry.",
            powers=(Power("builders_to_cup", phase="develop", select="choose", die_colors=("any",)),),
            endgame=Endgame("vp_fraction_of_development_cost", divisor=3),
            endgame_text="A third of the summed printed cost of the owner's developments (itself included), rounded up.",
        ),
        World(
            "Artist Colony",
            1,
            "novelty",
            "On completion: one new Novelty die to the Citizenry.",
            effects=(Effect("gain_die", color="novelty", count=1, to="citizenry"),),
        ),
    ),
    Tile(
        17,
        Development(
            "Galactic Influence",
            3,
            ("assign",),
            "Optional move of any one worker into any column.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=1,
                    die_colors=("any",),
                    from_column="any",
                    to_columns=("any",),
                ),
            ),
        ),
        World(
            "Blaster Gem Mines",
            3,
            "rare_elements",
            "On completion: one new Military die to the Citizenry; one new Rare Elements die to the Citizenry.",
            effects=(
                Effect("gain_die", color="military", count=1, to="citizenry"),
                Effect("gain_die", color="rare_elements", count=1, to="citizenry"),
            ),
        ),
    ),
    Tile(
        18,
        Development(
            "Galactic Investors",
            5,
            ("develop",),
            "2 credits when Develop closes, already in the very Develop phase that completes this tile.",
            powers=(Power("phase_income", phase="develop", amount=2),),
        ),
        World(
            "New Vinland",
            2,
            "novelty",
            "On completion: one new Novelty die to the cup.",
            effects=(Effect("gain_die", color="novelty", count=1, to="cup"),),
        ),
    ),
    Tile(
        19,
        Development(
            "Galactic Mandate",
            3,
            ("assign",),
            "A Dictate of the owner may move as many as three other workers instead of one, each into any column.",
            has_reassign=True,
            powers=(Power("dictate_multi", phase="assign", min_workers=1, max_workers=3),),
        ),
        World(
            "Mining World",
            3,
            "rare_elements",
            "On completion: one new Rare Elements die to this world as a good.",
            effects=(Effect("gain_die", color="rare_elements", count=1, to="good_on_world"),),
        ),
    ),
    Tile(
        20,
        Development(
            "Galactic Recycling",
            2,
            ("develop", "settle"),
            "1 credit for every tile (development or world) the owner completes from then on; its own completion does not count.",
            powers=(
                Power("income_on_build", phase="develop", what="development", amount=1, world_colors=("any",)),
                Power("income_on_build", phase="settle", what="world", amount=1, world_colors=("any",)),
            ),
        ),
        World(
            "Alien Robot Scout Ship",
            4,
            "alien_technology",
            "On completion: collect 1 credit; one new Alien Technology die to the cup.",
            effects=(Effect("gain_credits", amount=1), Effect("gain_die", color="alien_technology", count=1, to="cup")),
        ),
    ),
    Tile(
        21,
        Development(
            "Galactic Renaissance",
            6,
            ("ship",),
            "Every Consume yields the owner 1 VP more.",
            powers=(Power("consume_bonus_vp", phase="ship", amount=1, world_colors=("any",)),),
            endgame=Endgame("vp_triangular_chips"),
            endgame_text="The largest n with n(n+1)/2 not above the owner's VP in chips.",
        ),
        World(
            "Fifth Column",
            1,
            "gray",
            "On completion: one new Military die to the cup.",
            effects=(Effect("gain_die", color="military", count=1, to="cup"),),
        ),
    ),
    Tile(
        22,
        Development(
            "Galactic Reserves",
            6,
            ("produce",),
            "Room for two goods instead of one on each of the owner's non-gray worlds; shipping still takes one shipper per good.",
            powers=(Power("extra_good_capacity", phase="any", amount=1),),
            endgame=Endgame("vp_per_good", vp=1),
            endgame_text="1 per good still on the owner's worlds after the last Manage Empire step.",
        ),
        World(
            "Rebel Hideout",
            2,
            "gray",
            "On completion: two new Military dice to the Citizenry.",
            effects=(Effect("gain_die", color="military", count=2, to="citizenry"),),
        ),
    ),
    Tile(
        23,
        Development(
            "Galactic Salon",
            4,
            ("ship",),
            "1 VP in chips each time Ship is played.",
            powers=(Power("phase_vp", phase="ship", amount=1),),
        ),
        World(
            "Runaway Robots",
            2,
            "rare_elements",
            "On completion: one new Military die to the cup.",
            effects=(Effect("gain_die", color="military", count=1, to="cup"),),
        ),
    ),
    Tile(
        24,
        Development(
            "Homeworld Patriotism",
            3,
            ("assign",),
            "Optional move of one or two Home dice into the column of the phase the owner selected.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=2,
                    die_colors=("home",),
                    from_column="any",
                    to_columns=("selected",),
                ),
            ),
        ),
        World(
            "Plague World",
            3,
            "genes",
            "On completion: one new Genes die to the cup.",
            effects=(Effect("gain_die", color="genes", count=1, to="cup"),),
        ),
    ),
    Tile(
        25,
        Development(
            "Hydroponics Guild",
            1,
            ("assign",),
            "Optional move of one Novelty die or one Genes die into any column.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=1,
                    die_colors=("novelty", "genes"),
                    from_column="any",
                    to_columns=("any",),
                ),
            ),
        ),
        World(
            "Alien Sentinels",
            6,
            "alien_technology",
            "On completion: collect 3 credits; one new Alien Technology die to the cup.",
            effects=(Effect("gain_credits", amount=3), Effect("gain_die", color="alien_technology", count=1, to="cup")),
        ),
    ),
    Tile(
        26,
        Development(
            "Information Tech",
            4,
            (),
            "At once on completion: return one of your dice to the supply, then take two Novelty dice into the cup.",
            effects=(Effect("remove_die", count=1), Effect("gain_die", color="novelty", count=2, to="cup")),
        ),
        World(
            "Pirate World",
            2,
            "novelty",
            "On completion: one new Military die to the Citizenry.",
            effects=(Effect("gain_die", color="military", count=1, to="citizenry"),),
        ),
    ),
    Tile(
        27,
        Development(
            "Investment Credits",
            4,
            ("develop",),
            "The owner's later developments cost 1 developer less, never below 1.",
            powers=(
                Power(
                    "build_discount", phase="develop", what="development", amount=1, minimum=1, world_colors=("any",)
                ),
            ),
        ),
        World(
            "Galactic Survey Headquarters",
            2,
            "novelty",
            "On completion: one new Novelty die to the cup.",
            effects=(Effect("gain_die", color="novelty", count=1, to="cup"),),
        ),
    ),
    Tile(
        28,
        Development(
            "Isolation Policy",
            3,
            ("assign",),
            "Optional move of one or two dice of any colour out of the Explore column into any other columns.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=2,
                    die_colors=("any",),
                    from_column="explore",
                    to_columns=("any",),
                ),
            ),
        ),
        World(
            "Planetary Nebula",
            3,
            "rare_elements",
            "On completion: one new Rare Elements die to this world as a good.",
            effects=(Effect("gain_die", color="rare_elements", count=1, to="good_on_world"),),
        ),
    ),
    Tile(
        29,
        Development(
            "Jumpdrive Research",
            1,
            ("ship",),
            "A Trade of a good lying on a Rare Elements world pays the owner 1 credit more.",
            powers=(Power("trade_bonus", phase="ship", amount=1, world_colors=("rare_elements",)),),
        ),
        World(
            "Deserted Alien Library",
            6,
            "alien_technology",
            "On completion: collect 2 credits; one new Alien Technology die to this world as a good.",
            effects=(
                Effect("gain_credits", amount=2),
                Effect("gain_die", color="alien_technology", count=1, to="good_on_world"),
            ),
        ),
    ),
    Tile(
        30,
        Development(
            "Local Subsidies",
            2,
            ("assign",),
            "Optional move of one Home die into any column.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=1,
                    die_colors=("home",),
                    from_column="any",
                    to_columns=("any",),
                ),
            ),
        ),
        World(
            "Distant World",
            4,
            "genes",
            "On completion: collect 1 credit; one new Genes die to the cup.",
            effects=(Effect("gain_credits", amount=1), Effect("gain_die", color="genes", count=1, to="cup")),
        ),
    ),
    Tile(
        31,
        Development(
            "Mad Scientists",
            3,
            ("assign",),
            "If no tableau holds as many Novelty worlds as the owner's: optional move of one or two workers into any columns. If he only shares the lead: one worker. Otherwise no effect.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=2,
                    die_colors=("any",),
                    from_column="any",
                    to_columns=("any",),
                    condition="most_novelty_worlds",
                    max_workers_if_tied=1,
                ),
            ),
        ),
        World(
            "Gateway Station",
            3,
            "gray",
            "On completion: one new Consumption die to the Citizenry.",
            effects=(Effect("gain_die", color="consumption", count=1, to="citizenry"),),
        ),
    ),
    Tile(
        32,
        Development(
            "Major Research Labs",
            3,
            ("explore",),
            "In Explore the owner commands one imaginary extra Home explorer.",
            powers=(Power("virtual_workers", phase="explore", die_colors=("home",)),),
        ),
        World(
            "Galactic Fuel Depot",
            3,
            "rare_elements",
            "On completion: one new Rare Elements die to this world as a good.",
            effects=(Effect("gain_die", color="rare_elements", count=1, to="good_on_world"),),
        ),
    ),
    Tile(
        33,
        Development(
            "Merchant Guild",
            3,
            ("produce",),
            "2 credits when Produce closes.",
            powers=(Power("phase_income", phase="produce", amount=2),),
        ),
        World(
            "Jumpdrive Fuel Refinery",
            3,
            "rare_elements",
            "On completion: one new Rare Elements die to this world as a good.",
            effects=(Effect("gain_die", color="rare_elements", count=1, to="good_on_world"),),
        ),
    ),
    Tile(
        34,
        Development(
            "Mining League",
            6,
            ("produce",),
            "When Produce closes: 1 credit per good then lying on the owner's Rare Elements worlds.",
            powers=(Power("income_per_good", phase="produce", amount=1, match="world_color", color="rare_elements"),),
            endgame=Endgame("vp_per_world", vp=2, world_color="rare_elements"),
            endgame_text="2 per Rare Elements world in the owner's tableau.",
        ),
        World(
            "New Survivalists",
            1,
            "novelty",
            "On completion: one new Novelty die to the Citizenry.",
            effects=(Effect("gain_die", color="novelty", count=1, to="citizenry"),),
        ),
    ),
    Tile(
        35,
        Development(
            "Minor Research Labs",
            2,
            ("ship",),
            "A Consume of a good lying on a Genes or an Alien Technology world yields the owner 1 VP more.",
            powers=(Power("consume_bonus_vp", phase="ship", amount=1, world_colors=("genes", "alien_technology")),),
        ),
        World(
            "Transport Hub",
            4,
            "gray",
            "On completion: collect 1 credit; one new Consumption die to the Citizenry.",
            effects=(
                Effect("gain_credits", amount=1),
                Effect("gain_die", color="consumption", count=1, to="citizenry"),
            ),
        ),
    ),
    Tile(
        36,
        Development(
            "Nanotechnology",
            5,
            ("assign",),
            "Optional move of one or two workers, each into any column.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=2,
                    die_colors=("any",),
                    from_column="any",
                    to_columns=("any",),
                ),
            ),
        ),
        World(
            "Radioactive World",
            2,
            "rare_elements",
            "On completion: one new Rare Elements die to the cup.",
            effects=(Effect("gain_die", color="rare_elements", count=1, to="cup"),),
        ),
    ),
    Tile(
        37,
        Development(
            "New Economy",
            6,
            ("ship",),
            "Every Consume pays the owner 2 credits besides its VP.",
            powers=(Power("consume_bonus_credits", phase="ship", amount=2, world_colors=("any",)),),
            endgame=Endgame("vp_per_development", vp=1, filter="no_reassign_power"),
            endgame_text="1 per development in the owner's tableau that has no Reassign power; it counts itself.",
        ),
        World(
            "High-Gravity World",
            1,
            "gray",
            "On completion: one new Military die to the cup.",
            effects=(Effect("gain_die", color="military", count=1, to="cup"),),
        ),
    ),
    Tile(
        38,
        Development(
            "New Galactic Order",
            6,
            ("settle",),
            "Whenever the owner completes a world, every Military settler consumed by it returns to his cup instead of his Citizenry.",
            powers=(Power("builders_to_cup", phase="settle", select="all", die_colors=("military",)),),
            endgame=Endgame("vp_per_dice_set", die_color="military", set_size=3, vp=2),
            endgame_text="2 per set of three Military dice owned anywhere; a started set counts as whole.",
        ),
        World(
            "Secluded World",
            1,
            "novelty",
            "On completion: one new Novelty die to the Citizenry.",
            effects=(Effect("gain_die", color="novelty", count=1, to="citizenry"),),
        ),
    ),
    Tile(
        39,
        Development(
            "Operations Affinity",
            2,
            ("assign",),
            "Optional move of one worker into the Explore column or the Produce column.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=1,
                    die_colors=("any",),
                    from_column="any",
                    to_columns=("explore", "produce"),
                ),
            ),
        ),
        World(
            "Tourist World",
            4,
            "gray",
            "On completion: collect 1 credit; one new Consumption die to the Citizenry.",
            effects=(
                Effect("gain_credits", amount=1),
                Effect("gain_die", color="consumption", count=1, to="citizenry"),
            ),
        ),
    ),
    Tile(
        40,
        Development(
            "Organic Shipyards",
            5,
            ("ship",),
            "In Ship the owner commands two imaginary extra shippers: one Home, one Genes.",
            powers=(Power("virtual_workers", phase="ship", die_colors=("home", "genes")),),
        ),
        World(
            "Outlaw World",
            2,
            "gray",
            "On completion: one new Military die to the cup.",
            effects=(Effect("gain_die", color="military", count=1, to="cup"),),
        ),
    ),
    Tile(
        41,
        Development(
            "Propaganda Campaign",
            4,
            ("assign",),
            "Optional move of one or two workers into the column of the phase the owner selected.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=2,
                    die_colors=("any",),
                    from_column="any",
                    to_columns=("selected",),
                ),
            ),
        ),
        World(
            "Ore-Rich World",
            2,
            "rare_elements",
            "On completion: one new Rare Elements die to the cup.",
            effects=(Effect("gain_die", color="rare_elements", count=1, to="cup"),),
        ),
    ),
    Tile(
        42,
        Development(
            "Public Works",
            1,
            ("develop",),
            "1 credit for every later development the owner completes.",
            powers=(Power("income_on_build", phase="develop", what="development", amount=1, world_colors=("any",)),),
        ),
        World(
            "Lost Alien Warship",
            5,
            "alien_technology",
            "On completion: collect 2 credits; one new Alien Technology die to the cup.",
            effects=(Effect("gain_credits", amount=2), Effect("gain_die", color="alien_technology", count=1, to="cup")),
        ),
    ),
    Tile(
        43,
        Development(
            "Replicant Robots",
            4,
            ("settle",),
            "All the owner's worlds cost 1 settler less, never below 1.",
            powers=(Power("build_discount", phase="settle", what="world", amount=1, minimum=1, world_colors=("any",)),),
        ),
        World(
            "Space Port",
            2,
            "novelty",
            "On completion: one new Novelty die to the cup.",
            effects=(Effect("gain_die", color="novelty", count=1, to="cup"),),
        ),
    ),
    Tile(
        44,
        Development(
            "Robot Surveyors",
            5,
            ("settle",),
            "2 credits when Settle closes.",
            powers=(Power("phase_income", phase="settle", amount=2),),
        ),
        World(
            "Asteroid Belt",
            2,
            "rare_elements",
            "On completion: one new Rare Elements die to the cup.",
            effects=(Effect("gain_die", color="rare_elements", count=1, to="cup"),),
        ),
    ),
    Tile(
        45,
        Development(
            "Shipping Affinity",
            2,
            ("assign",),
            "Optional move of one worker into the Ship column.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=1,
                    die_colors=("any",),
                    from_column="any",
                    to_columns=("ship",),
                ),
            ),
        ),
        World(
            "Deep Space Symbionts, Ltd.",
            4,
            "genes",
            "On completion: collect 1 credit; one new Genes die to the cup.",
            effects=(Effect("gain_credits", amount=1), Effect("gain_die", color="genes", count=1, to="cup")),
        ),
    ),
    Tile(
        46,
        Development(
            "Space Docks",
            2,
            ("ship",),
            "In Ship the owner commands one imaginary extra Home shipper.",
            powers=(Power("virtual_workers", phase="ship", die_colors=("home",)),),
        ),
        World(
            "Armaments World",
            4,
            "rare_elements",
            "On completion: collect 1 credit; one new Rare Elements die to this world as a good.",
            effects=(
                Effect("gain_credits", amount=1),
                Effect("gain_die", color="rare_elements", count=1, to="good_on_world"),
            ),
        ),
    ),
    Tile(
        47,
        Development(
            "Space Marines",
            3,
            (),
            "At once on completion: return one of your dice to the supply, then take 1 credit and a Military die into the cup.",
            effects=(
                Effect("remove_die", count=1),
                Effect("gain_credits", amount=1),
                Effect("gain_die", color="military", count=1, to="cup"),
            ),
        ),
        World(
            "Prosperous World",
            3,
            "novelty",
            "On completion: one new Novelty die to this world as a good.",
            effects=(Effect("gain_die", color="novelty", count=1, to="good_on_world"),),
        ),
    ),
    Tile(
        48,
        Development(
            "Space Mercenaries",
            1,
            ("assign",),
            "Optional move of one Military die or one Rare Elements die into any column.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=1,
                    die_colors=("military", "rare_elements"),
                    from_column="any",
                    to_columns=("any",),
                ),
            ),
        ),
        World(
            "Lost Alien Battle Fleet",
            6,
            "alien_technology",
            "On completion: collect 3 credits; one new Alien Technology die to the cup.",
            effects=(Effect("gain_credits", amount=3), Effect("gain_die", color="alien_technology", count=1, to="cup")),
        ),
    ),
    Tile(
        49,
        Development(
            "Space Refineries",
            3,
            ("ship",),
            "A Consume of a good lying on a Rare Elements world yields the owner 1 VP more.",
            powers=(Power("consume_bonus_vp", phase="ship", amount=1, world_colors=("rare_elements",)),),
        ),
        World(
            "Uplift Overseers",
            3,
            "genes",
            "On completion: one new Genes die to the cup.",
            effects=(Effect("gain_die", color="genes", count=1, to="cup"),),
        ),
    ),
    Tile(
        50,
        Development(
            "Space Tourism",
            3,
            ("ship",),
            "1 credit each time Ship is played, and a second one if every world of the highest printed cost found in any tableau belongs to the owner.",
            powers=(
                Power("phase_income", phase="ship", amount=1),
                Power("income_if_highest_world", phase="ship", amount=1),
            ),
        ),
        World(
            "Universal Exports",
            3,
            "novelty",
            "On completion: one new Novelty die to this world as a good.",
            effects=(Effect("gain_die", color="novelty", count=1, to="good_on_world"),),
        ),
    ),
    Tile(
        51,
        Development(
            "System Diversification",
            6,
            ("assign",),
            "Optional move of one or two dice of any colour except Home, each into any column.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=2,
                    die_colors=("military", "consumption", "novelty", "rare_elements", "genes", "alien_technology"),
                    from_column="any",
                    to_columns=("any",),
                ),
            ),
            endgame=Endgame("vp_fraction_of_development_cost", divisor=2, filter="reassign_power"),
            endgame_text="Half the summed printed cost of the owner's developments with a Reassign power (itself included), rounded up.",
        ),
        World(
            "Rebel Miners",
            2,
            "rare_elements",
            "On completion: hand one of your own dice back to the supply; two new Military dice to the Citizenry.",
            effects=(Effect("remove_die", count=1), Effect("gain_die", color="military", count=2, to="citizenry")),
        ),
    ),
    Tile(
        52,
        Development(
            "Technology Affinity",
            2,
            ("assign",),
            "Optional move of one worker into the Develop column.",
            has_reassign=True,
            powers=(
                Power(
                    "reassign",
                    phase="assign",
                    min_workers=1,
                    max_workers=1,
                    die_colors=("any",),
                    from_column="any",
                    to_columns=("develop",),
                ),
            ),
        ),
        World(
            "Jungle World",
            4,
            "genes",
            "On completion: one new Genes die to this world as a good.",
            effects=(Effect("gain_die", color="genes", count=1, to="good_on_world"),),
        ),
    ),
    Tile(
        53,
        Development(
            "Technology Unions",
            1,
            ("explore", "produce"),
            "Each time Explore or Produce is played: 1 credit if the owner's tableau alone holds the largest number of developments; a shared lead pays nothing.",
            powers=(
                Power("income_if_most_developments", phase="explore", amount=1),
                Power("income_if_most_developments", phase="produce", amount=1),
            ),
        ),
        World(
            "Deserted Alien Colony",
            5,
            "alien_technology",
            "On completion: collect 1 credit; one new Alien Technology die to this world as a good.",
            effects=(
                Effect("gain_credits", amount=1),
                Effect("gain_die", color="alien_technology", count=1, to="good_on_world"),
            ),
        ),
    ),
    Tile(
        54,
        Development(
            "Terraforming Robots",
            1,
            ("settle",),
            "1 credit for every world the owner completes, 2 in all if that world is a Rare Elements world.",
            powers=(
                Power("income_on_build", phase="settle", what="world", amount=1, world_colors=("any",)),
                Power("income_on_build", phase="settle", what="world", amount=1, world_colors=("rare_elements",)),
            ),
        ),
        World(
            "Terraformed World",
            5,
            "gray",
            "On completion: collect 2 credits; one new Consumption die to the Citizenry.",
            effects=(
                Effect("gain_credits", amount=2),
                Effect("gain_die", color="consumption", count=1, to="citizenry"),
            ),
        ),
    ),
    Tile(
        55,
        Development(
            "Trade Levies",
            3,
            ("ship",),
            "Every Consume pays the owner 1 credit besides its VP.",
            powers=(Power("consume_bonus_credits", phase="ship", amount=1, world_colors=("any",)),),
        ),
        World(
            "Comet Zone",
            3,
            "rare_elements",
            "On completion: one new Rare Elements die to this world as a good.",
            effects=(Effect("gain_die", color="rare_elements", count=1, to="good_on_world"),),
        ),
    ),
)

FACTIONS: tuple[Faction, ...] = (
    Faction(
        1,
        Development(
            "Space Piracy",
            0,
            ("ship",),
            "When Ship closes: 1 credit per started pair of Military dice then in the owner's Citizenry (3 dice pay 2).",
            powers=(Power("income_per_citizenry_dice", phase="ship", die_color="military", per=2, amount=1),),
        ),
        World(
            "Hidden Fortress",
            2,
            "gray",
            "At setup: one new Military die to the Citizenry.",
            effects=(Effect("gain_die", color="military", count=1, to="citizenry"),),
        ),
    ),
    Faction(
        2,
        Development(
            "Alien Archaeology",
            1,
            ("explore",),
            "A Stock task done by an Alien Technology explorer pays 4 credits in all rather than 2.",
            powers=(Power("stock_bonus", phase="explore", die_color="alien_technology", amount=2),),
        ),
        World(
            "Alien Rosetta Stone World",
            1,
            "gray",
            "At setup: one new Alien Technology die to the Citizenry.",
            effects=(Effect("gain_die", color="alien_technology", count=1, to="citizenry"),),
        ),
    ),
    Faction(
        3,
        Development(
            "Consumer Markets",
            3,
            ("produce",),
            "When Produce closes: 1 credit per good then lying on the owner's Novelty worlds.",
            powers=(Power("income_per_good", phase="produce", amount=1, match="world_color", color="novelty"),),
        ),
        World(
            "Space Mall",
            0,
            "novelty",
            "At setup: one new Novelty die to the cup.",
            effects=(Effect("gain_die", color="novelty", count=1, to="cup"),),
        ),
    ),
    Faction(
        4,
        Development(
            "Improved Reconnaissance",
            2,
            ("explore",),
            "Tiles the owner draws with a Scout task may each go on top of a stack rather than underneath.",
            powers=(Power("scout_place_on_top", phase="explore"),),
        ),
        World(
            "Wormhole Station",
            3,
            "rare_elements",
            "At setup: one new Rare Elements die to the cup.",
            effects=(Effect("gain_die", color="rare_elements", count=1, to="cup"),),
        ),
    ),
    Faction(
        5,
        Development(
            "Genetics Lab",
            2,
            ("produce",),
            "When Produce closes: 2 credits per Genes die then serving as a good on any of the owner's worlds.",
            powers=(Power("income_per_good", phase="produce", amount=2, match="die_color", color="genes"),),
        ),
        World(
            "The Last of the Gnarssh",
            0,
            "genes",
            "At setup: one new Genes die to the Citizenry.",
            effects=(Effect("gain_die", color="genes", count=1, to="citizenry"),),
        ),
    ),
    Faction(
        6,
        Development(
            "Galactic Religion",
            2,
            ("develop",),
            "When Develop closes: 1 credit per Novelty die then in the owner's Citizenry.",
            powers=(Power("income_per_citizenry_dice", phase="develop", die_color="novelty", per=1, amount=1),),
        ),
        World(
            "Pilgrimage World",
            3,
            "novelty",
            "At setup: one new Novelty die to this world as a good.",
            effects=(Effect("gain_die", color="novelty", count=1, to="good_on_world"),),
        ),
    ),
    Faction(
        7,
        Development(
            "Biological Adaptation",
            2,
            ("develop",),
            "The owner's developments that have a Reassign power cost 1 developer less, never below 1. Not itself a Reassign power.",
            powers=(
                Power(
                    "build_discount",
                    phase="develop",
                    what="development",
                    amount=1,
                    minimum=1,
                    filter="reassign_power",
                    world_colors=("any",),
                ),
            ),
        ),
        World(
            "Aquatic Uplift World",
            2,
            "gray",
            "At setup: one new Genes die to the cup.",
            effects=(Effect("gain_die", color="genes", count=1, to="cup"),),
        ),
    ),
    Faction(
        8,
        Development(
            "Mining Industry",
            2,
            ("ship",),
            "A Consume (never a Trade) of a good lying on a Rare Elements world pays the owner 1 credit besides its VP.",
            powers=(Power("consume_bonus_credits", phase="ship", amount=1, world_colors=("rare_elements",)),),
        ),
        World(
            "Meteorite Planet",
            1,
            "rare_elements",
            "At setup: one new Rare Elements die to the Citizenry.",
            effects=(Effect("gain_die", color="rare_elements", count=1, to="citizenry"),),
        ),
    ),
    Faction(
        9,
        World(
            "Destroyed Colony",
            0,
            "gray",
            "At setup: one new Consumption die to the cup.",
            effects=(Effect("gain_die", color="consumption", count=1, to="cup"),),
        ),
        World(
            "Awakened Alien Outpost",
            3,
            "alien_technology",
            "At setup: one new Military die to the Citizenry.",
            effects=(Effect("gain_die", color="military", count=1, to="citizenry"),),
        ),
    ),
)

HOME_WORLDS: tuple[World, ...] = (
    World(
        "Alpha Centauri",
        1,
        "rare_elements",
        "At setup: one new Rare Elements die to this world as a good.",
        effects=(Effect("gain_die", color="rare_elements", count=1, to="good_on_world"),),
    ),
    World(
        "Ancient Race",
        0,
        "genes",
        "At setup: one new Genes die to this world as a good.",
        effects=(Effect("gain_die", color="genes", count=1, to="good_on_world"),),
    ),
    World(
        "Damaged Alien Factory",
        1,
        "alien_technology",
        "At setup: one new Alien Technology die to the Citizenry.",
        effects=(Effect("gain_die", color="alien_technology", count=1, to="citizenry"),),
    ),
    World(
        "Doomed World",
        0,
        "gray",
        "At setup: the credit marker begins on 8 rather than 1; no dice.",
        effects=(Effect("set_credits", amount=8),),
    ),
    World(
        "Earth's Lost Colony",
        2,
        "novelty",
        "At setup: one new Novelty die to this world as a good.",
        effects=(Effect("gain_die", color="novelty", count=1, to="good_on_world"),),
    ),
    World(
        "Epsilon Eridani",
        2,
        "gray",
        "At setup: one new Novelty die to the Citizenry; one new Military die to the Citizenry.",
        effects=(
            Effect("gain_die", color="novelty", count=1, to="citizenry"),
            Effect("gain_die", color="military", count=1, to="citizenry"),
        ),
    ),
    World(
        "New Sparta",
        2,
        "gray",
        "At setup: two new Military dice to the Citizenry.",
        effects=(Effect("gain_die", color="military", count=2, to="citizenry"),),
    ),
    World(
        "Old Earth",
        3,
        "gray",
        "At setup: one new Consumption die to the Citizenry.",
        effects=(Effect("gain_die", color="consumption", count=1, to="citizenry"),),
    ),
    World(
        "Separatist Colony",
        2,
        "gray",
        "At setup: one new Military die to the cup.",
        effects=(Effect("gain_die", color="military", count=1, to="cup"),),
    ),
)

#: developments in the order that the engine numbers them: tiles 0-54, then faction squares
DEVELOPMENTS: tuple[Development, ...] = (
    *(tile.development for tile in TILES),
    *(faction.left for faction in FACTIONS if isinstance(faction.left, Development)),
)
#: worlds in the order that the engine numbers them: tiles 0-54, faction squares, home worlds
WORLDS: tuple[World, ...] = (
    *(tile.world for tile in TILES),
    *(square for faction in FACTIONS for square in (faction.left, faction.right) if isinstance(square, World)),
    *HOME_WORLDS,
)


#: ids of the tiles: those of their development sides
TILE_IDS: tuple[str, ...] = tuple(tile.development.id for tile in TILES)


def catalog() -> dict[str, Any]:
    """Return every piece as JSON-able data, with the words that actions use."""
    return {
        "dice": [{"id": color, "supply": SUPPLY[color], "faces": list(FACES[color])} for color in COLORS],
        "tiles": [
            {
                "id": TILE_IDS[tile.number - 1],
                "number": tile.number,
                "development": tile.development.to_dict(),
                "world": tile.world.to_dict(),
            }
            for tile in TILES
        ],
        "factions": [
            {"number": faction.number, "squares": [faction.left.to_dict(), faction.right.to_dict()]}
            for faction in FACTIONS
        ],
        "home_worlds": [world.to_dict() for world in HOME_WORLDS],
        "credits_max": CREDITS_MAX,
    }
