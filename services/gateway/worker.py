"""gunicorn's worker, which lets calls that wait end with an answer when it is asked to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gevent  # type: ignore[import-untyped]
from gunicorn.workers.ggevent import GeventWorker

if TYPE_CHECKING:
    from types import FrameType


class Worker(GeventWorker):
    """A worker of the gateway."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take no more connections, and answer who waits: a stream would keep the process until it is cut."""
        super().handle_exit(sig, frame)
        gevent.spawn(_answer_waiting)


def _answer_waiting() -> None:
    from services.gateway.grpc_loop import calls  # noqa: PLC0415 (gRPC bears no fork)
    from services.gateway.listening import open_streams  # noqa: PLC0415 (after gevent's patching)

    open_streams.stop()
    calls().stop_waiting()
