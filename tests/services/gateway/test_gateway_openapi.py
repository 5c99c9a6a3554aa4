"""The OpenAPI document is complete, its examples fit its schemas, and the page needs no other server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from services.director.series.plan import read_plan, tell_plan
from services.gateway import docs

METHODS = ("get", "post", "put", "delete")


@pytest.fixture
def document(http):
    got = http.get("/docs/openapi.json")
    assert got.status_code == 200
    return got.json


def operations(document):
    return [
        (f"{method} {path}", operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    ]


def media(document):
    """Every body of a request or an answer, with where it stands."""
    for name, operation in operations(document):
        for type_, body in operation.get("requestBody", {}).get("content", {}).items():
            yield f"{name} body", type_, body
        for status, response in operation["responses"].items():
            for type_, body in response.get("content", {}).items():
                yield f"{name} {status}", type_, body


def examples_of(body):
    if "example" in body:
        return [body["example"]]
    return [example["value"] for example in body.get("examples", {}).values()]


def test_version_is_3_1(document):
    """Generators of clients are told which OpenAPI it is."""
    assert document["openapi"] == "3.1.0"


def test_every_route_of_the_interface_is_documented(app, document):
    rules = [rule for rule in app.url_map.iter_rules() if not rule.endpoint.startswith("page.")]
    routes = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule) for rule in rules}
    pages = ("/docs", "/guide")
    assert {route for route in routes if not route.startswith(pages)} == set(document["paths"])


def test_every_operation_has_an_id_a_summary_and_an_example_of_each_body(document):
    ids = [operation["operationId"] for _, operation in operations(document)]
    assert len(ids) == len(set(ids))
    assert all(operation.get("summary") for _, operation in operations(document))
    assert [where for where, _, body in media(document) if not examples_of(body)] == []


def test_every_answer_with_a_body_has_a_schema(document):
    assert [where for where, _, body in media(document) if "schema" not in body] == []


def test_whatever_takes_a_body_says_how_one_is_refused(document):
    """Too slow, too large, of another type: a client's generator knows of them."""
    taking = {name: operation for name, operation in operations(document) if "requestBody" in operation}
    assert len(taking) > 20
    assert {
        name for name, operation in taking.items() if not {"408", "413", "415"} <= {*operation["responses"]}
    } == set()


def test_every_operation_says_how_a_long_address_is_refused(document):
    missing = {name for name, each in operations(document) if "414" not in each["responses"]}
    assert missing == {"get /healthz", "get /livez"}


def test_every_example_fits_its_schema(document):
    checked = 0
    for where, _, body in media(document):
        schema = {"components": document["components"], **body["schema"]}
        for example in examples_of(body):
            jsonschema.validate(example, schema, jsonschema.Draft202012Validator)
            checked += 1
            assert where
    assert checked > 100


def test_examples_are_really_compared(document):
    """The comparison of examples with schemas fails where it should."""
    schema = {"components": document["components"], "$ref": "#/components/schemas/Match"}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"id": "x"}, schema, jsonschema.Draft202012Validator)


def test_a_plan_is_told_as_the_document_says(document):
    """Whichever of its members stand there: those that are as usual are left out."""
    schema = {"components": document["components"], "$ref": "#/components/schemas/SeriesPlan"}
    for more in ({}, {"is_duplicate": False, "rotates": False, "budget_ms": 50}):
        plan = tell_plan(read_plan({"game": "race", "players": ["greedy", "random"], **more}))
        jsonschema.validate(plan, schema, jsonschema.Draft202012Validator)


def test_refusals_are_problem_details_everywhere(document):
    answers = [(where, type_, where.split()[-1]) for where, type_, _ in media(document) if "/healthz" not in where]
    refusals = {where: type_ for where, type_, status in answers if status.isdigit() and int(status) >= 400}
    assert refusals
    assert {where for where, type_ in refusals.items() if type_ != "application/problem+json"} == set()


def test_the_page_loads_nothing_from_elsewhere(http):
    for name in sorted(docs.FILES):
        got = http.get(f"/docs/{name}")
        assert got.status_code == 200
        assert not re.search(r"(?:src|href|url|import|fetch)\W{0,3}(?:https?:)?//", got.text), name
        assert "default-src 'self'" in got.headers["Content-Security-Policy"]
    assert {path.name for path in Path(docs.STATIC).iterdir()} == docs.FILES


def test_other_files_are_not_served(http):
    assert http.get("/docs/..%2fapp.py").status_code == 404
    assert http.get("/docs/app.py").status_code == 404


RAISED = {
    "CHAT_CHARS_MAX": 311,
    "TOKEN_DAYS_MAX": 733,
    "PAGE_SIZE_MAX": 137,
    "WAIT_MS_MAX": 47_000,
    "SERIES_PLAYERS_MAX": 37,
    "ACTIONS_TAKEN_BACK_MAX": 23,
    "BOTS_PER_CALL_MAX": 547,
    "MATCHES_PER_CALL_MAX": 557,
    "REASON_CHARS_MAX": 227,
}


def test_limits_that_an_operator_raises_hold_in_the_document_too(tmp_path):
    """No shape has a bound of its own where a limit has a name."""
    env = os.environ | {f"ASTRARIUM_LIMIT_{name}": str(value) for name, value in RAISED.items()}
    path = tmp_path / "openapi.json"
    subprocess.run([sys.executable, "-m", "services.gateway.document", str(path)], env=env, check=True)
    text = path.read_text()
    bounds = {int(found) for found in re.findall(r'"(?:maximum|maxLength|maxItems)": ?(\d+)', text)}
    bounds |= {int(found) for found in re.findall(r"at most (\d+) matches", text)}
    told = {**RAISED, "WAIT_MS_MAX": RAISED["WAIT_MS_MAX"] // 1000}
    assert {name for name, value in told.items() if value not in bounds} == set()
