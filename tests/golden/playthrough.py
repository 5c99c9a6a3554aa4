"""A match as readable text: what was chosen, what a spectator saw of it, and where it led.

A file holds everything needed to play it again: the head names game, rules version, seats, options
and seed, and each line that begins with a seat is one action. Indented lines are the events of the
action as a spectator sees them; a line that begins with `=` is a digest of the whole table.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.registry import find_game
from tests.support.matches import Table, random_choice, seed_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parent
DIGEST_EVERY = 20
#: game -> how likely an action is to be chosen in a new playthrough, by the longest beginning of its notation
#: that stands here; without an entry kinds are equally likely. For games that drift when played at random.
LIKELY: dict[str, dict[str, float]] = {
    "tiny_epic": {
        "": 3,
        "activate": 12,
        "activate advance": 40,
        "activate move": 6,
        "advance": 9,
        "upgrade": 30,
        "end_turn": 1,
        "pick": 0.7,
        "spend": 0.3,
        "never": 0.2,
        "decline": 1,
        "ship home": 30,
    },
}


def file_of(table: Table) -> Path:
    return FOLDER / f"{table}.txt"


def _head(table: Table, seed: bytes) -> list[str]:
    return [
        f"game {table.game.name}",
        f"rules_version {table.game.rules_version}",
        f"seats {table.seats}",
        f"options {json.dumps(table.options, sort_keys=True)}",
        f"seed {seed.hex()}",
    ]


def _digest(state: Any) -> str:
    scores = " ".join(str(points) for points in state.scores())
    return f"= version {state.version} points {scores} table {state.fingerprint()}"


def _events(events: list[Any]) -> list[str]:
    facts = [fact for event in events if (fact := event.show_to(None)) is not None]
    return ["    " + " ".join(f"{name}={value}" for name, value in fact.items()) for fact in facts]


def write(table: Table, seed: bytes, choose: Callable[[Any], tuple[int, Any] | None]) -> str:
    """Play the choices to the end and return the text."""
    state = table.game.setup(seats=table.seats, seed=seed, options=table.options)
    lines = [*_head(table, seed), _digest(state)]
    while (choice := choose(state)) is not None:
        seat, action = choice
        events = state.submit(seat, action)
        lines.append(f"{seat} {action}")
        lines += _events(events)
        if state.version % DIGEST_EVERY == 0 or state.is_over:
            lines.append(_digest(state))
    places = " ".join(str(place) for place in state.ranks())
    lines.append(f"over {state.is_over} places {places}")
    return "\n".join(lines) + "\n"


def replayed(text: str) -> str:
    """Play the actions of a text again and return the text they give now."""
    lines = text.splitlines()
    head = dict(line.split(" ", 1) for line in lines[:5])
    table = Table(find_game(head["game"]), int(head["seats"]), json.loads(head["options"]))
    actions = iter([line.split(" ", 1) for line in lines[5:] if line[:1].isdigit()])

    def choose(_: Any) -> tuple[int, Any] | None:
        entry = next(actions, None)
        return entry and (int(entry[0]), table.game.Action.parse(entry[1]))

    return write(table, bytes.fromhex(head["seed"]), choose)


def _likely_choice(state: Any, likely: dict[str, float], chance: random.Random) -> tuple[int, Any]:
    """Return a deciding seat and one of its actions, drawn by weight."""
    seat = chance.choice(state.deciding_seats())
    legal = state.legal_actions(seat)
    weights = [likely[max((start for start in likely if str(action).startswith(start)), key=len)] for action in legal]
    return seat, chance.choices(legal, weights)[0]


def fresh(table: Table) -> str:
    """Return the text of a new random match, always the same one for a table."""
    chance = random.Random(str(table))
    likely = LIKELY.get(table.game.name)

    def choose(state: Any) -> tuple[int, Any] | None:
        if state.is_over:
            return None
        return _likely_choice(state, likely, chance) if likely else random_choice(state, chance)

    return write(table, seed_bytes(1000 + table.seats), choose)
