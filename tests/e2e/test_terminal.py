"""Two people meet in their terminals: they talk, play, leave and come back; a third watches, and sees it again."""

from __future__ import annotations

import re
import secrets
import subprocess
import sys

import pytest

from client import Client
from tests.e2e.support import ME, OPEN, new_client, turn_of
from tests.support.terminal import ROOT, terminals


@pytest.fixture
def start(tmp_path, monkeypatch):
    """Start a command in a terminal of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("ASTRARIUM_TOKEN", raising=False)
    with terminals() as begin:
        yield begin


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip


def test_two_people_meet_at_an_open_table(stack, start):
    """By the command that the first one is shown; what one says or does the other one is told in words."""
    ada, bea = (f"t{secrets.token_hex(4)}" for _ in range(2))
    first = start("play", "race", "--server", stack.url, "--open", "--name", ada)
    (match_id,) = re.findall(r"match (\S+) at", first.read_until("--join"))
    second = start("play", "--server", stack.url, "--join", match_id, "--name", bea, columns=200, rows=60)
    assert "Which card of your opening hand do you discard?" in second.read_until("> ")
    assert "Which card of your opening hand do you discard?" in first.read_until("> ")
    # A low screen says beside the question what has left it; a high one has room for everything.
    assert "(round 0, setup; `table` shows everything)" in first.text
    assert "player order" in second.text
    first.say("1", "puts ")
    first.say("undo", "several seats decide at once")
    first.say("chat good luck", f"{ada} says: good luck")
    second.read_until(f"{ada} says: good luck")
    second.say("quit", f"go on with: astrarium play --join {match_id}")
    assert second.end() == 0
    token_file = next(path for path in second.folder.glob(f"**/{bea}.token"))
    again = start("play", "--server", stack.url, "--join", match_id, "--token-file", str(token_file))
    again.read_until("> ")
    again.say("resign", "`yes` does")
    again.say("yes", "see it again with")
    assert again.end() == 0
    first.read_until("see it again with")
    assert first.end() == 0
    assert "You have won." in first.text
    for terminal in (first, second, again):
        assert "Traceback" not in terminal.text
    watched = run("watch", match_id, "--server", stack.url)
    assert watched.returncode == 0, watched.stderr
    assert f"{ada}: place 1" in watched.stdout
    replayed = run("replay", match_id, "--server", stack.url, "--at", "1")
    assert replayed.returncode == 0, replayed.stderr
    assert "action 1 of" in replayed.stdout


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (200, 60)])
def test_a_match_is_watched_as_it_is_played(stack, start, columns, rows):
    """Each change is drawn as it happens, within the screen; when the match ends, the result stands there."""
    with new_client(stack.url) as ada, new_client(stack.url) as bea:
        names = [each.account.read()["name"] for each in (ada, bea)]
        match_id = ada.create_match("race", [ME, OPEN])["id"]
        watching = start("watch", match_id, "--server", stack.url, columns=columns, rows=rows)
        watching.read_until(f"waiting for {names[0]}")
        bea.match(match_id).join()
        watching.read_until("round          0, setup")
        for client in (ada, bea):
            turn = turn_of(client, match_id)
            while (
                client.match(match_id).read()["deciding_seats"] != [] and client.match(match_id).decision(0)["is_asked"]
            ):
                turn()
        watching.read_until("Round 1.")
        watching.read_until("round          1, ")
        assert all(re.search(rf"{name} +\d points?", watching.text) for name in names)
        bea.match(match_id).say("well played")
        watching.read_until(f"{names[1]} says: well played")
        bea.match(match_id).resign()
        watching.read_until(f"{names[0]}: place 1")
    assert watching.end() == 0
    assert "Traceback" not in watching.text
    assert watching.width <= columns


def test_who_seeks_the_same_sits_down_together(stack, start):
    """And who invites somebody meets them: nobody else can sit there."""
    names = [f"t{secrets.token_hex(4)}" for _ in range(3)]
    seeking = [start("play", "roll", "--server", stack.url, "--seek", "--name", name) for name in names[:2]]
    for terminal in seeking:
        assert "Which of your two tiles do you begin with" in terminal.read_until("> ")
        terminal.say("resign", "`yes` does")
        terminal.say("no", "The match goes on.")
    with Client(stack.url) as client:
        client.create_account(names[2])
        host = start("play", "tiny_epic", "--server", stack.url, "--invite", names[2], "--name", f"h{names[2]}")
        text = host.read_until("--join")
        (match_id,) = re.findall(r"match (\S+) at", text)
        stranger = run("play", "--server", stack.url, "--join", match_id)
        assert stranger.returncode == 1
        assert "Traceback" not in stranger.stderr
        client.match(match_id).join()
        assert "Which mission do you keep?" in host.read_until("> ")
