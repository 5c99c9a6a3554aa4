"""Positions from which the matches of a series begin: a JSON object on each line, a description or a seat's view.

What a view doesn't say is filled in as a bot would imagine it, by chance that follows from the line: the same file
gives the same tables, and both matches of a pair have the same one.
"""

from __future__ import annotations

import hashlib
import json
import random
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from engine.registry import find_game
from engine.replay import SEED_BYTES, describe_start

if TYPE_CHECKING:
    from pathlib import Path

    from engine.contract.game import Game

OPENINGS_MAX = 10_000
#: setup options that a table shows -> where its description says what was chosen
OPTION_PLACES: dict[str, dict[str, tuple[str, ...]]] = {
    "race": {"advanced": ("is_advanced",)},
    "tiny_epic": {
        "rogue_mat": ("rogue", "mat"),
        "rogue_rerolls_unusable": ("rogue", "rerolls_unusable"),
        "extra_turn_is_followed": ("rogue", "extra_turn_is_followed"),
    },
}


class BadOpenings(EngineError):
    """A file of openings can't be used; the message names the line and what is wrong."""


def read_openings(path: Path, game_name: str, seats: int, options: dict[str, Any]) -> tuple[str, ...]:
    """Return the openings of a file, each as the JSON of a description with which a match may begin.

    Raises BadOpenings, BadOptions or UnknownGame.
    """
    game = find_game(game_name)
    checked = game.check_options(seats, options)
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, ValueError) as wrong:
        raise BadOpenings(f"{path} can't be read: {wrong}") from wrong
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(_read_opening(game, line, seats, checked))
        except (EngineError, ValueError, RecursionError) as wrong:
            raise BadOpenings(f"{path}, line {number}: {wrong}") from wrong
    if not 1 <= len(found) <= OPENINGS_MAX:
        raise BadOpenings(f"{path} has {len(found)} openings; there can be 1 to {OPENINGS_MAX}")
    return tuple(found)


def _read_opening(game: Game, line: str, seats: int, options: dict[str, Any]) -> str:
    """Return an opening as it is kept; raise EngineError or ValueError."""
    words = json.loads(line)
    if isinstance(words, dict) and "viewer" in words:
        chance = random.Random(hashlib.sha256(line.encode()).digest())  # noqa: S311 (any table that the view allows)
        state = game.information_set_from_view(words).imagine(chance)
    else:
        unseeded = {"randomness": {"seed": bytes(SEED_BYTES).hex()}}
        state = game.from_description(words | unseeded if isinstance(words, dict) else words)
    if state.seats != seats:
        raise BadOpenings(f"a table of {state.seats}, and the series has tables of {seats}")
    if state.is_over:
        raise BadOpenings("the match is over there")
    description = describe_start(state)
    for name, place in OPTION_PLACES.get(game.name, {}).items():
        shown: Any = description
        for step in place:
            shown = shown and shown[step]
        if shown is not None and shown != options[name]:
            raise BadOpenings(f"the option {name} is {shown!r} there, and {options[name]!r} in the series")
    return json.dumps(description, separators=(",", ":"))
