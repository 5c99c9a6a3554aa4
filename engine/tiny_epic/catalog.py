"""Every piece of Tiny Epic Galaxies, one literal each, in printed order.

Texts are this project's own; the printed ones are their publisher's. What an effect means stands in
`powers.py`, once. Sources: Tiny Epic R02-R04, R42, R69-R77, P01-P40, S30-S32; D01-D30 say which source
was followed where they differ.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

RESOURCES = ("energy", "culture")
#: most units of a resource that a player holds (Tiny Epic R29)
RESOURCE_MAX = 7
SHIPS = 4
DICE = 7
WIN_POINTS = 21
START = {"energy": 2, "culture": 1, "home": 2}
#: seats -> planets in the row (Tiny Epic R03)
ROW = {1: 4, 2: 4, 3: 5, 4: 6, 5: 6}


class Effect:
    """A step of an action, or the condition of a mission: its kind and its parameters."""

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
            name: [list(part) if isinstance(part, tuple) else part for part in value]
            if isinstance(value, tuple)
            else value
            for name, value in self.values.items()
        }


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the action dice; each stands once on each die."""

    id: str
    name: str
    text: str
    rogue_text: str

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"id": self.id, "name": self.name, "text": self.text, "rogue_text": self.rogue_text}


@dataclass(frozen=True, slots=True)
class EmpireLevel:
    """A space of the empire track of a player's mat: what it shows, and the price of reaching it."""

    vp: int
    dice: int
    ships: int
    price: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"vp": self.vp, "dice": self.dice, "ships": self.ships, "price": self.price}


@dataclass(frozen=True, slots=True)
class Planet:
    """A planet card; `length` counts the advances from the start space to the symbol (Tiny Epic R31)."""

    id: str
    name: str
    vp: int
    resource: str
    track: str
    length: int
    ruling: str
    text: str
    effects: tuple[Effect, ...]
    once_per_turn: bool = False
    own_turn_only: bool = False
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "id": self.id,
            "name": self.name,
            "vp": self.vp,
            "resource": self.resource,
            "track": self.track,
            "length": self.length,
            "text": self.text,
            "effects": [effect.to_dict() for effect in self.effects],
            "once_per_turn": self.once_per_turn,
            "own_turn_only": self.own_turn_only,
            "ruling": f"Tiny Epic {self.ruling}",
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Mission:
    """A secret mission; `confidence` tells how well its condition is known (Tiny Epic Q1)."""

    id: str
    name: str
    vp: int
    condition: Effect
    text: str
    confidence: str
    vp_tied: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "id": self.id,
            "name": self.name,
            "vp": self.vp,
            "vp_tied": self.vp_tied,
            "condition": self.condition.to_dict(),
            "text": self.text,
            "confidence": self.confidence,
        }


@dataclass(frozen=True, slots=True)
class Attack:
    """The effect of a utilize colony die on one level of a rogue mat."""

    text: str
    effects: tuple[Effect, ...]
    once_per_turn: bool = False
    status: str = "given"

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "text": self.text,
            "effects": [effect.to_dict() for effect in self.effects],
            "once_per_turn": self.once_per_turn,
            "status": self.status,
        }


