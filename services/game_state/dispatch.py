"""What runs beside the calls: bot jobs out, answers in, overdue decisions asked again, tails woken."""

from __future__ import annotations

import asyncio
import base64
from typing import TYPE_CHECKING, Any

import orjson
import structlog
from redis.exceptions import RedisError

from engine.errors import EngineError
from services.game_state.group import PAUSE_S, Group
from services.game_state.play import holds
from services.game_state.progress import due_ms
from services.game_state.sender import Sender
from services.game_state.store import CLAIMED_MAX
from services.shared import jobs, keys, telemetry, tracing, trail
from services.shared.connections import Kept
from services.shared.errors import RulesVersionGone, ServiceError, UnknownMatch
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from redis.asyncio import Redis

    from services.game_state.lobby import Lobby
    from services.game_state.play import Play
    from services.game_state.table import Table

WATCH_S = 0.25
AGAIN_MS = 500
#: when a match is looked at again whose rules are not here: another process may have them while versions change
GONE_MS = 30_000
TAIL_BLOCK_MS = 5_000
CHANGES_MAX = 1_000
#: a change that comes alone is heard of at once, those right after it together
TAIL_PAUSE_S = 0.003
log = structlog.get_logger()


class Dispatch:
    """The background work of one process."""

    def __init__(self, redis_url: str, redis: Redis, tail: Redis, play: Play, lobby: Lobby) -> None:
        """Send jobs to Celery's broker at *redis_url*; block on *tail*."""
        self.redis: Any = redis
        self.tail: Any = tail
        self.changes = Kept(tail)
        self.play = play
        self.lobby = lobby
        self.sender = Sender(redis_url)

    async def run(self) -> None:
        """Work until cancelled."""
        groups = (
            Group(self.redis, self.tail, keys.OUTBOX, self.send_asked),
            Group(self.redis, self.tail, keys.ANSWERS, self.take_answer),
        )
        try:
            await asyncio.gather(
                *(group.run() for group in groups),
                self._tail_changes(),
                self._every(WATCH_S, self.ask_again),
                self._every(WATCH_S, self.end_overdue),
                self._every(limits().clean_ms / 1000, self.lobby.remove_forgotten),
            )
        finally:
            self.sender.close()

    @staticmethod
    async def _every(seconds: float, do: Callable[[], Awaitable[Any]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            trail.tell()
            try:
                await do()
            except RedisError:
                continue
            except Exception:
                log.exception("background work failed")

    # -- jobs --------------------------------------------------------------------------------------

    async def send_asked(self, fields: dict[str, str]) -> None:
        """Send the job of an outbox entry."""
        await self.send(fields["job_id"], fields["cause"], fields)

    async def ask_again(self) -> None:
        """Send the jobs of overdue decisions anew, each by one replica; one that fails holds no other up."""
        now = now_ms()
        due = await self.play.store.claim_overdue(now, now + limits().bot_grace_ms)
        await _all(map(self._ask_again, due))

    async def _ask_again(self, job_id: str) -> None:
        try:
            await self.send(job_id, "overdue")
        except RulesVersionGone:
            log.warning("no bot is asked again in a match whose rules are gone", job_id=job_id)
            await self.play.store.postpone(job_id, now_ms() + GONE_MS)

    async def end_overdue(self) -> None:
        """Act on seats whose time is up, each match by one replica; whatever fails is tried again soon.

        Without a pause while there are more: a whole tournament may be away at the same moment.
        """
        while True:
            now = now_ms()
            due = await self.play.store.claim_timeouts(now, now + AGAIN_MS)
            await _all(map(self._end_overdue, due))
            if len(due) < CLAIMED_MAX:
                return

    async def _end_overdue(self, match_id: str) -> None:
        try:
            await self.play.end_overdue(match_id)
        except UnknownMatch:
            await self.play.store.forget_clock(match_id)
        except RulesVersionGone:
            log.warning("nobody's time ends in a match whose rules are gone", match_id=match_id)
            await self.play.store.postpone_clock(match_id, now_ms() + GONE_MS)

    async def send(self, job_id: str, cause: str, fields: dict[str, str] | None = None) -> None:
        """Send a bot's job if its decision is still owed, otherwise forget it; *fields* tell what asked for it."""
        came_with = fields or {}
        match_id, seat, version = job_id.rsplit(":", 2)
        trail.tell(request_id=came_with.get(trail.REQUEST_ID, ""), match_id=match_id, job_id=job_id)
        rows = await self.play.levels.rows()
        try:
            table = await self.play.tables.fresh(match_id)
        except UnknownMatch:
            await self.play.store.forget_deadline(job_id)
            return
        match = table.match
        if not holds(match, int(seat), int(version)):
            await self.play.store.forget_deadline(job_id)
            return
        level = match.seats[int(seat)].level
        job = self.job(table, job_id, int(seat), int(version), rows) | {"trail": {}}
        if cause == "overdue":
            ask = next(each for each in match.asks if each.what == (int(seat), int(version)))
            await self.play.store.postpone(job_id, due_ms(self.play.levels, match, ask))
        with tracing.span("send bot job", "PRODUCER", came_with, match_id=match_id, level=level, cause=cause):
            job["trail"] = trail.passed_on(came_with)
            await self.sender.play(job)
        log.debug("a bot job was sent", level=level, cause=cause)
        telemetry.JOBS_SENT.labels(level, cause).inc()

    @staticmethod
    def job(table: Table, job_id: str, seat: int, version: int, rows: dict[str, dict[str, Any]]) -> dict[str, Any]:
        """Return a job: all that a bot needs, and nothing that its seat may not know."""
        level = table.match.seats[seat].level
        queue = rows.get(level, {}).get("queue")
        return {
            "job_id": job_id,
            "match_id": table.match.match_id,
            "seat": seat,
            "version": version,
            "game": table.match.game,
            "information_set": base64.b64encode(table.information_set(seat).to_bytes()).decode(),
            "level": level,
            "budget_ms": None,
            "queue": queue if queue in jobs.QUEUES else jobs.QUEUES[0],
            "sent_ms": now_ms(),
        }

    # -- answers -----------------------------------------------------------------------------------

    async def take_answer(self, fields: dict[str, str]) -> None:
        """Apply a bot's answer, if it still holds."""
        match_id = fields.get("match_id", "")
        trail.tell(request_id=fields.get(trail.REQUEST_ID, ""), match_id=match_id, job_id=fields.get("job_id", ""))
        with tracing.span("take bot answer", "CONSUMER", fields, match_id=match_id) as span:
            try:
                notations = orjson.loads(fields["actions"])
                outcome = await self.play.answer(match_id, int(fields["seat"]), int(fields["version"]), notations)
            except (ServiceError, EngineError, KeyError, ValueError, TypeError) as refusal:
                outcome = type(refusal).__name__
                tracing.failed(span, outcome)
                log.warning("a bot's answer was refused", cause=outcome)
        log.debug("a bot's answer was taken", outcome=outcome)
        telemetry.ANSWERS.labels(outcome).inc()

    # -- tails -------------------------------------------------------------------------------------

    async def _tail_changes(self) -> None:
        """Ring the bells of the matches that change, in whatever process."""
        last: bytes | None = None
        while True:
            try:
                if last is None:
                    last = await self._newest()
                    self.play.tables.ring_all()
                got = await self.changes.call(
                    *("XREAD", "COUNT", CHANGES_MAX, "BLOCK", TAIL_BLOCK_MS, "STREAMS", keys.ADVANCED, last)
                )
            except RedisError:
                # Redis may come back without the entries in between.
                last = None
                await asyncio.sleep(PAUSE_S)
                continue
            for entry, (_, match_id, _, token) in got[keys.ADVANCED.encode()] if got else ():
                last = entry
                self.play.tables.hear(match_id.decode(), token.decode() or None)
            await asyncio.sleep(TAIL_PAUSE_S)

    async def _newest(self) -> bytes:
        newest = await self.redis.xrevrange(keys.ADVANCED, count=1)
        return bytes(newest[0][0]) if newest else b"0-0"


async def _all(work: Iterable[Awaitable[None]]) -> None:
    """Wait until all is done; only then raise what failed first."""
    done = await asyncio.gather(*work, return_exceptions=True)
    failed = [wrong for wrong in done if wrong is not None]
    if failed:
        raise failed[0]
