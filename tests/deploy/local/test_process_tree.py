"""The stack is one process tree: it stops cleanly, and nothing of it survives its launcher."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from deploy.local.errors import StackError
from deploy.local.stack import Stack, free_port

ROOT = Path(__file__).parents[3]
ASTRARIUM = [sys.executable, "-m", "cli"]
ENDS_S_MAX = 60.0


def processes():
    """Command lines of all processes that run, by pid."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                if (entry / "stat").read_text().rpartition(")")[2].split()[0] != "Z":
                    found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found


def children_of(root):
    """All descendants of a process."""
    parents = {}
    for pid in processes():
        with contextlib.suppress(OSError):
            parents[pid] = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    found = {root}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {root}


def wait_until_gone(pids):
    end = time.monotonic() + ENDS_S_MAX
    while alive := pids & processes().keys():
        assert time.monotonic() < end, [processes().get(pid) for pid in alive]
        time.sleep(0.05)


@pytest.fixture
def up(tmp_path):
    """`astrarium up` as a user starts it, serving."""
    port, grpc_port = free_port(), free_port()
    command = [*ASTRARIUM, "up", "--port", str(port), "--grpc-port", str(grpc_port), "--data", str(tmp_path / "var")]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    process.url = f"http://127.0.0.1:{port}"
    end = time.monotonic() + 60
    while True:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{process.url}/healthz").is_success:
                break
        assert process.poll() is None, process.stdout.read()
        assert time.monotonic() < end
        time.sleep(0.1)
    yield process
    process.kill()
    process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_up_ends_cleanly_on_a_signal(up, number):
    children = children_of(up.pid)
    assert len(children) >= 6
    assert "Ctrl-C ends it" in [up.stdout.readline() for _ in range(5)][-1]
    up.send_signal(number)
    out, _ = up.communicate(timeout=40)
    assert up.returncode == 0, out
    assert "down" in out
    assert "Traceback" not in out
    wait_until_gone(children)


def test_nothing_survives_a_kill_of_the_launcher(up):
    children = children_of(up.pid)
    assert len(children) >= 6
    up.kill()
    up.wait()
    wait_until_gone(children)


def test_up_starts_again_what_dies(up):
    victim = next(pid for pid in children_of(up.pid) if "services.game_state" in processes().get(pid, ""))
    os.kill(victim, signal.SIGKILL)
    end = time.monotonic() + 30
    while not any("services.game_state" in line for pid, line in processes().items() if pid in children_of(up.pid)):
        assert time.monotonic() < end
        time.sleep(0.1)
    while not httpx.get(f"{up.url}/healthz", timeout=10).is_success:
        assert time.monotonic() < end
        time.sleep(0.1)


def test_matches_are_kept_between_starts(tmp_path):
    def account(stack):
        return httpx.post(f"{stack.url}/v1/accounts", json={"name": "keeper"}).status_code

    with Stack(tmp_path, bots=0) as stack:
        assert account(stack) == 201
    with Stack(tmp_path, bots=0) as stack:
        assert account(stack) == 409


def test_killed_processes_leave_no_metrics_behind(tmp_path, monkeypatch):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    with Stack(tmp_path / "var", bots=1) as stack:
        folder = stack.data / "metrics"
        end = time.monotonic() + ENDS_S_MAX
        while {each.name for each in folder.iterdir()} != {"bots.0", "bots_analysis.0", "bots_series.0", "gateway.0"}:
            assert time.monotonic() < end
            time.sleep(0.05)
        for name in ("bots", "bots_analysis", "bots_series", "gateway"):
            for process in stack.select(name):
                process.signal(signal.SIGKILL)
                process.wait_ended(5)
    assert not folder.exists()
    assert list(scratch.glob("astrarium-*")) == []


def test_two_stacks_do_not_share_a_directory(tmp_path):
    with Stack(tmp_path, bots=0) as stack:
        assert stack.url
        with pytest.raises(StackError, match="another stack"):
            Stack(tmp_path, bots=0).start()


def test_a_process_that_can_not_start_is_named_with_its_log(tmp_path):
    with pytest.raises(StackError, match=r"(?s)ended with code.*log_level"):
        Stack(tmp_path, bots=0, settings={"ASTRARIUM_LOG_LEVEL": "loud"}).start()
    assert not [line for line in processes().values() if str(tmp_path) in line]


def run(*arguments, **options):
    return subprocess.run(
        [*ASTRARIUM, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False, **options
    )


def test_a_taken_port_is_named_with_the_option_to_choose_another(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        got = run("up", "--port", str(port), "--data", str(tmp_path))
    assert got.returncode == 1
    assert got.stderr == f"Error: port {port} is taken (Address already in use); choose another with --port\n"


def test_play_without_a_stack_says_how_to_start_one():
    got = run("play", "--server", f"http://127.0.0.1:{free_port()}")
    assert got.returncode == 1
    assert "start one with `astrarium up`" in got.stderr
    assert "Traceback" not in got.stderr


@pytest.mark.parametrize(
    ("content", "words"),
    [("", "not JSON"), ("{}", "lacks"), ("[]", "JSON object"), ("\xff", "not JSON"), ('{"game": "chess"}', "lacks")],
)
def test_verify_says_what_is_wrong_with_a_record(content, words):
    got = run("verify", "-", input=content)
    assert got.returncode == 1
    assert words in got.stderr
    assert "Traceback" not in got.stderr


def test_verify_names_a_missing_file():
    got = run("verify", "/nowhere/record.json")
    assert got.returncode == 2
    assert "No such file" in got.stderr
