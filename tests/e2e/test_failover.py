"""The primary of Valkey dies, falls silent or loses its replicas while matches are played: nothing answered is lost.

Real servers and Sentinels on this machine; the whole stack rests on them.
"""

from __future__ import annotations

import os
import random
import secrets
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from client import Refused
from deploy.local.stack import Stack
from engine.replay import verify
from services.shared.connections import connect_sync
from tests.e2e.support import ME, bot, new_client
from tests.e2e.test_chaos import Patient
from tests.support.sentinels import Replicated
from tests.support.stack import quiet_s, until

#: until a player whose action was due at the fault has it accepted, on a quiet machine
GOES_ON_S = 10.0
#: a person's pace, so that what is measured is the pause and not the machine
PACE_S = 0.15
#: how long a silent primary is silent, and replicas are cut off
SILENT_S, CUT_S = 6.0, 4.0
#: actions of each player between two faults
STEADY = 4
PLAYERS, TIMES = 24, int(os.environ.get("FAILOVERS", "10"))
FEW_PLAYERS = 6
SETTINGS = {
    "ASTRARIUM_REPLICAS_WANTED": "2",
    "ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX": "1000000",
}


class ReplicatedStack(Stack):
    """A stack whose store is a primary with replicas."""

    def __init__(self, folder, servers, **options):
        super().__init__(folder, settings=SETTINGS | {"ASTRARIUM_REDIS_URL": servers.url}, **options)
        self.servers = servers
        self.redis_url = servers.url
        self._redis = connect_sync(servers.url)
        del self.processes["valkey"]

    def _start_valkey(self):
        """It runs already."""


@pytest.fixture
def replicated(tmp_path):
    with Replicated(tmp_path / "servers") as servers:
        stack = ReplicatedStack(tmp_path / "stack", servers, game_states=2, gateways=2, bots=2)
        with stack:
            yield stack


class Player:
    """Plays one match after another against a bot at a steady pace; keeps what was accepted, and when."""

    def __init__(self, stack, token, number):
        self.patient = Patient(stack.gateway_urls, token)
        self.number = number
        self.chance = random.Random(number)
        self.accepted = []
        self.times = [time.monotonic()]
        self.records = []
        self.outdated = 0

    def play(self, ends):
        """Play until it is told to end; resign then."""
        while not ends.is_set():
            self.play_one(ends)

    def play_one(self, ends):
        wish = {"game": "roll", "seats": [ME, bot("random")]}
        key = f"make-{self.number}-{len(self.records)}"
        match_id = self.patient.call(lambda client: client.post("/matches", wish, key=key))["id"]
        accepted = []
        while True:
            asked = self.patient.call(lambda client: client.match(match_id).decision(wait_s=2))
            if asked["is_over"]:
                break
            if ends.is_set():
                self.resign(match_id)
                break
            if asked["is_asked"]:
                choice = self.chance.choice(asked["legal_actions"])
                if self.submit(match_id, asked["version"], choice["action"]):
                    accepted.append(choice["notation"])
                    self.times.append(time.monotonic())
                    time.sleep(PACE_S)
        record = self.patient.call(lambda client: client.match(match_id).record())
        self.records.append((record, accepted))

    def submit(self, match_id, version, action):
        """Submit until it is answered; return whether it was accepted.

        What the bot did just before the fault may have been seen and yet be lost: nobody had promised it. Then the
        decision is another one.
        """
        key = secrets.token_hex(8)
        try:
            self.patient.call(lambda client: client.match(match_id).submit(version, action, key=key))
        except Refused as refused:
            assert refused.error in ("StaleVersion", "NotYourDecision"), refused  # noqa: PT017
            self.outdated += 1
            return False
        return True

    def resign(self, match_id):
        try:
            self.patient.call(lambda client: client.match(match_id).resign())
        except Refused as refused:
            # The answer to a resignation may get lost; the second one comes too late.
            assert refused.error in ("MatchOver", "NotYourSeat"), refused  # noqa: PT017

    def pause_after(self, at_s):
        """Return how long after a moment the next action was accepted, None if none was yet."""
        later = [each for each in self.times if each > at_s]
        return later[0] - at_s if later else None


def kill(servers):
    primary = servers.primary()
    servers.signal(primary, signal.SIGKILL)
    return lambda: servers.start_one(primary)


def silence(servers):
    primary = servers.primary()
    servers.signal(primary, signal.SIGSTOP)
    threading.Timer(SILENT_S, servers.signal, (primary, signal.SIGCONT)).start()
    return lambda: time.sleep(SILENT_S)


def cut_off(servers):
    """Keep all replicas from following for a while: the primary may promise nothing."""
    primary = servers.primary()
    replicas = [port for port in servers.ports if port != primary]
    for port in replicas:
        servers.signal(port, signal.SIGSTOP)

    def mend():
        for port in replicas:
            servers.signal(port, signal.SIGCONT)

    threading.Timer(CUT_S, mend).start()
    return lambda: time.sleep(CUT_S)


def play_under(stack, count, faults):
    """Let so many play while each fault happens; return the longest pause that each one brought."""
    with new_client(stack.url) as one:
        token = one.token
    players, ends, pauses = [Player(stack, token, number) for number in range(count)], threading.Event(), []
    with ThreadPoolExecutor(count) as threads:
        playing = [threads.submit(player.play, ends) for player in players]
        try:
            for fault in faults:
                wait_for_actions(players, playing, STEADY)
                at_s = time.monotonic()
                mend = fault(stack.servers)
                until(lambda at_s=at_s: all(each.pause_after(at_s) for each in players), 120)
                pauses.append((fault.__name__, max(each.pause_after(at_s) for each in players)))
                mend()
                until(stack.servers.is_whole, 120)
        finally:
            ends.set()
        for each in playing:
            each.result()
    records = [found for player in players for found in player.records]
    assert len({record["match_id"] for record, _ in records}) == len(records) >= count
    sys.stdout.write(f"\n{stack.servers.count_failovers()} failovers for {len(pauses)} faults")
    for record, accepted in records:
        verify(record)
        mine = [notation for seat, notation in record["actions"] if seat == 0]
        assert mine == accepted, "an accepted action was lost or doubled"
    actions = sum(len(accepted) for _, accepted in records)
    longest = {name: max(s for each, s in pauses if each == name) for name, _ in pauses}
    told = ", ".join(f"{name} {s:.1f} s" for name, s in longest.items())
    outdated = sum(player.outdated for player in players)
    sys.stdout.write(
        f"\n{actions} actions in {len(records)} matches under {len(pauses)} faults; longest pause: {told}; "
        f"{outdated} decisions were seen and lost before anything was promised\n"
    )
    assert outdated <= len(players) * len(pauses) / 10
    return longest


def wait_for_actions(players, playing, number):
    """Wait until every player has had so many further actions accepted."""
    before = [len(player.times) for player in players]

    def have_acted():
        for each in playing:
            assert not each.done(), each.result()
        return all(len(player.times) - start >= number for player, start in zip(players, before, strict=True))

    until(have_acted, 120)


@pytest.mark.timeout(300)
def test_the_primary_dies_under_play(replicated):
    """Every player goes on within seconds; no accepted action is lost or doubled, and every record verifies."""
    longest = play_under(replicated, FEW_PLAYERS, [kill])
    assert max(longest.values()) < quiet_s(GOES_ON_S)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_the_primary_dies_falls_silent_and_is_cut_off_again_and_again(replicated):
    longest = play_under(replicated, PLAYERS, [kill, silence, cut_off] * TIMES)
    assert max(longest.values()) < quiet_s(GOES_ON_S)
