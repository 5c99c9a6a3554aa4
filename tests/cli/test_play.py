"""A match in the terminal as somebody plays it who knows the printed game: a real terminal of 80 by 24, real keys."""

from __future__ import annotations

import json
import os
import re

import pytest
from rich.console import Console

from cli.terminal.keyboard import Keyboard
from cli.terminal.local import LocalTable
from cli.terminal.sitting import Sitting
from engine.errors import BadRecord
from engine.replay import verify
from tests.support.terminal import COLUMNS, ROWS, terminals


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Where matches are kept."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "astrarium" / "matches"


@pytest.fixture
def start():
    """Start a command in a terminal."""
    with terminals() as begin:
        yield begin


def test_a_whole_match_and_its_replay(start, folder):
    """Every kind of line on the way, good and bad; nothing is wider than the terminal; the record verifies."""
    terminal = start("play", "race", "--level", "random")
    asked = terminal.read_until("> ")
    assert "Which card of your opening hand do you discard?" in asked
    for line, answer in (
        ("?", "discard a hand card"),
        ("? 2", "Discard"),
        ("? old eart", "Old Earth: world, costs 3, 2 VP"),
        ("? qqqq", "has a name like 'qqqq'"),
        ("99", "is none of the choices: say a number from 1 to "),
        ("no such thing \x1b[A", "is none of the choices"),
        ("undo", "there is no choice of yours to take back"),
        ("chat hello", "bots don't chat"),
        ("yes", "nobody has asked you anything"),
        ("hint level99", "no level is called 'level99'"),
        ("hint greedy", "Discard"),
        ("help", "leave; the match waits"),
        ("table", "player order"),
        ("log", "Nothing has happened yet"),
        ("", "> "),
    ):
        assert answer in " ".join(terminal.say(line).split()) + " ", line
    hint = terminal.say("hint")
    assert re.search(r"points from \w+ [\d.]+, \w+ [\d.]+", hint)
    assert re.search(r"phases next: \w+ \d+ %", hint)
    first = terminal.say("1")
    assert "puts " in first
    assert "taken back: Discard" in terminal.say("undo")
    ends = ("> ", "see it again with")
    for _ in range(2000):
        come = terminal.say("1", *ends)
        if "see it again with" in come:
            break
    assert terminal.end() == 0
    assert "final points" in terminal.text
    assert "Traceback" not in terminal.text
    wide = [line for line in terminal.text.split("\n") if len(line.rpartition("\r")[2]) > COLUMNS]
    assert wide == []
    (match_id,) = re.findall(r"see it again with: astrarium replay (\S+)", terminal.text)
    record = json.loads((folder / f"{match_id}.json").read_text())
    assert verify(record).is_over
    replayed = start("replay", match_id)
    replayed.read_until("> ")
    assert "action 3 of" in replayed.say("3")
    assert "action 2 of" in replayed.say("b")
    assert f"action {len(record['actions'])} of" in replayed.say("end")
    assert "this is the end" in replayed.say("")
    assert "action 5 of" in replayed.say("jump 5")
    assert "is no command" in replayed.say("nonsense")
    assert "unknown" not in replayed.say("table")
    os.write(replayed.master, b"\x04")
    assert replayed.end() == 0


@pytest.mark.parametrize("key", [b"\x03", b"\x04", b"quit\n"])
def test_who_leaves_is_told_how_to_come_back(start, folder, key):
    """By Ctrl-C, Ctrl-D or the word; the match goes on where it was left, also before anything was done."""
    terminal = start("play", "tiny_epic", "--level", "random", "--level", "greedy")
    terminal.read_until("> ")
    terminal.say("1")
    os.write(terminal.master, key)
    assert terminal.end() == 0
    assert "Traceback" not in terminal.text
    (match_id,) = re.findall(r"go on with: astrarium play --resume (\S+)", terminal.text)
    kept = json.loads((folder / f"{match_id}.json").read_text())
    assert kept["ended"] == "running"
    again = start("play", "--resume", match_id)
    assert match_id in again.read_until("> ")
    os.write(again.master, b"resign\n")
    again.read_until("`yes` does")
    again.say("yes", "see it again")
    assert again.end() == 0
    assert json.loads((folder / f"{match_id}.json").read_text())["ended"] == "resigned"


