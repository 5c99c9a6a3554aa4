"""Analysis of decisions by the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

from protos.astrarium.v1 import analysis_pb2
from services.gateway import examples, schemas
from services.gateway.answers import answer
from services.gateway.backend import backend
from services.gateway.blueprint import Blueprint
from services.gateway.caller import needs
from services.shared.limits import limits

if TYPE_CHECKING:
    import flask

    from services.gateway.parser import Loaded

analysis = Blueprint(
    "analysis",
    __name__,
    url_prefix="/v1/matches/<word:match_id>",
    description="The bots' judgement of decisions and matches.",
)
MS = 1000


@analysis.route("/analysis", methods=["POST"])
@needs("watch")
@analysis.arguments(schemas.analysis.NewAnalysisSchema, required=False, examples=examples.NEW_ANALYSIS)
@analysis.response(200, schemas.analysis.AnalysisSchema, example=examples.ANALYSIS)
@analysis.fails(
    *("Unauthenticated", "MissingScope", "UnknownMatch", "NotYourSeat", "MatchNotRunning", "NotYourDecision"),
    *("StaleVersion", "AnalysisForbidden", "MatchSealed", "RulesVersionGone"),
)
def analyse_decision(body: Loaded, match_id: str) -> flask.Response:
    """Have a decision searched: your own due decision, or any decision of a finished match.

    The search knows what the seat knew and nothing else. Matches can forbid it (`allows_analysis`); those of
    tournaments always do.
    """
    limits().check("analysis_budget_ms_max", body.get("budget_ms", 0))
    limits().check("analysis_iterations_max", body.get("iterations", 0))
    request = analysis_pb2.AnalyseDecisionRequest(match_id=match_id, **body)
    waits_ms = limits().analysis_wait_ms_max + limits().analysis_budget_ms_max
    found = backend().ask(backend().analyses.AnalyseDecision, request, wait_s=waits_ms / MS)
    decision = {"seat": found.seat, "version": found.version, "played": found.played or None}
    return answer(orjson.loads(found.analysis) | decision)


@analysis.route("/analysis", methods=["GET"])
@needs("watch")
@analysis.response(200, schemas.analysis.EvaluationsSchema, example=examples.EVALUATIONS)
@analysis.fails("Unauthenticated", "MissingScope", "UnknownMatch", "MatchNotOver", "MatchSealed", "RulesVersionGone")
def evaluate_match(match_id: str) -> flask.Response:
    """Return what a network expects for each seat at every moment of a finished match, without a search.

    It counts as one analysis.
    """
    request = analysis_pb2.EvaluateMatchRequest(match_id=match_id)
    waits_ms = limits().analysis_wait_ms_max + limits().analysis_budget_ms_max
    found = backend().ask(backend().analyses.EvaluateMatch, request, wait_s=waits_ms / MS)
    return answer({"evaluations": orjson.loads(found.evaluations)})
