"""A director beside the shared stack."""

from __future__ import annotations

from types import SimpleNamespace

import grpc
import pytest

from tests.support.hall import Caller
from tests.support.stack import free_port


@pytest.fixture
def hall(table):
    """A director beside the shared stack, and callers of three accounts."""
    target = f"127.0.0.1:{free_port()}"

    def start():
        process = table.stack._run(
            "services.director", ASTRARIUM_DIRECTOR_LISTEN=target, ASTRARIUM_GAME_STATE_TARGET=table.first
        )
        with grpc.insecure_channel(target) as channel:
            grpc.channel_ready_future(channel).result(timeout=60)
        return process

    table.stack.client(table.first, "robot", "program")
    callers = {name: Caller(target, table.stack._tokens[name]) for name in ("anna", "bert", "watcher", "robot")}
    hall = SimpleNamespace(table=table, start=start, process=start(), target=target, **callers)
    yield hall
    if hall.process.poll() is None:
        table.stack.stop(hall.process)
