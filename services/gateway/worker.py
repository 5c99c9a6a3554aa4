"""gunicorn's worker, which answers what is not HTTP with problem details, and ends waiting calls when it stops."""

from __future__ import annotations

import contextlib
from http import HTTPStatus
from typing import TYPE_CHECKING

import gevent  # type: ignore[import-untyped]
import structlog
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from services.shared.json import dump_json

if TYPE_CHECKING:
    import socket
    from types import FrameType

    from gunicorn.http.message import Request

#: what is wrong with a request that has a status of its own; of all else that is no HTTP the status is 400
STATUS: dict[type[errors.ParseException], tuple[HTTPStatus, str]] = {
    errors.LimitRequestLine: (HTTPStatus.REQUEST_URI_TOO_LONG, "the address is too long"),
    errors.LimitRequestHeaders: (HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the headers are too long or too many"),
    errors.ExpectationFailed: (HTTPStatus.EXPECTATION_FAILED, "Expect is 100-continue, or left out"),
}
MALFORMED = (HTTPStatus.BAD_REQUEST, "the request is no HTTP: its first line, a header or a chunk is malformed")
#: faults of ours, though gunicorn counts them among those of requests
OWN_FAULTS = (errors.ConfigurationProblem, errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)
log = structlog.get_logger()


class Worker(GeventWorker):
    """A worker of the gateway."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take no more connections, and answer waiting calls: a stream would keep the process alive until it is cut."""
        super().handle_exit(sig, frame)
        gevent.spawn(_answer_waiting)

    def handle_error(
        self, req: Request | None, client: socket.socket, addr: tuple[str, int], exc: BaseException
    ) -> None:
        """Answer what can't be read as a request: a client's mistake, whatever it is; the connection is closed then."""
        if not isinstance(exc, errors.ParseException) or isinstance(exc, OWN_FAULTS):
            super().handle_error(req, client, addr, exc)
            return
        status, detail = STATUS.get(type(exc), MALFORMED)
        log.info("malformed request", status=status.value)
        with contextlib.suppress(OSError):
            client.sendall(_write_problem(status, detail))


def _write_problem(status: HTTPStatus, detail: str) -> bytes:
    """Return an answer as it is sent, with problem details like those of the application."""
    from services.gateway.answers import PROBLEM  # noqa: PLC0415 (after gevent's patching)
    from services.gateway.problems import BY_CODE, describe  # noqa: PLC0415 (the same)

    # No instance: what was asked for can't be read.
    told = describe(BY_CODE.get(status.value, "BadRequest"), detail)
    body = dump_json(told | {"status": status.value, "instance": ""})
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Connection: close",
        f"Content-Type: {PROBLEM}",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join((*head, "", "")).encode() + body


def _answer_waiting() -> None:
    from services.gateway.grpc_loop import calls  # noqa: PLC0415 (gRPC bears no fork)
    from services.gateway.listening import open_streams  # noqa: PLC0415 (after gevent's patching)

    open_streams.stop()
    calls().stop_waiting()
