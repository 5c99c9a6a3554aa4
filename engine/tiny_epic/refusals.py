"""The reasons why an action is refused: a stable word for programs, the ruling, and a sentence for people.

Everything said here is known to the seat that asks. It is read off the description of the table, for a
refusal may take its time; what is legal is decided by the phases alone.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from cython.cimports.engine.tiny_epic.description import describe_table
from cython.cimports.engine.tiny_epic.state import asked_of

from engine.tiny_epic.catalog import LEVELS, PLANETS, Effect, Planet
from engine.tiny_epic.decisions import ASKED

#: reason, rule, message, and figures if it is about some
Reason = tuple[str, str, str] | tuple[str, str, str, dict[str, int]]
PLANET = {planet.id: planet for planet in PLANETS}
#: decision -> kinds of actions that answer it
ANSWERS = {
    "mission": ("keep",),
    "turn": ("activate", "pick", "spend", "ask"),
    "reroll": ("pick",),
    "converter": ("spend",),
    "die": ("turn",),
    "ship": ("ship", "decline"),
    "destination": ("to",),
    "advance": ("advance", "decline"),
    "others_advance": ("advance",),
    "colony": ("upgrade", "use", "decline"),
    "planet": ("use",),
    "follow": ("never",),
    "put_aside": ("put_aside", "decline"),
    "swap": ("swap", "decline"),
    "steal": ("steal", "decline"),
    "regress": ("regress", "decline"),
    "upgrade": ("upgrade", "mix", "decline"),
    "replace": ("replace", "decline"),
    "recall": ("recall", "decline"),
    "resource": ("decline",),
    "jump": ("jump", "decline"),
    "onto": ("onto", "decline"),
    "use": ("use", "decline"),
    "pay": ("pay", "decline"),
    "action": ("face", "decline"),
    "repeat": ("repeat", "decline"),
    "lose": ("lose",),
    "retreat": ("regress",),
}


class Question(NamedTuple):
    """A question that a seat is asked at a table."""

    words: dict[str, Any]
    seat: int
    decision: str

    @property
    def mine(self) -> dict[str, Any]:
        """The own galaxy."""
        return self.galaxies[self.seat]

    @property
    def galaxies(self) -> list[dict[str, Any]]:
        """Every galaxy by its number; in the solo game 1 is the rogue."""
        rogue = self.words["rogue"]
        return [*self.words["seats"], *([rogue] if rogue else [])]

    @property
    def top(self) -> dict[str, Any]:
        """Return what is being carried out, innermost."""
        doing = self.words["doing"]
        return doing[len(doing) - 1] if doing else {}

    @property
    def dice(self) -> dict[str, int]:
        """The inactive dice by face."""
        return self.words["turn"]["inactive"]  # type: ignore[no-any-return]

    @property
    def effect(self) -> Effect:
        """The step of the planet's action that asks."""
        effects = [effect for effect in PLANET[self.top["planet"]].effects if effect.kind != "if_regressed"]
        opening = 1 if effects[0].kind == "spend" else 0
        return effects[self.top["step"] if "started" in self.top["flags"] else opening]


def why_refused(table, seat, action):
    """Return (reason, rule, message) and perhaps figures, or None where actions of that kind are not asked for."""
    decision = ASKED[asked_of(table)]
    if action.kind not in ANSWERS.get(decision, ()):
        return None
    return REASONS[action.kind](Question(describe_table(table), seat, decision), **action.fields)


def _name(planet: str) -> str:
    return PLANET[planet].name


def _units(number: int, resource: str) -> str:
    return f"{number} {resource}"


def _holding(at: Question) -> str:
    return f"you have {_units(at.mine['energy'], 'energy')} and {_units(at.mine['culture'], 'culture')}"


# -- dice --------------------------------------------------------------------------------------------


def _no_die(at: Question, face: str, rule: str) -> Reason | None:
    if face in at.dice:
        return None
    there = ", ".join(at.dice) or "no inactive die left"
    return ("no_such_die", rule, f"no inactive die shows {face}; there is {there}")


def _out_of_order(face: str, rule: str, is_first: bool = False) -> Reason:
    if is_first:
        text = f"of two dice the earlier face is named first, and no second die shows {face} or a later face"
        return ("out_of_order", rule, text)
    return ("out_of_order", rule, f"dice are named in the order of the faces, and {face} has been passed over")


