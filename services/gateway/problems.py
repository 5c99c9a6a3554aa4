"""Refusals as problem details (RFC 9457), whatever raised them: a service, the web layer, a limit, a fault.

`services.shared.errors.STATUS` maps errors to HTTP status; the rows here belong to the web layer.
"""

from __future__ import annotations

import contextlib
import socket
from http import HTTPStatus
from typing import TYPE_CHECKING, cast

import flask
import grpc
import structlog
from grpc_status import rpc_status
from gunicorn.http.errors import ParseException
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge, RequestTimeout

from protos.astrarium.v1 import error_pb2
from services.gateway.answers import PROBLEM, answer
from services.gateway.sentences import explain
from services.shared import trail
from services.shared.errors import INTERNAL, STATUS, ServiceError, Status
from services.shared.limits import limits
from services.shared.trouble import AWAY, is_trouble, log_trouble, note_trouble, unavailable

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIEnvironment

    from google.rpc.status_pb2 import Status as RpcStatus

PROBLEMS_PATH = "/v1/problems/"
NO_ANSWER = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)
RETRY_AFTER_MS = 1000
#: details that gRPC has in containers of its own
PLAIN: dict[str, type[list[object] | dict[str, int]]] = {"legal": list, "deciding_seats": list, "figures": dict}

log = structlog.get_logger()

#: Refusals of the web layer itself, by HTTP status; their names continue the table of the services.
WEB_STATUS: dict[str, Status] = {
    "NotFound": Status("NOT_FOUND", 404, "No such address"),
    "MethodNotAllowed": Status("UNIMPLEMENTED", 405, "Method not allowed"),
    "NotAcceptable": Status("INVALID_ARGUMENT", 406, "No such form of the answer"),
    "BodyTooSlow": Status("DEADLINE_EXCEEDED", 408, "Body too slow"),
    "BodyTooLarge": Status("INVALID_ARGUMENT", 413, "Body too large"),
    "AddressTooLong": Status("INVALID_ARGUMENT", 414, "Address too long"),
    "UnsupportedMediaType": Status("INVALID_ARGUMENT", 415, "Body of another type"),
}
ALL_STATUS = STATUS | WEB_STATUS
BY_CODE = {status.http: name for name, status in WEB_STATUS.items()}


def describe(error: str, message: str) -> dict[str, object]:
    """Return the problem details that every error of that name has, whatever was asked."""
    status = ALL_STATUS.get(error, INTERNAL)
    return {
        "type": PROBLEMS_PATH + error,
        "title": status.title,
        "status": status.http,
        "detail": message,
        "error": error,
    }


def problem(error: str, message: str, **details: object) -> flask.Response:
    """Return the answer for the error of that name; details are fields of ErrorDetail."""
    status = ALL_STATUS.get(error, INTERNAL)
    asked = {"instance": flask.request.path, "request_id": trail.present()}
    body = describe(error, message) | asked | details
    flask.g.is_known_trouble = error == "Unavailable" and is_trouble(details.get("reason"))
    headers = {}
    retry_after_ms = body.pop("retry_after_ms", None)
    if isinstance(retry_after_ms, int):
        body["retry_after_s"] = retry_after_ms / 1000
        headers["Retry-After"] = str(-(-retry_after_ms // 1000))
    if status.http == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    return answer(body, status.http, mimetype=PROBLEM, headers=headers)


def of_service(error: ServiceError) -> flask.Response:
    """Return the answer for a refusal raised in this process."""
    return problem(type(error).__name__, str(error), **error.details)


def of_rpc(error: grpc.RpcError) -> flask.Response:
    """Return the answer for a refusal, or a failure, of another service."""
    detail = detail_of(error)
    if detail is not None:
        fields = {field.name: value for field, value in detail.ListFields()}
        name, message = fields.pop("error"), fields.pop("message", "")
        plain = {key: make(fields[key]) for key, make in PLAIN.items() if key in fields}
        return problem(name, message, **fields | plain)
    if error.code() in NO_ANSWER:
        log_trouble(AWAY, error.code().name, "a service behind the gateway")
        return problem(
            "Unavailable", "a part of the server is out of reach; repeat", reason=AWAY, retry_after_ms=RETRY_AFTER_MS
        )
    if error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED:
        # Short in the client's JSON (1e15) but long when written here: gRPC itself refuses it.
        return _too_large()
    log.error("rpc_failed", code=error.code().name, details=error.details())
    return problem("Internal", "the server failed; the fault is in its log")


def of_redis(error: RedisError) -> flask.Response:
    """Return the answer while the store is away or full; any other refusal of the store is our fault."""
    trouble = note_trouble(error)
    return of_fault(error) if trouble is None else of_service(unavailable(trouble))


def detail_of(error: grpc.RpcError) -> error_pb2.ErrorDetail | None:
    """Return the typed error in a failed call, or None if it has none."""
    try:
        status: RpcStatus | None = rpc_status.from_call(cast("grpc.Call", error))
    except ValueError:
        return None
    detail = error_pb2.ErrorDetail()
    for packed in status.details if status is not None else ():
        if packed.Unpack(detail):
            return detail
    return None


def of_http(error: HTTPException) -> flask.Response:
    """Return the answer for a refusal of the web layer: no such path, a malformed body, an exceeded limit."""
    code = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if isinstance(error, RequestEntityTooLarge):
        return _too_large()
    if code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return problem("Internal", "the server failed; the fault is in its log")
    refused = problem(BY_CODE.get(code, "BadRequest"), explain(error), **_fields_of(error))
    if isinstance(error, RequestTimeout):
        refused.call_on_close(_close_connection(flask.request.environ))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        refused.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return refused


def of_wire(_error: ParseException) -> flask.Response:
    """Return the answer to a body whose chunks are malformed; gunicorn reads no more from its connection."""
    log.info("malformed body", path=flask.request.path)
    return problem("BadRequest", "the body is malformed: send it whole with its length, or in chunks with theirs")


def _close_connection(environ: WSGIEnvironment) -> Callable[[], None]:
    """Return what closes a request's connection: the rest of its body is not waited for."""

    def close() -> None:
        connection: socket.socket | None = environ.get("gunicorn.socket")
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    return close


def _too_large() -> flask.Response:
    most = limits().request_bytes_max
    message = f"the body is over the limit request_bytes_max of {most}"
    return problem("BodyTooLarge", message, limit="request_bytes_max", limit_max=most)


def _fields_of(error: HTTPException) -> dict[str, object]:
    """Return what validation found, by part of the request and field."""
    found = getattr(error, "data", {}).get("messages")
    return {"errors": found} if found else {}


def of_fault(error: Exception) -> flask.Response:
    """Return the answer for a fault of this process; the log has the whole of it, the client nothing."""
    log.error("fault", path=flask.request.path, exc_info=error)
    return problem("Internal", "the server failed; the fault is in its log")


def register(app: flask.Flask) -> None:
    """Answer every refusal of *app* with problem details."""
    app.register_error_handler(ServiceError, of_service)
    app.register_error_handler(grpc.RpcError, of_rpc)
    app.register_error_handler(RedisError, of_redis)
    app.register_error_handler(HTTPException, of_http)
    app.register_error_handler(ParseException, of_wire)
    app.register_error_handler(Exception, of_fault)
