"""The bridge: programs of the engine protocol play on a server, by a command line or a file, through failures."""

from __future__ import annotations

import contextlib
import os
import random
import re
import secrets
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ai.arena.compliance import check_engine
from client import Client
from tests.e2e.support import ME, kill, new_client, play_on, verified

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "ai" / "arena" / "reference_bot.py"
PROGRAMS = Path(__file__).with_name("programs")
#: of the kills of programs, so many to one of the gateway
GATEWAY_EVERY = 6
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
            if marker in words[:2]:
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


@pytest.fixture(scope="module")
def engines(tmp_path_factory):
    """Commands of four programs in three languages, each with a text that finds its processes."""
    folder = tmp_path_factory.mktemp("engines")
    binary = folder / "chance"
    subprocess.run(
        [os.environ.get("CC", "cc"), "-O2", "-Wall", "-Werror", "-o", binary, PROGRAMS / "engine.c"], check=True
    )
    copies = [shutil.copy(REFERENCE, folder / f"reference_{number}.py") for number in range(2)]
    script = shutil.copy(PROGRAMS / "engine.js", folder / "dear.js")
    return {
        "python-one": (f"{sys.executable} {copies[0]}", str(copies[0])),
        "python-two": (f"{sys.executable} {copies[1]}", str(copies[1])),
        "javascript": (f"{shutil.which('node')} {script}", str(script)),
        "c": (str(binary), str(binary)),
    }


@pytest.mark.parametrize("language", ["javascript", "c"])
def test_programs_in_other_languages_keep_to_the_protocol(engines, language):
    command, _ = engines[language]
    findings = list(check_engine(command, "race", budget_ms=30_000))
    assert [finding.seen for finding in findings if not finding.holds] == []
    assert findings[-1].check == "quits when told"
    asked = [finding.seen for finding in findings if "catalogs asked for" in finding.seen]
    assert len(asked) == (2 if language == "javascript" else 0)


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("rounds", "kills"), [(1, 1), pytest.param(3, 3, marks=pytest.mark.soak)])
def test_four_programs_in_three_languages_play_a_swiss_tournament_through_kills(
    breakable, engines, tmp_path, rounds, kills
):
    """Programs and the gateway are killed in the middle of matches; every match is played to its end and verifies."""
    chance = random.Random(18)
    host = new_client(breakable.url)
    host.patience_s = 60
    cup = host.create_tournament("Cup of tongues", "race", "swiss", 2, rounds=rounds)["id"]
    bridges = {}
    for name, (command, _) in engines.items():
        bridge = bridges[name] = Bridge(tmp_path / name, breakable.url, "--engine", command)
        write_config(bridge, f"[engine]\ncommand = 'x'\nrestarts_max = 100\n[tournaments]\nids = ['{cup}']\n")
        bridge.start()
    try:
        wait_until(lambda: host.tournament(cup).read()["entrants"] == len(engines))
        host.tournament(cup).start()
        markers = [marker for _, marker in engines.values()]
        killed, gateways = play_through_kills(breakable, host, cup, markers, kills, chance=chance)
        over = host.tournament(cup).read()
    finally:
        statuses = {name: bridge.stop() for name, bridge in bridges.items()}
    assert set(statuses.values()) == {0}, statuses
    assert min(killed.values()) >= kills, killed
    assert gateways >= kills
    assert sum(row["points"] for row in over["standings"]) == rounds * len(engines) / 2
    ids = [board["match_id"] for each in over["rounds"] for table in each["tables"] for board in table["boards"]]
    assert len(ids) == rounds * len(engines) // 2
    assert [verified(host, match_id)["ended"] for match_id in ids] == ["finished"] * len(ids)
    for name, bridge in bridges.items():
        logs = list((bridge.folder / "logs").glob("*.log"))
        assert {log.stem for log in logs} <= {*ids}
        assert len(logs) == rounds
        assert any("start 2 of the program" in log.read_text() for log in logs), name
    host.http.close()


def play_through_kills(stack, host, cup, markers, kills, *, chance):
    """Kill each program and the gateway so many times, then wait for the end; return how often each was hit."""
    killed, gateways, ticks = dict.fromkeys(markers, 0), 0, 0
    until = time.monotonic() + 600
    while (min(killed.values()) < kills or gateways < kills) and time.monotonic() < until:
        time.sleep(0.25)
        ticks += 1
        # At first the rarest one: each program is to be hit.
        for marker in sorted(markers, key=lambda each: killed[each]):
            if found := programs(marker):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(chance.choice(found), signal.SIGKILL)
                    killed[marker] += 1
                break
        if ticks % GATEWAY_EVERY == 0:
            kill(stack, "gateway")
            stack.start_role("gateway")
            gateways += 1
    wait_until(lambda: host.tournament(cup).read()["status"] == "over", 600)
    return killed, gateways


CRASHING = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word in ("hello", "match"):
        print("ready crashing", flush=True)
    elif word == "decide":
        sys.exit("no idea")
