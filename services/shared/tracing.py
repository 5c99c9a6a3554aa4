"""Optional traces by OpenTelemetry (extra `otel`), sent only if OTEL_EXPORTER_OTLP_ENDPOINT says where.

A span has the name of the call, the ids of the match and the request, and the duration. It never contains anything
that a seat may not know.
"""

from __future__ import annotations

import importlib.util
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from opentelemetry.trace import Span, Tracer
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    Kind = Literal["SERVER", "CLIENT", "PRODUCER", "CONSUMER", "INTERNAL"]

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
PACKAGES = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http")
#: the fields of W3C's trace context
FIELDS = ("traceparent", "tracestate")

_tracer: Tracer | None = None
_propagator: TraceContextTextMapPropagator | None = None


def is_asked_for() -> bool:
    """Whether the environment asks for traces."""
    return any(os.environ.get(name) for name in ENDPOINTS)


def is_possible() -> bool:
    """Whether the packages that traces need are installed."""
    try:
        return all(importlib.util.find_spec(name) for name in PACKAGES)
    except ModuleNotFoundError:
        return False


def setup(service: str) -> None:
    """Start to send this process's spans by OTLP over HTTP, if the environment asks for traces.

    A process that forks calls this after the fork, because a thread sends the spans.
    """
    global _tracer, _propagator
    if not is_asked_for() or not is_possible():
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 (an extra)
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

    provider = TracerProvider(resource=Resource.create({"service.namespace": "astrarium", "service.name": service}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    _tracer, _propagator = provider.get_tracer("astrarium"), TraceContextTextMapPropagator()


@contextmanager
def span(
    name: str, kind: Kind = "INTERNAL", carrier: Mapping[str, object] | None = None, **about: str | int | None
) -> Iterator[Span | None]:
    """Trace the block as a span of the trace in *carrier*, or else of the present trace; yield the span.

    Yields None if traces are off. *about* becomes attributes of the span. If the block raises, the span is marked as
    failed with the exception's type only, because the message may quote hidden information.
    """
    if _tracer is None:
        yield None
        return
    from opentelemetry.trace import SpanKind  # noqa: PLC0415 (an extra)

    parent = {each: str(carrier[each]) for each in FIELDS if each in carrier} if carrier else {}
    with _tracer.start_as_current_span(
        name,
        _propagator.extract(parent) if parent and _propagator else None,
        kind=getattr(SpanKind, kind),
        attributes={f"astrarium.{key}": value for key, value in about.items() if value not in (None, "")},
        record_exception=False,
        set_status_on_exception=False,
    ) as current:
        try:
            yield current
        except BaseException as wrong:
            if "error.type" not in (getattr(current, "attributes", None) or {}):
                mark_failed(current, type(wrong).__name__)
            raise


def mark_failed(current: Span | None, error: str) -> None:
    """Mark a span as failed with the error type of that name; do nothing if *current* is None."""
    if current is None:
        return
    from opentelemetry.trace import Status, StatusCode  # noqa: PLC0415 (an extra)

    current.set_attribute("error.type", error)
    current.set_status(Status(StatusCode.ERROR))


def inject() -> dict[str, str]:
    """Return the context of the present trace as fields to pass on; an empty dict without a trace."""
    carrier: dict[str, str] = {}
    if _propagator is not None:
        _propagator.inject(carrier)
    return carrier
