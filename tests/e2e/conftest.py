"""One stack for all tests that leave it whole, one of its own for those that break it."""

from __future__ import annotations

import os

import pytest

from tests.e2e.support import make_stack, new_client

#: they have nothing to look into otherwise
IN_CONTAINERS_ALONE = ["test_containers.py", "test_remote_workers_in_containers.py"]
collect_ignore = [] if os.environ.get("E2E_STACK") == "containers" else IN_CONTAINERS_ALONE


def pytest_report_header():
    """Say what the suite runs on."""
    return f"end-to-end stack: {os.environ.get('E2E_STACK', 'local processes')}"


#: the suite makes more accounts in an hour than one address may; and an account of its own plays a whole match as fast
#: as the machine can: a long one of Tiny Epic takes 8,000 requests
FREE = {
    "ASTRARIUM_LIMIT_ACCOUNTS_PER_HOUR_PER_ADDRESS_MAX": "10000",
    "ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX": "100000",
    "ASTRARIUM_LIMIT_VISITOR_REQUESTS_PER_MINUTE_MAX": "100000",
}


@pytest.fixture(scope="session")
def stack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stack")
    with make_stack(folder, game_states=2, gateways=2, bots=2, settings=FREE, is_checked=True) as running:
        yield running


@pytest.fixture(scope="module")
def breakable(tmp_path_factory):
    """A stack for faults: one replica each, so that nothing stands in for what is killed."""
    with make_stack(tmp_path_factory.mktemp("breakable"), bots=2, settings=FREE) as running:
        yield running


@pytest.fixture
def client(stack):
    with new_client(stack.url) as one:
        yield one


@pytest.fixture
def other(stack):
    with new_client(stack.gateway_urls[-1]) as one:
        yield one
