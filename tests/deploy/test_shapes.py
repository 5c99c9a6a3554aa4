"""The shapes of the games in the OpenAPI document are those of the rules, and what the rules show fits them."""

from __future__ import annotations

import random

import jsonschema
import orjson
import pytest

from deploy import shapes
from engine.registry import GAMES

MADE = orjson.loads(shapes.FILE.read_bytes())


def checker(name):
    """Return what checks a value against a shape; a shape that is referred to lies among all."""
    schema = {"components": {"schemas": MADE["shapes"]}, "$ref": shapes.REF + name}
    return jsonschema.Draft202012Validator(schema)


def test_the_file_is_what_the_rules_give_now(tmp_path):
    """After a change of the rules: `python -m deploy.shapes`."""
    shapes.write(tmp_path / "games.json")
    assert orjson.loads((tmp_path / "games.json").read_bytes()) == MADE


@pytest.mark.parametrize("game", sorted(GAMES))
def test_views_fit_their_shapes_in_other_matches_too(game):
    """Other seeds than those of which the shapes were made."""
    check, seen = checker("GameView"), 0
    for view in shapes.views_of(GAMES[game], first=1_000, matches=1):
        check.validate(view)
        seen += 1
    assert seen > 30


@pytest.mark.parametrize("game", sorted(GAMES))
def test_actions_events_and_catalogs_fit_their_shapes(game):
    rules, chance = GAMES[game], random.Random(7)
    action_fits, event_fits = checker("GameAction"), checker("GameEvent")
    checker("GameCatalog").validate(orjson.loads(orjson.dumps(rules.catalog())))
    state = rules.setup(3, bytes(32), {})
    for _ in range(400):
        if state.is_over:
            break
        seat = chance.choice(state.deciding_seats())
        action = chance.choice(state.legal_actions(seat))
        action_fits.validate(action.to_dict())
        for event in state.submit(seat, action):
            told = event.show_to(chance.choice([0, 1, 2, None]))
            if told is not None:
                event_fits.validate(told)
    assert not action_fits.is_valid({"kind": "nothing"})
    assert not action_fits.is_valid({"kind": rules.Action.KINDS[0].name, rules.Action.KINDS[0].fields[0].name: "no"})
    assert not event_fits.is_valid({"kind": rules.events[0].name})
