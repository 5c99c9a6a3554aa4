"""From a job to its answer, and nothing else."""

from __future__ import annotations

import base64
import random
import time
from typing import TYPE_CHECKING

from ai.levels import LEVELS, choose
from engine.foresight import foresee
from engine.registry import find_game
from services.shared import telemetry
from services.shared.limits import limits

if TYPE_CHECKING:
    from engine.contract.action import Action
    from engine.contract.state import InformationSet
    from services.shared.jobs import BotJob

MS = 1000
#: how long a decision may take beyond its budget before it counts as over budget
OVER_MS = 50


def play_turn(job: BotJob) -> list[str]:
    """Return the notations of the actions that a job's level takes.

    The turn goes on for as long as the seat still decides and has learnt nothing new, and while the
    level's thinking time for one decision is not used up. Raises EngineError for a job of another build.
    """
    info: InformationSet | None = find_game(job["game"]).information_set_from_bytes(
        base64.b64decode(job["information_set"])
    )
    level = job["level"]
    allowed_ms = LEVELS[level].think_ms_max
    until = time.monotonic() + allowed_ms / MS
    iterations = telemetry.SEARCH_ITERATIONS.labels(job["game"], level)
    rng = random.Random()  # noqa: S311 - imagination, not the match's chance
    actions: list[Action] = []
    while info is not None and info.seat in info.deciding_seats():
        began = time.monotonic()
        action = choose(info, level, told=lambda found: iterations.observe(found.iterations))
        if time.monotonic() - began > (allowed_ms + OVER_MS) / MS:
            telemetry.OVER_BUDGET.labels(level).inc()
        actions.append(action)
        if len(actions) == limits().bot_actions_per_job_max or time.monotonic() > until:
            break
        info = foresee(info, action, rng)
    return [str(action) for action in actions]
