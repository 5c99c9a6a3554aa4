"""Following together: a match is read once for all who see the same of it, and nobody waits for others."""

from __future__ import annotations

import contextlib
import json
import re
import threading
import time

import httpx
import pytest

from deploy.local.stack import Stack
from tests.e2e.support import ME, OPEN, end, kill, new_client, table_for

WAIT_S = 60
POLLS = 40
POLL_S = 30


@pytest.fixture(scope="module")
def stack(tmp_path_factory):
    """A stack whose processes tell how many streams they have open."""
    with Stack(tmp_path_factory.mktemp("following"), bots=0, has_metrics=True) as running:
        yield running


@pytest.fixture
def players(stack):
    """Two accounts, and a match between them."""
    with new_client(stack.url) as one, new_client(stack.url) as two:
        match_id = table_for(one, ME, OPEN)
        two.post(f"/matches/{match_id}/join")
        yield one, two, match_id


def wait_for_streams(stack, role, wanted):
    port = stack.select(role)[0].metrics_port
    until = time.monotonic() + WAIT_S
    while True:
        page = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=WAIT_S).text
        found = float(re.search(r"^astrarium_event_streams (\S+)", page, re.MULTILINE).group(1))
        if found == wanted:
            return
        assert time.monotonic() < until, f"{role}: {found} streams are open, not {wanted}"
        time.sleep(0.2)


class Listening(threading.Thread):
    """Hears a match by one stream, until it ends."""

    def __init__(self, client, match_id):
        super().__init__(daemon=True)
        self.own = client.__class__(str(client.http.base_url).removesuffix("/v1/"), client.token)
        self.match_id = match_id
        self.lines = []
        self.start()

    def run(self):
        for line in self.own._lines(f"/matches/{self.match_id}/events", {"since": 0}):
            self.lines.append(line)

    def said(self):
        return [line["chat"]["text"] for line in self.lines if line["type"] == "chat"]

    def cursors(self):
        return [line["cursor"] for line in self.lines if line["type"] == "event"]


def test_a_match_is_read_once_for_all_who_see_the_same(stack, players):
    """One stream for all who hold no seat, one for the player's three; each hears what it may, and nothing twice."""
    one, two, match_id = players
    with contextlib.ExitStack() as undo:
        watchers = [undo.enter_context(new_client(stack.url)) for _ in range(4)]
        watchers[0].post(f"/matches/{match_id}/chat/mute", {"seat": 0, "is_muted": True})
        listening = [Listening(client, match_id) for client in (*watchers, *watchers, one, one, one)]
        wait_for_streams(stack, "gateway", len(listening))
        wait_for_streams(stack, "game_state", 2)
        one.post(f"/matches/{match_id}/chat", {"text": "good luck"})
        for _ in range(3):
            for player in (one, two):
                asked = player.match(match_id).decision(wait_s=1)
                if asked["is_asked"]:
                    player.match(match_id).submit(asked["version"], asked["legal_actions"][0]["action"])
        watchers[1].post(f"/matches/{match_id}/chat", {"text": "well played"})
        until = time.monotonic() + WAIT_S
        while not all("well played" in each.said() for each in listening[:8]):
            assert time.monotonic() < until
            time.sleep(0.1)
        end(two, match_id)
        for each in listening:
            each.join(WAIT_S)
            assert not each.is_alive()
            there = [
                line["cursor"] for line in each.own.match(match_id).events(follow=False) if line["type"] == "event"
            ]
            assert each.cursors() == there
            assert there
            assert [line for line in each.lines if line["type"] == "match"][-1]["match"]["status"] == "over"
        muted = [each.said() for each in listening[0:8:4]]
        assert muted == [["well played"]] * 2
        others = [each.said() for number, each in enumerate(listening[:8]) if number % 4]
        assert others == [["good luck", "well played"]] * 6
        # Players don't hear spectators while they play; when all is over, they may.
        assert all(each.said()[:1] == ["good luck"] for each in listening[8:])
    wait_for_streams(stack, "gateway", 0)
    wait_for_streams(stack, "game_state", 0)


def test_streams_whose_clients_are_gone_are_closed(stack, players):
    """Clients that vanish are noticed at the next heartbeat; the last of them takes the shared stream along."""
    one, _, match_id = players
    headers = {"Authorization": f"Bearer {one.token}"}
    with contextlib.ExitStack() as undo:
        for _ in range(5):
            client = undo.enter_context(httpx.Client(timeout=WAIT_S))
            got = undo.enter_context(client.stream("GET", f"{stack.url}/v1/matches/{match_id}/events", headers=headers))
            next(got.iter_lines())
        wait_for_streams(stack, "gateway", 5)
        wait_for_streams(stack, "game_state", 1)
    wait_for_streams(stack, "gateway", 0)
    wait_for_streams(stack, "game_state", 0)
    end(one, match_id)


def test_long_polls_keep_nobody_waiting(stack, players):
    """However many wait for a decision, others are answered meanwhile."""
    one, two, match_id = players
    while (asked := one.match(match_id).decision(wait_s=0))["is_asked"]:
        one.match(match_id).submit(asked["version"], asked["legal_actions"][0]["action"])

    def poll():
        with one.__class__(stack.url, one.token, transport=httpx.HTTPTransport(verify=False)) as client:
            client.match(match_id).decision(wait_s=POLL_S)

    polls = [threading.Thread(target=poll, daemon=True) for _ in range(POLLS)]
    for each in polls:
        each.start()
    time.sleep(2)
    began = time.monotonic()
    assert two.match(match_id).read()["status"] == "running"
    assert time.monotonic() - began < POLL_S / 3
    assert all(each.is_alive() for each in polls)
    two.post(f"/matches/{match_id}/resign")
    for each in polls:
        each.join(WAIT_S)
        assert not each.is_alive()


def test_the_stream_of_a_tournament_outlives_its_director(stack):
    """What is told after the restart comes by the same stream, from its cursor on."""
    with new_client(stack.url) as host:
        cup = {"name": "Cup", "game": "roll", "format": "swiss", "seats": 2, "rounds": 1}
        path = f"/tournaments/{host.post('/tournaments', cup)['id']}"
        headers = {"Authorization": f"Bearer {host.token}"}
        with httpx.stream("GET", f"{stack.url}/v1{path}/events", headers=headers, timeout=WAIT_S) as got:
            lines = (line for line in map(json.loads, got.iter_lines()) if line["type"] == "entry")
            assert next(lines)["entry"]["kind"] == "created"
            kill(stack, "director")
            stack.start_role("director")
            host.post(f"{path}/enter")
            line = next(lines)
            assert (line["cursor"], line["entry"]["kind"]) == (2, "entered")
            host.post(f"{path}/finish", {"reason": "enough"})
            assert [line["entry"]["kind"] for line in lines][-1] == "finished"
