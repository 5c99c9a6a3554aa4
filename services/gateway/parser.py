"""Reading request bodies: strict about their type, size and shape, whatever a client sends."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeAlias

import flask
import gevent  # type: ignore[import-untyped]
import orjson
from webargs import core
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, RequestTimeout, UnsupportedMediaType

from services.shared.json import dump_json
from services.shared.limits import limits

if TYPE_CHECKING:
    from marshmallow import Schema


#: what a schema made of a part of a request: it has checked the types, but marshmallow can't tell them
Loaded: TypeAlias = dict[str, Any]


MS = 1000


class JsonParser(FlaskParser):
    """Bodies are UTF-8 JSON declared as such, whole, and of a depth that can be written again; NaN is refused."""

    DEFAULT_VALIDATION_STATUS = HTTPStatus.BAD_REQUEST

    def parse(  # type: ignore[override]  # a route's schema is made already
        self,
        argmap: Schema,
        req: flask.Request | None = None,
        *,
        location: str | None = None,
        **options: Any,  # noqa: ANN401 - whatever the base class takes
    ) -> Loaded:
        """Return what a schema makes of a part of the request.

        Of headers nearly all requests have none that a route knows: marshmallow would take longer than all else to say
        so.
        """
        if location == "headers" and not any(name in flask.request.headers for name in _names_in(argmap)):
            return dict(_read_nothing(argmap))
        loaded: Loaded = super().parse(argmap, req, location=location, **options)
        return loaded

    def load_json(self, req: flask.Request, schema: Schema) -> object:  # noqa: ARG002 (the base class's signature)
        """Return the body's value, or raise 413 if it is too long, 415 for another type and 400 for malformed JSON."""
        body = _read(req)
        if not body:
            return core.missing
        if req.content_length is None and len(body) >= limits().request_bytes_max:
            # If a body came in chunks, without a length, no more is read than the limit allows.
            raise RequestEntityTooLarge
        if not core.is_json(req.mimetype):
            sent = req.mimetype or "nothing"
            raise UnsupportedMediaType(f"the body is declared as {sent}; send application/json")
        try:
            body.decode()
            value = orjson.loads(body)
            # Parts of it go to other services as JSON again; what may be written is less deep than what may be read.
            dump_json(value)
        except UnicodeDecodeError as wrong:
            bad = f"byte {wrong.start} is 0x{body[wrong.start]:02x}"
            raise BadRequest(f"the body is not UTF-8: {bad}; send JSON encoded as UTF-8") from wrong
        except orjson.JSONDecodeError as wrong:
            raise BadRequest(f"the body is not JSON: {wrong}; send one JSON object") from wrong
        except orjson.JSONEncodeError as wrong:
            raise BadRequest("the body is nested too deeply; send a flatter object") from wrong
        return value


@lru_cache
def _names_in(schema: Schema) -> tuple[str, ...]:
    """Return how the parts are called that a schema knows."""
    return tuple(each.data_key or name for name, each in schema.load_fields.items())


@lru_cache
def _read_nothing(schema: Schema) -> Loaded:
    """Return what a schema makes of nothing; raise ValidationError if that is not enough."""
    loaded: Loaded = schema.load({})
    return loaded


def _read(req: flask.Request) -> bytes:
    """Return the body; raise 408 for one that doesn't come to its end in time."""
    try:
        with gevent.Timeout(limits().body_ms_max / MS):
            return req.get_data(cache=True)
    except gevent.Timeout:
        raise RequestTimeout(f"the body did not come within {limits().body_ms_max / MS:g} s; send it whole") from None