@dataclass(frozen=True, slots=True)
class Mat:
    """A Rogue Galaxy mat: dice, points and attack of each of its five levels.

    `status` marks each part: "two_sources", "one_source", "inferred" (equal on every mat for which it is
    known), "stand_in" (UNKNOWN: a placeholder, Tiny Epic S30), "unknown" (taken as absent).
    """

    id: str
    name: str
    tier: str
    dice: tuple[int, ...]
    vp: tuple[int, ...]
    resource_max: int
    attacks: tuple[Attack, ...]
    status: dict[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data; the form in which a mat of one's own is given, too."""
        return {
            "id": self.id,
            "name": self.name,
            "tier": self.tier,
            "dice": list(self.dice),
            "vp": list(self.vp),
            "resource_max": self.resource_max,
            "attacks": [attack.to_dict() for attack in self.attacks],
            "status": dict(self.status),
        }


FACES = (
    Face(
        "move_ship",
        "Move a ship",
        "Move one of your ships; if it lands on a surface you may use that planet's action.",
        "A ship goes from the rogue mat to the colony track of the leftmost planet without a rogue ship on its track.",
    ),
    Face(
        "acquire_energy",
        "Acquire energy",
        "Take one energy for each of your ships at energy planets and each of your ships at home.",
        "The same.",
    ),
    Face(
        "acquire_culture",
        "Acquire culture",
        "Take one culture for each of your ships at culture planets; ships at home give none.",
        "The same, but rogue ships at home give one culture each as well.",
    ),
    Face(
        "advance_diplomacy",
        "Advance diplomacy",
        "Push one of your ships on a diplomacy track forward one space.",
        "Every rogue ship on a diplomacy track goes forward one space.",
    ),
    Face(
        "advance_economy",
        "Advance economy",
        "Push one of your ships on an economy track forward one space.",
        "Every rogue ship on an economy track goes forward one space.",
    ),
    Face(
        "utilize_colony",
        "Utilize a colony",
        "Upgrade your empire by one level, or use the action of one of your own colonies.",
        "Attack: the action printed for the present level of the rogue.",
    ),
)

LEVELS = (
    EmpireLevel(0, 4, 2, 0),
    EmpireLevel(1, 5, 2, 2),
    EmpireLevel(2, 5, 3, 3),
    EmpireLevel(3, 6, 3, 4),
    EmpireLevel(5, 6, 4, 5),
    EmpireLevel(8, 7, 4, 6),
)

PLANETS = (
    Planet(
        "andellouxian_6",
        "Andellouxian-6",
        5,
        "culture",
        "economy",
        5,
        "P01",
        "Send one of your orbiting ships home; take its position number in energy or in culture, not mixed.",
        (Effect("recall_for_level", resource="one_type"),),
        note="Later edition: the two resources may be mixed.",
    ),
    Planet(
        "aughmoore",
        "Aughmoore",
        7,
        "energy",
        "diplomacy",
        6,
        "P02",
        "Take one culture for each of your ships standing on your galaxy mat.",
        (Effect("gain_per_home_ship", resource="culture"),),
    ),
    Planet(
        "birkomius",
        "Birkomius",
        1,
        "culture",
        "diplomacy",
        2,
        "P03",
        "For the rest of your turn you receive one culture whenever another player follows one of your dice.",
        (Effect("reward_per_follow", resource="culture", amount=1),),
        once_per_turn=True,
        own_turn_only=True,
    ),
    Planet(
        "bisschop",
        "Bisschop",
        1,
        "energy",
        "economy",
        2,
        "P04",
        "For the rest of your turn you receive one energy whenever another player follows one of your dice.",
        (Effect("reward_per_follow", resource="energy", amount=1),),
        once_per_turn=True,
        own_turn_only=True,
    ),
    Planet(
        "brumbaugh",
        "Brumbaugh",
        3,
        "energy",
        "diplomacy",
        4,
        "P05",
        "Give up two energy, then push two different opposing ships back one space each.",
        (
            Effect("spend", resource="energy", amount=2),
            Effect("regress", who="enemy", track="any", ships=2, steps=1),
        ),
    ),
    Planet(
        "bsw_10_1",
        "BSW-10-1",
        5,
        "energy",
        "diplomacy",
        5,
        "P06",
        "Push one of your orbiting ships back one space; having done so, push another of yours forward one space.",
        (
            Effect("regress", who="self", track="any", ships=1, steps=1),
            Effect("if_regressed"),
            Effect("advance", who="self", track="any", steps=1),
        ),
    ),
    Planet(
        "clj_0517",
        "CLJ-0517",
        2,
        "energy",
        "economy",
        3,
        "P07",
        "Take one culture away from another player of your choice and add it to your own.",
        (Effect("steal", resource="culture", amount=1),),
        once_per_turn=True,
        note="Later edition: only once and only on your own turn.",
    ),
    Planet(
        "drewkaiden",
        "Drewkaiden",
        1,
        "culture",
        "economy",
        2,
        "P08",
        "Push one of your ships on a diplomacy track forward one space.",
        (Effect("advance", who="self", track="diplomacy", steps=1),),
    ),
    Planet(
        "gleam_zanier",
        "Gleam-Zanier",
        5,
        "energy",
        "diplomacy",
        5,
        "P09",
        "You take two energy; every other player takes one energy.",
        (
            Effect("gain", who="self", resource="energy", amount=2),
            Effect("gain", who="others", resource="energy", amount=1),
        ),
    ),
    Planet(
        "gort",
        "Gort",
        7,
        "energy",
        "economy",
        6,
        "P10",
        "Carry one of your orbiting ships over to another planet of the row, to the position with the same number.",
        (Effect("jump_track"),),
        note="That this may colonise (the number of the new symbol) rests on a single source (Q5).",
    ),
    Planet(
        "gyore",
        "Gyore",
        7,
        "culture",
        "economy",
        6,
        "P11",
        "Turn one of your not yet activated dice to a face you choose.",
        (Effect("set_inactive_die", dice=1),),
        own_turn_only=True,
    ),
    Planet(
        "helios",
        "Helios",
        2,
        "culture",
        "diplomacy",
        3,
        "P12",
        "Discard one planet that has no ships on it from the row and fill the gap from the deck.",
        (Effect("replace_row_planet", must_be_unoccupied=True),),
        note="Later edition: the planet goes to the bottom of the deck instead of being discarded.",
    ),
    Planet(
        "hoefker",
        "Hoefker",
        2,
        "culture",
        "economy",
        3,
        "P13",
        "Give up one energy, then take two culture.",
        (
            Effect("spend", resource="energy", amount=1),
            Effect("gain", who="self", resource="culture", amount=2),
        ),
    ),
    Planet(
        "jac_110912",
        "JAC-110912",
        5,
        "culture",
        "economy",
        5,
        "P14",
        "You take two culture; every other player takes one culture.",
        (
            Effect("gain", who="self", resource="culture", amount=2),
            Effect("gain", who="others", resource="culture", amount=1),
        ),
    ),
    Planet(
        "jakks",
        "Jakks",
        1,
        "culture",
        "diplomacy",
        2,
        "P15",
        "Take one culture.",
        (Effect("gain", who="self", resource="culture", amount=1),),
    ),
    Planet(
        "jorg",
        "Jorg",
        3,
        "culture",
        "diplomacy",
        4,
        "P16",
        "Give up two culture, then push one opposing ship back two spaces.",
        (
            Effect("spend", resource="culture", amount=2),
            Effect("regress", who="enemy", track="any", ships=1, steps=2),
        ),
    ),
    Planet(
        "k_widow",
        "K-Widow",
        7,
        "culture",
        "economy",
        6,
        "P17",
        "Push one opposing ship back one space.",
        (Effect("regress", who="enemy", track="any", ships=1, steps=1),),
    ),
    Planet(
        "la_torres",
        "La-Torres",
        2,
        "culture",
        "diplomacy",
        3,
        "P18",
        "Take one energy away from another player of your choice and add it to your own.",
        (Effect("steal", resource="energy", amount=1),),
        once_per_turn=True,
        note="Later edition: only once and only on your own turn.",
    ),
    Planet(
        "leandra",
        "Leandra",
        1,
        "energy",
        "diplomacy",
        2,
        "P19",
        "Push one of your ships on an economy track forward one space.",
        (Effect("advance", who="self", track="economy", steps=1),),
    ),
    Planet(
        "lureena",
        "Lureena",
        2,
        "culture",
        "economy",
        3,
        "P20",
        "Raise your empire one level at its normal price, which you may pay in any mix of energy and culture.",
        (Effect("upgrade_empire", payment="mixed", discount=0, condition="none"),),
    ),
    Planet(
        "maia",
        "Maia",
        5,
        "culture",
        "diplomacy",
        5,
        "P21",
        "Put aside two of your not yet activated dice, unused, for this turn; take two energy and two culture.",
        (
            Effect("discard_inactive_dice", dice=2),
            Effect("gain", who="self", resource="energy", amount=2),
            Effect("gain", who="self", resource="culture", amount=2),
        ),
        own_turn_only=True,
    ),
    Planet(
        "mared",
        "Mared",
        2,
        "energy",
        "economy",
        3,
        "P22",
        "If all other players have a higher empire level, raise yours by one for one resource less than normal.",
        (Effect("upgrade_empire", payment="single", discount=1, condition="strictly_lowest_level"),),
        note="Later edition: being tied for the lowest level is enough.",
    ),
    Planet(
        "mj_120210",
        "MJ-120210",
        2,
        "energy",
        "diplomacy",
        3,
        "P23",
        "Take two energy.",
        (Effect("gain", who="self", resource="energy", amount=2),),
    ),
    Planet(
        "nagato",
        "Nagato",
        3,
        "energy",
        "economy",
        4,
        "P24",
        "Give up one culture, then make two ordinary ship moves in turn, with two different ships of yours.",
        (
            Effect("spend", resource="culture", amount=1),
            Effect("move_ships", ships=2),
        ),
        once_per_turn=True,
        note="One source leaves out the once-per-turn limit (D26).",
    ),
    Planet(
        "nakagawakozi",
        "Nakagawakozi",
        3,
        "energy",
        "diplomacy",
        4,
        "P25",
        "Give up two energy, then push one of your ships on an economy track forward two spaces.",
        (
            Effect("spend", resource="energy", amount=2),
            Effect("advance", who="self", track="economy", steps=2),
        ),
    ),
    Planet(
        "nibiru",
        "Nibiru",
        7,
        "culture",
        "diplomacy",
        6,
        "P26",
        "For the rest of your turn the other players pay two culture instead of one for every follow.",
        (Effect("set_follow_cost", culture=2),),
        own_turn_only=True,
    ),
    Planet(
        "omicron_fenzi",
        "Omicron Fenzi",
        3,
        "culture",
        "diplomacy",
        4,
        "P27",
        "Swap any amount of your energy for the same amount of culture.",
        (Effect("convert", **{"from": "energy", "to": "culture"}),),
    ),
    Planet(
        "padraigin_3110",
        "Padraigin-3110",
        3,
        "culture",
        "economy",
        4,
        "P28",
        "Give up two culture, then push one of your ships on a diplomacy track forward two spaces.",
        (
            Effect("spend", resource="culture", amount=2),
            Effect("advance", who="self", track="diplomacy", steps=2),
        ),
    ),
    Planet(
        "pembertonia_major",
        "Pembertonia-Major",
        3,
        "energy",
        "economy",
        4,
        "P29",
        "Swap any amount of your culture for the same amount of energy.",
        (Effect("convert", **{"from": "culture", "to": "energy"}),),
        note="One source repeats the text of Omicron Fenzi here (D22).",
    ),
    Planet(
        "piedes",
        "Piedes",
        7,
        "energy",
        "economy",
        6,
        "P30",
        "Carry out once more the action of a die that already lies in the activation bay.",
        (Effect("repeat_die"),),
    ),
    Planet(
        "sargus_36",
        "Sargus-36",
        5,
        "culture",
        "diplomacy",
        5,
        "P31",
        "Hand one energy to another player, then carry out the action of one planet that player has colonised.",
        (
            Effect("pay_player", resource="energy", amount=1),
            Effect("use_planet", pool="that_player"),
        ),
    ),
    Planet(
        "shouhua",
        "Shouhua",
        7,
        "energy",
        "diplomacy",
        6,
        "P32",
        "Push one of your orbiting ships forward one space on a track of either type.",
        (Effect("advance", who="self", track="any", steps=1),),
    ),
    Planet(
        "terra_bettia",
        "Terra-Bettia",
        7,
        "energy",
        "diplomacy",
        6,
        "P33",
        "Every other player pushes an own ship forward one space; then you push one of yours forward two spaces.",
        (
            Effect("advance", who="others", track="any", steps=1),
            Effect("advance", who="self", track="any", steps=2),
        ),
    ),
    Planet(
        "tifnod",
        "Tifnod",
        1,
        "culture",
        "economy",
        2,
        "P34",
        "Push one opposing ship on a diplomacy track back one space.",
        (Effect("regress", who="enemy", track="diplomacy", ships=1, steps=1),),
        note="One source reads a price into the track symbol (D23).",
    ),
    Planet(
        "umbra_forum",
        "Umbra-Forum",
        3,
        "culture",
        "economy",
        4,
        "P35",
        "Carry out the action of one planet that still lies in the row.",
        (Effect("use_planet", pool="row"),),
    ),
    Planet(
        "vici_ks156",
        "Vici-KS156",
        1,
        "energy",
        "economy",
        2,
        "P36",
        "Take one energy.",
        (Effect("gain", who="self", resource="energy", amount=1),),
    ),
    Planet(
        "vizcarra",
        "Vizcarra",
        1,
        "energy",
        "diplomacy",
        2,
        "P37",
        "Push one opposing ship on an economy track back one space.",
        (Effect("regress", who="enemy", track="economy", ships=1, steps=1),),
        note="One source reads a price into the track symbol (D23).",
    ),
    Planet(
        "walsfeo",
        "Walsfeo",
        5,
        "energy",
        "economy",
        5,
        "P38",
        "Hand one culture to another player, then carry out the action of one planet that player has colonised.",
        (
            Effect("pay_player", resource="culture", amount=1),
            Effect("use_planet", pool="that_player"),
        ),
    ),
    Planet(
        "zalax",
        "Zalax",
        2,
        "culture",
        "diplomacy",
        3,
        "P39",
        "Roll again, free of charge, any number of your not yet activated dice.",
        (Effect("reroll_inactive"),),
        own_turn_only=True,
    ),
    Planet(
        "zavodnick",
        "Zavodnick",
        5,
        "energy",
        "economy",
        5,
        "P40",
        "Carry out any one of the six die actions; then every other player may carry out that same action at no price.",
        (Effect("free_action", follow_cost=0),),
        once_per_turn=True,
        note="One source leaves out the once-per-turn limit (D26).",
    ),
)

MISSIONS = (
    Mission(
        "charger",
        "Charger",
        3,
        Effect("rank", metric="energy", direction="most"),
        "You hold more energy than every other player (two points if you share that lead).",
        "two_sources",
        vp_tied=2,
    ),
    Mission(
        "conqueror",
        "Conqueror",
        3,
        Effect("rank", metric="planets", direction="most"),
        "You colonised more planets than every other player (two points if you share that lead).",
        "two_sources",
        vp_tied=2,
    ),
    Mission(
        "elder",
        "Elder",
        2,
        Effect("end_trigger"),
        "You are the player whose points started the end of the game.",
        "two_sources",
    ),
    Mission(
        "equalizer",
        "Equalizer",
        3,
        Effect("equal", metric="economy_planets", other="diplomacy_planets"),
        "Among your colonies there are as many economy planets as diplomacy planets.",
        "single_source",
    ),
    Mission(
        "explorer",
        "Explorer",
        2,
        Effect("ships", quantifier="none", where="home"),
        "Not one of your ships stands on your galaxy mat.",
        "single_source",
    ),
    Mission(
        "hermit",
        "Hermit",
        3,
        Effect("rank", metric="planets", direction="fewest"),
        "You colonised fewer planets than every other player (two points if you share last place).",
        "single_source",
        vp_tied=2,
    ),
    Mission(
        "hoarder",
        "Hoarder",
        2,
        Effect("at_least", requirements=(("energy", 3), ("culture", 3))),
        "You hold three or more energy and also three or more culture.",
        "single_source",
    ),
    Mission(
        "industrialist",
        "Industrialist",
        2,
        Effect("at_least", requirements=(("empire_level", 6),)),
        "Your empire stands on its last level.",
        "single_source",
    ),
    Mission(
        "noble",
        "Noble",
        3,
        Effect("rank", metric="diplomacy_planets", direction="most"),
        "You colonised more diplomacy planets than every other player (two points if you share that lead).",
        "single_source",
        vp_tied=2,
    ),
    Mission(
        "orbiter",
        "Orbiter",
        2,
        Effect("ships", quantifier="all", where="home"),
        "Every one of your ships stands on your galaxy mat.",
        "single_source",
    ),
    Mission(
        "seeker",
        "Seeker",
        3,
        Effect("rank", metric="culture", direction="most"),
        "You hold more culture than every other player (two points if you share that lead).",
        "single_source",
        vp_tied=2,
    ),
    Mission(
        "trader",
        "Trader",
        3,
        Effect("rank", metric="economy_planets", direction="most"),
        "You colonised more economy planets than every other player (two points if you share that lead).",
        "single_source",
        vp_tied=2,
    ),
)

MATS = (
    Mat(
        "artemis",
        "Artemis",
        "beginner",
        (5, 5, 6, 6, 7),
        (0, 1, 2, 4, 7),
        6,
        (
            Attack(
                "You lose one energy.", (Effect("player_loses", resource="energy", amount=1),), status="two_sources"
            ),
            Attack(
                "You lose one culture.", (Effect("player_loses", resource="culture", amount=1),), status="two_sources"
            ),
            Attack(
                "The rogue takes one culture from you.",
                (Effect("rogue_steals", resource="culture", amount=1),),
                status="two_sources",
            ),
            Attack(
                "One of your orbiting ships goes back one space.",
                (Effect("player_regresses", ships=1, steps=1),),
                status="two_sources",
            ),
            Attack(
                "The rogue takes two resources from you; you decide which.",
                (Effect("rogue_steals", resource="your_choice", amount=2),),
                status="two_sources",
            ),
        ),
        status={
            "tier": "two_sources",
            "dice": "one_source",
            "vp": "one_source",
            "resource_max": "one_source",
            "once_per_turn": "unknown",
        },
    ),
    Mat(
        "rothkel",
        "Rothkel",
        "easy",
        (5, 5, 6, 6, 7),
        (0, 1, 2, 4, 7),
        6,
        (
            Attack("You lose one energy.", (Effect("player_loses", resource="energy", amount=1),), status="one_source"),
            Attack(
                "You lose one culture.", (Effect("player_loses", resource="culture", amount=1),), status="one_source"
            ),
            Attack(
                "The rogue adds two energy.", (Effect("rogue_gains", resource="energy", amount=2),), status="one_source"
            ),
            Attack(
                "One of your orbiting ships goes back one space.",
                (Effect("player_regresses", ships=1, steps=1),),
                status="one_source",
            ),
            Attack(
                "Every orbiting rogue ship goes forward one space.",
                (Effect("rogue_advances", ships="all", steps=1),),
                status="one_source",
            ),
        ),
        status={
            "tier": "one_source",
            "dice": "inferred",
            "vp": "stand_in",
            "resource_max": "stand_in",
            "once_per_turn": "unknown",
        },
    ),
    Mat(
        "zendica",
        "Zendica",
        "medium",
        (5, 5, 6, 6, 7),
        (0, 2, 4, 6, 9),
        5,
        (
            Attack(
                "You lose one energy.", (Effect("player_loses", resource="energy", amount=1),), status="two_sources"
            ),
            Attack(
                "The rogue adds two culture.",
                (Effect("rogue_gains", resource="culture", amount=2),),
                status="two_sources",
            ),
            Attack(
                "One of your orbiting ships goes back one space.",
                (Effect("player_regresses", ships=1, steps=1),),
                status="two_sources",
            ),
            Attack(
                "You roll one die fewer on your next turn.",
                (Effect("player_loses_die", dice=1, turns=1),),
                status="two_sources",
            ),
            Attack(
                "All of your orbiting ships go back one space.",
                (Effect("player_regresses", ships="all", steps=1),),
                status="two_sources",
            ),
        ),
        status={
            "tier": "two_sources",
            "dice": "one_source",
            "vp": "one_source",
            "resource_max": "one_source",
            "once_per_turn": "unknown",
        },
    ),
    Mat(
        "hades",
        "Hades",
        "hard",
        (5, 5, 6, 6, 7),
        (0, 2, 4, 6, 9),
        5,
        (
            Attack(
                "The rogue adds one energy and one culture.",
                (
                    Effect("rogue_gains", resource="energy", amount=1),
                    Effect("rogue_gains", resource="culture", amount=1),
                ),
                status="one_source",
            ),
            Attack(
                "The rogue takes two energy from you.",
                (Effect("rogue_steals", resource="energy", amount=2),),
                status="one_source",
            ),
            Attack(
                "The rogue takes two culture from you.",
                (Effect("rogue_steals", resource="culture", amount=2),),
                status="one_source",
            ),
            Attack(
                "Every orbiting rogue ship goes forward two spaces.",
                (Effect("rogue_advances", ships="all", steps=2),),
                status="one_source",
            ),
            Attack(
                "The rogue takes three resources from you; you decide which.",
                (Effect("rogue_steals", resource="your_choice", amount=3),),
                status="one_source",
            ),
        ),
        status={
            "tier": "two_sources",
            "dice": "inferred",
            "vp": "stand_in",
            "resource_max": "stand_in",
            "once_per_turn": "unknown",
        },
    ),
    Mat(
        "gamelyn",
        "Gamelyn",
        "epic",
        (5, 5, 6, 6, 7),
        (0, 2, 4, 6, 9),
        5,
        (
            Attack(
                "You lose one energy and one culture.",
                (
                    Effect("player_loses", resource="energy", amount=1),
                    Effect("player_loses", resource="culture", amount=1),
                ),
                status="one_source",
            ),
            Attack(
                "The rogue takes one energy and one culture from you.",
                (
                    Effect("rogue_steals", resource="energy", amount=1),
                    Effect("rogue_steals", resource="culture", amount=1),
                ),
                status="one_source",
            ),
            Attack(
                "Every orbiting rogue ship goes forward one space.",
                (Effect("rogue_advances", ships="all", steps=1),),
                status="one_source",
            ),
            Attack(
                "Every orbiting rogue ship goes forward one space, then the rogue takes one energy from you.",
                (
                    Effect("rogue_advances", ships="all", steps=1),
                    Effect("rogue_steals", resource="energy", amount=1),
                ),
                status="one_source",
            ),
            Attack(
                "Every orbiting rogue ship goes forward two spaces.",
                (Effect("rogue_advances", ships="all", steps=2),),
                status="one_source",
            ),
        ),
        status={
            "tier": "one_source",
            "dice": "inferred",
            "vp": "stand_in",
            "resource_max": "stand_in",
            "once_per_turn": "unknown",
        },
    ),
)

PLANET_IDS = tuple(planet.id for planet in PLANETS)
MISSION_IDS = tuple(mission.id for mission in MISSIONS)
MAT_IDS = tuple(mat.id for mat in MATS)
FACE_IDS = tuple(face.id for face in FACES)


def catalog() -> dict[str, Any]:
    """Return every piece as JSON-able data."""
    return {
        "faces": [face.to_dict() for face in FACES],
        "levels": [{"level": number, **level.to_dict()} for number, level in enumerate(LEVELS, 1)],
        "planets": [planet.to_dict() for planet in PLANETS],
        "missions": [mission.to_dict() for mission in MISSIONS],
        "rogue_mats": [mat.to_dict() for mat in MATS],
        "row": {str(seats): count for seats, count in ROW.items()},
    }
