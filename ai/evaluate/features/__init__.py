"""The inputs of networks: one encoder per game, and one per variant of its rules that has networks of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ai.evaluate.features.race import AdvancedRaceEncoder, RaceEncoder
from ai.evaluate.features.roll import RollEncoder
from ai.evaluate.features.tiny_epic import TinyEpicEncoder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ai.evaluate.features.encoder import Encoder

ENCODERS: dict[str, Encoder] = {"roll": RollEncoder(), "race": RaceEncoder(), "tiny_epic": TinyEpicEncoder()}


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a game's rules: its encoder, and the options that it is played with."""

    encoder: Encoder
    options: Mapping[str, object]


#: by game and the name that the encoder gives the variant
VARIANTS: dict[tuple[str, str], Variant] = {("race", "advanced"): Variant(AdvancedRaceEncoder(), {"advanced": True})}


def encoder_of(game_name: str, variant: str = "") -> Encoder | None:
    """Return the encoder of a game, or of a variant of it, or None."""
    if not variant:
        return ENCODERS.get(game_name)
    found = VARIANTS.get((game_name, variant))
    return None if found is None else found.encoder


def options_of(game_name: str, variant: str = "") -> dict[str, Any]:
    """Return the options that a variant is played with; the ordinary game has none."""
    return dict(VARIANTS[game_name, variant].options) if variant else {}


def variant_of(game_name: str, options: Mapping[str, object]) -> str:
    """Return the variant that options make of a game, "" for the ordinary one."""
    for (name, variant), found in VARIANTS.items():
        if name == game_name and found.options.items() <= options.items():
            return variant
    return ""
