"""The file of `astrarium connect`: every field is documented with its default, and every fault is named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from bridge.config import (
    BadConnection,
    BridgeConfig,
    EngineSettings,
    EntrySettings,
    InvitationSettings,
    PlaySettings,
    SeekSettings,
    read_connection,
    read_connection_file,
)
from bridge.making import make_bot
from cli.connect import connect
from client import EntryRules, InvitationRules, Seek

PAGE = (Path(__file__).parents[2] / "docs/connect.md").read_text()
#: a comment that gives a field
SPARE = re.compile(r"^# (\w+ = )", re.MULTILINE)
SECTIONS = {
    "The file": BridgeConfig,
    "`[engine]`": EngineSettings,
    "`[play]`": PlaySettings,
    "`[invitations]`": InvitationSettings,
    "`[[seeks]]`": SeekSettings,
    "`[tournaments]`": EntrySettings,
}
LEVEL = {"engine": {"level": "greedy"}}


def example():
    answer = CliRunner().invoke(connect, ["--example"])
    assert answer.exit_code == 0, answer.output
    return answer.output


def plain(value):
    """A default as TOML has it."""
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize(("heading", "model"), SECTIONS.items())
def test_the_page_tells_every_field_with_its_default(heading, model):
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    told = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|", section, re.MULTILINE))
    assert told.keys() == model.model_fields.keys()
    for name, field in model.model_fields.items():
        if told[name] == "required":
            assert field.is_required(), name
        elif told[name] == "none":
            assert field.default is None, name
        elif told[name] != "all defaults":
            assert tomllib.loads(f"x = {told[name].strip('`')}")["x"] == plain(field.default), name


def test_the_example_has_every_field_with_what_holds_without_it():
    """Its comments, uncommented, are the defaults, but where it says that they are examples."""
    text = example()
    assert read_connection(tomllib.loads(text)).engine.level == "level4"
    whole = tomllib.loads(SPARE.sub(r"\1", text))
    shown = dict(re.findall(r"^#? ?(\w+) = (.*)$", text, re.MULTILINE))
    assert whole.keys() == BridgeConfig.model_fields.keys()
    parts = {"engine": EngineSettings, "play": PlaySettings, "invitations": InvitationSettings}
    parts["tournaments"] = EntrySettings
    for name, model in parts.items():
        assert whole[name].keys() == model.model_fields.keys(), name
        for field, value in whole[name].items():
            if model.model_fields[field].default != value and "an example" not in shown[field]:
                assert plain(model.model_fields[field].default) == value or field == "level", field
    assert whole["seeks"][0].keys() == SeekSettings.model_fields.keys()
    whole["engine"] = {"command": whole["engine"]["command"]}
    assert read_connection(whole).seeks[0].rating_max == 60.0


@pytest.mark.parametrize(
    ("d", "words"),
    [
        ({}, ["engine is missing"]),
        ({"engine": {}}, ["engine is {}", "one of command, python and level"]),
        ({"engine": {"level": "level6", "command": "x"}}, ["one of command, python and level"]),
        ({"engine": {"level": "level99"}}, ["engine.level is 'level99'", "level8"]),
        ({"engine": {"command": "say 'what"}}, ["engine.command", "no command line"]),
        ({"engine": {"python": "my bot"}}, ["engine.python is 'my bot'"]),
        ({**LEVEL, "sever": "x"}, ["sever is unknown; there are", "server"]),
        ({**LEVEL, "server": "localhost"}, ["server is 'localhost'", "http://127.0.0.1:8080"]),
        ({**LEVEL, "server": "http://a:99999"}, ["server is", "http://127.0.0.1:8080"]),
        ({**LEVEL, "play": {"at_once": "4"}}, ["play.at_once is '4'", "whole number"]),
        ({**LEVEL, "play": 4}, ["play is 4", "an object"]),
        ({**LEVEL, "seeks": [{"game": "chess"}]}, ["seeks.0.game is 'chess'", "roll, race, tiny_epic"]),
        ({**LEVEL, "seeks": [{"game": "race", "seats": 5}]}, ["seeks.0", "race has 2 to 4 seats"]),
        ({**LEVEL, "seeks": [{"game": "tiny_epic", "seats": 1}]}, ["nobody to look for"]),
        ({**LEVEL, "seeks": [{"game": "race", "clock": {"kind": "sand"}}]}, ["seeks.0.clock", "one of"]),
        ({**LEVEL, "invitations": {"clocks": ["sand"]}}, ["invitations.clocks.0", "'none', 'decision' or 'bank'"]),
        ({**LEVEL, "tournaments": {"formats": ["chaos"]}}, ["tournaments.formats.0", "swiss"]),
    ],
)
def test_a_fault_is_named_by_its_place_and_what_would_be_right(d, words):
    with pytest.raises(BadConnection) as refused:
        read_connection(d)
    for word in words:
        assert word in str(refused.value)


def test_all_faults_are_told_at_once():
    """Whoever mends a file mends it once."""
    with pytest.raises(BadConnection, match=r"play\.in_all.*invitations\.seats\.0"):
        read_connection({**LEVEL, "play": {"in_all": -1}, "invitations": {"seats": [9]}})


@pytest.mark.parametrize(
    ("text", "words"),
    [("engine = [", "is no TOML"), (b"\xff", "is no TOML"), (None, "can't be read")],
)
def test_a_file_that_can_not_be_read_is_refused(tmp_path, text, words):
    path = tmp_path / "connect.toml"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadConnection, match=words):
        read_connection_file(path)


def test_paths_count_from_where_the_file_lies(tmp_path):
    """So it may be started from anywhere."""
    (tmp_path / "connect.toml").write_text("token_file = 'token'\nlog_folder = '/var/log/bot'\n")
    found = read_connection_file(tmp_path / "connect.toml")
    assert found == {"token_file": str(tmp_path / "token"), "log_folder": "/var/log/bot"}


def test_a_bot_keeps_all_that_the_file_says():
    """Each setting arrives where the runner looks."""
    clock = {"kind": "bank", "bank_ms": 60_000, "increment_ms": 0}
    d = {
        **LEVEL,
        "play": {"at_once": 7, "in_all": 9, "finish_s": 1},
        "invitations": {"games": ["race"], "seats": [2], "clocks": ["bank"], "players": ["person"], "is_rated": True},
        "seeks": [{"game": "race", "clock": clock, "is_rated": False}, {"game": "roll", "level": "level2", "seats": 3}],
        "tournaments": {"ids": ["t"], "is_open": True, "formats": ["swiss"], "hosts": ["ada"]},
    }
    d["engine"] = {"level": "greedy", "restarts_max": 1}
    bot = make_bot(read_connection(d))
    assert (bot.matches_max, bot.matches_in_all, bot.finish_s, bot.errors_max, bot.needs_view) == (7, 9, 1, 2, True)
    assert bot.games == ("race",)
    assert bot.invitations == InvitationRules(seats=(2,), clocks=("bank",), players=("person",), is_rated=True)
    assert bot.seeks == (Seek("race", 2, "", {"clock": clock, "is_rated": False}), Seek("roll", 3, "level2", {}))
    assert (bot.tournaments, bot.entries) == (("t",), EntryRules(hosts=("ada",), formats=("swiss",)))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "say who plays"),
        (["--level", "greedy", "--against", "random"], "--against needs --seek"),
        (["--level", "greedy", "--seek", "race:two"], "race:two is not GAME or GAME:SEATS"),
        (["--level", "greedy"], "there is no token"),
        (["--level", "greedy", "--token-file", "/no/such/file"], "/no/such/file gives no token"),
        (["--config", "/no/such/file"], "/no/such/file can't be read"),
        (["--level", "level99"], "engine.level is 'level99'"),
    ],
)
def test_a_wrong_command_line_is_told_in_a_sentence(arguments, words, monkeypatch):
    monkeypatch.delenv("ASTRARIUM_TOKEN", raising=False)
    answer = CliRunner().invoke(connect, arguments)
    assert answer.exit_code != 0
    assert words in answer.output
    assert "Traceback" not in answer.output
