"""The content of an answer: its JSON, or why it is a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from client.refusals import REFUSALS
from client.refused import Refused

if TYPE_CHECKING:
    import httpx

    from client.models import Problem

#: an answer of the interface: `client.models` describes its members
Json: TypeAlias = Any
UNAUTHENTICATED = 401


def read_answer(answer: httpx.Response) -> Json:
    """Return an answer's JSON (None: it has no body); raise Refused."""
    check_answer(answer)
    return answer.json() if answer.content else None


def check_answer(answer: httpx.Response) -> None:
    """Raise Refused, of the class of its word, if the answer is a refusal."""
    if answer.is_success:
        return
    try:
        found = answer.json()
    except ValueError:
        found = {}
    problem: dict[str, object] = found if isinstance(found, dict) else {}
    after = answer.headers.get("Retry-After", "")
    if after.isdecimal():
        problem.setdefault("retry_after_s", float(after))
    raise refusal_of(answer.status_code, problem)


def refusal_of(status: int, problem: dict[str, object]) -> Refused:
    """Return the refusal that problem details describe."""
    made = REFUSALS.get(str(problem.get("error")), Refused)
    return made(status or made.STATUS, cast("Problem", problem))
