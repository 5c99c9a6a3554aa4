"""The command line as a user meets it: a demonstration from nothing, and a match in the terminal."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from deploy.local.stack import ANY_HOST, HOST, Stack, free_port

ROOT = Path(__file__).parents[2]
ASTRARIUM = [sys.executable, "-m", "cli"]


def run(*arguments, text=None, seconds=240):
    return subprocess.run(
        [*ASTRARIUM, *arguments],
        cwd=ROOT,
        input=text,
        stdin=None if text is not None else subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


@pytest.fixture(autouse=True)
def kept(tmp_path_factory, monkeypatch):
    """Where tokens are kept."""
    folder = tmp_path_factory.mktemp("config")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    monkeypatch.delenv("ASTRARIUM_TOKEN", raising=False)
    return folder / "astrarium"


def test_a_level_there_is_not_makes_no_account(stack):
    """The name is still free afterwards."""
    name = f"u{secrets.token_hex(5)}"
    done = run("play", "roll", "--server", stack.url, "--level", "nonsense", "--name", name)
    assert done.returncode != 0
    assert "no bot plays at level 'nonsense'; there are " in done.stderr
    made = httpx.post(f"{stack.url}/v1/accounts", json={"name": name}, timeout=30)
    assert made.status_code == 201


def test_a_stack_is_reached_where_its_host_says(tmp_path):
    """127.0.0.2 stands for another address of this machine: only a stack for all addresses answers there."""
    for host, is_reached in ((HOST, False), (ANY_HOST, True)):
        with Stack(tmp_path / host, host=host, bots=0) as stack:
            url = stack.url.replace(HOST, "127.0.0.2")
            if is_reached:
                assert httpx.get(f"{url}/livez", timeout=30).is_success
                check_metrics_stay(stack, url)
            else:
                with pytest.raises(httpx.ConnectError):
                    httpx.get(f"{url}/livez", timeout=30)


def check_metrics_stay(stack, url):
    """Metrics are this machine's: neither at the public port nor at their own do others find them."""
    assert httpx.get(f"{url}/metrics", timeout=30).status_code == 404
    (gateway,) = stack.select("gateway")
    assert "astrarium_event_streams" in httpx.get(f"http://{HOST}:{gateway.metrics_port}/metrics", timeout=30).text
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.2:{gateway.metrics_port}/metrics", timeout=30)


def test_a_host_that_is_not_this_machines_is_told(tmp_path):
    done = run("up", "--host", "192.0.2.1", "--data", str(tmp_path), "--port", str(free_port()))
    assert done.returncode == 1
    assert done.stderr == "Error: 192.0.2.1 is no IPv4 address of this machine; 0.0.0.0 stands for all\n"


