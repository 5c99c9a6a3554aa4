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

from cli.stacks import until_signal
from deploy.local.errors import StackError
from deploy.local.stack import Stack, free_port

ROOT = Path(__file__).parents[3]
ASTRARIUM = [sys.executable, "-m", "cli"]
BEGIN = "from cli import __main__ as entry; print('begun', flush=True); entry.main()"
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


def wait_until_up(process):
    """Until it says so: it answers before, when the last of its processes may still be starting."""
    assert "Ctrl-C ends it" in [process.stdout.readline() for _ in range(5)][-1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_up_starts_again_what_dies_and_ends_cleanly_on_a_signal(up, number):
    """It does once it is up; what dies while it starts ends it with the reason."""
    wait_until_up(up)
    victim = next(pid for pid in children_of(up.pid) if "services.game_state" in processes().get(pid, ""))
    os.kill(victim, signal.SIGKILL)
    end = time.monotonic() + 30
    while not any("services.game_state" in line for pid, line in processes().items() if pid in children_of(up.pid)):
        assert time.monotonic() < end
        time.sleep(0.1)
    while not httpx.get(f"{up.url}/healthz", timeout=10).is_success:
        assert time.monotonic() < end
        time.sleep(0.1)
    children = children_of(up.pid)
    assert len(children) >= 6
    up.send_signal(number)
    out, _ = up.communicate(timeout=40)
    assert up.returncode == 0, out
    assert "down" in out
    assert "Traceback" not in out
    wait_until_gone(children)


def processes_with(mark):
    """All processes that were started with something in their environment."""
    found = set()
    for pid in processes():
        with contextlib.suppress(OSError):
            if mark.encode() in Path(f"/proc/{pid}/environ").read_bytes():
                found.add(pid)
    return found


@pytest.mark.parametrize("after_s", [0.1, 0.8, 1.6, 2.4])
def test_up_ends_cleanly_on_a_signal_while_it_starts(tmp_path, after_s):
    """While it loads, while its processes start; with 130, as shells say it, before there was anything to end."""
    mark = f"ASTRARIUM_MARK={tmp_path}"
    arguments = ["up", "--port", str(free_port()), "--grpc-port", str(free_port()), "--data", str(tmp_path / "var")]
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN, *arguments],
        cwd=ROOT, env=os.environ | dict([mark.split("=", 1)]),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        assert process.stdout.readline() == "begun\n"
        time.sleep(after_s)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=ENDS_S_MAX)
    finally:
        process.kill()
    # Python ends by the signal itself if that came while a text was being executed, as dataclasses do.
    assert process.returncode in {0, 130, -signal.SIGINT}, said
    assert "Traceback" not in said
    wait_until_gone(processes_with(mark))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_signal_during_a_destructor_is_not_lost():
    """Python drops what is raised there."""

    class Dying:
        def __del__(self):
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.01)

    passed = []
    with until_signal() as stop:
        Dying()
        passed.append("the destructor")
        stop.check()
        passed.append("the check")
    assert passed == ["the destructor"]


def test_nothing_survives_a_kill_of_the_launcher(up):
    children = children_of(up.pid)
    assert len(children) >= 6
    up.kill()
    up.wait()
    wait_until_gone(children)


def test_matches_are_kept_between_starts_of_one_stack_at_a_time(tmp_path):
    def account(stack):
        return httpx.post(f"{stack.url}/v1/accounts", json={"name": "keeper"}).status_code

    with Stack(tmp_path, bots=0) as stack:
        assert account(stack) == 201
        with pytest.raises(StackError, match="another stack"):
            Stack(tmp_path, bots=0).start()
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