def _no_way(at: Question, face: str, rule: str) -> Reason:
    """Say why a face can't be carried out."""
    if face == "move_ship":
        text = "none of your ships can go anywhere"
    elif face == "utilize_colony" and at.mine["level"] == len(LEVELS):
        text = "you have no colony, and your empire stands on its last level"
    elif face == "utilize_colony":
        price = LEVELS[at.mine["level"]].price
        text = f"you have no colony, and the next level costs {price} energy or {price} culture"
    else:
        text = f"no ship of yours is on a track of {face.removeprefix('advance_')}"
    return ("nothing_to_do", rule, f"{face} can't be carried out: {text}")


def _activate(at: Question, face: str) -> Reason:
    return _no_die(at, face, "Tiny Epic R11") or _no_way(at, face, "Tiny Epic R15")


def _pick(at: Question, face: str) -> Reason:
    rule = "Tiny Epic R09"
    if at.decision == "turn" and at.words["turn"]["has_rerolled"] and at.mine["energy"] == 0:
        return ("no_energy", rule, "the free reroll of this turn is used up; a further one costs 1 energy, you have 0")
    return _no_die(at, face, rule) or _out_of_order(face, rule)


def _spend(at: Question, face: str) -> Reason:
    rule = "Tiny Epic R13"
    count = sum(at.dice.values())
    if at.decision == "turn" and at.words["turn"]["has_converted"]:
        return ("already_used", rule, "the converter has been used in this turn")
    if at.decision == "turn" and count < 3:
        return (
            "too_few_dice",
            rule,
            f"the converter needs three inactive dice: two to spend, one to turn; {count} left",
            {"count": count},
        )
    return _no_die(at, face, rule) or _out_of_order(face, rule, at.decision == "turn")


def _turn(at: Question, face: str) -> Reason | None:
    return _no_die(at, face, "Tiny Epic R13")


def _put_aside(at: Question, face: str) -> Reason:
    return _no_die(at, face, "Tiny Epic P21") or _out_of_order(face, "Tiny Epic P21", at.top["stage"] == 0)


def _face(at: Question, face: str) -> Reason:
    return _no_way(at, face, "Tiny Epic P40")


def _repeat(at: Question, face: str) -> Reason:
    turn = at.words["turn"]
    if face not in turn["bay"]:
        return ("not_activated", "Tiny Epic P30", f"no activated die shows {face}; there is {', '.join(turn['bay'])}")
    if turn["current"] == face and turn["bay"][face] == 1:
        return ("going_on", "Tiny Epic P30", f"the only activated die with {face} is the one being carried out now")
    return _no_way(at, face, "Tiny Epic P30")


# -- ships -------------------------------------------------------------------------------------------


def _ship(at: Question, place: str) -> Reason:
    planet, _, where = place.partition("/")
    standing = at.mine["home"] > 0 if place == "home" else planet in at.mine[where]
    if not standing:
        return ("no_ship_there", "Tiny Epic R17", f"no unlocked ship of yours stands at {place}")
    if place == at.mine["marked"]:
        return ("same_ship", "Tiny Epic P24", f"the ship at {place} has made the first move; another one moves second")
    return ("nowhere_to_go", "Tiny Epic R17", f"the ship at {place} has nowhere to go")


def _to(at: Question, place: str) -> Reason:
    source = at.top["ship"]
    planet, _, where = place.partition("/")
    if planet == source.partition("/")[0]:
        return ("same_place", "Tiny Epic R18", f"a ship goes to another planet or home; this one comes from {source}")
    if planet not in at.words["row"]:
        return ("not_in_row", "Tiny Epic R24", f"{_name(planet)} does not lie in the row")
    return (
        "own_ship_there",
        "Tiny Epic R19",
        f"another ship of yours stands at {place}; there is room for one {where}",
    )


def _no_orbit(at: Question, planet: str, rule: str) -> Reason | None:
    """Say that no own ship is on that planet's track, or that the track is of the other type."""
    if planet not in at.mine["orbit"]:
        return ("no_ship_there", rule, f"no ship of yours is on the track of {_name(planet)}")
    track = PLANET[planet].track
    wanted = at.top["face"].removeprefix("advance_") if at.top["kind"] == "act" else at.effect.get("track", "any")
    if wanted not in ("any", track):
        return ("wrong_track", rule, f"{_name(planet)} has a track of {track}; this is for tracks of {wanted}")
    return None


def _advance(at: Question, planet: str) -> Reason:
    no_ship = _no_orbit(at, planet, "Tiny Epic R30")
    return no_ship or (
        "same_ship",
        "Tiny Epic P06",
        f"the ship on {_name(planet)} was pushed back; another goes forward",
    )


