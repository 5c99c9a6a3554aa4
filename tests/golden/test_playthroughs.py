"""Recorded playthroughs play again line by line; every game has one for each table."""

import pytest

from engine.registry import GAMES
from tests.golden.playthrough import FOLDER, file_of, replayed
from tests.support.matches import all_tables


@pytest.mark.parametrize("table", all_tables(), ids=str)
def test_a_playthrough_plays_again_line_by_line(table):
    """A difference says that recorded matches change."""
    path = file_of(table)
    assert path.exists(), f"{table} has no playthrough: python -m tests.golden.regenerate {table.game.name}"
    text = path.read_text()
    assert replayed(text).splitlines() == text.splitlines()
    assert text.splitlines()[-1].startswith("over True")


def test_every_game_has_a_playthrough_and_every_playthrough_a_game():
    """One for each table, and no more."""
    assert {path.name.split("-")[0] for path in FOLDER.glob("*.txt")} == set(GAMES)
    assert {path.name for path in FOLDER.glob("*.txt")} == {file_of(table).name for table in all_tables()}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_playthrough_is_of_the_present_rules(path):
    """A new rules version writes them anew."""
    head = dict(line.split(" ", 1) for line in path.read_text().splitlines()[:5])
    assert head["rules_version"] == GAMES[head["game"]].rules_version
