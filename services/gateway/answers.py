"""Answers as JSON. Parts that other services wrote as JSON are passed on unread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask
import orjson

from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import Mapping

JSON = "application/json"
PROBLEM = "application/problem+json"


def answer(
    body: object, status: int = 200, *, mimetype: str = JSON, headers: Mapping[str, str] | None = None
) -> flask.Response:
    """Return *body* as a JSON answer."""
    return flask.Response(dump_json(body, option=orjson.OPT_NON_STR_KEYS), status, headers=headers, mimetype=mimetype)


def raw(json: bytes, empty: bytes = b"null") -> orjson.Fragment:
    """Return JSON text as a part of an answer; *empty* stands for no text."""
    return orjson.Fragment(json or empty)
