"""What comes in with a call."""

from __future__ import annotations

from typing import Any

import orjson

from services.shared.errors import BadRequest


def parse_json(data: bytes, name: str) -> Any:
    """Return a JSON field; raise BadRequest."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as wrong:
        raise BadRequest(f"{name} is no JSON: {wrong}") from wrong
