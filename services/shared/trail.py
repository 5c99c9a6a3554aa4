"""Which request the present work belongs to: told in every log line, and carried from process to process.

An id is taken from the request, or made, by the first process that meets it. With the trace's context it travels as
gRPC metadata, and as fields of the outbox, of a bot's job and of its answer.
"""

from __future__ import annotations

import re
from contextvars import ContextVar
from typing import TYPE_CHECKING

from structlog.contextvars import bind_contextvars, clear_contextvars

from services.shared import tracing
from services.shared.telemetry import looks_secret
from services.shared.unique import new_name

if TYPE_CHECKING:
    from collections.abc import Mapping

#: the header of a request's id, and its field where it is carried
HEADER = "X-Request-Id"
REQUEST_ID = "x-request-id"
#: what an id may be made of: nothing that a log or a header would have to escape
ID_CHARS_MAX = 64
ID = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._:-]{{0,{ID_CHARS_MAX - 1}}}")
FIELDS = (REQUEST_ID, *tracing.FIELDS)

_request: ContextVar[str] = ContextVar("request", default="")


def new_id() -> str:
    """Return an id for a request that has none."""
    return new_name(64)


def take_id(sent: str | None) -> str:
    """Return the id that was sent, if it is one and can't be a credential; otherwise a new one."""
    return sent if sent is not None and ID.fullmatch(sent) and not looks_secret(sent) else new_id()


def enter(request_id: str, **about: str) -> None:
    """Let what this context logs and sends from here on belong to a request; *about* are ids of what it concerns."""
    _request.set(request_id)
    tell(request_id=request_id, **about)


def tell(**about: str) -> None:
    """Let what this context logs from here on tell these ids and no others; what can't be an id is left out."""
    clear_contextvars()
    bind_contextvars(**{name: value for name, value in about.items() if value and ID.fullmatch(value)})


def present() -> str:
    """Return the id of the present request, or "" outside of one."""
    return _request.get()


def carry() -> dict[str, str]:
    """Return the fields that go along with what the present request causes; none outside of a request.

    What a bot's answer causes is not the request's any more: a match of bots would be one endless trace.
    """
    own = _request.get()
    return {REQUEST_ID: own, **tracing.inject()} if own else {}


def pass_on(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields that go along with the next step of work that came with *fields*: from outbox to job."""
    return {name: fields[name] for name in FIELDS if fields.get(name)} | tracing.inject()
