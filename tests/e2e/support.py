"""What the end-to-end tests have in common: stacks, players, refusals, faults."""

from __future__ import annotations

import contextlib
import os
import random
import secrets
import signal
import threading
import time

import pytest

from client import Client, Refused
from deploy.local.stack import Stack
from engine.replay import verify

KILL_WAIT_S = 5.0
#: played by chance, few matches last much longer than others
WHOLE_MATCH = pytest.mark.timeout(1200)


def make_stack(folder, *, is_checked=False, **options):
    """A stack as E2E_STACK asks: local processes, or containers; both have the same interface.

    *is_checked*: the engine itself checks the containers' health, as in production.
    """
    if os.environ.get("E2E_STACK") == "containers":
        from tests.e2e.containers import ContainerStack  # noqa: PLC0415 (needs a Docker engine)

        return ContainerStack(folder, is_checked=is_checked, **options)
    return Stack(folder, **options)


def kill(stack, name):
    """SIGKILL a process, or all of a role, with its children."""
    for process in stack.select(name):
        process.signal(signal.SIGKILL)
        process.wait_ended(KILL_WAIT_S)
        assert process.pid is None


def restart_gently(stack, name):
    for process in stack.select(name):
        process.terminate()
        process.wait_ended(KILL_WAIT_S)
    stack.start_role(name)


@contextlib.contextmanager
def paused(stack, name):
    for process in stack.select(name):
        process.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in stack.select(name):
            process.signal(signal.SIGCONT)


def new_client(url, transport=None):
    # A test sees each refusal and each break at once.
    client = Client(url, patience_s=0, transport=transport)
    client.create_account(f"e2e-{secrets.token_hex(5)}")
    return client


def bot(level="greedy"):
    return {"kind": "bot", "level": level}


ME = {"kind": "account"}
OPEN = {"kind": "open"}


def table_for(client, *seats, game="roll", **options):
    return client.create_match(game, list(seats), **options)["id"]


def next_decision(client, match_id, seconds=60.0):
    """The next decision that the client owes, or the end of the match."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        asked = client.match(match_id).decision(wait_s=5)
        if asked["is_asked"] or asked["is_over"]:
            return asked
    raise AssertionError(f"nothing was asked within {seconds} s")


def play_on(client, match_id, chance=None, turns=100_000):
    """Answer decisions by chance until the match is over, or for so many turns; return the last decision read."""
    chance = chance or random.Random(match_id)
    for _ in range(turns):
        asked = next_decision(client, match_id)
        if asked["is_over"]:
            return asked
        client.match(match_id).submit(asked["version"], chance.choice(asked["legal_actions"])["action"])
    return asked


class Playing(threading.Thread):
    """Plays by chance until told to stop, or to the end; `turn` does one turn and says whether the match is over."""

    def __init__(self, turn):
        super().__init__(daemon=True)
        self.turn = turn
        self.turns = 0
        self.is_told_to_stop = False
        self.fault = None
        self.start()

    def run(self):
        try:
            while not self.is_told_to_stop and not self.turn():
                self.turns += 1
        except BaseException as fault:  # noqa: BLE001 (the test looks at it)
            self.fault = fault

    def stop(self):
        self.is_told_to_stop = True
        self.join(60)
        assert not self.is_alive()
        if self.fault is not None:
            raise self.fault


def play_together(turns, *players, seconds=150):
    """Let several play until each has had so many turns, then stop them."""
    until = time.monotonic() + seconds
    while min(player.turns for player in players) < turns:
        assert time.monotonic() < until, [player.turns for player in players]
        assert all(player.is_alive() or player.fault is None for player in players), [each.fault for each in players]
        time.sleep(0.05)
    for player in players:
        player.stop()


def turn_of(client, match_id):
    """One turn of a client that plays by chance."""
    chance = random.Random(f"{match_id}{account_of(client)}")

    def turn():
        asked = client.match(match_id).decision(wait_s=2)
        if asked["is_asked"]:
            client.match(match_id).submit(asked["version"], chance.choice(asked["legal_actions"])["action"])
        return asked["is_over"]

    return turn


def verified(client, match_id):
    """The record of a finished match, checked."""
    record = client.get(f"/matches/{match_id}/record")
    state = verify(record)
    match = client.match(match_id).read()
    assert record["commitment"] == match["commitment"]
    assert (list(state.scores()), record["ended"]) == (match["scores"], match["ended"])
    return record


def end(client, match_id):
    """End a match early, where a test needs no more of it; return its record, checked."""
    client.post(f"/matches/{match_id}/resign")
    return verified(client, match_id)


def account_of(client):
    return client.get("/accounts/me")["name"]


@contextlib.contextmanager
def refused(status, error):
    """The block must be refused so; the problem details are filled in afterwards."""
    found = {}
    with pytest.raises(Refused) as caught:
        yield found
    found.update(caught.value.problem)
    assert (caught.value.status, caught.value.error) == (status, error), caught.value.problem
