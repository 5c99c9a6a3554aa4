"""Programs end with whoever runs them, however that ends, and so does everything that they started."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from ai.arena import program as program_module
from ai.arena.program import PlayerFailure, ProgramPlayer
from engine.registry import find_game

ROOT = Path(__file__).parents[2]
GONE_S_MAX = 30.0

#: starts another process in a session of its own, which stays; both know the protocol's first words
ENGINE = """
import subprocess, sys, time
subprocess.Popen([sys.executable, sys.argv[0], "staying"], start_new_session=True) if len(sys.argv) == 1 else None
if sys.argv[1:] == ["staying"]:
    time.sleep(600)
for line in sys.stdin:
    word = line.split()[0]
    if word in ("hello", "match"):
        print("ready test", flush=True)
    elif word == "decide":
        time.sleep(600)
"""


def running(marker):
    """The processes whose command line names *marker*."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes()
        except OSError:
            continue
        if str(marker).encode() in words and int(path.parent.name) != os.getpid():
            found.append(int(path.parent.name))
    return found


def all_gone(marker):
    """Whether those processes end within a generous time."""
    until = time.monotonic() + GONE_S_MAX
    while running(marker):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


@pytest.fixture
def engine(tmp_path):
    path = tmp_path / "thinking_engine.py"
    path.write_text(ENGINE)
    yield path
    for pid in running(path):
        os.kill(pid, signal.SIGKILL)


def wrapped(engine):
    """A command line by which a shell runs the engine and waits for it."""
    script = engine.with_name("wrapper.sh")
    script.write_text(f"{sys.executable} {engine}\necho the engine has ended\n")
    return f"sh {script}"


def begin(command, budget_ms=100):
    """A program that has been told of a match."""
    player, game = ProgramPlayer(command, budget_ms), find_game("roll")
    player.begin(game, 2, 0, {}, "m")
    return player, game.setup(2, bytes(32)).information_set(0)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_silent_engine_behind_a_script_is_ended_with_the_script(engine, monkeypatch):
    """The direct child is a shell; its engine, and what that started in another session, die with it."""
    monkeypatch.setattr(program_module, "GRACE_MS", 300)
    monkeypatch.setattr(program_module, "READY_MS_MAX", 60_000)
    player, asked = begin(wrapped(engine))
    assert len(running(engine)) >= 2
    with pytest.raises(PlayerFailure) as failure:
        player.act(asked)
    assert failure.value.cause == "silence"
    assert all_gone(engine)
    player.close()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_none_is_left_when_the_arena_is_ended_by_a_signal(engine, number):
    """While it waits for an answer of an engine behind a script."""
    code = textwrap.dedent(f"""
        from engine.registry import find_game
        from ai.arena.program import ProgramPlayer
        player = ProgramPlayer({wrapped(engine)!r}, 600_000)
        player.begin(find_game("roll"), 2, 0, {{}}, "m")
        print("begun", flush=True)
        player.act(find_game("roll").setup(2, bytes(32)).information_set(0))
    """)
    arena = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert arena.stdout.readline() == b"begun\n"
    assert len(running(engine)) >= 2
    arena.send_signal(number)
    arena.wait(GONE_S_MAX)
    arena.stdout.close()
    assert all_gone(engine)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_an_engine_that_dies_has_crashed_whoever_holds_its_pipe(tmp_path, monkeypatch):
    """It leaves a process behind that keeps its standard output open: no silence, but a crash with its status."""
    monkeypatch.setattr(program_module, "GRACE_MS", 60_000)
    path = tmp_path / "dying_engine.py"
    path.write_text(ENGINE.replace("    elif word", '    elif word == "decide":\n        sys.exit(7)\n    elif word'))
    player, asked = begin(f"{sys.executable} {path}")
    assert len(running(path)) >= 2
    with pytest.raises(PlayerFailure, match="exit status 7") as failure:
        player.act(asked)
    assert failure.value.cause == "crash"
    assert all_gone(path)
    player.close()


def test_a_program_killed_by_a_signal_says_which(tmp_path):
    """The keeper ends as the program did."""
    path = tmp_path / "killed_engine.py"
    path.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    with pytest.raises(PlayerFailure, match=f"exit status -{signal.SIGSEGV.value}") as failure:
        begin(f"{sys.executable} {path}")
    assert failure.value.cause == "crash"
