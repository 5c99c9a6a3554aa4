"""What each piece is, written down from the printed pieces and independent of the engine's catalogue."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class WorldFacts:
    """A world: cost (also its VP), colour, and what completing it (or beginning with it) does."""

    name: str
    cost: int
    color: str
    credits: int = 0
    starts_with: int | None = None
    removes: bool = False
    cup: dict[str, int] = field(default_factory=dict)
    citizenry: dict[str, int] = field(default_factory=dict)
    good: str | None = None

    @property
    def id(self) -> str:
        """The word for it: lower case, underscores for what separates words, other signs left out."""
        return "".join(
            sign for sign in self.name.lower().replace(" ", "_").replace("-", "_") if sign.isalnum() or sign == "_"
        )

    def __str__(self) -> str:
        return self.name


#: the world sides of the 55 tiles, in order of the development on their other side
TILE_WORLDS = (
    WorldFacts("Designer Species, Ultd.", 5, "genes", credits=1, good="genes"),
    WorldFacts("Spice World", 2, "novelty", cup={"novelty": 1}),
    WorldFacts("Rebel Warrior Race", 3, "genes", removes=True, citizenry={"military": 1, "genes": 1}),
    WorldFacts("Information Hub", 3, "novelty", good="novelty"),
    WorldFacts("Galactic Trendsetters", 6, "gray", credits=2, citizenry={"consumption": 2}),
    WorldFacts("Malevolent Lifeforms", 4, "genes", good="genes"),
    WorldFacts("Gem World", 2, "novelty", cup={"novelty": 1}),
    WorldFacts("Lost Species Ark World", 5, "genes", credits=1, good="genes"),
    WorldFacts("Trading World", 3, "gray", citizenry={"consumption": 1}),
    WorldFacts("Silicon World", 4, "rare_elements", credits=1, good="rare_elements"),
    WorldFacts("Sentient Robots", 2, "gray", cup={"military": 1}),
    WorldFacts("Galactic Resort", 3, "novelty", good="novelty"),
    WorldFacts("Former Penal Colony", 1, "novelty", removes=True, cup={"military": 1}),
    WorldFacts("Deserted Alien Outpost", 4, "alien_technology", good="alien_technology"),
    WorldFacts("Star Nomad Lair", 1, "novelty", citizenry={"novelty": 1}),
    WorldFacts("Artist Colony", 1, "novelty", citizenry={"novelty": 1}),
    WorldFacts("Blaster Gem Mines", 3, "rare_elements", citizenry={"military": 1, "rare_elements": 1}),
    WorldFacts("New Vinland", 2, "novelty", cup={"novelty": 1}),
    WorldFacts("Mining World", 3, "rare_elements", good="rare_elements"),
    WorldFacts("Alien Robot Scout Ship", 4, "alien_technology", credits=1, cup={"alien_technology": 1}),
    WorldFacts("Fifth Column", 1, "gray", cup={"military": 1}),
    WorldFacts("Rebel Hideout", 2, "gray", citizenry={"military": 2}),
    WorldFacts("Runaway Robots", 2, "rare_elements", cup={"military": 1}),
    WorldFacts("Plague World", 3, "genes", cup={"genes": 1}),
    WorldFacts("Alien Sentinels", 6, "alien_technology", credits=3, cup={"alien_technology": 1}),
    WorldFacts("Pirate World", 2, "novelty", citizenry={"military": 1}),
    WorldFacts("Galactic Survey Headquarters", 2, "novelty", cup={"novelty": 1}),
    WorldFacts("Planetary Nebula", 3, "rare_elements", good="rare_elements"),
    WorldFacts("Deserted Alien Library", 6, "alien_technology", credits=2, good="alien_technology"),
    WorldFacts("Distant World", 4, "genes", credits=1, cup={"genes": 1}),
    WorldFacts("Gateway Station", 3, "gray", citizenry={"consumption": 1}),
    WorldFacts("Galactic Fuel Depot", 3, "rare_elements", good="rare_elements"),
    WorldFacts("Jumpdrive Fuel Refinery", 3, "rare_elements", good="rare_elements"),
    WorldFacts("New Survivalists", 1, "novelty", citizenry={"novelty": 1}),
    WorldFacts("Transport Hub", 4, "gray", credits=1, citizenry={"consumption": 1}),
    WorldFacts("Radioactive World", 2, "rare_elements", cup={"rare_elements": 1}),
    WorldFacts("High-Gravity World", 1, "gray", cup={"military": 1}),
    WorldFacts("Secluded World", 1, "novelty", citizenry={"novelty": 1}),
    WorldFacts("Tourist World", 4, "gray", credits=1, citizenry={"consumption": 1}),
    WorldFacts("Outlaw World", 2, "gray", cup={"military": 1}),
    WorldFacts("Ore-Rich World", 2, "rare_elements", cup={"rare_elements": 1}),
    WorldFacts("Lost Alien Warship", 5, "alien_technology", credits=2, cup={"alien_technology": 1}),
    WorldFacts("Space Port", 2, "novelty", cup={"novelty": 1}),
    WorldFacts("Asteroid Belt", 2, "rare_elements", cup={"rare_elements": 1}),
    WorldFacts("Deep Space Symbionts, Ltd.", 4, "genes", credits=1, cup={"genes": 1}),
    WorldFacts("Armaments World", 4, "rare_elements", credits=1, good="rare_elements"),
    WorldFacts("Prosperous World", 3, "novelty", good="novelty"),
    WorldFacts("Lost Alien Battle Fleet", 6, "alien_technology", credits=3, cup={"alien_technology": 1}),
    WorldFacts("Uplift Overseers", 3, "genes", cup={"genes": 1}),
    WorldFacts("Universal Exports", 3, "novelty", good="novelty"),
    WorldFacts("Rebel Miners", 2, "rare_elements", removes=True, citizenry={"military": 2}),
    WorldFacts("Jungle World", 4, "genes", good="genes"),
    WorldFacts("Deserted Alien Colony", 5, "alien_technology", credits=1, good="alien_technology"),
    WorldFacts("Terraformed World", 5, "gray", credits=2, citizenry={"consumption": 1}),
    WorldFacts("Comet Zone", 3, "rare_elements", good="rare_elements"),
)

#: the world squares of the factions, by faction number
FACTION_WORLDS = {
    1: (WorldFacts("Hidden Fortress", 2, "gray", citizenry={"military": 1}),),
    2: (WorldFacts("Alien Rosetta Stone World", 1, "gray", citizenry={"alien_technology": 1}),),
    3: (WorldFacts("Space Mall", 0, "novelty", cup={"novelty": 1}),),
    4: (WorldFacts("Wormhole Station", 3, "rare_elements", cup={"rare_elements": 1}),),
    5: (WorldFacts("The Last of the Gnarssh", 0, "genes", citizenry={"genes": 1}),),
    6: (WorldFacts("Pilgrimage World", 3, "novelty", good="novelty"),),
    7: (WorldFacts("Aquatic Uplift World", 2, "gray", cup={"genes": 1}),),
    8: (WorldFacts("Meteorite Planet", 1, "rare_elements", citizenry={"rare_elements": 1}),),
    9: (
        WorldFacts("Destroyed Colony", 0, "gray", cup={"consumption": 1}),
        WorldFacts("Awakened Alien Outpost", 3, "alien_technology", citizenry={"military": 1}),
    ),
}

HOME_WORLDS = (
    WorldFacts("Alpha Centauri", 1, "rare_elements", good="rare_elements"),
    WorldFacts("Ancient Race", 0, "genes", good="genes"),
    WorldFacts("Damaged Alien Factory", 1, "alien_technology", citizenry={"alien_technology": 1}),
    WorldFacts("Doomed World", 0, "gray", starts_with=8),
    WorldFacts("Earth's Lost Colony", 2, "novelty", good="novelty"),
    WorldFacts("Epsilon Eridani", 2, "gray", citizenry={"novelty": 1, "military": 1}),
    WorldFacts("New Sparta", 2, "gray", citizenry={"military": 2}),
    WorldFacts("Old Earth", 3, "gray", citizenry={"consumption": 1}),
    WorldFacts("Separatist Colony", 2, "gray", cup={"military": 1}),
)

#: name -> cost, whether it has a Reassign power, phases; in the order of TILE_WORLDS
TILE_DEVELOPMENTS = {
    "advanced_logistics": (1, False, ["explore"]),
    "alien_research_ship": (5, False, ["explore"]),
    "alien_research_team": (3, False, ["explore"]),
    "alien_uplift_blueprints": (3, False, ["settle"]),
    "backup_planning": (1, True, ["assign"]),
    "colonial_affinity": (2, True, ["assign"]),
    "conscription": (4, False, []),
    "diversification": (1, True, ["assign"]),
    "executive_power": (3, True, ["assign"]),
    "export_duties": (2, False, ["ship"]),
    "free_trade_association": (6, False, ["ship"]),
    "free_trade_zone": (3, False, ["settle"]),
    "galactic_bankers": (6, False, ["ship"]),
    "galactic_demand": (2, False, ["ship"]),
    "galactic_exchange": (6, False, ["settle"]),
    "galactic_federation": (6, False, ["develop"]),
    "galactic_influence": (3, True, ["assign"]),
    "galactic_investors": (5, False, ["develop"]),
    "galactic_mandate": (3, True, ["assign"]),
    "galactic_recycling": (2, False, ["develop", "settle"]),
    "galactic_renaissance": (6, False, ["ship"]),
    "galactic_reserves": (6, False, ["produce"]),
    "galactic_salon": (4, False, ["ship"]),
    "homeworld_patriotism": (3, True, ["assign"]),
    "hydroponics_guild": (1, True, ["assign"]),
    "information_tech": (4, False, []),
    "investment_credits": (4, False, ["develop"]),
    "isolation_policy": (3, True, ["assign"]),
    "jumpdrive_research": (1, False, ["ship"]),
    "local_subsidies": (2, True, ["assign"]),
    "mad_scientists": (3, True, ["assign"]),
    "major_research_labs": (3, False, ["explore"]),
    "merchant_guild": (3, False, ["produce"]),
    "mining_league": (6, False, ["produce"]),
    "minor_research_labs": (2, False, ["ship"]),
    "nanotechnology": (5, True, ["assign"]),
    "new_economy": (6, False, ["ship"]),
    "new_galactic_order": (6, False, ["settle"]),
    "operations_affinity": (2, True, ["assign"]),
    "organic_shipyards": (5, False, ["ship"]),
    "propaganda_campaign": (4, True, ["assign"]),
    "public_works": (1, False, ["develop"]),
    "replicant_robots": (4, False, ["settle"]),
    "robot_surveyors": (5, False, ["settle"]),
    "shipping_affinity": (2, True, ["assign"]),
    "space_docks": (2, False, ["ship"]),
    "space_marines": (3, False, []),
    "space_mercenaries": (1, True, ["assign"]),
    "space_refineries": (3, False, ["ship"]),
    "space_tourism": (3, False, ["ship"]),
    "system_diversification": (6, True, ["assign"]),
    "technology_affinity": (2, True, ["assign"]),
    "technology_unions": (1, False, ["explore", "produce"]),
    "terraforming_robots": (1, False, ["settle"]),
    "trade_levies": (3, False, ["ship"]),
}

#: the development squares, by faction number
FACTION_DEVELOPMENTS = {
    1: ("space_piracy", 0, ["ship"]),
    2: ("alien_archaeology", 1, ["explore"]),
    3: ("consumer_markets", 3, ["produce"]),
    4: ("improved_reconnaissance", 2, ["explore"]),
    5: ("genetics_lab", 2, ["produce"]),
    6: ("galactic_religion", 2, ["develop"]),
    7: ("biological_adaptation", 2, ["develop"]),
    8: ("mining_industry", 2, ["ship"]),
}
