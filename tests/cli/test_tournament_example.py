"""The documented tournament file: every field there is, with the default it has, and an example that plays."""

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.tournament import tournament
from cli.tournament_file import EntrantRow, read_file
from tournaments.config import Config
from tournaments.tournament import Tournament

PAGE = (Path(__file__).parents[2] / "docs/tournaments.md").read_text()
#: a comment that says what holds without it
SPARE = re.compile(r"^# (\w+ = )", re.MULTILINE)
#: what has no default that a file could say: who it is, and bounds that are not there
UNSAID = {"name", "game", "format", "seats", "seed", "rating_min", "rating_max"}


def rows(heading):
    """The table below a heading of the page: name and default of each field."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| `(\w+)` \| (.+?) \|", section, re.MULTILINE)
    assert len(found) == len(dict(found))
    return dict(found)


def example():
    """What the command prints."""
    answer = CliRunner().invoke(tournament, ["--example"])
    assert answer.exit_code == 0, answer.output
    return answer.output


def settings_of(text, path):
    """A file's settings as the tournament has them."""
    path.write_text(text)
    config, entrants = read_file(path)
    log = [{"kind": "created", "at_ms": 0, "config": config}]
    log += [{"kind": "entered", "at_ms": 0, "entrant": each} for each in entrants]
    return Tournament([*log, {"kind": "started", "at_ms": 0}]).settings


@pytest.mark.parametrize(("heading", "model"), [("The tournament", Config), ("The entrants", EntrantRow)])
def test_the_page_tells_every_field_and_no_other(heading, model):
    """Where a default is a plain value, it is the one that holds."""
    told = rows(heading)
    assert told.keys() == model.model_fields.keys()
    for name, field in model.model_fields.items():
        if re.fullmatch(r"`[^{`]+`", told[name]) and name != "seed":
            default = tomllib.loads(f"x = {told[name].strip('`')}")["x"]
            assert (list(field.default) if isinstance(default, list) else field.default) == default, name


def test_the_example_has_every_field(tmp_path):
    """Those of the tournament above the entrants, those of an entrant below."""
    head, _, below = SPARE.sub(r"\1", example()).partition("[[entrants]]")
    assert tomllib.loads(head).keys() == Config.model_fields.keys()
    entrant = tomllib.loads(below.partition("[[entrants]]")[0])
    assert entrant.keys() == EntrantRow.model_fields.keys()


def test_the_example_starts_and_its_comments_say_what_holds_without_them(tmp_path):
    """Whether a line says its default or says nothing, the tournament is the same."""
    text = example()
    plain = settings_of(text, tmp_path / "cup.toml").to_dict()
    head, entrants, below = text.partition("[[entrants]]")
    said = settings_of(SPARE.sub(r"\1", head) + entrants + below, tmp_path / "cup.toml").to_dict()
    assert (said.pop("rating_min"), said.pop("rating_max")) == (-1_000.0, 1_000.0)
    assert said == plain
    assert Config.model_fields.keys() - plain.keys() <= UNSAID


def test_the_example_is_played_to_its_end(tmp_path):
    """From the printed text to a report."""
    file = tmp_path / "cup.toml"
    file.write_text(example())
    answer = CliRunner().invoke(tournament, [str(file), "--out", str(tmp_path / "cup"), "--workers", "1"])
    assert answer.exit_code == 0, answer.output
    assert "Friday cup" in (tmp_path / "cup/report.md").read_text()
