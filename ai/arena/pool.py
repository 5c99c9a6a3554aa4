"""Processes that play: they end with the one that started them, and silently when they are not wanted any more."""

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
    """A process of a pool was killed, most likely because the memory was full."""


@contextmanager
def _translate_death() -> Iterator[None]:
    """Raise WorkerDied for whatever such a death comes as."""
    try:
        yield
    except BrokenExecutor as died:
        raise WorkerDied("a worker process was killed (out of memory?); the same command goes on from here") from died


def outcome(future: Future[Result]) -> Result:
    """Return what a process made of its work; raise WorkerDied, or whatever the work raised."""
    with _translate_death():
        return future.result()


class Pool:
    """A pool of *workers* processes."""

    def __init__(self, workers: int) -> None:
        """Prepare; the processes are started as there is work."""
        context = get_context("spawn")
        # Open here alone: whichever way this process ends, the others read its end.
        wanted, self._wanted = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(wanted,))

    def submit(self, do: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Future[Result]:
        """Let a process do something; see `outcome`."""
        with _translate_death(), _block_interrupts():
            return self._pool.submit(do, *args, **kwargs)

    def map(self, do: Callable[[Item], Result], each: Iterable[Item], chunk: int = 1) -> list[Result]:
        """Return what *do* makes of each, in order."""
        with _translate_death():
            with _block_interrupts():
                found = self._pool.map(do, each, chunksize=chunk)
            return list(found)

    def close(self) -> None:
        """End the processes, whatever they do."""
        self._wanted.close()
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Hold back Ctrl-C while processes are started: they inherit that, and say nothing of it while they load."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPT)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(wanted: Connection) -> None:
    """Play for as long as somebody wants it; Ctrl-C is for the one that started this."""

    def watch() -> None:
        wanted.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    # A handler, not to ignore it: programs that are started from here hear of it as ever.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPT)
