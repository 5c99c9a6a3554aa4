"""Positions of Tiny Epic Galaxies in a line, and play by notation.

A scenario names what matters; the rest of the table is as at the start, the others without culture so
that nobody is asked to follow unless the test wants it.
"""

from __future__ import annotations

from typing import Any

from engine.tiny_epic.catalog import LEVELS, PLANETS
from engine.tiny_epic.rules import TINY_EPIC

VP = {planet.id: planet.vp for planet in PLANETS}

FACES = {
    "move": "move_ship",
    "energy": "acquire_energy",
    "culture": "acquire_culture",
    "diplomacy": "advance_diplomacy",
    "economy": "advance_economy",
    "colony": "utilize_colony",
}
#: planets that make a row: an energy planet with a diplomacy track, two culture planets with economy tracks
FILL = ("aughmoore", "k_widow", "gyore", "gort", "shouhua")
ROW = {1: 4, 2: 4, 3: 5, 4: 6, 5: 6}
ROUTES = ("surface", "colony")

#: piece -> where its scenarios are, filled by `shows`
SHOWN: dict[str, set[str]] = {}


def shows(*pieces: str) -> Any:
    """Mark a test as the scenario of pieces: "planet jakks", "mission elder", "mat hades", "attack hades 3"."""

    def mark(test: Any) -> Any:
        for piece in pieces:
            SHOWN.setdefault(piece, set()).add(test.__name__)
        return test

    return mark


def dice_of(words: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in words.split():
        face = FACES.get(word, word)
        counts[face] = counts.get(face, 0) + 1
    return counts


def galaxies_of(words: dict[str, Any]) -> list[dict[str, Any]]:
    """Every galaxy of a description or view by its number: in the solo game 1 is the rogue."""
    return [*words["seats"], *([words["rogue"]] if words["rogue"] else [])]


class Play:
    """A match being played in a test."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.events: list[Any] = []

    def do(self, seat: int, *notations: str) -> Play:
        """Submit actions one by one; `events` holds those of the last call."""
        self.events = []
        for notation in notations:
            self.events += self.state.submit(seat, TINY_EPIC.Action.parse(notation))
        return self

    def take(self, seat: int, notation: str) -> Play:
        """Submit an action unless it was the only one and so has been carried out already."""
        return self.do(seat, notation) if notation in self.legal(seat) else self

    def legal(self, seat: int = 0) -> list[str]:
        return [str(action) for action in self.state.legal_actions(seat)]

    def asks(self, seat: int = 0) -> str | None:
        decision = self.state.decision(seat)
        return decision and decision["asks"]

    def happened(self, kind: str) -> list[dict[str, Any]]:
        return [event.to_dict() for event in self.events if event.kind.name == kind]

    @property
    def words(self) -> dict[str, Any]:
        return self.state.describe()

    @property
    def turn(self) -> dict[str, Any]:
        return self.words["turn"]

    @property
    def row(self) -> list[str | None]:
        return self.words["row"]

    def galaxy(self, seat: int = 0) -> dict[str, Any]:
        return galaxies_of(self.words)[seat]

    def units(self, seat: int = 0) -> tuple[int, int]:
        """Energy and culture."""
        return self.galaxy(seat)["energy"], self.galaxy(seat)["culture"]

    def points(self, seat: int = 0) -> int:
        """Points of planets and level, without the mission (R61)."""
        galaxy = galaxies_of(self.state.view(None))[seat]
        if "missions" not in galaxy:
            return galaxy["points"]
        return sum(VP[planet] for planet in galaxy["colonies"]) + LEVELS[galaxy["level"] - 1].vp


def full_row(names: tuple[str, ...] | list[str], places: int, taken: set[str]) -> list[str]:
    return [*names, *[name for name in FILL if name not in names and name not in taken]][:places]


def table(
    me: dict[str, Any] | None = None,
    *others: dict[str, Any],
    row: tuple[str, ...] = (),
    dice: str = "",
    bay: str = "",
    solo: dict[str, Any] | None = None,
    **words: Any,
) -> Play:
    """A table with seat 0 to move; two seats unless more galaxies are given, one in the solo game."""
    galaxies = [me or {}, *(others or ({},))]
    seats = 1 if solo is not None else len(galaxies)
    for galaxy in galaxies[1:]:
        galaxy.setdefault("culture", 0)
    turn = {"active": 0} | words.pop("turn", {})
    if dice:
        turn = {"inactive": dice_of(dice)} | turn
    if bay:
        turn = {"bay": dice_of(bay)} | turn
    taken = {name for galaxy in galaxies for name in galaxy.get("colonies", [])} | set(words.get("discards", []))
    description = {"seats": galaxies[:seats], "row": full_row(row, ROW[seats], taken), "turn": turn, **words}
    if solo is not None:
        description["rogue"] = galaxies[1] | solo
    return Play(TINY_EPIC.from_description(description))


def rogue_turn(
    me: dict[str, Any] | None = None,
    rogue: dict[str, Any] | None = None,
    *,
    face: str | None = None,
    dice_left: int = 0,
    doing: list[dict[str, Any]] | None = None,
    **words: Any,
) -> Play:
    """The rogue's turn: its die shows *face* and has just been rolled, or its next die is about to be."""
    solo = {"dice_left": dice_left, **words.pop("solo", {})}
    if face:
        solo["face"] = FACES.get(face, face)
    bottom = {"kind": "rogue_turn", "actor": 1, "stage": 1 if face else 0}
    turn = {"active": 1} | words.pop("turn", {})
    return table(me, rogue or {}, solo=solo, turn=turn, doing=[bottom, *(doing or [])], **words)


def reach(
    planet: str,
    route: str,
    me: dict[str, Any] | None = None,
    *others: dict[str, Any],
    dice: str = "energy",
    **words: Any,
) -> Play:
    """Seat 0 comes to use a planet: its ship lands there, or it uses its colony; it stands at the first choice."""
    me = dict(me or {})
    row = list(words.pop("row", ()))
    if route == "surface":
        play = table(me, *others, row=(planet, *row), dice=f"{dice} move", **words)
        play.do(0, "activate move_ship")
        play.take(0, "ship home")
        play.do(0, f"to {planet}/surface")
    else:
        me["colonies"] = [*me.get("colonies", []), planet]
        play = table(me, *others, row=tuple(row), dice=f"{dice} colony", **words)
        play.do(0, "activate utilize_colony")
    play.take(0, f"use {planet}")
    return play.do(0, "decline") if play.asks() == "colony" else play
