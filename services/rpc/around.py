"""Around every call: which request it belongs to, who may make it, how errors are reported, how long it took."""

from __future__ import annotations

import inspect
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, cast

import grpc
import structlog
from google.protobuf import any_pb2
from google.protobuf.descriptor_pool import Default
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from protos.astrarium.v1 import error_pb2
from services.rpc.door import MALFORMED
from services.shared import tracing, trail
from services.shared.errors import BadRequest, ServiceError, UnknownMatch, UnknownSeries, UnknownTournament, status_of
from services.shared.ids import is_word, parse_id
from services.shared.telemetry import RPC_SECONDS
from services.shared.trouble import note_trouble, trouble_of, unavailable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from google.protobuf.message import Message

    from services.rpc.caller import Callers

Context: TypeAlias = "grpc.aio.ServicerContext[Message, Message]"
Servicer = TypeVar("Servicer")
DOMAIN = "astrarium"
#: the engine's word -> the contract's
RENAMED = {"deciding": "deciding_seats"}
FIELDS = frozenset(field.name for field in error_pb2.ErrorDetail.DESCRIPTOR.fields)
#: fields of requests that hold an id: what it is one of, and how one is refused that nothing has
IDS: dict[str, tuple[str, type[ServiceError]]] = {
    "match_id": ("match", UnknownMatch),
    "tournament_id": ("tournament", UnknownTournament),
    "series_id": ("series", UnknownSeries),
}
MS = 1000
#: length of a refusal's text: it is sent three times in the trailers of an answer, which take 8 KiB in all
MESSAGE_BYTES_MAX = 800
log = structlog.get_logger()


def service_methods(service: str) -> list[str]:
    """Return the names of a service's methods."""
    return [method.name for method in Default().FindServiceByName(service).methods]


def check_request(request: Message) -> None:
    """Raise what speaks against a request before anything is done with it: it can't be read, or an id in it is none."""
    if request is MALFORMED:
        raise BadRequest("the message is malformed: it is not of the type that this method takes")
    fields = request.DESCRIPTOR.fields_by_name
    for name, (what, unknown) in IDS.items():
        if name in fields:
            parse_id(getattr(request, name), unknown, what)


def shorten(message: str) -> str:
    """Return a text, without its middle if it is too long: refusals quote the request, and end with what is right."""
    raw = message.encode()
    if len(raw) <= MESSAGE_BYTES_MAX:
        return message
    half = MESSAGE_BYTES_MAX // 2
    return f"{raw[:half].decode(errors='ignore')} … {raw[-half:].decode(errors='ignore')}"


def error_status(error: Mapping[str, object]) -> status_pb2.Status:
    """Return the google.rpc.Status of an error's dict, with its details."""
    name, text = str(error["error"]), shorten(str(error["message"]))
    # Any: protobuf checks what each field takes.
    known: dict[str, Any] = {RENAMED.get(key, key): value for key, value in error.items()} | {"message": text}
    detail = error_pb2.ErrorDetail(**{key: value for key, value in known.items() if key in FIELDS})
    details = []
    for message in (error_details_pb2.ErrorInfo(reason=name, domain=DOMAIN), detail):
        packed = any_pb2.Any()
        packed.Pack(message)
        details.append(packed)
    code = getattr(grpc.StatusCode, status_of(name).grpc)
    return status_pb2.Status(code=code.value[0], message=text, details=details)


def to_status(wrong: Exception, method: str, refusals: tuple[type[Exception], ...] = ()) -> status_pb2.Status:
    """Return how an exception is reported; it is logged, not quoted, unless ServiceError or in *refusals*."""
    trouble = note_trouble(wrong)
    typed = wrong if trouble is None else unavailable(trouble)
    if isinstance(typed, (ServiceError, *refusals)):
        return error_status(cast("Refusal", typed).to_dict())
    log.error("a call failed", method=method, exc_info=wrong)
    return error_status({"error": "Internal", "message": "internal error; it has been logged"})


class Refusal(Protocol):
    """An exception that describes a refusal as a dict: ServiceError, EngineError."""

    def to_dict(self) -> dict[str, object]:
        """Return it with `error` and `message`."""


def read_metadata(context: Context) -> dict[str, str]:
    """Return a call's metadata, as far as they are text."""
    return {name: value for name, value in context.invocation_metadata() or () if isinstance(value, str)}