def _recall(at: Question, planet: str) -> Reason | None:
    return _no_orbit(at, planet, "Tiny Epic P01")


def _jump(at: Question, planet: str) -> Reason:
    text = f"every other track of the row holds a ship of yours or is shorter than {at.mine['orbit'].get(planet, 0)}"
    return _no_orbit(at, planet, "Tiny Epic P10") or ("nowhere_to_go", "Tiny Epic P10", text)


def _onto(at: Question, planet: str) -> Reason:
    rule = "Tiny Epic P10"
    source = at.words["row"][at.top["chosen"][0]]
    if planet not in at.words["row"]:
        return ("not_in_row", rule, f"{_name(planet)} does not lie in the row")
    if planet == source:
        return ("same_place", rule, f"the ship stands at {_name(planet)}; it goes to another planet")
    if planet in at.mine["orbit"]:
        return ("own_ship_there", rule, f"another ship of yours is on the track of {_name(planet)}")
    number = at.mine["orbit"][source]
    length = PLANET[planet].length
    text = f"the track of {_name(planet)} ends at {length}, before {number}"
    return ("track_too_short", rule, text, {"length": length, "number": number})


def _regress(at: Question, galaxy: int, planet: str) -> Reason:
    retreat = at.decision == "retreat"
    rule = "Tiny Epic S18" if retreat else f"Tiny Epic {PLANET[at.top['planet']].ruling}"
    own = retreat or at.effect.get("who") == "self"
    if galaxy >= len(at.galaxies) or own != (galaxy == at.seat):
        return ("wrong_owner", rule, f"it has to be a ship of {'yours' if own else 'another player'}")
    position = at.galaxies[galaxy]["orbit"].get(planet)
    if position is None:
        return ("no_ship_there", rule, f"no ship of galaxy {galaxy} is on the track of {_name(planet)}")
    if position == 0:
        return ("on_the_start_space", rule, f"the ship on {_name(planet)} stands on the start space and can't go back")
    wanted, track = "any" if retreat else at.effect.get("track"), PLANET[planet].track
    if wanted not in ("any", track):
        return ("wrong_track", rule, f"{_name(planet)} has a track of {track}; this is for tracks of {wanted}")
    return ("same_ship", rule, f"the ship on {_name(planet)} has been pushed back already; it has to be another one")


# -- planets and payments ----------------------------------------------------------------------------


def _price(planet: Planet) -> tuple[int, str] | None:
    """Return what using the planet costs before anything else."""
    first = planet.effects[0]
    return (first.get("amount"), first.get("resource")) if first.kind in ("spend", "pay_player") else None


def _use(at: Question, planet: str) -> Reason:
    """Say why that planet's action can't be used, or not by this route."""
    name, card = _name(planet), PLANET[planet]
    if at.decision == "planet":
        return ("not_here", "Tiny Epic R22", f"the ship has landed on {_name(at.top['planet'])}, not on {name}")
    if at.decision == "colony" and planet not in at.mine["colonies"]:
        return ("not_your_colony", "Tiny Epic R39", f"{name} is no colony of yours")
    if at.decision == "use" and at.effect.get("pool") == "row" and planet == at.top["planet"]:
        return ("not_itself", "Tiny Epic P35", f"{name} can't choose itself")
    if at.decision == "use" and at.effect.get("pool") == "row" and planet not in at.words["row"]:
        return ("not_in_row", "Tiny Epic P35", f"{name} does not lie in the row")
    if at.decision == "use" and at.effect.get("pool") != "row":
        payee = at.top["chosen"][0]
        if planet not in at.galaxies[payee]["colonies"]:
            return ("not_their_colony", "Tiny Epic P31", f"{name} is no colony of galaxy {payee}, whom you have paid")
    if card.own_turn_only and at.words["turn"]["active"] != at.seat:
        return ("own_turn_only", "Tiny Epic R60", f"{name} does nothing on another player's turn")
    if planet in at.mine["used"]:
        return ("already_used", "Tiny Epic R58", f"you have used {name} in this turn")
    price = _price(card)
    if price and at.mine[price[1]] < price[0]:
        have = at.mine[price[1]]
        figures = {"price": price[0], "have": have}
        return ("too_expensive", "Tiny Epic R16", f"{name} costs {_units(*price)}; you have {have}", figures)
    return ("no_effect", f"Tiny Epic {card.ruling}", f"there is nothing that {name} could do now: {card.text}")


