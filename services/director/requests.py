"""Reading the fields of requests."""

from __future__ import annotations

import orjson

from services.shared.errors import BadRequest


def parse_json(data: bytes, name: str) -> object:
    """Parse a JSON field; raise BadRequest."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as wrong:
        raise BadRequest(f"{name} is no JSON: {wrong}") from wrong
