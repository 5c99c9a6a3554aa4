"""External programs: the reference bot complies; whatever goes wrong costs the offender the match, with its cause."""

import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from ai.arena import program as program_module
from ai.arena.compliance import check_engine
from ai.arena.match import play_match
from ai.arena.players import make_player
from ai.arena.program import PlayerFailure, ProgramPlayer
from engine.registry import find_game
from engine.replay import verify

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "ai" / "arena" / "reference_bot.py"
#: a budget that nobody exceeds by waiting for a processor
UNHURRIED_MS = 30_000.0
COMMAND = f"{sys.executable} {REFERENCE}"


def program(tmp_path, decide, quits="return"):
    """A command for a bot that answers `decide` by the given lines of Python."""
    source = f"""
import json, sys, time
count = 0
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("ready test", flush=True)
    elif word == "match":
        print("ready", flush=True)
    elif word == "decide":
        count += 1
        request = json.loads(rest)
{textwrap.indent(textwrap.dedent(decide), " " * 8)}
    elif word == "quit":
{textwrap.indent(quits, " " * 8)}
"""
    path = tmp_path / "bot.py"
    path.write_text(source.replace("return", "sys.exit(0)"))
    return f"{sys.executable} {path}"


ANSWER = 'print("action " + request["legal"][0], flush=True)'


def test_the_reference_bot_is_short_and_complies():
    """At most 60 lines, standard library alone, and it passes every check."""
    text = REFERENCE.read_text()
    assert len(text.splitlines()) <= 60
    assert "engine" not in [line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))]
    findings = list(check_engine(COMMAND, budget_ms=UNHURRIED_MS))
    assert [finding.seen for finding in findings if not finding.holds] == []
    assert [finding.check for finding in findings] == [
        "handshake",
        "plays a match of roll in seat 0",
        "plays a match of roll in seat 1",
        "keeps the budget",
        "takes up a match in its middle",
        "keeps to its clock when time is short",
        "passes over what it does not know",
        "quits when told",
    ]


@pytest.mark.parametrize(
    ("decide", "cause", "message"),
    [
        (f"if count == 3: sys.exit(7)\n{ANSWER}", "crash", "exit status 7"),
        (f"if count == 3: raise RuntimeError('oh dear')\n{ANSWER}", "crash", "oh dear"),
        ("print('action fly to the moon', flush=True)", "illegal", "fly to the moon"),
        ("print('action buy_vp', flush=True)", "illegal", "not among"),
        ("print('action', flush=True)", "illegal", "empty notation"),
        ("print('resign', flush=True)", "protocol", "resign"),
        ("print('x' * 3_000_000, flush=True)", "protocol", "bytes"),
        ("time.sleep(60)", "silence", "within"),
    ],
)
def test_an_offender_loses_and_the_others_are_unharmed(tmp_path, monkeypatch, decide, cause, message):
    """Crash, nonsense, silence: the match is played on to its end and the record verifies."""
    # Whoever is not silent has all the time that a busy machine may take.
    monkeypatch.setattr(program_module, "GRACE_MS", 300 if cause == "silence" else 60_000)
    offender = make_player("cmd:" + program(tmp_path, decide), "roll", budget_ms=100)
    players = [make_player("random", "roll"), offender, make_player("random", "roll")]
    try:
        result = play_match(find_game("roll"), players, bytes(32), match_id="m")
    finally:
        offender.close()
    (forfeit,) = result.forfeits
    assert forfeit.seat == 1
    assert forfeit.cause == cause
    assert message in forfeit.message
    assert result.ranks[1] == 3
    assert min(result.ranks) == 1
    assert result.win_shares[1] == 0.0
    assert verify(result.record).is_over


def test_a_program_that_does_not_start_forfeits_at_once():
    """The cause names the command."""
    players = [make_player("cmd:/no/such/program --at-all", "roll"), make_player("random", "roll")]
    result = play_match(find_game("roll"), players, bytes(32), match_id="m")
    assert [(forfeit.cause, forfeit.version) for forfeit in result.forfeits] == [("crash", 0)]
    assert "/no/such/program" in result.forfeits[0].message
    assert result.ranks == (2, 1)


def test_after_a_failure_the_next_match_starts_the_program_afresh(tmp_path):
    """One bad match does not lose the next one."""
    player = ProgramPlayer(program(tmp_path, f"if count == 5: sys.exit(1)\n{ANSWER}"), 500)
    game = find_game("roll")
    state = game.setup(2, bytes(32))
    try:
        for _ in range(2):
            player.begin(game, 2, 0, {}, "m")
            for _ in range(4):
                assert player.act(state.information_set(0))
            with pytest.raises(PlayerFailure, match="ended where 'action' was due"):
                player.act(state.information_set(0))
    finally:
        player.close()


