"""The listeners: the open streams of this process, each with its heartbeat, and how they end before their time."""

from __future__ import annotations

import contextlib
import queue
import time
from collections import Counter
from typing import TYPE_CHECKING

from services.gateway.lines import HEARTBEAT, StreamLine
from services.shared.errors import LimitExceeded, Unauthenticated, Unavailable
from services.shared.limits import limits
from services.shared.telemetry import STREAMS

if TYPE_CHECKING:
    import grpc

    from services.shared.errors import ServiceError
    from services.shared.tokens import Principal

MS = 1000
#: when a stream that ended because this process stops may be opened again
AGAIN_MS = 500


class StreamEnded(Exception):
    """No line will follow: the stream is complete, or broke for `error`."""

    def __init__(self, error: grpc.RpcError | None) -> None:
        """Keep why."""
        self.error = error


#: stands in a queue for nothing: whoever waits there is to look why it was woken
WAKE = StreamEnded(None)
Lines = queue.SimpleQueue[StreamLine | StreamEnded] | queue.Queue[StreamLine | StreamEnded]


class Listener:
    """One client's stream: a heartbeat at fixed times from its beginning, whatever else is sent, and its end."""

    def __init__(self, account: str, digest: str) -> None:
        """Listen for an account, with the token of that digest."""
        self.account = account
        self.digest = digest
        self._period_s = limits().heartbeat_ms / MS
        self._due = time.monotonic() + self._period_s
        self._ending: ServiceError | None = None
        self._waits_at: Lines | None = None

    def end(self, reason: ServiceError) -> None:
        """End the stream with that refusal, wherever it waits."""
        self._ending = reason
        if self._waits_at is not None:
            with contextlib.suppress(queue.Full):
                self._waits_at.put_nowait(WAKE)

    def wait(self, lines: Lines) -> StreamLine | StreamEnded:
        """Return what comes next in a queue, or a heartbeat when one is due; raise what the stream ends with."""
        self._waits_at = lines
        got: StreamLine | StreamEnded = WAKE
        try:
            while got is WAKE and self._ending is None and (left_s := self._due - time.monotonic()) > 0:
                got = lines.get(timeout=left_s)
        except queue.Empty:
            pass
        finally:
            self._waits_at = None
        if self._ending is not None:
            raise self._ending
        if got is not WAKE:
            return got
        while self._due <= time.monotonic():
            self._due += self._period_s
        return HEARTBEAT


class OpenStreams:
    """The open streams, counted by account (those of visitors by address) and in all."""

    def __init__(self) -> None:
        """Begin with none; close each that is opened."""
        #: each with whom it counts for, and as how many streams
        self._listeners: dict[Listener, tuple[str, int]] = {}
        self._counts: Counter[str] = Counter()
        self._ending: ServiceError | None = None

    def open(self, principal: Principal, whom: str, parts: int = 1) -> Listener:
        """Return the listener of a new stream; raise LimitExceeded if *whom* it counts for has too many, or we do.

        Streams count for their account, visitors' for the address; one that gathers others counts as all its *parts*.
        """
        own = "visitor_streams_per_address_max" if principal.is_visitor else "streams_per_account_max"
        for limit, count in (
            (own, self._counts[whom]),
            ("streams_per_process_max", self._counts.total()),
        ):
            most = getattr(limits(), limit)
            if count + parts > most:
                raise LimitExceeded(
                    f"{count} event streams are open here, and {parts} more would be over the limit {limit} of {most}"
                    " in each process of a gateway",
                    limit=limit,
                    limit_max=most,
                    retry_after_ms=limits().heartbeat_ms,
                )
        listener = Listener(principal.account, principal.digest)
        if self._ending is not None:
            listener.end(self._ending)
        self._listeners[listener] = (whom, parts)
        self._counts[whom] += parts
        STREAMS.inc()
        return listener

    def close(self, listener: Listener) -> None:
        """Count a stream as closed."""
        whom, parts = self._listeners.pop(listener)
        self._counts[whom] -= parts
        if not self._counts[whom]:
            del self._counts[whom]
        STREAMS.dec()

    def digests(self) -> set[str]:
        """Return the digests of the tokens with which streams are open."""
        return {listener.digest for listener in self._listeners}

    def revoke(self, digest: str) -> None:
        """End the streams that were opened with a token of that digest."""
        for listener in list(self._listeners):
            if listener.digest == digest:
                listener.end(Unauthenticated("the token was revoked, or has expired"))

    def stop(self) -> None:
        """End all streams: this process stops."""
        self._ending = Unavailable("this gateway stops; open the stream again", retry_after_ms=AGAIN_MS)
        for listener in list(self._listeners):
            listener.end(self._ending)


open_streams = OpenStreams()
