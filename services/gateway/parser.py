"""Reading request bodies: strict about their type, size and shape, whatever a client sends."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import orjson
from webargs import core
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

if TYPE_CHECKING:
    import flask


class JsonParser(FlaskParser):
    """Bodies are UTF-8 JSON declared as such; orjson bounds the depth and refuses NaN."""

    DEFAULT_VALIDATION_STATUS = HTTPStatus.BAD_REQUEST

    def load_json(self, req: flask.Request, schema: Any) -> Any:  # noqa: ARG002 (the base class's signature)
        """Return the body's value, or raise 415 for another type and 400 for malformed JSON."""
        body = req.get_data(cache=True)
        if not body:
            return core.missing
        if not core.is_json(req.mimetype):
            sent = req.mimetype or "nothing"
            raise UnsupportedMediaType(f"the body is declared as {sent}; send application/json")
        try:
            return orjson.loads(body)
        except orjson.JSONDecodeError as wrong:
            raise BadRequest(f"the body is not JSON: {wrong}") from wrong
