"""Many matches while replicas are killed at random: none lost, none stuck, no action doubled, every record verifies."""

from __future__ import annotations

import itertools
import os
import random
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from operator import methodcaller

import httpx
import pytest

from client import Client, Refused
from engine.replay import verify
from tests.e2e.support import ME, bot, make_stack, new_client

#: CHAOS_MATCHES sets another number for the long run, CHAOS_PLAYERS how many are played at once: who plays mostly waits
#: for what was killed, so more players are more matches a minute until the processors are busy
MATCHES = int(os.environ.get("CHAOS_MATCHES", "1000"))
PLAYERS = int(os.environ.get("CHAOS_PLAYERS", "24"))
FEW_PLAYERS = 8
#: of its decisions a player takes so many, then resigns; one match of so many is played to its end
DECISIONS = 4
WHOLE_EVERY = 20
PAUSE_S = (0.5, 3.0)
#: what answers again within this time after a kill has not lost anything for good
PATIENCE_S = 120.0
#: no match stands still so long unless it hangs; how long it takes as a whole depends on the machine
STILL_S_MAX = 240.0


@pytest.fixture
def fragile(tmp_path):
    with make_stack(tmp_path / "stack", game_states=2, gateways=2, bots=2) as running:
        yield running


def kill_while(stack, chance, is_going_on):
    """Kill a replica, start it again, and so on; return how often each role was hit.

    Runs in the test's own thread: processes of a local stack end with the thread that started them.
    """
    kills = dict.fromkeys(sorted({each.role for each in stack.processes.values()}), 0)
    for role in itertools.cycle(kills):
        pause_until = time.monotonic() + chance.uniform(*PAUSE_S)
        while time.monotonic() < pause_until:
            if not is_going_on():
                return kills
            time.sleep(0.05)
        victim = chance.choice(stack.select(role))
        victim.signal(signal.SIGKILL)
        victim.wait_ended(5)
        kills[role] += 1
        time.sleep(chance.uniform(0, 1))
        stack.start_role(victim.name)
    raise AssertionError("unreachable")


class Patient:
    """A client of either gateway that repeats what was not answered, for as long as its patience lasts.

    All players are one account: on a quick machine they reach its limit of requests, and wait as they are told.
    """

    def __init__(self, urls, token):
        self.clients = itertools.cycle(
            [Client(url, token, patience_s=0, transport=httpx.HTTPTransport(verify=False)) for url in urls]
        )
        self.client = next(self.clients)

    def call(self, ask):
        """Return what `ask` returns of a client."""
        end = time.monotonic() + PATIENCE_S
        while True:
            wait_s = 0.1
            try:
                return ask(self.client)
            except httpx.TransportError as wrong:
                failure = wrong
            except Refused as refused:
                if refused.status not in (429, 503):
                    raise
                failure = refused
                wait_s = max(wait_s, refused.problem.get("retry_after_ms", 0) / 1000)
            assert time.monotonic() < end, f"not answered for {PATIENCE_S} s: {failure!r}"
            self.client = next(self.clients)
            time.sleep(wait_s)


def play_one(stack, token, number):
    """Make a match, play it, and return its record and the actions that were accepted."""
    patient = Patient(stack.gateway_urls, token)
    chance = random.Random(number)
    wish = {"game": "roll", "seats": [ME, bot("random")]}
    made = patient.call(lambda client: client.post("/matches", wish, key=f"make-{number}"))
    match_id, accepted = made["id"], []
    decisions = 10**6 if number % WHOLE_EVERY == 0 else DECISIONS
    seen, end = -1, 0.0

    def of_match(ask):
        return patient.call(lambda client: ask(client.match(match_id)))

    while not (asked := of_match(methodcaller("decision", 5)))["is_over"]:
        if asked["version"] != seen:
            seen, end = asked["version"], time.monotonic() + STILL_S_MAX
        assert time.monotonic() < end, f"match {match_id} hangs: {of_match(methodcaller('read'))}"
        if not asked["is_asked"]:
            continue
        if len(accepted) == decisions:
            try:
                of_match(methodcaller("resign"))
            except Refused as refused:
                # The answer to a resignation may get lost; the second one comes too late.
                assert refused.error in ("MatchOver", "NotYourSeat"), refused  # noqa: PT017
            continue
        choice = chance.choice(asked["legal_actions"])
        submit = methodcaller("submit", asked["version"], choice["action"], key=f"n-{len(accepted)}")
        of_match(submit)
        accepted.append(choice["notation"])
    return of_match(methodcaller("record")), accepted


def matches_under_kills(stack, count, at_once, seed):
    with new_client(stack.url) as one:
        token = one.token
    began = time.monotonic()
    with ThreadPoolExecutor(at_once) as players:
        games = [players.submit(play_one, stack, token, number) for number in range(count)]
        kills = kill_while(stack, random.Random(seed), lambda: not all(game.done() for game in games))
        results = [game.result() for game in games]
    took_s = time.monotonic() - began
    records = {record["match_id"]: record for record, _ in results}
    assert len(records) == count, "every match was made once"
    for record, accepted in results:
        verify(record)
        assert [notation for seat, notation in record["actions"] if seat == 0] == accepted
    with new_client(stack.url) as one:
        assert count_of(one, "running") == 0, "none hangs"
    sys.stdout.write(f"\n{count} matches in {took_s:.0f} s under {kills} kills: all finished, all verify\n")
    return kills


def count_of(client, status):
    return len(client.get("/matches", status=status)["matches"])


@pytest.mark.timeout(900)
def test_matches_under_random_kills(fragile):
    """Whatever is killed, no match is lost, doubled or stuck."""
    kills = 0
    # A quick machine plays them between two kills.
    while kills < 4:
        kills += sum(matches_under_kills(fragile, count=80, at_once=FEW_PLAYERS, seed=1).values())
    assert kills >= 4


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_thousand_matches_under_random_kills(fragile):
    kills = matches_under_kills(fragile, count=MATCHES, at_once=PLAYERS, seed=2)
    assert min(kills.values()) >= MATCHES // 200
