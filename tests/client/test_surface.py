"""The client library offers the whole interface: each call of the OpenAPI document, with all that it takes."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json

import httpx
import pytest

from client import AsyncClient, Refused
from services.gateway.app import create_app
from services.shared.settings import Settings

#: calls that the library leaves out -> why
LEFT_OUT = {
    "POST /session": "keeps a browser's page logged in by a cookie; a program has its token",
    "POST /session/account": "the same",
    "DELETE /session": "the same",
    "GET /problems": "`client.refusals` has them as classes",
    "GET /problems/{error}": "the same",
    "GET /healthz": "for whoever operates the server, not for an account",
    "GET /livez": "the same",
    "GET /metrics": "the same",
}
#: of a list, which the library reads to its end
PAGES = {"page_token", "page_size"}
#: the library's own: calls of any path, and doors to what has calls of its own
BY_PATH = {"request", "get", "post", "post_once", "post_again", "put", "delete", "follow"}
DOORS = {"match", "tournament", "series"}


class Operation:
    """A call of the document."""

    def __init__(self, document, shared, operation):
        parameters = [_resolve(document, each) for each in [*shared, *operation.get("parameters", [])]]
        named = {place: {each["name"] for each in parameters if each["in"] == place} for place in ("query", "header")}
        content = _resolve(document, operation.get("requestBody", {})).get("content", {})
        body = _resolve(document, content.get("application/json", {}).get("schema", {}))
        self.query = named["query"]
        self.takes_key = "Idempotency-Key" in named["header"]
        self.members = set(body.get("properties", {}))


def _resolve(document, shape):
    while "$ref" in shape:
        found = document
        for step in shape["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        shape = found
    return shape


@pytest.fixture(scope="module")
def operations():
    document = create_app(Settings()).test_client().get("/docs/openapi.json").json
    return {
        f"{method.upper()} {path.removeprefix('/v1')}": Operation(document, item.get("parameters", []), item[method])
        for path, item in document["paths"].items()
        for method in item
        if method != "parameters"
    }


def _calls_of(door):
    """The public calls of a client or door."""
    for name, function in inspect.getmembers(door, inspect.ismethod):
        if not name.startswith("_") and not (isinstance(door, AsyncClient) and name in BY_PATH | DOORS):
            yield function


async def _call(function, **given):
    """Make a call with whatever it must be given, and with what is *given*."""
    needed = [each for each in _parameters_of(function) if each.default is each.empty]
    places = ["x" for each in needed if each.kind is each.POSITIONAL_OR_KEYWORD]
    named = {each.name: "x" for each in needed if each.kind is each.KEYWORD_ONLY}
    with contextlib.suppress(Refused):
        got = function(*places, **named | given)
        await (anext(got) if inspect.isasyncgen(got) else got)


def _parameters_of(function):
    """The named ones."""
    return [
        each
        for each in inspect.signature(function).parameters.values()
        if each.kind in {each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY}
    ]


def _call_all():
    """Make every call with what it needs, then with all that it takes; return the requests."""
    requests = []

    def refuse(request):
        requests.append(request)
        return httpx.Response(404, json={"error": "NotFound", "detail": "nothing is here"})

    async def run():
        async with AsyncClient("http://server", "token", patience_s=0, transport=httpx.MockTransport(refuse)) as client:
            doors = [client, client.account, client.match("x"), client.tournament("x"), client.series("x")]
            for function in [each for door in doors for each in _calls_of(door)]:
                await _call(function)
                options = [each.name for each in _parameters_of(function) if each.default is not each.empty]
                await _call(function, **dict.fromkeys(options, "x"))
                if "follow" in options:
                    await _call(function, follow=False)

    asyncio.run(run())
    return requests


@pytest.fixture(scope="module")
def asked(operations):
    """Each call of the document that the library makes -> its requests."""
    found = {}
    for request in _call_all():
        path = request.url.path.removeprefix("/v1")
        fitting = [name for name in operations if _fits(name, f"{request.method} {path}")]
        assert fitting, f"the server has no {request.method} {path}"
        # A path as it stands comes before one with a place for something.
        found.setdefault(min(fitting, key=lambda name: name.count("{")), []).append(request)
    return found


def _fits(name, request):
    wanted, given = name.split("/"), request.split("/")
    return len(wanted) == len(given) and all(
        each == got or each.startswith("{") for each, got in zip(wanted, given, strict=True)
    )


def test_every_call_of_the_document_is_offered_or_left_out_for_a_reason(operations, asked):
    assert {*operations} - {*asked} == {*LEFT_OUT}


def test_a_key_goes_with_every_call_that_takes_one_and_no_other(operations, asked):
    sent = {name: {"Idempotency-Key" in each.headers for each in requests} for name, requests in asked.items()}
    assert sent == {name: {operations[name].takes_key} for name in asked}


def test_the_queries_are_those_of_the_document(operations, asked):
    named = asked.keys() - {"GET /matches", "GET /records"}  # there the library hands on whatever it is given
    sent = {name: {word for each in asked[name] for word in each.url.params} - PAGES for name in named}
    assert sent == {name: operations[name].query - PAGES for name in named}


def test_the_bodies_have_members_of_the_document_alone(operations, asked):
    for name, requests in asked.items():
        bodies = [json.loads(each.content) for each in requests if each.content]
        assert {word for body in bodies for word in body} <= operations[name].members, name
