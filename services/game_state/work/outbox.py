"""Bots' jobs: sent as the outbox says, and again when a decision is overdue."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import structlog

from services.game_state.cases.play import holds
from services.game_state.store.changes import due_ms
from services.game_state.store.lanes import lane_of
from services.game_state.work.repeating import do_all
from services.shared import jobs, telemetry, tracing, trail
from services.shared.errors import MatchDamaged, RulesVersionGone, UnknownMatch
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from services.game_state.store.levels import Levels
    from services.game_state.store.store import Store
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.table import Table
    from services.game_state.work.sender import Sender

#: when a match is looked at again whose rules are not here: another process may have them while versions change
GONE_MS = 30_000
log = structlog.get_logger()


class Outbox:
    """Sends the jobs of decisions that bots owe."""

    def __init__(self, store: Store, tables: Tables, levels: Levels, sender: Sender) -> None:
        """Send by *sender* what *tables* say."""
        self.store = store
        self.tables = tables
        self.levels = levels
        self.sender = sender

    async def send_asked(self, fields: dict[str, str]) -> None:
        """Send the job of an outbox entry."""
        await self._send_or_wait(fields["job_id"], fields["cause"], fields)

    async def ask_again(self) -> None:
        """Send the jobs of overdue decisions anew, each by one replica; one that fails holds no other up."""
        now = now_ms()
        due = await self.store.claim_overdue(now, now + limits().bot_grace_ms)
        await do_all(self._send_or_wait(job_id, "overdue") for job_id in due)

    async def _send_or_wait(self, job_id: str, cause: str, fields: dict[str, str] | None = None) -> None:
        """Send a job; in a match that can't be read now, leave it for later: others are not to be held up by that."""
        try:
            await self.send(job_id, cause, fields)
        except (RulesVersionGone, MatchDamaged) as refusal:
            log.warning("a bot can't be asked", job_id=job_id, cause=type(refusal).__name__)
            await self.store.postpone(job_id, now_ms() + GONE_MS)

    async def send(self, job_id: str, cause: str, fields: dict[str, str] | None = None) -> None:
        """Send a bot's job if its decision is still owed, otherwise forget it; *fields* tell what asked for it."""
        came_with = fields or {}
        match_id, seat, version = job_id.rsplit(":", 2)
        trail.tell(request_id=came_with.get(trail.REQUEST_ID, ""), match_id=match_id, job_id=job_id)
        await self.levels.rows()
        try:
            table = await self.tables.fresh(match_id)
        except UnknownMatch:
            await self.store.forget_job(job_id)
            return
        match = table.match
        if not holds(match, int(seat), int(version)):
            await self.store.settle(job_id, lane_of(match, int(seat), self.levels))
            return
        level = match.seats[int(seat)].level
        if cause == "overdue":
            ask = next(each for each in match.asks if each.what == (int(seat), int(version)))
            await self.store.postpone(job_id, due_ms(self.levels, match, ask))
        with tracing.span("send bot job", "PRODUCER", came_with, match_id=match_id, level=level, cause=cause):
            passed_on = trail.pass_on(came_with)
            if match.settings.is_fast:
                board = self.board(table, job_id, int(seat), int(version))
                await self.sender.post(jobs.BOARD, jobs.BOARDS, job=board | {"trail": passed_on})
            else:
                job = self.job(table, job_id, int(seat), int(version))
                job["trail"] = passed_on
                await self.sender.play(job)
        log.debug("a bot job was sent", level=level, cause=cause)
        telemetry.JOBS_SENT.labels(level, cause).inc()

    def job(self, table: Table, job_id: str, seat: int, version: int) -> jobs.BotJob:
        """Return a job: all that a bot needs, and nothing that its seat may not know."""
        level = table.match.seats[seat].level
        return {
            "job_id": job_id,
            "match_id": table.match.match_id,
            "seat": seat,
            "version": version,
            "game": table.match.game,
            "information_set": base64.b64encode(table.information_set(seat).to_bytes()).decode(),
            "level": level,
            "queue": self.levels.queue(level),
            "sent_ms": now_ms(),
        }

    def board(self, table: Table, job_id: str, seat: int, version: int) -> jobs.BoardJob:
        """Return the job of a whole match."""
        match = table.match
        return {
            "job_id": job_id,
            "match_id": match.match_id,
            "seat": seat,
            "version": version,
            "game": match.game,
            "rules_version": match.rules_version,
            "options": match.settings.options,
            "seed": table.seed.hex(),
            "levels": [each.level for each in match.seats],
            "sent_ms": now_ms(),
        }
