"""The command `astrarium verify`: one record, or one on every line."""

import hashlib
import json
import random

import pytest
from click.testing import CliRunner

from cli.verify import verify
from engine.registry import find_game
from engine.replay import commitment


def record(number):
    """A match of actions by chance."""
    game, seed, match_id = find_game("race"), hashlib.sha256(bytes([number])).digest(), f"match{number}"
    state, actions, chance = game.setup(2, seed), [], random.Random(number)
    while not state.is_over:
        seat = state.deciding_seats()[0]
        action = chance.choice(state.legal_actions(seat))
        actions.append([seat, str(action)])
        state.apply(seat, action)
    result = {"scores": list(state.scores()), "ranks": list(state.ranks()), "fingerprint": state.fingerprint()}
    said = {"seed": seed.hex(), "commitment": commitment(seed, match_id), "options": {}, "ended": "finished"}
    how = {"match_id": match_id, "game": "race", "rules_version": game.rules_version, "seats": 2}
    return how | said | result | {"actions": actions}


def check(text):
    return CliRunner().invoke(verify, ["-"], input=text)


@pytest.mark.parametrize("indent", [None, 2])
def test_one_record_may_be_written_in_any_way(indent):
    done = check(json.dumps(record(1), indent=indent))
    assert done.exit_code == 0, done.output
    assert "verified: race, 2 seats" in done.output


def test_every_line_of_a_file_is_checked():
    done = check("\n".join(json.dumps(record(number)) for number in range(3)) + "\n")
    assert (done.exit_code, done.output) == (0, "verified: 3 records\n")


@pytest.mark.parametrize(
    ("place", "wrong", "told"),
    [
        (1, json.dumps(record(1) | {"scores": [99, 0]}), "line 2: the record is not valid: "),
        (2, '{"match_id"', "line 3: the record is not JSON: "),
        (0, json.dumps({"match_id": "x"}), "line 1: the record is not valid: "),
    ],
)
def test_a_line_that_is_wrong_is_named_and_the_others_are_checked(place, wrong, told):
    lines = [json.dumps(record(number)) for number in range(3)]
    lines[place] = wrong
    done = check("\n".join(lines))
    assert done.exit_code == 1
    assert told in done.output
    assert "verified: 2 records" in done.output
    assert "1 of 3 records are not valid" in done.output
