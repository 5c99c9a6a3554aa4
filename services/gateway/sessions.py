"""The session of the browser client: a token in a cookie that no script can read.

A browser sends its cookies also with requests that another site makes. So a cookie counts only together with a header
that another site can't send without asking first (Fetch standard: it is no header of a simple request).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask

from services.shared.limits import limits
from services.shared.tokens import DAY_S

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

COOKIE = "astrarium_session"
HEADER = "Astrarium-Page"
#: the name of the token in a browser's cookie
BROWSER = "browser"


def find_token() -> str | None:
    """Return the token in the request's cookie, or None if there is none that counts."""
    return flask.request.cookies.get(COOKIE) if HEADER in flask.request.headers else None


def begin_session(response: Response, token: str) -> None:
    """Let the browser keep *token* as long as it can be good."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=limits().token_days_max * DAY_S,
        httponly=True,
        samesite="Strict",
        secure=flask.request.is_secure,
        path="/",
    )


def end_session(response: Response) -> None:
    """Let the browser forget the token."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="Strict", secure=flask.request.is_secure)
