"""The lines of a drawn table of Tiny Epic Galaxies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.contract.drawing import count, join, name_of
from engine.tiny_epic.catalog import FACES, MATS, MISSIONS, PLANETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.contract.drawing import Line

NAMES = {planet.id: planet.name for planet in PLANETS} | {mission.id: mission.name for mission in MISSIONS}
FIGURES = {planet.id: f"{planet.name} ({planet.vp} VP)" for planet in PLANETS} | {
    mission.id: f"{mission.name} ({mission.vp} VP)" for mission in MISSIONS
}
FACE_NAMES = {face.id: face.name for face in FACES}
MAT_NAMES = {mat.id: mat.name for mat in MATS}
PLANET_OF = {planet.id: planet for planet in PLANETS}


def say_table(view: dict[str, Any]) -> Iterator[Line]:
    """Yield what is common: planets of the row with the ships there, then the turn, then the rogue."""
    galaxies = [(f"seat {seat['seat']}", seat) for seat in view["seats"]]
    galaxies += [("the rogue", view["rogue"])] if view["rogue"] else []
    yield "planets", f"{len(view['row'])} in the row, {view['deck_count']} in the deck"
    for planet in view["row"]:
        yield "", _say_planet(planet, galaxies)
    yield "discarded", join(view["discards"], NAMES)
    yield from _say_turn(view["turn"], len(view["seats"]))
    if view["rogue"]:
        mat = view["rogue"]["mat"]
        name = MAT_NAMES[mat] if isinstance(mat, str) else "of one's own"
        yield "the rogue", f"{count('point', view['rogue']['points'])}, mat {name}"
        yield from _say_galaxy(view["rogue"])


def _say_planet(planet: str, galaxies: list[tuple[str, dict[str, Any]]]) -> str:
    piece = PLANET_OF[planet]
    said = f"{piece.name}: {piece.vp} VP, {piece.resource}, {piece.track} track of {piece.length}"
    landed = [name for name, galaxy in galaxies for ship in galaxy["surface"] if ship == planet]
    orbits = [f"{name} at {galaxy['orbit'][planet]}" for name, galaxy in galaxies if planet in galaxy["orbit"]]
    said += f"; landed: {', '.join(landed)}" if landed else ""
    return said + (f"; in orbit: {', '.join(orbits)}" if orbits else "")


def _say_turn(turn: dict[str, Any], seats: int) -> Iterator[Line]:
    yield "turn of", f"seat {turn['active']}" if turn["active"] < seats else "the rogue"
    yield "dice", _say_dice(turn["inactive"])
    yield "chosen dice", _say_dice(turn["picked"])
    yield "activated", _say_dice(turn["bay"])
    yield "carrying out", "" if turn["current"] is None else FACE_NAMES[turn["current"]]


def _say_dice(dice: dict[str, int]) -> str:
    return ", ".join(f"{number}x {FACE_NAMES[face]}" for face, number in dice.items() if number)


def _say_galaxy(galaxy: dict[str, Any]) -> Iterator[Line]:
    yield "empire", f"level {galaxy['level']}, {count('die', galaxy['dice']).replace('dies', 'dice')}"
    yield "has", f"{galaxy['energy']} energy, {galaxy['culture']} culture, {count('ship', galaxy['ships'])}"
    yield "at home", count("ship", galaxy["home"])
    yield "colonies", join(galaxy["colonies"], FIGURES)


def say_seat(_view: dict[str, Any], seat: dict[str, Any]) -> Iterator[Line]:
    """Yield what lies before a seat; its other ships stand at the planets of the row."""
    yield from _say_galaxy(seat)
    yield "missions", join(seat["missions"], FIGURES)
    yield "used", join(seat["used"], NAMES)
    yield "follows not", join(seat["never"])
    if seat["marked"] is not None:
        yield "marked ship", name_of(seat["marked"].split("/")[0], NAMES | {"home": "at home"})