"""


def test_a_program_that_keeps_failing_resigns_that_match_alone(stack, client, tmp_path):
    """It is started again as often as the file says, and its last words are in the log."""
    path = tmp_path / "crashing.py"
    path.write_text(CRASHING)
    bridge = Bridge(tmp_path / "bridge", stack.url, "--seek", "race", "--against", "random", "--matches", "1")
    write_config(bridge, f"[engine]\ncommand = '{sys.executable} {path}'\nrestarts_max = 2\n")
    status, told = bridge.run()
    assert status == 0, told
    (log,) = (tmp_path / "bridge" / "logs").glob("*.log")
    text = log.read_text()
    assert client.match(log.stem).read()["ended"] == "resigned"
    assert re.findall(r"start (\d) of the program", text) == ["2", "3"]
    assert "the bot has failed 3 times; it resigns" in text
    assert "exit status 1); last on stderr: no idea" in text
    assert "! no idea" in text
    assert "Traceback" not in text + told


def test_a_bridge_that_was_killed_takes_its_matches_up_again(stack, client, tmp_path):
    """Its program dies with it; the next one hears of the match in its middle and plays on."""
    path = tmp_path / "reference.py"
    path.write_text(REFERENCE.read_text())
    bridge = Bridge(tmp_path / "bridge", stack.url, "--engine", f"{sys.executable} {path}")
    write_config(bridge, "[play]\nfinish_s = 0\n")
    bridge.start()
    match_id = client.create_match("race", [ME, {"kind": "invited", "account": bridge.name}])["id"]
    log = tmp_path / "bridge" / "logs" / f"{match_id}.log"

    def answers():
        return log.exists() and log.read_text().count("< action ")

    wait_until(answers)
    bridge.process.kill()
    bridge.process.wait()
    wait_until(lambda: not programs(str(path)))
    before = answers()
    bridge.start()
    try:
        play_on(client, match_id, turns=3)
        wait_until(lambda: answers() > before)
    finally:
        assert bridge.stop() == 0, bridge.told()
    assert client.match(match_id).read()["ended"] == "resigned"
    verified(client, match_id)


OWN_BOT = """
from client import Bot


class First(Bot):
    def accepts(self, match):
        return "not today"

    def choose(self, decision):
        return decision.legal_actions[0]["action"]
"""


def test_a_class_of_ones_own_plays_and_keeps_its_own_rules(stack, client, tmp_path, monkeypatch):
    (tmp_path / "own_bot.py").write_text(OWN_BOT)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    bridge = Bridge(
        tmp_path / "bridge", stack.url, "--python", "own_bot:First", "--seek", "race", "--against", "random"
    )
    write_config(bridge, "[play]\nin_all = 1\n")
    invited = client.create_match("race", [ME, {"kind": "invited", "account": bridge.name}])["id"]
    status, told = bridge.run()
    assert status == 0, told
    assert client.match(invited).read()["seats"][1]["cause"] == "not today"
    (log,) = [each for each in (tmp_path / "bridge" / "logs").glob("*.log") if each.stem != invited]
    assert client.match(log.stem).read()["ended"] == "finished"


def test_a_level_plays_within_a_short_clock(stack, client, tmp_path):
    """A searching level, with less time for a decision than it would take; none of them is late."""
    bridge = Bridge(tmp_path / "bridge", stack.url, "--level", "level5", "--matches", "1")
    clock = "{ kind = 'decision', decision_ms = 3000 }"
    write_config(bridge, f"[[seeks]]\ngame = 'race'\nlevel = 'greedy'\nclock = {clock}\n")
    status, told = bridge.run()
    assert status == 0, told
    (log,) = (tmp_path / "bridge" / "logs").glob("*.log")
    assert verified(client, log.stem)["ended"] == "finished"


def test_the_check_tells_what_is_good_and_what_is_not(stack, tmp_path):
    """A token, a server, a tournament and a program, each by itself; nothing is played."""
    path = tmp_path / "crashing.py"
    path.write_text(CRASHING)
    bridge = Bridge(tmp_path / "bridge", stack.url, "--check")
    games = "[invitations]\ngames = ['race']\n"
    write_config(bridge, f"[engine]\ncommand = '{sys.executable} {REFERENCE}'\n{games}")
    status, told = bridge.run()
    assert status == 0, told
    for line in (
        f"ok    server: {stack.url} has",
        f"ok    account: {bridge.name}, program",
        "ok    plays race: answered",
    ):
        assert line in told, told
    bridge.config.write_text(
        f"[engine]\ncommand = '{sys.executable} {path}'\n{games}[tournaments]\nids = ['no-such']\ngames = ['race']\n"
    )
    status, told = bridge.run()
    assert status == 1
    assert re.search(r"fails tournament no-such: ", told)
    assert re.search(r"fails plays race: crash: .*no idea", told)
    bridge.token_file.write_text("astro_wrong")
    status, told = bridge.run()
    assert re.search(r"fails server: .*token", told), told
    assert "Traceback" not in told
