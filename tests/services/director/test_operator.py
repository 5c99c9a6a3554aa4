"""The command `astrarium admin` against real services, and what an operator may do in tournaments."""

from __future__ import annotations

import json
import time

import pytest
from click.testing import CliRunner

from cli import tokens
from cli.commands import main
from cli.operator_access import make_access, write_access
from services.shared import keys
from tests.support.stack import Client


@pytest.fixture
def admin(hall, tmp_path):
    """Run a command with access to this installation; return what it printed."""
    path = tmp_path / "operator.json"
    write_access(make_access(hall.table.stack.redis_url, hall.table.first, hall.target, 1), path)
    assert path.stat().st_mode & 0o777 == 0o600

    def admin(*words, status=0):
        got = CliRunner().invoke(main, ["admin", "--access", str(path), *words])
        assert got.exit_code == status, got.output
        return got.output

    return admin


def test_the_operator_cancels_a_tournament_and_its_log_says_so(hall, admin):
    tournament_id = hall.anna.create(rounds=3)
    hall.anna.change(tournament_id, "enter")
    assert "is cancelled" in admin("tournaments", "cancel", tournament_id, "--reason", "the hall is closed")
    full = hall.anna.get(tournament_id)
    assert full["status"] == "over"
    last = json.loads(hall.table.stack.redis.lrange(f"astrarium:tournament:{tournament_id}:log", -1, -1)[0])
    assert (last["kind"], last["by"], last["reason"]) == ("finished", "~operator", "the hall is closed")
    assert "no tournament" in admin("tournaments", "cancel", "nosuchcup1", status=1)


def test_accounts_are_kept_by_commands(hall, admin, tmp_path):
    stack, name = hall.table.stack, f"kept{time.monotonic_ns()}"
    stack.client(hall.table.first, name)
    assert f"{name} person " in admin("accounts", "list")
    admin("accounts", "disable", name)
    assert f"{name} is enabled" in admin("accounts", "enable", name)
    secret = tmp_path / "token"
    assert admin("accounts", "token", name, str(secret)) == ""
    assert secret.stat().st_mode & 0o777 == 0o600
    back = Client(hall.table.first, secret.read_text())
    match_id = back.create(["account:", "account:"], starts_when_full=True)
    assert "ended" in admin("matches", "void", match_id)
    assert "is over" in admin("matches", "end", match_id, status=1)
    assert "is deleted" in admin("accounts", "delete", name, "--yes")
    assert name not in admin("accounts", "list")


def test_a_disabled_account_is_on_no_leaderboard(hall, admin):
    """Its results still count for those who played it."""
    name = f"lead{time.monotonic_ns()}"
    hall.table.stack.client(hall.table.first, name)
    # Against as many different opponents as a leaderboard asks for.
    for number, others in enumerate(
        (["bot:level1", "bot:level2", "bot:level3"], ["bot:level4", "bot:level5", "bot:level6"])
    ):
        result = {"game": "race", "players": [name, *others], "ranks": [1, 2, 3, 4], "absent": []}
        hall.table.stack.redis.rpush(keys.RESULTS, json.dumps({**result, "at_ms": 1, "source": f"{name}{number}"}))
    leaders = leaders_of(hall)
    assert leaders[0] == name
    admin("accounts", "disable", name)
    assert leaders_of(hall) == leaders[1:]


def leaders_of(hall):
    board = hall.watcher.call("GetLeaderboard", game="race", seats=4, page_size=100)
    return [each.player for each in board.ratings]


def test_a_token_is_not_shown_on_a_terminal(hall, monkeypatch, tmp_path):
    access = make_access(hall.table.stack.redis_url, "", "", 1)

    class Terminal:
        def isatty(self):
            return True

    monkeypatch.setattr(tokens.sys, "stdout", Terminal())
    with pytest.raises(Exception, match="not shown on a terminal"):
        write_access(access, tmp_path.__class__("-"))
