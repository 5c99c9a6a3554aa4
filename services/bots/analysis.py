"""An analysis: from its job to the result."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from ai.levels import analyse
from engine.registry import find_game

if TYPE_CHECKING:
    from services.shared.jobs import AnalysisJob


def analyse_job(job: AnalysisJob) -> dict[str, object]:
    """Return what the search makes of a job's information set; raise EngineError for a job of another build."""
    info = find_game(job["game"]).information_set_from_bytes(base64.b64decode(job["information_set"]))
    return analyse(info, budget_ms=job["budget_ms"], iterations=job["iterations"]).to_dict()
