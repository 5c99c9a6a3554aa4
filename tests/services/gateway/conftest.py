"""A gateway's application over a real Valkey; game_state is out of reach unless a test starts one."""

from __future__ import annotations

import secrets

import pytest

from deploy.local.stack import Stack
from services.gateway.app import create_app
from services.gateway.limiting import counter
from services.shared.settings import Settings


@pytest.fixture(scope="session")
def valkey(tmp_path_factory):
    stack = Stack(tmp_path_factory.mktemp("gateway"))
    stack.start_only("valkey")
    yield stack
    stack.stop()


def new_app(valkey):
    return create_app(
        Settings(redis_url=valkey.redis_url, game_state_target="127.0.0.1:1", director_target="127.0.0.1:1")
    )


@pytest.fixture(scope="session")
def application(valkey):
    return new_app(valkey)


@pytest.fixture
def app(application):
    yield application
    with application.app_context():
        counter().storage.reset()


@pytest.fixture
def own_app(valkey):
    """For a test that changes it."""
    return new_app(valkey)


@pytest.fixture
def http(app):
    return app.test_client()


@pytest.fixture
def token(http):
    made = http.post("/v1/accounts", json={"name": f"t{secrets.token_hex(6)}"})
    assert made.status_code == 201
    return {"Authorization": f"Bearer {made.json['token']}"}