def test_the_check_finds_a_program_that_stays(tmp_path, monkeypatch):
    """Every answer is right, but it does not quit; the check ends it."""
    monkeypatch.setattr("ai.arena.program.QUIT_MS_MAX", 300)
    command = program(tmp_path, ANSWER, quits="time.sleep(60)")
    findings = list(check_engine(command, budget_ms=UNHURRIED_MS))
    assert [finding.check for finding in findings if not finding.holds] == ["quits when told"]


def test_the_check_command_says_what_fails(tmp_path):
    """Exit status 1 and the cause, no traceback."""
    code = "from cli.check_engine import check_engine; check_engine()"
    bad = program(tmp_path, "print('action nonsense', flush=True)")
    done = subprocess.run([sys.executable, "-c", code, bad], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "illegal" in done.stdout
    assert done.stderr == ""


def test_a_program_is_told_who_sits_there_the_clock_and_on_request_the_catalog(tmp_path):
    """It asks for the catalog in the middle of a decision, and answers from what it has been told."""
    path = tmp_path / "asking.py"
    path.write_text("""
import json, sys
ask = lambda: json.loads(sys.stdin.readline().partition(" ")[2])
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("catalog race", flush=True)
        other = ask()["game"]
        print("ready", other, flush=True)
    elif word == "match":
        match = json.loads(rest)
        print("ready", flush=True)
    elif word == "decide":
        request = json.loads(rest)
        print("catalog", flush=True)
        told = ask()
        print(match["players"], match["clock"], request["remaining_ms"], told["game"], file=sys.stderr, flush=True)
        print("action", request["legal"][0] if told["catalog"] else "none", flush=True)
""")
    player = ProgramPlayer(f"{sys.executable} {path}", UNHURRIED_MS)
    said = []
    player.trace = lambda sign, text: said.append((sign, text))
    game = find_game("roll")
    try:
        player.begin(game, 2, 1, {}, "m", ["ada", "bert"])
        assert player.title == "race"
        assert player.act(game.setup(2, bytes(32)).information_set(1))
    finally:
        player.close()
    clock = {"kind": "decision", "decision_ms": UNHURRIED_MS}
    assert ("!", f"{['ada', 'bert']} {clock} {UNHURRIED_MS} roll") in said
    assert [text for sign, text in said if sign == "<"][:2] == ["catalog race", "ready race"]
    assert player.catalogs_asked == 2


def test_a_catalog_of_an_unknown_game_is_refused_with_the_games_there_are(tmp_path):
    """The refusal names what was asked for."""
    command = program(tmp_path, "print('catalog chess', flush=True)")
    player = ProgramPlayer(command, UNHURRIED_MS)
    game = find_game("roll")
    try:
        player.begin(game, 2, 0, {}, "m")
        with pytest.raises(PlayerFailure, match=r"'chess'.*roll") as failure:
            player.act(game.setup(2, bytes(32)).information_set(0))
    finally:
        player.close()
    assert failure.value.cause == "protocol"


def test_a_waiting_program_is_interrupted_from_another_thread(tmp_path):
    """Whoever waits for its answer is told that it is gone, long before its time is up."""
    player = ProgramPlayer(program(tmp_path, "time.sleep(600)"), 600_000)
    game = find_game("roll")
    player.begin(game, 2, 0, {}, "m")
    timer = threading.Timer(0.2, player.interrupt)
    timer.start()
    with pytest.raises(PlayerFailure) as failure:
        player.act(game.setup(2, bytes(32)).information_set(0))
    assert failure.value.cause == "crash"
    player.close()


@pytest.mark.parametrize(
    ("decide", "check"),
    [
        ("if request['version']: sys.exit(3)\n" + ANSWER, "plays a match of roll in seat 0"),
        ("if request['remaining_ms'] < 4000: time.sleep(1.5)\n" + ANSWER, "keeps to its clock when time is short"),
        ("if count == 1 and request['version'] > 9: sys.exit(3)\n" + ANSWER, "takes up a match in its middle"),
    ],
)
def test_the_check_finds_what_a_program_does_not_bear(tmp_path, decide, check):
    """A version that it doesn't expect, a short clock, a match that it takes up."""
    findings = list(check_engine(program(tmp_path, decide), budget_ms=5_000))
    assert [finding.check for finding in findings if not finding.holds] == [check]
