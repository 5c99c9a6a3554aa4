"""The calls about analyses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protos.astrarium.v1 import analysis_pb2, analysis_pb2_grpc
from services.game_state.cases.analysis import Wish
from services.rpc.caller import asking
from services.shared.bells import Bell

if TYPE_CHECKING:
    from services.game_state.cases.analysis import Analyses
    from services.shared.bells import Bells


class Analysing(analysis_pb2_grpc.AnalysisServiceServicer):
    """Analyses of decisions."""

    def __init__(self, analyses: Analyses, bells: Bells) -> None:
        """Answer by *analyses*; *bells* end the calls that wait."""
        self.analyses = analyses
        self.bells = bells

    async def AnalyseDecision(
        self, request: analysis_pb2.AnalyseDecisionRequest, _context: object
    ) -> analysis_pb2.AnalyseDecisionResponse:
        """See the contract."""
        who = asking()
        who.need("watch")
        wish = Wish(
            match_id=request.match_id,
            seat=request.seat if request.HasField("seat") else None,
            version=request.version if request.HasField("version") else None,
            budget_ms=request.budget_ms,
            iterations=request.iterations,
        )
        with self.bells.lend(wish.match_id, Bell(who.digest)) as bell:
            done = await bell.do(self.analyses.analyse(wish, who.account))
        return analysis_pb2.AnalyseDecisionResponse(
            seat=done.seat, version=done.version, analysis=done.found, played=done.played
        )

    async def EvaluateMatch(
        self, request: analysis_pb2.EvaluateMatchRequest, _context: object
    ) -> analysis_pb2.EvaluateMatchResponse:
        """See the contract."""
        who = asking()
        who.need("watch")
        with self.bells.lend(request.match_id, Bell(who.digest)) as bell:
            found = await bell.do(self.analyses.evaluate(request.match_id, who.account))
        return analysis_pb2.EvaluateMatchResponse(evaluations=found)