def test_the_demonstration_plays_verifies_and_goes_on_serving(tmp_path):
    """`make run`: what it prints is true, the record passes `verify`, and a signal ends it well."""
    port, record = free_port(), tmp_path / "record.json"
    options = ["--port", str(port), "--grpc-port", str(free_port()), "--data", str(tmp_path / "var")]
    demo = subprocess.Popen(
        [*ASTRARIUM, "demo", "--serve", "--record", str(record), *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        lines = []
        while "still serving" not in (line := demo.stdout.readline()):
            assert line, "".join(lines)
            lines.append(line)
        assert httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=20).is_success
        demo.send_signal(signal.SIGINT)
        rest, _ = demo.communicate(timeout=60)
    finally:
        demo.kill()
    assert demo.returncode == 0, rest
    assert rest.strip().endswith("down")
    shown = "".join(lines)
    assert "record verified" in shown
    content = json.loads(record.read_text())
    assert content["seats"] == 4
    for score in content["scores"]:
        assert re.search(rf"│ +{score} │", shown)
    checked = run("verify", str(record))
    assert checked.returncode == 0, checked.stderr
    assert f"scores {content['scores']}" in checked.stdout
    content["scores"][0] += 1
    doctored = run("verify", "-", text=json.dumps(content))
    assert doctored.returncode == 1
    assert "scores are" in doctored.stderr


def test_a_demonstration_of_a_game_there_is_not(tmp_path):
    got = run("demo", "--game", "chess", "--data", str(tmp_path))
    assert got.returncode == 1
    assert re.search(r"Error: no game is called 'chess'; there are .*roll", got.stderr)


def test_a_match_in_the_terminal(stack, kept, monkeypatch):
    """Left and gone on with, by the file that it names or the environment; the token itself is never shown."""
    words = ["?", "hint", "v", "l", "99", "no such action", *["1"] * 8, "q"]
    got = run("play", "roll", "--server", stack.url, "--level", "random", text="\n".join(words) + "\n")
    assert got.returncode == 0, got.stderr
    assert "Traceback" not in got.stdout + got.stderr
    for shown in (
        "You  ",
        " points\n",
        "random (bot)",
        "Roll R6",
        "   1 Develop ",
        "'99' is none of the choices",
        "'no such action' is",
    ):
        assert shown in got.stdout, shown
    (file,) = kept.glob("*/*.token")
    assert f"your token is kept in {file}" in got.stdout
    (way_back,) = re.findall(r"go on with: astrarium (play --join \S+ --server \S+ --token-file \S+)\n", got.stdout)
    left = run(*way_back.split(), text="q\n")
    assert left.returncode == 0, left.stdout + left.stderr
    assert f"go on with: astrarium {way_back}\n" in left.stdout
    monkeypatch.setenv("ASTRARIUM_TOKEN", file.read_text())
    again = run(*way_back.partition(" --token-file")[0].split(), text="resign\nyes\n")
    assert again.returncode == 0, again.stdout + again.stderr
    assert "see it again with: astrarium replay" in again.stdout
    assert all(file.read_text() not in each.stdout + each.stderr for each in (got, left, again))
    assert [each.name for each in kept.glob("*/*")] == [file.name]


def test_a_match_alone_against_a_rogue_mat_of_ones_own(stack, tmp_path):
    catalog = httpx.get(f"{stack.url}/v1/games/tiny_epic/catalog", timeout=20).json()
    mat, file = catalog["rogue_mats"][0] | {"name": "Mine"}, tmp_path / "mat.json"
    file.write_text(json.dumps(mat))
    words = ("play", "tiny_epic", "--server", stack.url, "--solo", "--option", f"rogue_mat=@{file}")
    got = run(*words, text="1\n1\nq\n")
    assert (got.returncode, "Traceback" in got.stdout + got.stderr) == (0, False), got.stdout + got.stderr
    assert "mat of one's own" in got.stdout
    file.write_text(json.dumps(mat | {"resource_max": 99}))
    wrong = run(*words)
    assert (wrong.returncode, "rogue mat: resource_max is 99; it is 1 to 20" in wrong.stderr) == (1, True), wrong.stderr
    wrong = run("play", "tiny_epic", "--server", stack.url, "--solo", "--level", "random")
    assert (wrong.returncode, "leave --level" in wrong.stderr) == (2, True)


def test_play_names_the_games_and_levels_there_are(stack):
    wrong = run("play", "chess", "--server", stack.url)
    assert (wrong.returncode, wrong.stderr.startswith("Error: no game is called 'chess'; there are ")) == (1, True)
    wrong = run("play", "roll", "--server", stack.url, "--level", "level99")
    assert (wrong.returncode, "no bot plays at level 'level99'" in wrong.stderr) == (1, True)


def test_up_ends_well_when_a_signal_comes_while_it_starts(tmp_path):
    options = ["--port", str(free_port()), "--grpc-port", str(free_port()), "--data", str(tmp_path)]
    up = subprocess.Popen([*ASTRARIUM, "up", *options], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    until = time.monotonic() + 60
    while not (tmp_path / "valkey.conf").exists():
        assert time.monotonic() < until
        time.sleep(0.02)
    up.send_signal(signal.SIGTERM)
    with contextlib.ExitStack() as undo:
        undo.callback(up.kill)
        out, _ = up.communicate(timeout=60)
    assert (up.returncode, b"Traceback" in out) == (0, False), out
