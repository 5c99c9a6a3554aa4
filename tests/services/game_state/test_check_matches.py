"""The drill replays matches, and finds those whose log is not what it was."""

from __future__ import annotations

import subprocess
import sys

import orjson
import pytest

from services.shared import keys
from tests.support.stack import ROOT, Stack, free_port


@pytest.fixture
def stack(tmp_path):
    made = Stack(tmp_path)
    try:
        yield made
    finally:
        made.close()


def check(url):
    done = subprocess.run(
        [sys.executable, "-m", "services.game_state.check_matches"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "ASTRARIUM_REDIS_URL": url},
        check=False,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def test_matches_are_replayed_and_a_changed_log_is_found_out(stack):
    _, target = stack.game_state()
    anna, bert = stack.client(target, "anna"), stack.client(target, "bert")
    matches = [anna.create(["account:anna", "open"], starts_when_full=True) for _ in range(2)]
    for match_id in matches:
        bert.call("JoinMatch", match_id=match_id)
        asked = anna.decision(match_id)
        anna.submit(match_id, asked.version, orjson.loads(asked.legal_actions)[0]["action"])
    bert.call("ResignMatch", match_id=matches[1])
    code, told, wrong = check(stack.redis_url)
    assert (code, told) == (0, "running: 1 matches, 1 replayed\nover: 1 matches, 1 replayed\n"), wrong
    entry = stack.redis.lindex(keys.log(matches[0]), 0)
    stack.redis.lset(keys.log(matches[0]), 0, entry.replace(b"[0,", b"[1,"))
    code, _, wrong = check(stack.redis_url)
    assert code == 1
    assert matches[0] in wrong
    assert matches[1] not in wrong


def test_a_store_that_is_away_is_no_good_one():
    code, _, wrong = check(f"redis://127.0.0.1:{free_port()}/0")
    assert code == 2
    assert "can't be read" in wrong
