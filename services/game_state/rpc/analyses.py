"""The calls about analyses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protos.astrarium.v1 import analysis_pb2, analysis_pb2_grpc
from services.game_state.cases.analysis import Wish
from services.rpc.caller import asking

if TYPE_CHECKING:
    from services.game_state.cases.analysis import Analyses


class Analysing(analysis_pb2_grpc.AnalysisServiceServicer):
    """Analyses of decisions."""

    def __init__(self, analyses: Analyses) -> None:
        """Answer by *analyses*."""
        self.analyses = analyses

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
        done = await self.analyses.analyse(wish, who.account)
        return analysis_pb2.AnalyseDecisionResponse(
            seat=done.seat, version=done.version, analysis=done.found, played=done.played
        )
