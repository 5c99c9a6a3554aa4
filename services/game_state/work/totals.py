"""Figures of the whole installation, and the state of its store: read in the background, told when Prometheus asks.

Every replica tells the same figures: take the maximum over replicas, not the sum.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from services.game_state.archive.archive import NoArchive
from services.shared import jobs, keys
from services.shared.limits import limits
from services.shared.now import now_ms
from services.shared.settings import settings
from services.shared.trouble import AWAY, REFUSING, is_full, log_trouble, note_trouble

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from services.game_state.archive.archive import Archive
    from services.shared.clients import Redis
    from services.shared.queues import Queues

STATUSES = ("waiting", "running", "over")
READ_EVERY_S = 5.0
ACTIVE_MS = 24 * 3600 * 1000
#: for all of one reading, the look-up of a name that is gone included
READ_S_MAX = 5.0
#: figures that are older tell nothing: this process has stopped reading
STALE_S = 30.0
#: as long as a replica may be silent and still follow
LAG_S_MAX = 5
MS = 1000


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one reading."""

    matches: dict[str, int]
    #: nothing where the broker doesn't tell; None while it is away
    jobs_waiting: dict[str, int] | None
    decisions_owed: dict[str, int]
    archive_waiting: int
    accounts: int
    accounts_active: int
    memory_bytes: int
    memory_max_bytes: int
    is_full: bool
    replicas: int


def count_followers(info: Mapping[str, object]) -> int:
    """Return how many replicas follow closely, by a primary's INFO."""
    told = [info.get(f"slave{number}") for number in range(int(str(info.get("connected_slaves", 0))))]
    return sum(isinstance(each, dict) and each["state"] == "online" and each["lag"] <= LAG_S_MAX for each in told)


class Totals(Collector):
    """A collector of prometheus_client; while the store is out of reach it says so, and tells no figures."""

    def __init__(self, redis: Redis, queues: Queues, archive: Archive | None = None) -> None:
        """Read over *redis* and from the broker's *queues*, and tell whether the *archive* was reached lately."""
        self.redis = redis
        self.queues = queues
        self.archive: Archive = NoArchive() if archive is None else archive
        self._figures: Figures | None = None
        self._read_at = float("-inf")

    async def keep_reading(self) -> None:
        """Read again and again until cancelled."""
        while True:
            await self.read()
            await asyncio.sleep(READ_EVERY_S)

    async def read(self) -> None:
        """Read the figures once; a store that is away leaves none."""
        try:
            async with asyncio.timeout(READ_S_MAX):
                self._figures = await self._read()
        except TimeoutError:
            log_trouble(AWAY, "Timeout")
            self._figures = None
        except RedisError as wrong:
            if note_trouble(wrong) not in REFUSING:
                self._figures = None
        self._read_at = time.monotonic()

    async def _read(self) -> Figures:
        async with self.redis.pipeline(transaction=False) as pipe:
            for status in STATUSES:
                pipe.zcard(keys.status_index(status))
            for queue in jobs.TABLE_QUEUES:
                pipe.zcard(keys.OWED + queue)
            pipe.zcount(keys.status_index("over"), "-inf", now_ms() - limits().finished_match_s * MS)
            pipe.zcard(keys.ACCOUNTS)
            pipe.zcount(keys.ACCOUNTS, now_ms() - ACTIVE_MS, "+inf")
            pipe.info("memory", "persistence", "replication")
            *counts, accounts, active, info = await pipe.execute()
        left = iter(counts)
        return Figures(
            matches={status: next(left) for status in STATUSES},
            jobs_waiting=await self.queues.count_waiting(),
            decisions_owed={queue: next(left) for queue in jobs.TABLE_QUEUES},
            archive_waiting=next(left),
            accounts=accounts,
            accounts_active=active,
            memory_bytes=info["used_memory"],
            memory_max_bytes=info["maxmemory"],
            is_full=is_full(info),
            replicas=count_followers(info),
        )

    def describe(self) -> Iterable[GaugeMetricFamily]:
        """Return nothing: what there is to tell depends on the store."""
        return ()

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Yield what was read last: the store's state, matches, waiting jobs, owed decisions, and memory."""
        figures = self._figures
        if time.monotonic() - self._read_at > STALE_S:
            return
        yield GaugeMetricFamily("astrarium_redis_up", "Whether Redis is reached", figures is not None)
        if figures is None:
            return
        yield GaugeMetricFamily("astrarium_redis_full", "Whether Redis refuses writes: no room", figures.is_full)
        wanted = settings().replicas_wanted
        yield GaugeMetricFamily("astrarium_redis_replicas", "Replicas that follow the primary", figures.replicas)
        yield GaugeMetricFamily("astrarium_redis_replicas_wanted", "Replicas that should", wanted)
        matches = GaugeMetricFamily("astrarium_matches_held", "Matches by status", labels=["status"])
        for status, count in figures.matches.items():
            matches.add_metric([status], count)
        if self.archive.is_there:
            yield GaugeMetricFamily("astrarium_archive_up", "Whether the archive is reached", self.archive.is_reached)
            waiting = "Finished matches that the archive should have by now"
            yield GaugeMetricFamily("astrarium_archive_waiting", waiting, figures.archive_waiting)
        queues = GaugeMetricFamily("astrarium_bot_jobs_waiting", "Bot jobs that no worker has taken", labels=["queue"])
        for queue, count in (figures.jobs_waiting or {}).items():
            queues.add_metric([queue], count)
        if figures.jobs_waiting != {}:
            is_up = figures.jobs_waiting is not None
            yield GaugeMetricFamily("astrarium_broker_up", "Whether the broker of bots' jobs is reached", is_up)
        owed = GaugeMetricFamily("astrarium_bot_decisions_owed", "Decisions that bots owe now", labels=["queue"])
        for queue, count in figures.decisions_owed.items():
            owed.add_metric([queue], count)
        yield from (matches, queues, owed)
        yield GaugeMetricFamily("astrarium_accounts", "Accounts there are", figures.accounts)
        yield GaugeMetricFamily("astrarium_accounts_active", "Active within 24 hours", figures.accounts_active)
        yield GaugeMetricFamily("astrarium_redis_memory_bytes", "Memory that Redis uses", figures.memory_bytes)
        yield GaugeMetricFamily("astrarium_redis_memory_max_bytes", "What it may use; 0: all", figures.memory_max_bytes)
