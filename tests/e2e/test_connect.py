"""The bridge: programs of the engine protocol play on a server, by a command line or a file, through failures."""

from __future__ import annotations

import contextlib
import re
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

from client import Client
from tests.e2e.support import ME, verified

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "ai" / "arena" / "reference_bot.py"
CONNECT = [sys.executable, "-m", "cli", "connect"]


class Bridge:
    """A running `astrarium connect`."""

    def __init__(self, folder, url, *arguments, name=None):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        with Client(url) as client:
            self.name = name or f"bridge-{secrets.token_hex(4)}"
            token = client.create_account(self.name, "program")["token"]
        self.token_file = folder / "token"
        self.token_file.write_text(token)
        self.token_file.chmod(0o600)
        self.config = folder / "connect.toml"
        self.url = url
        self.arguments = arguments

    def start(self):
        self.said = (self.folder / "said").open("a+")
        self.process = subprocess.Popen(
            [*CONNECT, "--server", self.url, "--token-file", self.token_file, *self.arguments],
            cwd=ROOT,
            stdout=self.said,
            stderr=self.said,
        )
        return self

    def run(self, seconds=240):
        """Let it end by itself; return its exit status and what it said."""
        self.start()
        try:
            return self.process.wait(seconds), self.told()
        finally:
            self.process.kill()

    def told(self):
        return (self.folder / "said").read_text()

    def stop(self, seconds=60):
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(seconds)
        finally:
            self.process.kill()
            self.said.close()


def wait_until(what, seconds=120):
    until = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < until
        time.sleep(0.1)
    return found


def programs(marker):
    """The processes whose command line has a text: programs, not their keepers and not the bridge."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_bytes().decode(errors="replace").split("\0")
            if words[1:2] == [marker]:
                found.append(int(path.parent.name))
    return found


def write_config(bridge, text):
    bridge.config.write_text(f"log_folder = 'logs'\n{text}")
    bridge.arguments = ("--config", bridge.config, *bridge.arguments)


def test_a_program_plays_one_match_against_a_level_and_ends(stack, client, tmp_path):
    """The shortest use: a command, a token, an opponent; the match's log has every word of the protocol."""
    logs = tmp_path / "logs"
    bridge = Bridge(tmp_path, stack.url)
    write_config(bridge, "has_whole_lines = true\n")
    bridge.arguments += ("--engine", f"{sys.executable} {REFERENCE}", "--seek", "race", "--against", "greedy")
    status, told = Bridge.run(bridge_with(bridge, "--matches", "1"))
    assert status == 0, told
    assert re.search(r"stopped after 1 matches", told)
    (log,) = logs.glob("*.log")
    verified(client, log.stem)
    text = log.read_text()
    assert f'"players":["{bridge.name}","bot:greedy"]' in text
    assert '"clock":{"kind":"none"}' in text
    for line in (
        r"< ready reference bot$",
        r"> decide \{.*\"view\"",
        r"< action ",
        r"> result \{\"scores\"",
        r"> quit$",
    ):
        assert re.search(line, text, re.MULTILINE), line


def bridge_with(bridge, *arguments):
    bridge.arguments += arguments
    return bridge


def test_it_plays_several_challenges_at_once_with_a_process_each_and_declines_by_rule(stack, client, tmp_path):
    """Three challengers are served at the same time; a match of another game is declined with the reason."""
    path = tmp_path / "slow.py"
    path.write_text(
        REFERENCE.read_text()
        .replace("def answer(", "import time\n\n\ndef answer(", 1)
        .replace('return f"action', 'time.sleep(0.05); return f"action')
    )
    bridge = Bridge(tmp_path / "bridge", stack.url, "--engine", f"{sys.executable} {path}")
    write_config(
        bridge, "[play]\nat_once = 3\nfinish_s = 0\n[invitations]\ngames = ['race']\nclocks = ['none', 'bank']\n"
    )
    seats = [ME, {"kind": "invited", "account": bridge.name}]
    bridge.start()
    try:
        clock = {"kind": "bank", "bank_ms": 600_000, "increment_ms": 1_000}
        ids = [client.create_match("race", seats, clock=clock)["id"] for _ in range(3)]
        wait_until(lambda: all(client.match(each).read()["status"] == "running" for each in ids))
        wait_until(lambda: len(programs(str(path))) == 3)
        reasons = {}
        for game, wanted in (
            ("roll", {}),
            ("race", {"clock": {"kind": "decision", "decision_ms": 9_000}}),
            ("race", {}),
        ):
            declined = client.create_match(game, seats, **wanted)["id"]
            reasons[game, len(wanted)] = wait_until(
                lambda at=declined: client.match(at).read()["seats"][1].get("cause")
            )
        assert reasons == {
            ("roll", 0): "I play race",
            ("race", 1): "I play with clocks of the kind none, bank",
            ("race", 0): "I play 3 matches at once already",
        }
    finally:
        assert bridge.stop() == 0, bridge.told()
    # With no time to finish it resigned, and its programs went with it.
    assert {client.match(each).read()["ended"] for each in ids} == {"resigned"}
    assert not programs(str(path))
    for each in ids:
        told = (tmp_path / "bridge" / "logs" / f"{each}.log").read_text()
        assert '"clock":{"kind":"bank","bank_ms":600000,"increment_ms":1000}' in told
        assert f"{each}: given up" in told
