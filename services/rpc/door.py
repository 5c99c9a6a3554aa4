"""The door of a gRPC server: what comes in as a message of its method's type, and what is none."""

from __future__ import annotations

import asyncio
import codecs
import logging
from typing import TYPE_CHECKING, Any, Final

import grpc
import structlog
from google.protobuf.message import DecodeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    # Any: handlers of all methods, whatever they take and return.
    Handler = grpc.RpcMethodHandler[Any, Any]

#: what a method gets in place of a request that can't be read; gRPC itself would call that a fault of the server
MALFORMED: Final = object()
MAKERS: dict[tuple[bool, bool], Callable[..., Handler]] = {
    (False, False): grpc.unary_unary_rpc_method_handler,
    (False, True): grpc.unary_stream_rpc_method_handler,
    (True, False): grpc.stream_unary_rpc_method_handler,
    (True, True): grpc.stream_stream_rpc_method_handler,
}
#: the coroutine of grpcio that takes calls
TAKING = "_server_main_loop"

log = structlog.get_logger()


class Door:
    """Takes the methods of services, as the generated functions hand them to a server, for any number of servers."""

    def __init__(self) -> None:
        """Begin without a service."""
        self._services: dict[str, dict[str, Handler]] = {}

    def add_generic_rpc_handlers(self, handlers: Iterable[object]) -> None:
        """Take none: the same methods come by their names."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Handler]) -> None:
        """Serve the methods of a service."""
        self._services[service] = {name: _make_readable(handler) for name, handler in handlers.items()}

    def open(self, server: grpc.aio.Server) -> None:
        """Let a server that has not started serve all of it."""
        for service, handlers in self._services.items():
            server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))
            server.add_registered_method_handlers(service, handlers)


def _make_readable(handler: Handler) -> Handler:
    """Return a method's handler that gets every request, the malformed ones as MALFORMED."""
    serve = handler.unary_unary or handler.unary_stream or handler.stream_unary or handler.stream_stream
    read = handler.request_deserializer
    assert serve is not None
    assert read is not None
    # Among several requests of one call a malformed one is as one that asks for nothing.
    instead = read(b"") if handler.request_streaming else MALFORMED

    def read_or_tell(raw: bytes) -> object:
        try:
            return read(raw)
        except DecodeError:
            log.info("malformed message", bytes=len(raw))
            return instead

    make = MAKERS[handler.request_streaming, handler.response_streaming]
    return make(serve, read_or_tell, handler.response_serializer)


def read_any_method_name() -> None:
    """Let grpcio read the name of a called method that is no UTF-8 as one that no service has.

    It would take that for a fault of its own and end the server, with all calls. Neither an interceptor nor an option
    comes before, but what decodes strictly asks the handler of errors that is registered under this name.
    """
    codecs.register_error("strict", _read_if_method)


def _read_if_method(wrong: UnicodeError) -> tuple[str | bytes, int]:
    """Stay strict, except where grpcio takes calls: it decodes nothing there but names of methods."""
    if isinstance(wrong, UnicodeDecodeError) and _is_taking_calls():
        return "\N{REPLACEMENT CHARACTER}", wrong.end
    return codecs.strict_errors(wrong)


def _is_taking_calls() -> bool:
    try:
        task = asyncio.current_task()
    except RuntimeError:
        # There is no event loop in this thread.
        return False
    return task is not None and getattr(task.get_coro(), "__name__", "") == TAKING


def tell_as_mistake(record: logging.LogRecord) -> bool:
    """Let gRPC tell of bytes in metadata that are no text by one line: they are a client's, not a fault of ours."""
    is_ours = not (
        str(record.msg).startswith("Invalid encoding on")
        or (record.exc_info is not None and record.exc_info[0] is UnicodeDecodeError)
    )
    if is_ours:
        return True
    record.msg, record.args, record.exc_info = "malformed metadata", (), None
    record.levelno, record.levelname = logging.INFO, "INFO"
    return logging.getLogger().isEnabledFor(logging.INFO)
