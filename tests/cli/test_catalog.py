"""The command `astrarium catalog`: every piece, found by what it says."""

import json

import pytest
from click.testing import CliRunner

from cli.catalog import catalog
from engine.registry import GAMES


@pytest.mark.parametrize(
    ("game", "piece", "says"),
    [
        ("roll", "Rebel Hideout", "cost 2"),
        ("race", "New Sparta", "flags military"),
        ("tiny_epic", "Charger", "more energy than every other player"),
    ],
)
def test_a_piece_is_found_by_its_name(game, piece, says, monkeypatch):
    """The list has its numbers and what it does, and leaves the others out."""
    monkeypatch.setenv("COLUMNS", "250")
    done = CliRunner().invoke(catalog, [game, "--find", piece.upper()])
    assert done.exit_code == 0, done.output
    assert piece in done.output
    assert says in done.output
    assert len(done.output.splitlines()) < 12


@pytest.mark.parametrize("game", GAMES)
def test_as_json_it_is_the_games_own(game):
    """Programs get what the interface gives."""
    done = CliRunner().invoke(catalog, [game, "--json"])
    assert json.loads(done.output) == json.loads(json.dumps(GAMES[game].catalog()))


def test_what_is_not_there_is_told():
    """A game that there is not, and a text that no piece has."""
    wrong = CliRunner().invoke(catalog, ["chess"])
    assert (wrong.exit_code, "there are roll, race, tiny_epic" in wrong.output) == (2, True)
    nothing = CliRunner().invoke(catalog, ["race", "--find", "zzzz"])
    assert (nothing.exit_code, "'zzzz'" in nothing.output) == (1, True)
