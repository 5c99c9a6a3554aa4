"""Parameters of queries: what a route doesn't know is refused by name, so that no wish is quietly left unheard."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import unquote_to_bytes

import flask

from services.gateway.caller import is_interface
from services.shared.errors import BadRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from marshmallow import Schema

Route = TypeVar("Route", bound="Callable[..., object]")
SHOWN_CHARS_MAX = 40


def note_parameters(route: Route, schema: Schema) -> Route:
    """Note which parameters a route knows."""
    known = {field.data_key or name for name, field in schema.fields.items()}
    route.parameters = known | getattr(route, "parameters", set())  # type: ignore[attr-defined]
    return route


def refuse_unknown() -> None:
    """Raise BadRequest for a parameter that the route doesn't know, or a query that is no text."""
    request = flask.request
    try:
        unquote_to_bytes(request.query_string).decode()
    except UnicodeDecodeError as wrong:
        raise BadRequest("the query is not UTF-8; send UTF-8, percent-encoded") from wrong
    if not (request.args and request.endpoint and is_interface()):
        return
    known: set[str] = getattr(flask.current_app.view_functions[request.endpoint], "parameters", set())
    unknown = sorted({*request.args} - known)
    if not unknown:
        return
    name = unknown[0][:SHOWN_CHARS_MAX]
    close = get_close_matches(name, sorted(known), 1)
    if not known:
        right = "this address takes none"
    elif close:
        right = f"did you mean {close[0]}?"
    else:
        right = f"there are {', '.join(sorted(known))}"
    refused = {each[:SHOWN_CHARS_MAX]: ["Unknown parameter."] for each in unknown}
    raise BadRequest(f"there is no parameter {name!r}: {right}", errors={"query": refused})


def register(app: flask.Flask) -> None:
    """Look at every request of *app* before it is answered."""
    app.before_request(refuse_unknown)
