"""Positions of Roll in a few words.

`at("develop", {...})` is a table where the phase is about to be played. Seat 0 is the one a test looks
at: faction 2 and Doomed World, which are gray and mind nobody unless yellow dice explore. The last seat
is the witness: it has a good and a shipper, and so is asked in Ship, where the table stops, what came
before being done and what comes after not begun.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Callable

ROLL = find_game("roll")
ME: dict[str, Any] = {"faction": 2, "home_world": "doomed_world"}
BYSTANDER: dict[str, Any] = {"faction": 7, "home_world": "new_sparta"}
WITNESS: dict[str, Any] = {
    "faction": 9,
    "home_world": "separatist_colony",
    "columns": {"ship": {"home": 1}},
    "goods": {"alien_technology": {"home": 1}},
}
PHASES = ("explore", "develop", "settle", "produce", "ship")

#: pieces that a test of their own looks at
PIECES_TESTED: set[str] = set()


def covers(*names: str) -> Callable[[Any], Any]:
    """Mark a test as the scenario of the named pieces."""
    PIECES_TESTED.update(names)
    return lambda test: test


def import_all() -> None:
    """Import every test of Roll, so that PIECES_TESTED is complete."""
    from tests import roll  # noqa: PLC0415 the package of this very module

    for module in pkgutil.iter_modules(roll.__path__):
        importlib.import_module(f"tests.roll.{module.name}")


def word(tile: str) -> str:
    """The id of a tile, from the id of either side."""
    for entry in ROLL.catalog()["tiles"]:
        if tile in (entry["development"]["id"], entry["world"]["id"]):
            return entry["id"]
    raise KeyError(tile)


def stacks(development: tuple[str, ...] = (), world: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """Both stacks from the top down, by the ids of the sides that show."""
    return {"development": [word(name) for name in development], "world": [word(name) for name in world]}


def at(step: str, me: dict[str, Any], *others: dict[str, Any], witness: bool = True, **table: Any) -> Any:
    """A table of three seats (or as many as are given) with *step* about to begin."""
    seats = [ME | me, *others]
    # Seat 0 goes first: nobody with a lower faction number stands by.
    if not others and seats[0]["faction"] < BYSTANDER["faction"]:
        seats.append(BYSTANDER)
    if witness:
        seats.append(WITNESS)
    if step in PHASES:
        table.setdefault("played", [step, "ship"] if witness else [step])
    return ROLL.from_description({"step": step, "seats": seats} | table)


def do(state: Any, *notations: str, seat: int = 0) -> list[dict[str, Any]]:
    """Submit actions of a seat and return all that happened, secrets included."""
    events = []
    for notation in notations:
        events += [event.to_dict() for event in state.submit(seat, ROLL.Action.parse(notation))]
    return events


def seat(state: Any, number: int = 0) -> dict[str, Any]:
    """A seat in words."""
    return state.describe()["seats"][number]


def legal(state: Any, number: int = 0) -> list[str]:
    """What a seat may do, as notations."""
    return [str(action) for action in state.legal_actions(number)]


def asks(state: Any, number: int = 0) -> str | None:
    """What a seat is asked."""
    decision = state.decision(number)
    return decision and decision["asks"]


def gained(events: list[dict[str, Any]], number: int = 0) -> dict[str, int]:
    """Credits and VP that events brought a seat."""
    total = {"credits": 0, "vp_chips": 0}
    kinds = {"credits_gained": "credits", "vp_gained": "vp_chips"}
    for event in events:
        if event["seat"] == number and event["kind"] in kinds:
            total[kinds[event["kind"]]] += event["amount"]
    return total


def of_kind(events: list[dict[str, Any]], kind: str, number: int | None = 0) -> list[dict[str, Any]]:
    """The events of a kind of one seat, without the two keys all have."""
    return [
        {name: value for name, value in event.items() if name not in ("kind", "seat")}
        for event in events
        if event["kind"] == kind and event["seat"] == number
    ]


def owned(state: Any, number: int = 0) -> dict[str, int]:
    """All dice of a seat by colour, wherever they are."""
    words = seat(state, number)
    places = [words[name] for name in ("cup", "citizenry", "wild", "dictated", "used")]
    places += [*words["columns"].values(), *words["goods"].values(), *words["stack_dice"].values()]
    if words["selector"]:
        places.append({words["selector"]: 1})
    total: dict[str, int] = {}
    for place in places:
        for color, count in place.items():
            total[color] = total.get(color, 0) + count
    return total


def refused(state: Any, notation: str, number: int = 0) -> bool:
    """Whether an action is refused; the state stays as it was either way."""
    try:
        state.clone().submit(number, ROLL.Action.parse(notation))
    except ValueError:
        return True
    return False


def lay(state: Any, number: int = 0) -> None:
    """Lay all drawn tiles wherever."""
    while asks(state, number) in ("place", "arrange"):
        do(state, legal(state, number)[-1], seat=number)


def is_at_witness(state: Any) -> bool:
    """Whether the table has come to a stop at the witness in Ship."""
    return state.deciding_seats() == (state.seats - 1,) and asks(state, state.seats - 1) == "ship"
