"""The id of the request that the present work belongs to. It is in every log line and passes from process to process.

The first process that handles a request takes the id from it, or makes one. Together with the trace's context, the id
travels as gRPC metadata and as fields of the outbox, of a bot's job and of its answer.
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

#: the HTTP header with a request's id, and the name of the field that passes it on
HEADER = "X-Request-Id"
REQUEST_ID = "x-request-id"
#: the form of an id: it has no character that a log or a header would have to escape
ID_CHARS_MAX = 64
ID = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._:-]{{0,{ID_CHARS_MAX - 1}}}")
FIELDS = (REQUEST_ID, *tracing.FIELDS)

_request: ContextVar[str] = ContextVar("request", default="")


def new_request_id() -> str:
    """Return a new id for a request."""
    return new_name(64)


def take_id(sent: str | None) -> str:
    """Return *sent* if it is a valid id and doesn't look like a credential; otherwise a new id."""
    return sent if sent is not None and ID.fullmatch(sent) and not looks_secret(sent) else new_request_id()


def enter(request_id: str, **about: str) -> None:
    """Make everything that this context logs and sends from now on belong to a request.

    *about* are further ids for the log, such as the match's.
    """
    _request.set(request_id)
    tell(request_id=request_id, **about)


def tell(**about: str) -> None:
    """Put these ids, and no others, into everything that this context logs from now on; leave out malformed ids."""
    clear_contextvars()
    bind_contextvars(**{name: value for name, value in about.items() if value and ID.fullmatch(value)})


def present() -> str:
    """Return the id of the present request, or "" outside of one."""
    return _request.get()


def carry() -> dict[str, str]:
    """Return the fields to pass on with the work that the present request causes; none outside of a request.

    Work that a bot's answer causes no longer belongs to the request: otherwise a match of bots would be one endless
    trace.
    """
    own = _request.get()
    return {REQUEST_ID: own, **tracing.inject()} if own else {}


def pass_on(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields to pass on to the next step of work that came with *fields*, as from the outbox to a job."""
    return {name: fields[name] for name in FIELDS if fields.get(name)} | tracing.inject()
