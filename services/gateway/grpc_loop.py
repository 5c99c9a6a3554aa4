"""Calls by gRPC, made on an asyncio loop in a thread of its own and waited for by greenlets.

gRPC's blocking calls don't fit gevent: each holds a thread of gevent's small pool as long as it waits, so a handful of
long polls would keep everybody else waiting.
"""

from __future__ import annotations

import asyncio
import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, Self, TypeVar, cast

import grpc
import uvloop
from gevent import get_hub  # type: ignore[import-untyped]
from gevent.hub import Waiter  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterator

    from grpc.aio import UnaryStreamCall

    from protos.astrarium.v1 import match_pb2


Result = TypeVar("Result")
Request = TypeVar("Request")
Answer = TypeVar("Answer")


class Calls:
    """The loop that all calls of this process are made on."""

    def __init__(self) -> None:
        """Start the thread."""
        self._loop = uvloop.new_event_loop()
        self._running: set[asyncio.Task[None]] = set()
        self._waiting: set[asyncio.Task[None]] = set()
        threading.Thread(target=self._loop.run_forever, name="grpc", daemon=True).start()
        # Without a channel yet, but now: gRPC's own thread has to be a real one, too.
        asyncio.run_coroutine_threadsafe(_begin(), self._loop).result()

    def soon(self, do: Callable[[], object]) -> None:
        """Run something on the loop."""
        self._loop.call_soon_threadsafe(do)

    def stop_waiting(self) -> None:
        """Cancel the calls that wait for something to happen, because this process stops."""
        self.soon(lambda: [task.cancel() for task in self._waiting])

    def wait(self, work: Callable[[], Awaitable[Result]], *, is_patient: bool = False) -> Result:
        """Do work on the loop and return its result, or raise; other greenlets go on meanwhile.

        A call that *is_patient*, as it waits for something to happen, is cancelled when this process stops.
        """
        hub = get_hub()
        done = hub.loop.async_()
        waiter = Waiter(hub)
        outcome: list[Result] = []
        failed: list[Exception] = []

        async def run() -> None:
            try:
                outcome.append(await work())
            except asyncio.CancelledError:
                failed.append(_cancel_error())
            except Exception as error:  # noqa: BLE001 (raised where it is waited for)
                failed.append(error)
            done.send()

        done.start(waiter.switch, None)
        try:
            self.soon(lambda: self._run(run(), is_patient=is_patient))
            waiter.get()
        finally:
            done.close()
        if failed:
            raise failed[0]
        return outcome[0]

    def _run(self, work: Coroutine[None, None, None], *, is_patient: bool) -> None:
        """Run a coroutine; the loop itself would not keep it from being collected."""
        task = self._loop.create_task(work)
        for kept in (self._running, self._waiting) if is_patient else (self._running,):
            kept.add(task)
            task.add_done_callback(kept.discard)


class Stream(Generic[Request, Answer]):
    """A stream of answers, each read when it is asked for: an iterator that can be cancelled from outside."""

    def __init__(self, calls: Calls, begin: Callable[[], UnaryStreamCall[Request, Answer]]) -> None:
        """Read what *begin* opens, once the first answer is asked for."""
        self._calls = calls
        self._begin = begin
        self._call: UnaryStreamCall[Request, Answer] | None = None
        self._is_cancelled = False

    def __iter__(self) -> Self:
        """Return itself."""
        return self

    def __next__(self) -> Answer:
        """Return the next answer; raise grpc.RpcError."""
        answer = self._calls.wait(self._read)
        if answer is None:
            raise StopIteration
        return answer

    def cancel(self) -> None:
        """End the stream; whoever waits for it is told that it was cancelled."""
        self._calls.soon(self._cancel)

    async def _read(self) -> Answer | None:
        """Return the next answer, None at the end."""
        if self._is_cancelled:
            raise _cancel_error()
        if self._call is None:
            self._call = self._begin()
        answer = await self._call.read()
        return None if answer is grpc.aio.EOF else cast("Answer", answer)

    def _cancel(self) -> None:
        self._is_cancelled = True
        if self._call is not None:
            self._call.cancel()


class Items:
    """The items of a stream whose answers bring several each."""

    def __init__(self, answers: Stream[match_pb2.WatchEventsRequest, match_pb2.WatchEventsResponse]) -> None:
        """Read *answers*."""
        self._answers = answers

    def __iter__(self) -> Iterator[match_pb2.WatchedItem]:
        """Yield item by item; raise grpc.RpcError."""
        for answer in self._answers:
            yield from answer.items

    def cancel(self) -> None:
        """End the stream, as `Stream.cancel`."""
        self._answers.cancel()


async def _begin() -> None:
    grpc.aio.init_grpc_aio()


def _cancel_error() -> grpc.RpcError:
    nothing = grpc.aio.Metadata()
    return grpc.aio.AioRpcError(grpc.StatusCode.CANCELLED, nothing, nothing, "cancelled by the gateway itself")


@lru_cache(maxsize=1)
def calls() -> Calls:
    """Return this process's loop; where gevent patches the standard library it must have been started before."""
    return Calls()
