"""Conducting series: chunks are handed out ahead of the workers and results taken, until all is played.

What is to be done follows from the log and from the chunks that are out, both in Redis. So if a director is killed at
any moment, the next one continues from there. A killed worker loses the matches of its chunk that it had not handed
over, and they are handed out again.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import TYPE_CHECKING

import structlog
from celery import Celery

from services.director.series.plan import tell_plan
from services.rpc.work import repeat
from services.shared import jobs
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.queues import Queues
from services.shared.tokens import find_kinds
from services.shared.trouble import trouble_of

if TYPE_CHECKING:
    from services.director.series.kept import KeptSeries, Place
    from services.director.series.store import Chunk, Holder, SeriesStore

STEP_S = 0.15
#: a chunk that nobody plays is missing if it was sent so long ago, and so long before whatever waits for a worker
MISSING_MS = 3_000
#: how long a chunk has to be missing until it is handed out again: a worker may just have taken it
LOST_S = 2.0
#: after so many attempts that never ended a chunk fails its series
ATTEMPTS_MAX = 10
#: a match that takes as long as so many chunks should is a long one
LONG = 10
log = structlog.get_logger()


class Conductor:
    """The background work of one process; only one process at a time conducts a series."""

    def __init__(self, store: SeriesStore, broker_url: str) -> None:
        """Send chunks to the broker at *broker_url*."""
        self.store = store
        self.queues = Queues(broker_url)
        self.celery = Celery("astrarium")
        self.celery.config_from_object(jobs.celery_config(broker_url))
        #: by series, the chunks that are missing, and since when (monotonic seconds)
        self._missing: dict[str, dict[str, float]] = {}

    async def run(self) -> None:
        """Work until cancelled."""
        try:
            await repeat("series", self._conduct_all, STEP_S)
        finally:
            await self.queues.close()

    async def _conduct_all(self) -> None:
        for series_id in await self.store.find_running():
            await self._conduct(series_id)

    async def _conduct(self, series_id: str) -> None:
        """Advance one series; a fault of one does not stop the others."""
        try:
            if await self.store.lead(series_id):
                await self.advance(series_id)
        except Exception as wrong:
            if trouble_of(wrong) is not None:
                raise
            log.exception("a series can't be conducted", series_id=series_id)

    async def advance(self, series_id: str) -> None:
        """Do whatever is due: take what was played, hand out what is lost or new, or end the series."""
        kept = await self.store.fresh(series_id)
        chunks = await self.store.chunks(series_id)
        # Read before results are taken: a worker hands over what it played before it releases a chunk.
        # The queue first: what a worker takes from it meanwhile is not missing.
        queued_since = await self.queues.find_oldest_chunk_ms()
        if queued_since is None:
            queued_since = now_ms()
        holders = await self.store.holders(chunks)
        await self.store.take_played(kept)
        await self._tell_decided(kept)
        if not kept.is_running:
            return
        if not await find_kinds(self.store.redis, [kept.host]):
            await self.store.end(series_id, "cancelled", f"{kept.host} is disabled or was deleted")
            return
        missing = self._note_missing(series_id, chunks, holders, queued_since)
        out: set[Place] = set()
        waiting = 0
        for chunk_id, chunk in chunks.items():
            holder = holders[chunk_id]
            if holder.name not in {None, jobs.CHUNK_OFF} and not chunk["is_begun"]:
                await self.store.mark_begun(series_id, chunk_id, chunk)
            places = [(group, pair, rotation) for group, pair, rotation in chunk["places"]]
            left = [place for place in places if not kept.is_played(place) and place[0] not in kept.decided]
            if not left:
                await self.store.drop_chunk(series_id, chunk_id)
            elif is_lost(holder, missing.get(chunk_id)):
                await self.store.drop_chunk(series_id, chunk_id)
                attempt = chunk["attempt"] + chunk["is_begun"]
                if attempt > ATTEMPTS_MAX:
                    reason = f"the matches at {left} were begun {ATTEMPTS_MAX} times and never came to an end"
                    await self.store.end(series_id, "failed", reason)
                    return
                await self._give_out(kept, left, attempt, chunk["sends"] + 1)
                out.update(left)
                waiting += 1
            else:
                out.update(left)
                waiting += holder.name in {None, jobs.CHUNK_PAUSED}
        await self._fill_up(kept, out, most_waiting(kept) - waiting)

    def _note_missing(
        self, series_id: str, chunks: dict[str, Chunk], holders: dict[str, Holder], queued_since: int
    ) -> dict[str, float]:
        """Return which chunks of a series are missing, and since when."""
        before, now_s = self._missing.pop(series_id, {}), time.monotonic()
        found = {
            chunk_id: before.get(chunk_id, now_s)
            for chunk_id, chunk in chunks.items()
            if is_missing(chunk, holders[chunk_id], queued_since)
        }
        if found:
            self._missing[series_id] = found
        return found

    async def _tell_decided(self, kept: KeptSeries) -> None:
        for group, decision in list(kept.newly_decided()):
            players = list(kept.plan.groups[group])
            await self.store.append(kept, {"kind": "decided", "group": group, "players": players, "decision": decision})
            await self.store.fresh(kept.series_id)

    async def _fill_up(self, kept: KeptSeries, out: set[Place], count: int) -> None:
        """Hand out *count* more chunks; end the series if nothing is left."""
        size = chunk_size(kept)
        fresh = (place for place in kept.open_places() if place not in out)
        for _ in range(count):
            chunk = list(itertools.islice(fresh, size))
            if not chunk:
                break
            await self._give_out(kept, chunk)
            out.update(chunk)
        if not out:
            await self.store.end(kept.series_id, "finished")

    async def _give_out(self, kept: KeptSeries, places: list[Place], attempt: int = 1, sends: int = 1) -> None:
        """Send a chunk, unless the series has ended meanwhile; one that does not arrive is handed out again."""
        sent_ms = now_ms()
        chunk: Chunk = {
            "places": places,
            "sent_ms": sent_ms,
            "attempt": attempt,
            "sends": sends,
            "is_begun": False,
        }
        chunk_id = await self.store.put_chunk(kept.series_id, chunk)
        if chunk_id is None:
            return
        job: jobs.SeriesJob = {
            "chunk_id": chunk_id,
            "series_id": kept.series_id,
            "plan": tell_plan(kept.plan),
            "places": places,
            "sent_ms": sent_ms,
        }
        try:
            await asyncio.to_thread(self._send, job)
        except Exception as wrong:  # noqa: BLE001 - whatever the broker's client raises
            log.warning("a chunk was not sent", series_id=kept.series_id, cause=type(wrong).__name__)

    def _send(self, job: jobs.SeriesJob) -> None:
        self.celery.send_task(
            jobs.SERIES, kwargs={"job": job}, queue=jobs.queue_name("series"), ignore_result=True, retry=False
        )


def is_missing(chunk: Chunk, holder: Holder, queued_since: int) -> bool:
    """Whether nobody plays a chunk and it isn't in the queue, in which the first one was sent at *queued_since*."""
    if holder.name not in {None, jobs.CHUNK_PAUSED}:
        return False
    sent_ms = chunk["sent_ms"] if holder.name is None else holder.find_paused_ms()
    # The more often it was sent, the longer it waits: the queue must not fill with chunks that nobody plays.
    return queued_since - sent_ms > MISSING_MS * chunk["sends"]


def is_lost(holder: Holder, missing_since_s: float | None) -> bool:
    """Whether a chunk that is not all played has to be handed out again."""
    if holder.name in {jobs.CHUNK_DONE, jobs.CHUNK_OFF}:
        return True
    return missing_since_s is not None and time.monotonic() - missing_since_s >= LOST_S


def most_waiting(kept: KeptSeries) -> int:
    """Return how many chunks may wait: one while matches last long or it isn't known, for others wait behind them."""
    is_long = kept.seconds > kept.standing.matches * limits().series_chunk_ms / 1000 * LONG
    return 1 if is_long or not kept.standing.matches else limits().series_chunks_waiting_max


def chunk_size(kept: KeptSeries) -> int:
    """Return how many matches fill the time that a chunk should take; one until their duration is known."""
    if not kept.standing.matches:
        return 1
    each_s = max(kept.seconds / kept.standing.matches, 0.001)
    return min(max(int(limits().series_chunk_ms / 1000 / each_s), 1), limits().series_chunk_matches_max)
