"""From a request to a plan that the arena can play, within the server's limits."""

from __future__ import annotations

import secrets
from typing import Annotated

from pydantic import Field, JsonValue, field_validator

from ai.arena.schedule import BadPlan, Plan
from ai.levels import NoSuchLevel, find_level
from services.shared.errors import UnknownLevel
from services.shared.limits import limits
from tournaments.reading import StrictModel, read

SEED_MAX = 2**31
Positive = Annotated[int, Field(ge=1)]


class SeriesSettings(StrictModel):
    """The members that a request may have, and their form; the plan itself checks the rest."""

    game: str
    players: Annotated[tuple[str, ...], Field(strict=False)]
    tables: int = 2
    pairs: int = 100
    seed: Annotated[int, Field(ge=0, lt=SEED_MAX)] = Field(default_factory=lambda: secrets.randbelow(SEED_MAX))
    sprt: bool = False
    budget_ms: Positive | None = None
    iterations: Positive | None = None
    options: dict[str, JsonValue] = Field(default_factory=dict)
    is_duplicate: bool = True
    rotates: bool = True

    @field_validator("players")
    @classmethod
    def _check_players(cls, players: tuple[str, ...]) -> tuple[str, ...]:
        if len(players) > limits().series_players_max:
            raise ValueError(f"a series has up to {limits().series_players_max} levels")
        return players

    @field_validator("tables")
    @classmethod
    def _check_tables(cls, tables: int) -> int:
        if tables == 1:
            raise ValueError("nobody is compared with anybody there; the arena plays such on your own machine")
        return tables


def tell_plan(plan: Plan) -> dict[str, object]:
    """Return a plan as clients and workers are told it: what `read_plan` reads. The rest is the arena's."""
    return {name: value for name, value in plan.to_dict().items() if name in SeriesSettings.model_fields}


def read_plan(config: object) -> Plan:
    """Return the plan that *config* describes; raise BadPlan, UnknownLevel, LimitExceeded or an EngineError."""
    wish = read(SeriesSettings, config, refusal=BadPlan)
    for level in wish.players:
        # Checked before the plan is made: a plan would start whatever it takes for a program.
        try:
            find_level(level, wish.game)
        except NoSuchLevel as wrong:
            raise UnknownLevel(str(wrong)) from wrong
    for limit, value in (("series_budget_ms_max", wish.budget_ms), ("series_iterations_max", wish.iterations)):
        if value is not None:
            limits().check(limit, value)
    plan = Plan(**wish.model_dump())
    limits().check("series_groups_max", len(plan.groups))
    limits().check("series_matches_max", plan.matches)
    return plan