def test_a_match_that_was_given_up_is_over_when_it_is_opened_again():
    table = LocalTable("race", ("random",), {})
    table.resign()
    again = LocalTable.resume(table.file)
    assert again.is_over
    assert again.find_question() is None


def test_a_match_of_other_rules_is_not_gone_on_with():
    table = LocalTable("race", ("random",), {})
    table.keep()
    table.file.write_text(json.dumps(json.loads(table.file.read_text()) | {"rules_version": "race-0"}))
    with pytest.raises(BadRecord, match=r"begun under rules version race-0, this is race-\d+"):
        LocalTable.resume(table.file)


def sit(table, lines):
    """Play by lines of a pipe; return whether it came to its end, and what was said."""
    reading, writing = os.pipe()
    os.write(writing, "\n".join(lines).encode() + b"\n")
    os.close(writing)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        console = Console(width=COLUMNS, height=ROWS, record=True, file=nowhere)
        is_over = Sitting(table, console, Keyboard(reading), is_shared=False).play()
    os.close(reading)
    return is_over, console.export_text()


@pytest.mark.parametrize(("game", "levels"), [("roll", ("random", "random")), ("tiny_epic", ())])
def test_whole_matches_of_the_other_games(game, levels):
    """With two opponents, who are told apart, and alone against the rogue."""
    table = LocalTable(game, levels, {})
    assert table.names == ["You", "random #1", "random #2"][: 1 + len(levels)]
    is_over, said = sit(table, ["1"] * 5000)
    assert is_over
    assert "final points" in said
    assert max(map(len, said.splitlines())) <= COLUMNS
    assert verify(json.loads(table.file.read_text())).is_over


def test_a_choice_taken_back_leaves_the_same_table():
    """Also where bots have answered since: the chance to come is the same."""
    table = LocalTable("roll", ("greedy",), {})
    sit(table, ["1"] * 6)
    before, view = len(table._log), table.view()
    sit(table, ["1", "undo"])
    assert table.view() == view
    assert len(table._log) == before


def test_a_file_that_keeps_no_match_is_refused(tmp_path):
    """Whatever is wrong with it."""
    table = LocalTable("race", ("random",), {})
    sit(table, ["1"])
    kept = json.loads(table.file.read_text())
    assert LocalTable.resume(table.file).view() == table.view()
    file = tmp_path / "kept.json"
    changes = (
        {"actions": [[0, "fly"]]},
        {"game": "chess"},
        {"opponents": 3},
        {"seed": "no"},
        {"opponents": ["level99"]},
    )
    for wrong in (*(kept | change for change in changes), {}, [], "text", {**kept, "options": {"no": 1}}):
        file.write_text(json.dumps(wrong))
        with pytest.raises(BadRecord, match="keeps no match"):
            LocalTable.resume(file)
    file.write_text("no JSON")
    with pytest.raises(BadRecord, match="keeps no match"):
        LocalTable.resume(file)


def test_lines_come_whole_whatever_the_pieces_they_come_in():
    reading, writing = os.pipe()
    keyboard = Keyboard(reading)
    assert keyboard.read_line(0) is None
    os.write(writing, b"fir")
    assert keyboard.read_line(0) is None
    os.write(writing, "st\n2\n\x1b[Athe end \xc3".encode("latin-1"))
    assert [keyboard.read_line(), keyboard.read_line()] == ["first", "2"]
    os.close(writing)
    assert keyboard.read_line() == "the end \ufffd"
    with pytest.raises(EOFError):
        keyboard.read_line()
    os.close(reading)
