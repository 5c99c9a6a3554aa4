"""Ctrl-C reaches a command and all its processes, whatever they are doing: one line, nobody left, no trace of it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.stack import until

ROOT = Path(__file__).parents[2]
BEGIN = "from cli import __main__ as entry; print('begun', flush=True); entry.main()"
TOURNAMENT = """
game = "roll"
format = "swiss"
seats = 2
rounds = 2
[[entrants]]
level = "level7"
count = 4
"""


def start(folder, command):
    """Start a command that goes on for minutes, with two workers, as the head of a group of its own."""
    (folder / "cup.toml").write_text(TOURNAMENT)
    arguments = {
        "arena": ["arena", "roll", "--players", "level8,level7", "--out", str(folder / "series.jsonl")],
        "tournament": ["tournament", str(folder / "cup.toml"), "--out", str(folder / "cup")],
    }[command]
    return subprocess.Popen(
        [sys.executable, "-c", BEGIN, *arguments, "--workers", "2"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        text=True,
    )


@pytest.mark.parametrize("after_s", [0.2, 0.8, 1.6, 2.4, 4.0])
@pytest.mark.parametrize("command", ["arena", "tournament"])
def test_an_interrupted_command_says_so_in_a_line(tmp_path, command, after_s):
    """While it loads, while its workers load, while they play matches that last."""
    process = start(tmp_path, command)
    try:
        # Not before it is a Python that can say anything, however long that takes.
        assert process.stdout.readline() == "begun\n"
        time.sleep(after_s)
        os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=60)
        until(lambda: not members(process.pid))
    finally:
        if members(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
    # Python ends by the signal itself if that came while a text was being executed, as dataclasses do.
    assert process.returncode in {130, -signal.SIGINT}
    assert "Traceback" not in said
    assert said.rstrip().endswith(("Aborted!", "interrupted; the same command goes on from here"))


def members(group):
    """The processes of a group, but for those that have ended."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, its_group, *_ = stat.read_text().rpartition(")")[2].split()
            if int(its_group) == group and state != "Z":
                found.append(stat.parent.name)
    return found


def workers_of(process):
    """Its workers, once both are there."""
    group = {pid: Path(f"/proc/{pid}/cmdline") for pid in members(process.pid)}
    found = []
    for pid, line in group.items():
        with contextlib.suppress(OSError):
            if b"spawn_main" in line.read_bytes():
                found.append(int(pid))
    return sorted(found) if len(found) == 2 else None


@pytest.mark.parametrize("command", ["arena", "tournament"])
def test_a_worker_that_is_killed_is_told_in_a_line(tmp_path, command):
    """As the kernel does when the memory is full."""
    process = start(tmp_path, command)
    try:
        os.kill(until(lambda: workers_of(process))[0], signal.SIGKILL)
        said, _ = process.communicate(timeout=60)
        until(lambda: not members(process.pid))
    finally:
        if members(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 1
    assert "Traceback" not in said
    assert said.rstrip().endswith("a worker process was killed (out of memory?); the same command goes on from here")
