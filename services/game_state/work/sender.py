"""Jobs to the bots' workers: Celery as a producer, and what is due together sent together."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import structlog
from celery import Celery

from services.shared import jobs
from services.shared.limits import limits
from services.shared.trouble import note_trouble

log = structlog.get_logger()
Waiting = tuple[jobs.BotJob, asyncio.Future[None]]


class Sender:
    """Hands jobs to Celery; one that is lost here is overdue soon."""

    def __init__(self, broker_url: str) -> None:
        """Send to the broker at *broker_url*."""
        self.celery = Celery("astrarium")
        self.celery.config_from_object(jobs.celery_config(broker_url))
        # Celery's producer blocks; one thread keeps its one connection busy and the loop free.
        self._thread = ThreadPoolExecutor(1, "bot-jobs")
        self._instant: list[Waiting] = []

    def close(self) -> None:
        """Send nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def play(self, job: jobs.BotJob) -> None:
        """Send a bot's job; those of instant levels that wait for the thread at the same time share a task."""
        if job["queue"] != jobs.INSTANT:
            await self.post(jobs.TASK, job["queue"], job=job)
            return
        sent = asyncio.get_running_loop().create_future()
        self._instant.append((job, sent))
        if len(self._instant) == 1:
            await self._send_waiting()
        await sent

    async def _send_waiting(self) -> None:
        """Send all instant jobs that have gathered by the time the thread is free."""
        bundle: list[Waiting] = []
        try:
            # The thread works in order: once this is done, it has sent all that came before.
            await asyncio.get_running_loop().run_in_executor(self._thread, int)
            while self._instant:
                most = limits().bot_jobs_per_task_max
                bundle, self._instant[:most] = self._instant[:most], []
                due = [job for job, _ in bundle]
                await self.post(jobs.TASK, jobs.INSTANT, **({"job": due[0]} if len(due) == 1 else {"jobs": due}))
                for _, sent in bundle:
                    sent.set_result(None)
        except BaseException:
            for _, sent in (*bundle, *self._instant):
                sent.cancel()
            self._instant.clear()
            raise

    async def post(self, task: str, queue: str, expires_s: float | None = None, **arguments: object) -> None:
        """Send any task; after *expires_s* no worker begins with it."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._post, task, queue, expires_s, arguments)

    def _post(self, task: str, queue: str, expires_s: float | None, arguments: dict[str, object]) -> None:
        try:
            self.celery.send_task(
                task,
                kwargs=arguments,
                queue=jobs.queue_name(queue),
                expires=expires_s,
                ignore_result=True,
                retry=False,
            )
        except Exception as wrong:  # noqa: BLE001 - whatever the broker's client raises, the watchdog asks again
            if note_trouble(wrong.__cause__ or wrong) is None:
                log.warning("a bot job was not sent", queue=queue, cause=type(wrong).__name__)
