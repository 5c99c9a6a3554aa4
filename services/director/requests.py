"""What comes in with a call."""

from __future__ import annotations

import orjson

from services.shared.errors import BadRequest


def parse_json(data: bytes, name: str) -> object:
    """Return a JSON field; raise BadRequest."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as wrong:
        raise BadRequest(f"{name} is no JSON: {wrong}") from wrong
