"""Refusals: typed, JSON-able, in words."""

import inspect
import json

import pytest

from engine import errors
from engine.errors import EngineError, IllegalAction, NotYourDecision

SIMPLE = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, EngineError) and "__init__" not in vars(kind)
]


@pytest.mark.parametrize("kind", SIMPLE, ids=lambda kind: kind.__name__)
def test_a_refusal_says_its_type_and_why(kind):
    assert kind("because").to_dict() == {"error": kind.__name__, "message": "because"}
    assert isinstance(kind("because"), ValueError)


def test_an_illegal_action_names_reason_rule_actor_figures_and_what_would_be_legal():
    legal, figures = ("pass", "paint red 1"), {"price": 5, "have": 3}
    wrong = IllegalAction("not_enough", "no", rule="Roll R27", seat=2, legal=legal, index=3, figures=figures)
    assert json.loads(json.dumps(wrong.to_dict())) == {
        "error": "IllegalAction",
        "message": "no",
        "reason": "not_enough",
        "rule": "Roll R27",
        "seat": 2,
        "legal": ["pass", "paint red 1"],
        "index": 3,
        "figures": {"price": 5, "have": 3},
    }


def test_not_your_decision_names_the_seats_that_are_asked():
    wrong = NotYourDecision(0, (1, 2))
    assert wrong.to_dict() == {
        "error": "NotYourDecision",
        "message": "seat 0 owes no decision now; waiting for seat 1, 2",
        "seat": 0,
        "deciding": [1, 2],
    }
