"""The examination of clients: our own bots pass all of it, and a careless one fails where it is careless."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from bridge.client_checks import (
    check_bad_token,
    check_client,
    check_conduct,
    check_limits_kept,
    check_lost_answers,
    check_meeting,
    check_stopping,
    check_streams,
)
from bridge.client_program import ClientProgram
from bridge.examiner import Examiner
from bridge.proxy import Proxy
from tests.e2e.support import new_client

ROOT = Path(__file__).parents[2]
CHECK = [sys.executable, "-m", "cli", "check-client"]


@pytest.mark.timeout(900)
def test_a_bot_of_the_client_library_passes_every_check(stack):
    """At least 40 of them, each with a verdict, and none of them not met."""
    bot = f"{sys.executable} -m cli connect --level greedy --server {{url}}"
    done = subprocess.run(
        [*CHECK, stack.url, "--json", "--run", bot], cwd=ROOT, capture_output=True, text=True, timeout=800, check=False
    )
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each for each in verdicts if each["outcome"] != "passes"] == [], done.stderr[-3000:]
    assert done.returncode == 0, done.stderr[-3000:]
    assert len({each["check"] for each in verdicts}) == len(verdicts) >= 40
    assert all(each["seen"] for each in verdicts)


class Careless(threading.Thread):
    """Asks all the time, without keys, pauses or streams."""

    def __init__(self, url, token):
        super().__init__(daemon=True)
        self.is_told_to_stop = False
        self.http = httpx.Client(base_url=f"{url}/v1", headers={"Authorization": f"Bearer {token}"}, timeout=30)
        self.start()

    def run(self):
        while not self.is_told_to_stop:
            try:
                self.look()
            except (httpx.HTTPError, KeyError, ValueError):
                continue

    def look(self):
        self.http.get("/accounts/me")
        for match in self.http.get("/matches", params={"own": True, "status": "waiting"}).json()["matches"]:
            self.http.post(f"/matches/{match['id']}/join", json={})
        for match in self.http.get("/matches", params={"own": True, "status": "running"}).json()["matches"]:
            asked = self.http.get(f"/matches/{match['id']}/decision", params={"wait_s": 0}).json()
            if asked["is_asked"]:
                action = random.choice(asked["legal_actions"])["action"]
                body = {"version": asked["version"], "action": action}
                self.http.post(f"/matches/{match['id']}/actions", json=body)


@pytest.mark.timeout(600)
def test_a_careless_client_fails_where_it_is_careless(stack):
    """It plays well enough, but waits for nothing, sends no keys, and does not notice that its token is gone."""
    with new_client(stack.url) as account, Proxy(stack.url) as proxy:
        examiner = Examiner(proxy, stack.url, "race")
        careless = Careless(proxy.url, account.token)
        try:
            examiner.wait_for_client(60)
            scenarios = (
                check_meeting,
                check_lost_answers,
                check_limits_kept,
                check_streams,
                check_conduct,
                check_bad_token,
            )
            found = {verdict.check: verdict.outcome for verdict in check_client(examiner, scenarios)}
        finally:
            careless.is_told_to_stop = True
            careless.join(30)
            examiner.close()
    failed = {check for check, outcome in found.items() if outcome == "fails"}
    assert failed - {"waits as told after 429 to an action"} == {
        "waits for decisions instead of polling",
        "waits as told after 429 to a question",
        "sends the action that met 429 again with its key",
        "sends an idempotency key with every action",
        "does not hammer when its token is no longer good",
    }
    assert found["opens a broken stream again"] == "not met"
    assert found["plays on"] == "passes"


#: plays as long as it runs
ABRUPT = """
import os, time
from client import Client
with Client(os.environ["URL"], os.environ["ASTRARIUM_TOKEN"]) as client:
    while True:
        for match in client.matches(own=True, status="waiting"):
            client.match(match["id"]).join()
        for match in client.matches(own=True, status="running"):
            asked = client.match(match["id"]).decision(wait_s=0)
            if asked["is_asked"]:
                client.match(match["id"]).submit(asked["version"], asked["legal_actions"][0]["action"])
        time.sleep(0.05)
"""


@pytest.mark.timeout(600)
def test_a_client_that_sigterm_tears_from_its_match_fails(stack):
    """It leaves the match to the others; without a program of its own that can't be examined."""
    with new_client(stack.url) as account, Proxy(stack.url) as proxy:
        told = {"URL": proxy.url, "ASTRARIUM_TOKEN": account.token, "PYTHONPATH": str(ROOT)}
        program = ClientProgram([sys.executable, "-c", ABRUPT], {**os.environ, **told})
        examiner = Examiner(proxy, stack.url, "race", program)
        try:
            program.start()
            examiner.wait_for_client(60)
            found = [verdict.outcome for verdict in check_client(examiner, (check_stopping,))]
            examiner.program = None
            (unmet,) = check_client(examiner, (check_stopping,))
        finally:
            examiner.close()
            program.stop()
    assert found == ["fails", "passes", "passes"]
    assert (unmet.outcome, unmet.seen) == ("not met", "it was not started by --run")


def test_a_client_that_does_not_come_is_told_in_a_sentence(stack):
    done = subprocess.run([*CHECK, stack.url, "--wait-s", "1"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "point your client at http://127.0.0.1:" in done.stdout
    assert "nobody has asked" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["http://127.0.0.1:9"], "refused"),
        (["nonsense"], "protocol"),
        (["{url}", "--run", "/no/such/client"], "/no/such/client does not start"),
    ],
)
def test_what_can_not_be_examined_is_told_in_a_sentence(stack, arguments, words):
    words_given = [word.replace("{url}", stack.url) for word in arguments]
    began = time.monotonic()
    done = subprocess.run([*CHECK, *words_given], cwd=ROOT, capture_output=True, text=True, check=False, timeout=90)
    assert done.returncode == 1
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert time.monotonic() - began < 80
