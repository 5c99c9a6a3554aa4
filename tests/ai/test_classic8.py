"""The yardstick: `classic8` chooses what `level8` chose before there were networks.

The choices were made by level8 before networks came in, with seeds of their own; its policies and settings were those
of commit fbf1963.
"""

import json
from pathlib import Path

import pytest

from ai import levels
from ai.search.run import BUDGET_MS_MAX, SearchSettings
from engine.registry import find_game

MATCHES = json.loads(Path(__file__).with_name("classic8.json").read_text("utf-8"))


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match['game']}-{match['seats']}-{match['seed'][:4]}")
def test_the_yardstick_stays_as_it_was(match):
    game = find_game(match["game"])
    state = game.setup(match["seats"], bytes.fromhex(match["seed"]))
    chosen = {each["after"]: each for each in match["chosen"]}
    assert chosen
    for count in range(len(match["actions"]) + 1):
        if count in chosen:
            each = chosen[count]
            info = state.information_set(each["seat"])
            limit = levels.find_level("classic8", game.name).iterations
            found = levels.choose(info, "classic8", budget_ms=BUDGET_MS_MAX, iterations=limit, seed=each["seed"])
            assert str(found) == each["best"]
        if count < len(match["actions"]):
            seat, notation = match["actions"][count].split(" ", 1)
            state.apply(int(seat), game.Action.parse(notation))


@pytest.mark.parametrize(("game", "iterations"), [("roll", 6000), ("race", 12_000), ("tiny_epic", 6000)])
def test_the_yardstick_searches_as_much_as_before(game, iterations):
    row = levels.find_level("classic8", game)
    assert (row.chooser, row.noise, row.iterations) == ("search", 0.0, iterations)
    assert row.settings == SearchSettings()
    assert (
        SearchSettings(
            trees="own", cutoff=0, exploration=0.5, policy_share=0.8, win_share=0.5, place_share=0.0, margin_scale=10.0
        )
        == SearchSettings()
    )
