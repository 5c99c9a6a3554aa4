"""The answers of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
import structlog

from engine.errors import EngineError
from services.shared import telemetry, tracing, trail
from services.shared.errors import ServiceError

if TYPE_CHECKING:
    from services.game_state.cases.play import Play

log = structlog.get_logger()


class Answers:
    """Takes what bots answer."""

    def __init__(self, play: Play) -> None:
        """Apply by *play*."""
        self.play = play

    async def take_answer(self, fields: dict[str, str]) -> None:
        """Apply a bot's answer, if it still holds."""
        match_id = fields.get("match_id", "")
        trail.tell(request_id=fields.get(trail.REQUEST_ID, ""), match_id=match_id, job_id=fields.get("job_id", ""))
        with tracing.span("take bot answer", "CONSUMER", fields, match_id=match_id) as span:
            try:
                what = match_id, int(fields["seat"]), int(fields["version"])
                if "board" in fields:
                    outcome = await self.play.answer_board(*what, orjson.loads(fields["board"]))
                else:
                    outcome = await self.play.answer(*what, orjson.loads(fields["actions"]))
            except (ServiceError, EngineError, KeyError, ValueError, TypeError) as refusal:
                outcome = type(refusal).__name__
                tracing.mark_failed(span, outcome)
                log.warning("a bot's answer was refused", cause=outcome)
        log.debug("a bot's answer was taken", outcome=outcome)
        telemetry.ANSWERS.labels(outcome).inc()
