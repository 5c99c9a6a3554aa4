"""Reading request bodies: strict about their type, size and shape, whatever a client sends."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeAlias

import gevent  # type: ignore[import-untyped]
import orjson
from webargs import core
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, RequestTimeout, UnsupportedMediaType

from services.shared.json import dump_json
from services.shared.limits import limits

if TYPE_CHECKING:
    import flask
    from marshmallow import Schema


#: what a schema made of a part of a request: it has checked the types, but marshmallow can't tell them
Loaded: TypeAlias = dict[str, Any]


MS = 1000


class JsonParser(FlaskParser):
    """Bodies are UTF-8 JSON declared as such, whole, and of a depth that can be written again; NaN is refused."""

    DEFAULT_VALIDATION_STATUS = HTTPStatus.BAD_REQUEST

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


def _read(req: flask.Request) -> bytes:
    """Return the body; raise 408 for one that doesn't come to its end in time."""
    try:
        with gevent.Timeout(limits().body_ms_max / MS):
            return req.get_data(cache=True)
    except gevent.Timeout:
        raise RequestTimeout(f"the body did not come within {limits().body_ms_max / MS:g} s; send it whole") from None
