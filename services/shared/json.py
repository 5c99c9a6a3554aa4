"""JSON as it is written everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from collections.abc import Callable


def dump_json(value: object, option: int = 0, default: Callable[[object], object] | None = None) -> bytes:
    """Return *value* as JSON in no more memory than it needs; raise orjson.JSONEncodeError.

    *option* and *default* are orjson's. Its own results hold a buffer of 4 KB each, however short: this is a copy.
    """
    return bytes(memoryview(orjson.dumps(value, default, option)))
