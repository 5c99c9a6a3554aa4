"""The fault of a malformed request, and what would be right, in one sentence."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING

import flask
from marshmallow import Schema, fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from werkzeug.exceptions import HTTPException

    Path = tuple[str, ...]

PARTS = {"json": "the body", "query": "the query", "headers": "the headers"}
WHOLE = "_schema"
MISSING = "Missing data for required field."
UNKNOWN = "Unknown field."
NO_OBJECT = "Invalid input type."
OF_TYPE = re.compile(r"Not an? (?:valid )?(.+)\.")


def explain(error: HTTPException) -> str:
    """Return the sentence for a refusal of the web layer."""
    data: dict[str, object] = getattr(error, "data", {})
    found = data.get("messages")
    if isinstance(found, dict) and found:
        part: str
        part, messages = next(iter(found.items()))
        where, message = next(_walk(messages, ()))
        sentence = _explain_finding(PARTS.get(part, part), data.get("schema"), where, message)
        more = sum(len(list(_walk(each, ()))) for each in found.values()) - 1
        return sentence + (f" ({more} more: see errors)" if more else "")
    if error.description != type(error).description:
        return str(error.description)
    if error.code == HTTPStatus.NOT_FOUND:
        return f"there is nothing at {flask.request.path[:80]!r}; /docs lists every address"
    if error.code == HTTPStatus.METHOD_NOT_ALLOWED:
        known = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
        return f"{flask.request.method[:20]} is not possible here; there are {known}"
    return "the request is no well-formed HTTP; send it as RFC 9112 says"


def _walk(found: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield every place and message of what validation found."""
    if isinstance(found, dict):
        for name, below in found.items():
            yield from _walk(below, path if name == WHOLE else (*path, str(name)))
    elif isinstance(found, list):
        for message in found:
            yield path, str(message)
    else:
        yield path, str(found)


def _explain_finding(part: str, schema: object, path: Path, message: str) -> str:
    where = "".join(f"[{name}]" if name.isdecimal() else f".{name[:40]}" for name in path).removeprefix(".")
    if message == MISSING:
        meaning = _find_meaning(schema, path)
        return f"{part} lacks {where}" + (f": {meaning}" if meaning else "")
    if message == UNKNOWN:
        return f"{part} has {where}, which means nothing here; it takes {_names(schema, path[:-1])}"
    if message == NO_OBJECT:
        there = f"{where} in {part}" if where else part
        return f"{there} is no object; send one with {_names(schema, path)}"
    kind = OF_TYPE.fullmatch(message)
    if kind is not None:
        return f"{where} in {part} is no {kind[1]}; send one"
    text = message[:1].lower() + message[1:].removesuffix(".")
    return f"{where} in {part}: {text}" if where else f"{part}: {text}"


def _find(schema: object, path: Path) -> object:
    """Return the schema or the field at a place, or None."""
    at: object = schema
    for name in path:
        if isinstance(at, fields.Nested):
            at = at.schema
        if isinstance(at, Schema):
            at = next((field for key, field in at.fields.items() if name in {key, field.data_key}), None)
        elif isinstance(at, fields.List):
            at = at.inner
        else:
            return None
    return at


def _find_meaning(schema: object, path: Path) -> str:
    field = _find(schema, path)
    return str(field.metadata.get("description", "")).removesuffix(".") if isinstance(field, fields.Field) else ""


def _names(schema: object, path: Path) -> str:
    at = _find(schema, path)
    if isinstance(at, fields.Nested):
        at = at.schema
    known = sorted(field.data_key or name for name, field in at.fields.items()) if isinstance(at, Schema) else []
    return ", ".join(known) or "no members"
