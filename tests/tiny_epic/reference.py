"""What may be chosen, who may follow and what missions are worth, written a second time, from the catalogue alone.

The rules fold pieces into rows of numbers and look at masks; here the description's words are read.
"""

from __future__ import annotations

import copy
from typing import Any

from engine.tiny_epic.catalog import FACE_IDS, LEVELS, MATS, MISSIONS, PLANETS
from tests.tiny_epic.scenario import galaxies_of

PLANET = {planet.id: planet for planet in PLANETS}
MISSION = {mission.id: mission for mission in MISSIONS}
ATTACKS = {mat.id: mat.attacks for mat in MATS}


def steps(planet: str) -> list[Any]:
    return [effect for effect in PLANET[planet].effects if effect.kind != "if_regressed"]


def from_first(dice: dict[str, int], verb: str) -> set[str]:
    """Of two dice the earlier face is named first."""
    faces = [face for face in FACE_IDS for _ in range(dice.get(face, 0))]
    return {f"{verb} {face}" for face in faces[:-1]}


def from_face(dice: dict[str, int], verb: str, first: str | int = 0) -> set[str]:
    least = first if isinstance(first, int) else FACE_IDS.index(first)
    return {f"{verb} {face}" for face in dice if FACE_IDS.index(face) >= least}


