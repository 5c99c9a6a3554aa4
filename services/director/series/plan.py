"""From what somebody asks for to a plan that the arena can play, within the server's limits."""

from __future__ import annotations

import secrets
from typing import Any

from ai.arena.schedule import BadPlan, Plan
from ai.levels import find_level
from services.shared.limits import limits

#: what may be asked for
FIELDS = frozenset(Plan.__dataclass_fields__)
SEED_MAX = 2**31
PLAYERS_MAX = 32
KINDS = (
    (int, "a whole number", ("tables", "pairs", "seed")),
    (bool, "true or false", ("sprt", "is_duplicate", "rotates")),
    (dict, "an object", ("options",)),
    (str, "a text", ("game",)),
)


def checked(config: Any) -> Plan:
    """Return the plan that *config* describes; raise BadPlan, UnknownGame, another EngineError, or LimitExceeded."""
    try:
        plan = _plan(config)
    except TypeError as cause:
        raise BadPlan(f"a member has a value of the wrong kind: {cause}") from cause
    limits().check("series_groups_max", len(plan.groups))
    limits().check("series_matches_max", plan.matches)
    return plan


def _plan(config: Any) -> Plan:
    if not isinstance(config, dict) or not config.keys() <= FIELDS:
        raise BadPlan(f"a series is an object with the members {', '.join(sorted(FIELDS))}")
    if not {"game", "players"} <= config.keys():
        raise BadPlan("game and players are needed")
    players = config["players"]
    if (
        not isinstance(players, list)
        or len(players) > PLAYERS_MAX
        or not all(isinstance(each, str) for each in players)
    ):
        raise BadPlan(f"players is a list of up to {PLAYERS_MAX} levels")
    for level in players:
        # Before the plan is made: it would start what it takes for a program.
        find_level(level, str(config["game"]))
    _check_kinds(config)
    if not 0 <= config.get("seed", 0) < SEED_MAX:
        raise BadPlan(f"seed is 0 to {SEED_MAX - 1}")
    if config.get("tables") == 1:
        raise BadPlan("at tables of one nobody is compared with anybody; the arena plays such on your own machine")
    for name, limit in (("budget_ms", "series_budget_ms_max"), ("iterations", "series_iterations_max")):
        value = config.get(name)
        if value is not None:
            if type(value) is not int or value < 1:
                raise BadPlan(f"{name} is a positive whole number")
            limits().check(limit, value)
    return Plan(**{"seed": secrets.randbelow(SEED_MAX), **config, "players": tuple(players)})


def _check_kinds(config: dict[str, Any]) -> None:
    """Raise BadPlan where a number or claim is none; what it may be is checked by the plan itself."""
    for kind, what, names in KINDS:
        wrong = [name for name in names if name in config and type(config[name]) is not kind]
        if wrong:
            raise BadPlan(f"{wrong[0]} is {what}")
