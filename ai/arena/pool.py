"""A pool of worker processes that play. They end silently when the process that started them ends."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from engine.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection

Item = TypeVar("Item")
Result = TypeVar("Result")
Given = ParamSpec("Given")

INTERRUPT = {signal.SIGINT}


class WorkerDied(EngineError):
    """A process of a pool was killed, most likely because memory ran out."""


@contextmanager
def _translate_death() -> Iterator[None]:
    """Raise WorkerDied in place of the executor's own error for a killed process."""
    try:
        yield
    except BrokenExecutor as died:
        raise WorkerDied("a worker process was killed (out of memory?); the same command goes on from here") from died


def outcome(future: Future[Result]) -> Result:
    """Wait for a submitted call and return its result; raise WorkerDied, or what the call raised."""
    with _translate_death():
        return future.result()


class Pool:
    """A pool of *workers* processes."""

    def __init__(self, workers: int) -> None:
        """Prepare the pool; it starts processes as work comes in."""
        context = get_context("spawn")
        # Only this process holds the write end: however it ends, the workers see the end of file.
        wanted, self._wanted = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(wanted,))

    def submit(self, do: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Future[Result]:
        """Call *do* in a process of the pool; `outcome` returns the result."""
        with _translate_death(), _block_interrupts():
            return self._pool.submit(do, *args, **kwargs)

    def map(self, do: Callable[[Item], Result], each: Iterable[Item], chunk: int = 1) -> list[Result]:
        """Return the results of *do* for each item, in order; *chunk* items are sent to a process at once."""
        with _translate_death():
            with _block_interrupts():
                found = self._pool.map(do, each, chunksize=chunk)
            return list(found)

    def close(self) -> None:
        """End the processes, even in the middle of their work."""
        self._wanted.close()
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Block SIGINT while processes start: they inherit the mask, so Ctrl-C prints no traceback while they load."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPT)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(wanted: Connection) -> None:
    """Make a worker exit when the pool's owner is gone, and ignore Ctrl-C, which only the owner handles."""

    def watch() -> None:
        wanted.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    # A handler instead of SIG_IGN: child programs would inherit SIG_IGN, but they must get the signal as usual.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPT)