class Table:
    """A description, and a galaxy at it that is asked something."""

    def __init__(self, words: dict[str, Any], number: int) -> None:
        self.words, self.number = words, number
        self.row = [planet for planet in words["row"] if planet]
        self.galaxies, self.turn = galaxies_of(words), words["turn"]
        self.mine = self.galaxies[number]
        self.others = [each for each in range(len(self.galaxies)) if each != number]
        self.top = words["doing"][-1] if words["doing"] else {"kind": "", "flags": []}
        self.is_solo = len(words["seats"]) == 1

    # -- ships and dice --

    def stands(self) -> list[str]:
        home = ["home"] if self.mine["home"] else []
        return home + [f"{p}/surface" for p in self.mine["surface"]] + [f"{p}/orbit" for p in self.mine["orbit"]]

    def goals(self, source: str) -> set[str]:
        """R17 to R19."""
        here = source.partition("/")[0]
        goals = {f"{p}/{at}" for p in self.row if p != here for at in ("surface", "orbit") if p not in self.mine[at]}
        return goals if source == "home" else {"home", *goals}

    def ships(self) -> set[str]:
        """R17, P24."""
        found = {f"ship {place}" for place in self.stands() if self.goals(place)}
        if "second_ship" in self.top["flags"]:
            moved = self.mine["marked"]
            if moved != "home" or self.mine["home"] == 1:
                found.discard(f"ship {moved}")
            found.add("decline")
        return found

    def in_orbit(self, track: str) -> list[str]:
        return [planet for planet in self.mine["orbit"] if track in ("any", PLANET[planet].track)]

    def payments(self, culture: int, discount: int = 0, *, is_mixed: bool = False) -> set[str]:
        """R40, P20, P22."""
        if self.mine["level"] == len(LEVELS):
            return set()
        price, energy = LEVELS[self.mine["level"]].price - discount, self.mine["energy"]
        if is_mixed:
            return {f"mix {part}" for part in range(price + 1) if part <= energy and price - part <= culture}
        return {f"upgrade {word}" for word, have in (("energy", energy), ("culture", culture)) if have >= price}

    def can_act(self, face: str, price: int = 0) -> bool:
        """R15, R55."""
        if face == "move_ship":
            return any(self.goals(place) for place in self.stands())
        if face == "utilize_colony":
            return bool(self.mine["colonies"] or self.payments(self.mine["culture"] - price))
        return face.startswith("acquire") or bool(self.in_orbit(face.removeprefix("advance_")))

    def can_follow(self, face: str) -> bool:
        """R47, R54, R55, R80."""
        price = self.turn["follow_price"]
        return price <= self.mine["culture"] and face not in self.mine["never"] and self.can_act(face, price)

    def turn_choices(self) -> set[str]:
        """R08, R09, R13, R15."""
        dice = self.turn["inactive"]
        offered = {"end_turn"} | {f"activate {face}" for face in dice if self.can_act(face)}
        if not self.turn["has_rerolled"] or self.mine["energy"] > 0:
            offered |= from_face(dice, "pick")
        if not self.turn["has_converted"] and sum(dice.values()) >= 3:
            offered |= from_first(dice, "spend")
        return offered | ({"ask"} if self.mine["never"] else set())

    # -- planets --

    def is_usable(self, planet: str) -> bool:
        """R58, R60, R78: within its limits, its price there, and something to choose or to happen."""
        card, (first, *rest) = PLANET[planet], steps(planet)
        if card.own_turn_only and self.turn["active"] != self.number:
            return False
        if card.once_per_turn and planet in self.mine["used"]:
            return False
        if first.kind == "spend":
            if self.mine[first.get("resource")] < first.get("amount"):
                return False
            first = rest[0]
        choices = self.choices(planet, first, [0, 0], 0)
        return self.happens(first) if choices is None else bool(choices)

    def happens(self, effect: Any) -> bool:
        """Whether an effect that leaves its user no choice does anything (R78, S29)."""
        if effect.kind == "move_ships":
            return self.can_act("move_ship")
        if effect.kind == "advance":
            return any(galaxy["orbit"] for galaxy in self.galaxies)
        if effect.kind == "set_follow_cost":
            return not self.is_solo and self.turn["follow_price"] != effect.get("culture")
        return effect.kind != "reward_per_follow" or not self.is_solo

    def choices(self, planet: str, effect: Any, chosen: list[int], stage: int) -> set[str] | None:
        """What an effect lets its user choose; None if nothing."""
        by_kind = {
            "advance": self.advances,
            "regress": self.regressions,
            "recall_for_level": self.recalls,
            "jump_track": self.jumps,
            "use_planet": self.uses,
            "discard_inactive_dice": self.discards,
        }
        if effect.kind in by_kind:
            return by_kind[effect.kind](planet, effect, chosen, stage)
        return self.plain_choices(effect)

    def plain_choices(self, effect: Any) -> set[str] | None:
        """What doesn't depend on what was chosen before."""
        get, dice = effect.get, self.turn["inactive"]
        by_kind = {
            "steal": lambda: {f"steal {n}" for n in self.others if self.galaxies[n][get("resource")] > 0},
            "convert": lambda: {f"swap {count}" for count in range(1, self.mine[get("from")] + 1)},
            "pay_player": lambda: self.payees(get("resource"), get("amount")),
            "upgrade_empire": lambda: self.upgrades(effect),
            "replace_row_planet": self.replaceable,
            "free_action": lambda: {f"face {face}" for face in FACE_IDS if self.can_act(face)},
            "repeat_die": self.repetitions,
            "reroll_inactive": lambda: from_face(dice, "pick"),
            "set_inactive_die": lambda: from_face(dice, "turn"),
        }
        return by_kind[effect.kind]() if effect.kind in by_kind else None

    def payees(self, resource: str, amount: int) -> set[str]:
        """P31, P38: those of whom a colony can be used once they are paid."""
        if self.mine[resource] < amount:
            return set()
        found = set()
        for each in self.others:
            paid = Table(copy.deepcopy(self.words), self.number)
            paid.mine[resource] -= amount
            paid.galaxies[each][resource] += amount
            if any(paid.is_usable(planet) for planet in self.galaxies[each]["colonies"]):
                found.add(f"pay {each}")
        return found

    def upgrades(self, effect: Any) -> set[str]:
        """P20, P22."""
        levels = [self.galaxies[each]["level"] for each in self.others]
        if effect.get("condition") == "strictly_lowest_level" and min(levels) <= self.mine["level"]:
            return set()
        is_mixed = effect.get("payment") == "mixed"
        return self.payments(self.mine["culture"], effect.get("discount"), is_mixed=is_mixed)

    def replaceable(self) -> set[str]:
        """P12."""
        taken = {planet for galaxy in self.galaxies for planet in (*galaxy["surface"], *galaxy["orbit"])}
        return {f"replace {planet}" for planet in self.row if planet not in taken}

    def repetitions(self) -> set[str]:
        """P30."""
        if "no_repeat" in self.top["flags"]:
            return set()
        current = self.turn["current"]
        there = [face for face, count in self.turn["bay"].items() if count > (face == current)]
        return {f"repeat {face}" for face in there if self.can_act(face)}

    def advances(self, planet: str, effect: Any, chosen: list[int], _: int) -> set[str] | None:
        """P06: another ship than the one pushed back."""
        if effect.get("who") == "others":
            return None
        pushed = self.words["row"][chosen[1]] if chosen[0] and planet == "bsw_10_1" else None
        return {f"advance {p}" for p in self.in_orbit(effect.get("track")) if p != pushed}

    def regressions(self, _: str, effect: Any, chosen: list[int], __: int) -> set[str]:
        """P05, P17, P34."""
        pushed = (chosen[0] - 1, self.words["row"][chosen[1]]) if chosen[0] else None
        whose = [self.number] if effect.get("who") == "self" else self.others
        there = [(each, p) for each in whose for p, position in self.galaxies[each]["orbit"].items() if position > 0]
        fits = [(each, p) for each, p in there if effect.get("track") in ("any", PLANET[p].track)]
        return {f"regress {each} {p}" for each, p in fits if (each, p) != pushed}

    def recalls(self, _: str, __: Any, ___: list[int], stage: int) -> set[str]:
        """P01."""
        return {"take energy", "take culture"} if stage else {f"recall {planet}" for planet in self.mine["orbit"]}

    def jumps(self, _: str, __: Any, chosen: list[int], stage: int) -> set[str]:
        """P10."""
        free = [planet for planet in self.row if planet not in self.mine["orbit"]]
        lands = {s: [p for p in free if at <= PLANET[p].length] for s, at in self.mine["orbit"].items()}
        if stage:
            return {f"onto {planet}" for planet in lands[self.words["row"][chosen[0]]]}
        return {f"jump {source}" for source, found in lands.items() if found}

    def uses(self, planet: str, effect: Any, chosen: list[int], _: int) -> set[str]:
        """P31, P35, P38."""
        pool = [each for each in self.row if each != planet]
        if effect.get("pool") == "that_player":
            pool = self.galaxies[chosen[0]]["colonies"]
        return {f"use {each}" for each in pool if self.is_usable(each)}

    def discards(self, _: str, __: Any, chosen: list[int], stage: int) -> set[str]:
        """P21."""
        dice = self.turn["inactive"]
        return from_face(dice, "put_aside", chosen[0]) if stage else from_first(dice, "put_aside")

    # -- what is asked --

    def of_planet(self) -> set[str]:
        """What the planet's action going on lets choose; a landing may be declined (R16)."""
        found, top = steps(self.top["planet"]), self.top
        at = top["step"] if "started" in top["flags"] else int(found[0].kind == "spend")
        choices = self.choices(top["planet"], found[at], top["chosen"], top["stage"]) or set()
        return choices | ({"decline"} if "optional" in top["flags"] else set())

    def of_colony(self) -> set[str]:
        """R39, R40."""
        used = {f"use {planet}" for planet in self.mine["colonies"] if self.is_usable(planet)}
        return self.payments(self.mine["culture"]) | used | ({"decline"} if self.mine["colonies"] else set())

    def of_attack(self, asks: str) -> set[str]:
        """S17, S18."""
        effect = ATTACKS[self.words["rogue"]["mat"]][self.top["level"] - 1].effects[self.top["step"]]
        if asks == "retreat":
            return {f"regress 0 {planet}" for planet, position in self.mine["orbit"].items() if position > 0}
        energy, culture = self.mine["energy"], self.mine["culture"]
        owed = min(effect.get("amount"), energy + culture)
        return {f"lose {part}" for part in range(owed + 1) if part <= energy and owed - part <= culture}

    def of_dice(self, asks: str) -> set[str]:
        """R09, R13."""
        dice = self.turn["inactive"]
        if asks == "face":
            return {f"set {face}" for face in FACE_IDS}
        if asks == "die":
            return from_face(dice, "turn")
        if asks == "converter":
            return from_face(dice, "spend", self.top["face"])
        return from_face(dice, "pick", self.top["face"]) | {"roll"}

    def offered(self, asks: str) -> set[str]:
        """Everything that may be answered."""
        top = self.top
        by_asks = {
            "turn": self.turn_choices,
            "follow": lambda: {"follow", "pass", f"never {top['face']}", "never any"},
            "free_follow": lambda: {"follow", "pass"},
            "force": lambda: {"force", "accept"},
            "others_advance": lambda: {"decline", *[f"advance {planet}" for planet in self.mine["orbit"]]},
            "planet": lambda: {f"use {top['planet']}", "decline"},
            "lose": lambda: self.of_attack(asks),
            "retreat": lambda: self.of_attack(asks),
            "ship": self.ships,
            "destination": lambda: {f"to {place}" for place in self.goals(top["ship"])},
            "advance": lambda: {f"advance {planet}" for planet in self.in_orbit(top["face"].removeprefix("advance_"))},
            "colony": self.of_colony,
        }
        if top["kind"] == "use" and asks not in ("planet", "others_advance"):
            return self.of_planet()
        return by_asks[asks]() if asks in by_asks else self.of_dice(asks)


