"""Trials: two searches at measured cost, taken up where they stopped."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from ai.search.run import NETWORK_SETTINGS, SearchSettings
from ai.train.trial import BadTrial, Trial, make_searcher, play_trial, read_trial
from cli.commands import main

TRIAL = Trial("race", "12", "3", seed=4)


def play(path, sets, trial=TRIAL):
    *_, standing = play_trial(trial, path, sets)
    return standing


def test_a_trial_goes_on_where_it_stopped(tmp_path):
    """In pieces, the last of them cut off within a line, the same sets give the same shares."""
    whole = play(tmp_path / "whole.jsonl", 6)
    path = tmp_path / "pieces.jsonl"
    play(path, 2)
    assert len(read_trial(TRIAL, path).shares) == 2
    play(path, 4)
    path.write_bytes(path.read_bytes()[:-9])
    assert len(read_trial(TRIAL, path).shares) == 3
    again = play(path, 6)
    assert again.shares == whole.shares
    assert again.decisions == whole.decisions
    assert len(path.read_text().splitlines()) == 7


def test_both_pay_for_their_own_decisions(tmp_path):
    """Ten times the iterations take more time for a decision, and both decide."""
    standing = play(tmp_path / "trial.jsonl", 2, Trial("race", "200", "20"))
    one, other = standing.decision_ms
    assert one > 2 * other > 0
    assert min(standing.decisions) > 20


def test_a_decided_trial_is_over(tmp_path):
    """The test ends it, and asking again plays nothing more."""
    trial = Trial("race", "60", "1", seed=2)
    path = tmp_path / "trial.jsonl"
    first = play(path, 60, trial)
    assert first.test.decision == "better"
    before = path.read_bytes()
    assert play(path, 60, trial).shares == first.shares
    assert path.read_bytes() == before


def test_searches_are_described_in_words():
    """Iterations alone are playouts; a network brings its own settings, and each may be replaced."""
    trial = Trial("race", "500", "500")
    plain = make_searcher("one", "500", trial)
    assert (plain.iterations, plain.network, plain.settings) == (500, None, SearchSettings())
    judged = make_searcher("one", "500,network=package", trial)
    assert judged.network is not None
    assert judged.settings == NETWORK_SETTINGS
    other = make_searcher("one", "500,network=package,exploration=0.7,trees=single", trial)
    assert (other.settings.exploration, other.settings.trees) == (0.7, "single")


@pytest.mark.parametrize(
    ("described", "said"),
    [
        ("many", "begins with its iterations"),
        ("0", "begins with its iterations"),
        ("10,depth=3", "no setting of a search"),
        ("10,exploration=much", "it is a number"),
        ("10,trees=none", "it can be own, single"),
        ("10,network=package", "no network for race with 4 seats"),
    ],
)
def test_a_wrong_search_is_explained(described, said):
    with pytest.raises(BadTrial, match=said):
        make_searcher("one", described, Trial("race", described, "10", seats=4))


def test_a_trial_of_a_variant(tmp_path):
    standing = play(tmp_path / "trial.jsonl", 1, Trial("race", "4", "2", variant="advanced"))
    assert standing.rate.sets == 1
    with pytest.raises(BadTrial, match="no networks for it"):
        play(tmp_path / "other.jsonl", 1, Trial("roll", "4", "2", variant="advanced"))


def test_the_command_plays_and_refuses(tmp_path):
    """It says how the trial stands; a file of another trial, or a wrong word, is an error without a traceback."""
    out = str(tmp_path / "deep" / "trial.jsonl")
    done = CliRunner().invoke(main, ["trial", "race", "6", "3", "--sets", "2", "--out", out])
    assert done.exit_code == 0, done.output
    assert "of 4 matches" in done.output
    assert "ms a decision against" in done.output
    assert json.loads(Path(out).read_text("utf-8").splitlines()[0])["first"] == "6"
    for wrong, said in (
        (["trial", "race", "7", "3", "--out", out], "holds something else"),
        (["trial", "chess", "7", "3"], "chess"),
        (["trial", "race", "7", "x"], "begins with its iterations"),
        (["trial", "race", "7", "3", "--seats", "9"], "has 2 to 4"),
    ):
        done = CliRunner().invoke(main, [*wrong, "--sets", "1"] if "--out" in wrong else [*wrong, "--out", out + "2"])
        assert done.exit_code == 1, done.output
        assert said in done.output
        assert "Traceback" not in done.output


def test_the_page_of_bots_says_how_a_trial_is_played(tmp_path):
    """Its command, with fewer sets."""
    page = Path(__file__).parents[2] / "docs" / "bots.md"
    (command,) = re.findall(r"^astrarium (trial .+)$", page.read_text("utf-8"), re.MULTILINE)
    done = CliRunner().invoke(main, [*command.split(), "--sets", "1", "--out", str(tmp_path / "trial.jsonl")])
    assert done.exit_code == 0, done.output
    assert "of 2 matches" in done.output
