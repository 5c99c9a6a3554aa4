"""The real stack keeps what its OpenAPI document promises, whatever is sent to it (schemathesis)."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from services.gateway.app import create_app
from services.shared.settings import Settings
from tests.e2e.support import new_client

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def token(stack):
    with new_client(stack.url) as client:
        return client.token


#: an account's events go on for ever unless one asks for what there is
ENDLESS = "/v1/events"
HEALTH = "/healthz"
document = create_app(Settings()).test_client().get("/docs/openapi.json").json
schema = schemathesis.openapi.from_dict(document).exclude(
    # They would end the token with which all of this is asked.
    operation_id=["revoke_token", "revoke_all_tokens", "revoke_named_token", "delete_own_account"]
)


@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_documented(case, stack, token):
    if case.operation.path == ENDLESS:
        case.query = {**(case.query or {}), "follow": "false"}
    # A busy machine's health is a 503, as documented.
    checks = CHECKS[1:] if case.operation.path == HEALTH else CHECKS
    case.call_and_validate(base_url=stack.url, headers={"Authorization": f"Bearer {token}"}, checks=checks, timeout=40)
