"""Levels and their choosing, on a game small enough to run everywhere."""

import pytest

from ai import levels
from ai.search.run import BadBudget
from engine.errors import EngineError
from engine.registry import GAMES

SEED = bytes(range(32))


@pytest.mark.parametrize("name", list(levels.LEVELS))
def test_every_level_chooses_a_legal_action(pennies, name):
    """Also where no policy is known."""
    info = pennies.setup(2, SEED).information_set(0)
    action = levels.choose(info, name, budget_ms=20)
    assert action in info.legal_actions()
    assert levels.choose(info, name, iterations=50) == levels.choose(info, name, iterations=50)


def test_wrong_requests_are_refused_by_type(pennies):
    """A level, a budget or a decision that doesn't exist is named."""
    state = pennies.setup(2, SEED)
    info = state.information_set(0)
    with pytest.raises(levels.NoSuchLevel, match=r"level10.*level1"):
        levels.choose(info, "level10")
    with pytest.raises(BadBudget, match="iterations is 0"):
        levels.choose(info, "mcts", iterations=0)
    with pytest.raises(BadBudget, match="budget_ms is -1"):
        levels.analyse(info, budget_ms=-1)
    state.submit(0, pennies.Action.make("heads"))
    for name in ("random", "greedy", "mcts"):
        with pytest.raises(EngineError, match="owes no decision"):
            levels.choose(state.information_set(0), name)
        with pytest.raises(EngineError, match="owes no decision"):
            levels.choose(state.information_set(None), name)


def test_analysis_is_json_able_and_adds_up(pennies):
    """Visits sum to the iterations; values and scores have one entry per seat."""
    info = pennies.setup(2, SEED).information_set(1)
    words = levels.analyse(info, iterations=300).to_dict()
    assert sum(candidate["visits"] for candidate in words["candidates"]) == words["iterations"] == 300
    assert len(words["values"]) == len(words["expected_scores"]) == 2
    assert words["principal_line"][0]["notation"] == words["candidates"][0]["notation"]
    assert sum(words["expected_scores"]) == pytest.approx(1.0, abs=0.02)


def test_a_level_tells_how_strong_it_proved():
    """Against the level below, per game; what was not measured is not there."""
    below = dict(zip([f"level{n}" for n in range(1, 9)], ["random", *[f"level{n}" for n in range(1, 8)]], strict=True))
    assert all(levels.LEVELS[name].to_dict()["measured"] for name in below)
    for name, level in levels.LEVELS.items():
        for game, result in level.to_dict()["measured"].items():
            assert game in GAMES
            assert result["against"] == below[name]
            assert result["low"] <= result["share"] <= result["high"]
            assert result["matches"] > 0
