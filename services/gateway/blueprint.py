"""Our blueprints: strict bodies, an operationId per route, and documented refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from flask_smorest import Blueprint as SmorestBlueprint

from services.gateway.answers import PROBLEM
from services.gateway.parser import JsonParser
from services.gateway.problems import ALL_STATUS, PROBLEMS_PATH
from services.gateway.queries import note_parameters
from services.gateway.schemas.server import ProblemSchema

if TYPE_CHECKING:
    from collections.abc import Callable

    from marshmallow import Schema

Route = TypeVar("Route", bound="Callable[..., object]")
Result = TypeVar("Result")
ALWAYS = ("BadRequest", "AddressTooLong", "LimitExceeded", "Unavailable")
#: refusals of a request's body before its content is read
OF_BODIES = ("BodyTooSlow", "BodyTooLarge", "UnsupportedMediaType")
DETAILS: dict[str, dict[str, object]] = {
    "IllegalAction": {
        "reason": "not_legal_now",
        "rule": "Roll R27",
        "seat": 0,
        "legal": ["ship 1", "pass"],
        "index": 0,
        "figures": {"price": 5, "have": 3},
    },
    "NotYourDecision": {"seat": 0, "deciding_seats": [1, 2]},
    "StaleVersion": {"version": 18},
    "LimitExceeded": {"limit": "requests_per_minute_max", "limit_max": 6000, "retry_after_s": 1.5},
    "Unavailable": {"retry_after_s": 1.0},
    "BodyTooLarge": {"limit": "request_bytes_max", "limit_max": 65536},
    "BadRequest": {"errors": {"json": {"version": ["Missing data for required field."]}}},
}


def example_of(error: str) -> dict[str, object]:
    """Return an example of the problem details of that error."""
    status = ALL_STATUS[error]
    return {
        "type": PROBLEMS_PATH + error,
        "title": status.title,
        "status": status.http,
        "detail": "One sentence that says what is wrong and what would be right.",
        "instance": "/v1/matches/k3v9m2x8q7r5/actions",
        "error": error,
        "request_id": "5c0f3a9be2d14476",
        **DETAILS.get(error, {}),
    }


class Blueprint(SmorestBlueprint):
    """A group of routes."""

    ARGUMENTS_PARSER = JsonParser()

    def route(self, rule: str, **options: object) -> Callable[[Route], Route]:
        """Register a function for *rule*; its name becomes the operationId."""
        register = super().route(rule, **options)

        def decorator(function: Route) -> Route:
            registered: Route = register(self.doc(operationId=function.__name__)(function))
            return registered

        return decorator

    def arguments(
        self, schema: type[Schema], **options: object
    ) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
        """Read a part of the request by *schema*, which is made once: making it costs more than reading with it."""
        made, location = schema(), options.get("location", "json")
        read: Callable[[Callable[..., Result]], Callable[..., Result]] = super().arguments(made, **options)

        def decorator(function: Callable[..., Result]) -> Callable[..., Result]:
            if location == "json":
                return self._document(read(function), OF_BODIES)
            return note_parameters(read(function), made) if location == "query" else read(function)

        return decorator

    def fails(self, *errors: str) -> Callable[[Route], Route]:
        """Document the refusals of a route, beside those that every route has."""
        return lambda function: self._document(function, (*errors, *ALWAYS))

    @staticmethod
    def _document(function: Route, errors: tuple[str, ...]) -> Route:
        """Note refusals as `alt_response` does, all at once: each of its decorators copies what is noted by then."""
        by_status: dict[int, list[str]] = {}
        for error in errors:
            by_status.setdefault(ALL_STATUS[error].http, []).append(error)
        noted: dict[str, dict[str, dict[int, list[dict[str, object]]]]] = vars(function).setdefault("_apidoc", {})
        responses = noted.setdefault("response", {}).setdefault("responses", {})
        for status, names in by_status.items():
            response = {
                "schema": ProblemSchema,
                "content_type": PROBLEM,
                "description": ", ".join(names),
                "examples": {name: {"value": example_of(name)} for name in names},
            }
            responses.setdefault(status, []).append(response)
        return function
