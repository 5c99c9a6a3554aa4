"""JSON as it is written everywhere, and what is stored as JSON as it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import orjson

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from _typeshed import DataclassInstance

Made = TypeVar("Made", bound="DataclassInstance")


def dump_json(value: object, option: int = 0, default: Callable[[object], object] | None = None) -> bytes:
    """Return *value* as JSON in no more memory than it needs; raise orjson.JSONEncodeError.

    *option* and *default* are orjson's. Its own results hold a buffer of 4 KB each, however short: this is a copy.
    """
    return bytes(memoryview(orjson.dumps(value, default, option)))


def read_stored(kind: type[Made], stored: Mapping[str, Any]) -> Made:  # Any: whatever the members of that kind are
    """Return the dataclass of a stored object.

    Members that it does not have are left out: while versions run side by side, or after one step back, a newer one
    has written them.
    """
    known = kind.__dataclass_fields__.keys()
    return kind(**(stored if stored.keys() <= known else {name: stored[name] for name in stored.keys() & known}))
