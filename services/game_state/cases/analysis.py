"""Analyses of decisions: done by the bots' workers, who get an information set and nothing else.

Evaluations of finished matches, of which everybody may know everything, are made from all of it.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engine.errors import NotYourDecision
from services.shared import jobs, keys, trail
from services.shared.errors import AnalysisForbidden, BadRequest, LimitExceeded, StaleVersion, Unavailable
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from engine.contract.state import InformationSet
    from services.game_state.table.at_hand import Tables
    from services.game_state.table.past import Past, Pasts
    from services.game_state.table.table import Table

QUEUE = "analysis"
BUDGET_MS = 1_000
#: how often to look for a result
LOOK_S = 0.03
#: how long a search may take beyond its budget before its worker is given up
LATE_MS = 2_000
#: how long a worker may take for a whole match
EVALUATED_IN_MS = 2_000
MINUTE_S = 60
MS = 1000


@dataclass(frozen=True, slots=True)
class Wish:
    """The decision to analyse (None: one's own that is due), and for how long (0: the default)."""

    match_id: str
    seat: int | None
    version: int | None
    budget_ms: int
    iterations: int

    def budget(self) -> tuple[int, int | None]:
        """Return milliseconds and iterations (None: as many as the time allows); raise BadRequest, LimitExceeded."""
        if self.budget_ms < 0 or self.iterations < 0:
            raise BadRequest("budget_ms and iterations are positive")
        limits().check("analysis_budget_ms_max", self.budget_ms)
        limits().check("analysis_iterations_max", self.iterations)
        otherwise = limits().analysis_budget_ms_max if self.iterations else BUDGET_MS
        return self.budget_ms or otherwise, self.iterations or None


@dataclass(frozen=True, slots=True)
class FoundAnalysis:
    """The result, as JSON: its seat and version, and the action that was played there ("": not yet)."""

    seat: int
    version: int
    found: bytes
    played: str


class Posting(Protocol):
    """Hands jobs to the workers."""

    async def post(self, task: str, queue: str, expires_s: float | None = None, **arguments: object) -> None:
        """Send a task; after *expires_s* no worker begins with it."""


class Analyses:
    """Analyses of decisions that are due, and of decisions that were taken."""

    def __init__(self, tables: Tables, pasts: Pasts, sender: Posting) -> None:
        """Read from *tables* and *pasts*, send jobs by *sender*."""
        self.tables = tables
        self.pasts = pasts
        self.redis = tables.store.redis
        self.sender = sender

    async def analyse(self, wish: Wish, account: str) -> FoundAnalysis:
        """Return the analysis of a decision; raise the reason for a refusal."""
        budget_ms, iterations = wish.budget()
        table = await self.tables.fresh(wish.match_id)
        table.match.check_visible(account)
        if table.match.status == "over":
            info, version, played = self._past(await self.pasts.find(table, account, account), wish)
        else:
            (info, version), played = self._due(table, account, wish), ""
        assert info.seat is not None
        async with self._hold_place(account, budget_ms):
            await self._count(account)
            found = await self._search(info, budget_ms, iterations)
        return FoundAnalysis(info.seat, version, found, played)

    async def evaluate(self, match_id: str, account: str) -> bytes:
        """Return as JSON what a network expects at each moment of a finished match; raise the reason for a refusal."""
        table = await self.tables.fresh(match_id)
        past = await self.pasts.find(table, account, account)
        async with self._hold_place(account, EVALUATED_IN_MS):
            await self._count(account)
            job_id = secrets.token_hex(12)
            job: jobs.EvaluationJob = {
                "job_id": job_id,
                "game": table.match.game,
                "start": base64.b64encode(past.position(0).to_bytes()).decode(),
                "actions": [(seat, action.code) for seat, action in past.actions],
                "sent_ms": now_ms(),
                "trail": trail.carry(),
            }
            return await self._find(jobs.EVALUATE, job_id, job, EVALUATED_IN_MS)

    # -- which decision ----------------------------------------------------------------------------

    @staticmethod
    def _due(table: Table, account: str, wish: Wish) -> tuple[InformationSet, int]:
        """Return what the caller's own seat knows, if it is asked now, and at which version."""
        seat = table.acting_seat(account, wish.seat)
        if not table.match.settings.allows_analysis:
            raise AnalysisForbidden("this match is played without help; analyse it when it is over")
        info = table.information_set(seat)
        version = table.version(seat)
        if wish.version is not None and wish.version != version:
            known = f"seat {seat} knows version {version} by now, not {wish.version}"
            raise StaleVersion(known, version=version, seat=seat)
        if seat not in table.match.deciding:
            raise NotYourDecision(seat, table.match.deciding)
        return info, version

    @staticmethod
    def _past(past: Past, wish: Wish) -> tuple[InformationSet, int, str]:
        """Return what a seat of a finished match knew when it decided, and what it then did."""
        if wish.version is None or not 0 <= wish.version < len(past.actions):
            last = len(past.actions) - 1
            raise BadRequest(f"version is the number of actions before the decision, 0 to {last}")
        to_come = past.actions[wish.version :]
        seat = to_come[0][0] if wish.seat is None else wish.seat
        state = past.position(wish.version)
        deciding = state.deciding_seats()
        if seat not in deciding:
            raise NotYourDecision(seat, deciding)
        played = next((str(action) for who, action in to_come if who == seat), "")
        return state.information_set(seat), wish.version, played

    # -- the search --------------------------------------------------------------------------------

    @asynccontextmanager
    async def _hold_place(self, account: str, budget_ms: int) -> AsyncIterator[None]:
        """Hold one of the account's places among those that wait for a worker; raise LimitExceeded.

        Analyses are served first come, first served, so whoever had many there at once would let nobody else in.
        """
        key, most, name = keys.analyses_now(account), limits().analyses_at_once_max, secrets.token_hex(8)
        lasts_ms = limits().analysis_wait_ms_max + budget_ms + LATE_MS
        async with self.redis.pipeline(transaction=True) as pipe:
            pipe.zremrangebyscore(key, "-inf", now_ms())
            pipe.zadd(key, {name: now_ms() + lasts_ms})
            pipe.zcard(key)
            pipe.pexpire(key, lasts_ms)
            _, _, count, _ = await pipe.execute()
        try:
            if count > most:
                raise LimitExceeded(
                    f"an account may have {most} analyses under way; wait for the one before",
                    limit="analyses_at_once_max",
                    limit_max=most,
                    retry_after_ms=budget_ms,
                )
            yield
        finally:
            await self.redis.zrem(key, name)

    async def _count(self, account: str) -> None:
        """Count an analysis of the account; raise LimitExceeded."""
        now = time.time()
        minute = int(now // MINUTE_S)
        async with self.redis.pipeline(transaction=True) as pipe:
            pipe.incr(keys.analyses(account, minute))
            pipe.expire(keys.analyses(account, minute), 2 * MINUTE_S)
            count, _ = await pipe.execute()
        most = limits().analyses_per_minute_max
        if count > most:
            wait_ms = int(((minute + 1) * MINUTE_S - now) * MS) + 1
            raise LimitExceeded(
                f"an account may ask for {most} analyses in a minute",
                limit="analyses_per_minute_max",
                limit_max=most,
                retry_after_ms=wait_ms,
            )

    async def _search(self, info: InformationSet, budget_ms: int, iterations: int | None) -> bytes:
        """Have an information set searched and return the result as JSON; raise Unavailable."""
        job_id = secrets.token_hex(12)
        job: jobs.AnalysisJob = {
            "job_id": job_id,
            "game": info.game.name,
            "information_set": base64.b64encode(info.to_bytes()).decode(),
            "budget_ms": budget_ms,
            "iterations": iterations,
            "sent_ms": now_ms(),
            "trail": trail.carry(),
        }
        return await self._find(jobs.ANALYSE, job_id, job, budget_ms)

    async def _find(self, task: str, job_id: str, job: object, budget_ms: int) -> bytes:
        """Hand a job to the workers and return its result; raise Unavailable."""
        wait_ms = limits().analysis_wait_ms_max
        await self.sender.post(task, QUEUE, expires_s=wait_ms / MS, job=job)
        until = time.monotonic() + (wait_ms + budget_ms + LATE_MS) / MS
        while time.monotonic() < until:
            found: bytes | None = await self.redis.getdel(keys.analysis(job_id))
            if found is not None:
                break
            await asyncio.sleep(LOOK_S)
        if not found:
            cause = "no worker has taken the analysis in time" if found is None else "the worker could not search it"
            raise Unavailable(f"{cause}; ask again", retry_after_ms=wait_ms)
        return found