class Around:
    """Connects a call with its request, admits it, reports errors as typed details, and measures."""

    def __init__(
        self,
        subject: str,
        refusals: tuple[type[Exception], ...] = (),
        callers: Callers | None = None,
    ) -> None:
        """Wrap the calls of a process.

        *subject* is the field of requests that logs and traces name. *refusals* are further types that have `to_dict`,
        like ServiceError. *callers* admit calls, and count streams; without them everybody may call.
        """
        self.subject = subject
        self.refusals = refusals
        self.callers = callers

    def wrap(self, servicer: Servicer, service: str) -> Servicer:
        """Return the servicer of a service (its full name) with all its methods wrapped.

        It is done only once: an interceptor of grpc.aio would make a handler at every call.
        """
        methods: dict[str, object] = {}
        for name in service_methods(service):
            serve = getattr(servicer, name)
            wrap = self._stream if inspect.isasyncgenfunction(serve) else self._unary
            methods[name] = staticmethod(wrap(serve, f"/{service}/{name}"))
        return cast("Servicer", type(type(servicer).__name__, (), methods)())

    def _about(self, request: Message) -> dict[str, str]:
        """Return what logs and traces tell of a request; a text that is no id is told by nobody."""
        subject = str(getattr(request, self.subject, ""))
        return {self.subject: subject if is_word(subject) else ""}

    def _unary(self, serve: Callable[[Message, Context], Awaitable[Message]], method: str) -> Callable[..., object]:
        observe_ok = RPC_SECONDS.labels(method, "OK").observe

        async def call(request: Message, context: Context) -> Message:
            begun = time.perf_counter()
            sent = read_metadata(context)
            about = self._about(request)
            request_id = _enter(about, sent, context)
            code = "OK"
            with tracing.span(method.removeprefix("/"), "SERVER", sent, request_id=request_id, **about) as span:
                try:
                    if self.callers is not None:
                        await self.callers.admit(method, sent, context.peer())
                    check_request(request)
                    return await serve(request, context)
                except grpc.aio.AbortError:
                    # A servicer that is not ours has told it already.
                    code = "aborted"
                    raise
                except Exception as wrong:  # noqa: BLE001 - the one place where errors become statuses
                    status = to_status(wrong, method, self.refusals)
                    code = grpc_name(status)
                    tracing.mark_failed(span, code)
                    await context.abort_with_status(_final(status, request_id, wrong))
                finally:
                    took_s = time.perf_counter() - begun
                    (observe_ok if code == "OK" else RPC_SECONDS.labels(method, code).observe)(took_s)
                    log.debug("called", method=method, code=code, took_ms=round(took_s * MS, 1))

        return call

    def _stream(
        self, serve: Callable[[Message, Context], AsyncIterator[Message]], method: str
    ) -> Callable[..., object]:
        async def call(request: Message, context: Context) -> AsyncIterator[Message]:
            sent = read_metadata(context)
            request_id = _enter(self._about(request), sent, context)
            try:
                if self.callers is not None:
                    await self.callers.admit(method, sent, context.peer())
                check_request(request)
                async with nullcontext() if self.callers is None else self.callers.place():
                    async for item in serve(request, context):
                        yield item
            except Exception as wrong:  # noqa: BLE001 - as above
                status = to_status(wrong, method, self.refusals)
                await context.abort_with_status(_final(status, request_id, wrong))

        return call


def _enter(about: dict[str, str], sent: dict[str, str], context: Context) -> str:
    """Connect the call with the request that it was sent for; return the request's id, which the caller gets too."""
    request_id = trail.take_id(sent.get(trail.REQUEST_ID))
    trail.enter(request_id, **about)
    context.set_trailing_metadata(((trail.REQUEST_ID, request_id),))
    return request_id


def _final(status: status_pb2.Status, request_id: str, wrong: Exception) -> grpc.Status:
    """Return a refusal as it is sent, with the request's id."""
    sent: Any = rpc_status.to_status(status)  # Any: its type doesn't show that it is a named tuple
    more = [(trail.REQUEST_ID, request_id)]
    if trouble_of(wrong) is not None:
        # The store was waited for already: a channel that retries by itself would only wait longer.
        more.append(("grpc-retry-pushback-ms", "-1"))
    told: grpc.Status = sent._replace(trailing_metadata=(*sent.trailing_metadata, *more))
    return told


def grpc_name(status: status_pb2.Status) -> str:
    """Return the name of a status's code."""
    return next(code.name for code in grpc.StatusCode if code.value[0] == status.code)