def metric(galaxy: dict[str, Any], name: str) -> int:
    """R72, R73."""
    if name.endswith("_planets"):
        return sum(PLANET[planet].track == name.removesuffix("_planets") for planet in galaxy["colonies"])
    return {"planets": len(galaxy["colonies"]), "empire_level": galaxy["level"]}.get(name, galaxy.get(name, 0))


def mission_points(words: dict[str, Any], number: int) -> int:
    """R69 to R77."""
    galaxy = galaxies_of(words)[number]
    mission = MISSION[galaxy["missions"][0]]
    get, kind = mission.condition.get, mission.condition.kind
    if kind == "rank":
        all_have = [metric(each, get("metric")) for each in galaxies_of(words)]
        best = max(all_have) if get("direction") == "most" else min(all_have)
        shared = mission.vp if all_have.count(best) == 1 else mission.vp_tied
        return shared if all_have[number] == best else 0
    ships = LEVELS[galaxy["level"] - 1].ships
    holds = {
        "equal": lambda: metric(galaxy, get("metric")) == metric(galaxy, get("other")),
        "at_least": lambda: all(metric(galaxy, name) >= least for name, least in get("requirements")),
        "end_trigger": lambda: words["turn"]["trigger"] == number,
        "ships": lambda: galaxy["home"] == (ships if get("quantifier") == "all" else 0),
    }
    return mission.vp if holds[kind]() else 0


def points(galaxy: dict[str, Any]) -> int:
    """R61."""
    return sum(PLANET[planet].vp for planet in galaxy["colonies"]) + LEVELS[galaxy["level"] - 1].vp


def places(words: dict[str, Any]) -> list[int]:
    """R67, R68."""
    keys = [
        (points(g) + mission_points(words, n), len(g["colonies"]), g["level"], g["energy"] + g["culture"])
        for n, g in enumerate(galaxies_of(words))
    ]
    return [1 + sum(other > key for other in keys) for key in keys]