def _cost(at: Question) -> int | Reason:
    """Return the price of the next level here, or why there is none."""
    if at.mine["level"] == len(LEVELS):
        return ("last_level", "Tiny Epic R41", "your empire stands on its last level")
    return LEVELS[at.mine["level"]].price - (at.effect.get("discount") if at.decision == "upgrade" else 0)


def _upgrade(at: Question, resource: str) -> Reason:
    price = _cost(at)
    if not isinstance(price, int):
        return price
    if at.decision == "upgrade" and at.effect.get("payment") == "mixed":
        return ("say_the_mix", "Tiny Epic P20", "say `mix ENERGY`: how much of the price is paid in energy")
    have = at.mine[resource]
    text = f"the next level costs {_units(price, resource)}; you have {have}"
    return ("too_expensive", "Tiny Epic R40", text, {"price": price, "have": have})


def _mix(at: Question, energy: int) -> Reason:
    price = _cost(at)
    if not isinstance(price, int):
        return price
    if at.effect.get("payment") != "mixed":
        return ("never_mixed", "Tiny Epic R40", f"the price of {price} is paid in one resource: say `upgrade RESOURCE`")
    if energy > price:
        text = f"the next level costs {price} units in all, not {energy} energy"
        return ("too_much", "Tiny Epic P20", text, {"price": price})
    due = f"{_units(energy, 'energy')} and {_units(price - energy, 'culture')}"
    return ("too_expensive", "Tiny Epic P20", f"the next level would cost {due}; {_holding(at)}")


def _swap(at: Question, amount: int) -> Reason:
    resource = at.effect.get("from")
    have = at.mine[resource]
    text = f"you have {_units(have, resource)} to swap, not {amount}"
    return ("too_expensive", "Tiny Epic P27", text, {"price": amount, "have": have})


def _steal(at: Question, galaxy: int) -> Reason:
    rule, resource = f"Tiny Epic {PLANET[at.top['planet']].ruling}", at.effect.get("resource")
    if galaxy == at.seat or galaxy >= len(at.galaxies):
        return ("wrong_owner", rule, "it is taken from another player")
    return ("nothing_there", rule, f"galaxy {galaxy} has no {resource}")


def _pay(at: Question, galaxy: int) -> Reason:
    rule = f"Tiny Epic {PLANET[at.top['planet']].ruling}"
    if galaxy == at.seat or galaxy >= len(at.galaxies):
        return ("wrong_owner", rule, "another player is paid")
    return ("no_colony", rule, f"galaxy {galaxy} has no colony that you could use after paying")


def _replace(at: Question, planet: str) -> Reason:
    if planet not in at.words["row"]:
        return ("not_in_row", "Tiny Epic P12", f"{_name(planet)} does not lie in the row")
    return ("occupied", "Tiny Epic P12", f"a ship is on {_name(planet)}; only a planet without any is discarded")


# -- the rest ----------------------------------------------------------------------------------------


def _keep(at: Question, mission: str) -> Reason:
    dealt = " and ".join(at.mine["missions"])
    return ("not_dealt", "Tiny Epic R05", f"you were not dealt {mission}; you hold {dealt}")


def _never(at: Question, face: str) -> Reason:
    return ("wrong_face", "Tiny Epic R47", f"the die to be followed shows {at.top['face']}, not {face}")


def _ask(_: Question) -> Reason:
    return ("nothing_to_take_back", "Tiny Epic R47", "you are asked about dice of every face")


def _decline(at: Question) -> Reason:
    if at.decision == "colony":
        return ("mandatory", "Tiny Epic R39", "you have no colony that could do nothing; the upgrade has to be made")
    return ("mandatory", "Tiny Epic R16", "it has been begun and is carried out; only a landing can be declined")


def _lose(at: Question, energy: int) -> Reason:
    text = f"with {energy} energy the loss is not made up, or is exceeded; {_holding(at)}"
    return ("wrong_units", "Tiny Epic S18", text)


REASONS: dict[str, Callable[..., Reason | None]] = {
    "activate": _activate,
    "pick": _pick,
    "spend": _spend,
    "turn": _turn,
    "put_aside": _put_aside,
    "face": _face,
    "repeat": _repeat,
    "ship": _ship,
    "to": _to,
    "advance": _advance,
    "recall": _recall,
    "jump": _jump,
    "onto": _onto,
    "regress": _regress,
    "use": _use,
    "upgrade": _upgrade,
    "mix": _mix,
    "swap": _swap,
    "steal": _steal,
    "pay": _pay,
    "replace": _replace,
    "keep": _keep,
    "never": _never,
    "ask": _ask,
    "decline": _decline,
    "lose": _lose,
}
