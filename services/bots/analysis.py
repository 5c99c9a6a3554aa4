"""Analyses and evaluations: from a job to the result."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from ai.levels import analyse, evaluate, evaluate_match
from engine.registry import find_game

if TYPE_CHECKING:
    from services.shared.jobs import AnalysisJob, EvaluationJob


def analyse_job(job: AnalysisJob) -> dict[str, object]:
    """Return what the search and the network make of an information set; raise EngineError for another build's job."""
    info = find_game(job["game"]).information_set_from_bytes(base64.b64decode(job["information_set"]))
    found = analyse(info, budget_ms=job["budget_ms"], iterations=job["iterations"]).to_dict()
    prospects = evaluate(info)
    return found | {"evaluation": None if prospects is None else [each.to_dict() for each in prospects]}


def evaluate_job(job: EvaluationJob) -> list[list[dict[str, float]]] | None:
    """Return what a network expects at each moment of a match, by seat; None where there is no network."""
    start = find_game(job["game"]).from_bytes(base64.b64decode(job["start"]))
    moments = evaluate_match(start, job["actions"])
    return None if moments is None else [[each.to_dict() for each in moment] for moment in moments]
