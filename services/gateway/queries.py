"""Parameters of queries: one that a route doesn't know, or a second value, is refused by name: no wish goes unheard."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, NoReturn, TypeVar
from urllib.parse import unquote_to_bytes

import flask
from marshmallow import fields

from services.gateway.caller import is_interface
from services.shared.errors import BadRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from marshmallow import Schema

Route = TypeVar("Route", bound="Callable[..., object]")
SHOWN_CHARS_MAX = 40


def note_parameters(route: Route, schema: Schema) -> Route:
    """Note which parameters a route knows, and whether each may be repeated."""
    known = {field.data_key or name: isinstance(field, fields.List) for name, field in schema.fields.items()}
    route.parameters = known | getattr(route, "parameters", {})  # type: ignore[attr-defined]
    return route


def check_query() -> None:
    """Raise BadRequest for a query that is no text, a parameter that the route doesn't know, or one sent twice."""
    request = flask.request
    try:
        unquote_to_bytes(request.query_string).decode()
    except UnicodeDecodeError as wrong:
        raise BadRequest("the query is not UTF-8; send UTF-8, percent-encoded") from wrong
    if not (request.args and request.endpoint and is_interface()):
        return
    known: dict[str, bool] = getattr(flask.current_app.view_functions[request.endpoint], "parameters", {})
    if unknown := sorted(request.args.keys() - known.keys()):
        _refuse_unknown(unknown, known)
    repeated = sorted(name for name, values in request.args.lists() if len(values) > 1 and not known[name])
    if repeated:
        refused = {name: ["Repeated parameter."] for name in repeated}
        raise BadRequest(f"{repeated[0]!r} is sent more than once: it takes one value", errors={"query": refused})


def _refuse_unknown(unknown: list[str], known: Collection[str]) -> NoReturn:
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
    app.before_request(check_query)
