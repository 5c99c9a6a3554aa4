"""Configurations: what is wrong is told by its place, with what would be right."""

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from simulated import config

from engine.errors import EngineError
from tournaments.config import Config
from tournaments.errors import BadConfig
from tournaments.reading import StrictModel, read
from tournaments.tournament import Tournament


class Part(StrictModel):
    size: int


class Whole(StrictModel):
    parts: list[Part]


def test_configurations_are_refused_by_name():
    """Whatever is wrong with a configuration is named; what is right survives a round trip."""
    good = config("swiss", 4)
    again = Tournament([{"kind": "created", "at_ms": 0, "config": good}]).settings.to_dict()
    assert (
        json.loads(json.dumps(Tournament([{"kind": "created", "at_ms": 0, "config": again}]).settings.to_dict()))
        == again
    )
    for field, value in [
        ("seats", 1),
        ("seats", 6),
        ("seats", True),
        ("format", "cup"),
        ("seed", "xyz"),
        ("points", [1, 2, 3, 4]),
        ("points", [1, 1, 1, 1]),
        ("points", [3, 2, 1]),
        ("points", ["1e999999", 1, 1, 0]),
        ("rounds", -1),
        ("clock", {}),
        ("tie_breaks", ["luck"]),
        ("players", []),
        ("name", ""),
        ("name", "a\nb"),
        ("options", []),
        ("bye_points", "x"),
        ("method", None),
        ("nonsense", 1),
        ("rating_min", float("nan")),
        ("entrants_max", 10**9),
    ]:
        with pytest.raises(BadConfig, match=field):
            Tournament([{"kind": "created", "at_ms": 0, "config": {**good, field: value}}])
    with pytest.raises(BadConfig):
        Tournament([{"kind": "created", "at_ms": 0, "config": "swiss"}])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seats": 9}, "seats is 9; it should be less than or equal to 5"),
        ({"seats": None}, "seats is None; it should be a whole number"),
        ({"rounds": "3"}, "rounds is '3'; it should be a whole number"),
        ({"format": "cup"}, "format is 'cup'; it should be 'round_robin', 'swiss', 'knockout', 'gauntlet' or 'arena'"),
        ({"points": [3, "x", 1, 0]}, "points.1 is 'x'; it is a number"),
        ({"points": [3, 2, 1]}, "points is [3, 2, 1]; it is a list of 4 numbers, the first place's first"),
        ({"bye_points": "1e9"}, "bye_points is '1e9'; as a text, a number has up to 30 digits and no exponent"),
        ({"late_points": -1001}, "late_points is -1001; it is at most 1000 either way"),
        ({"tie_breaks": ["direct", "direct"]}, "tie_breaks is ['direct', 'direct']; it names each once"),
        ({"advance": 4}, "advance is 4; at most 3 of a table go on"),
        ({"clock": {"kind": "decision"}}, "clock.decision.decision_ms is missing"),
        ({"clock": {"kind": "sand"}}, "its 'kind' should be one of 'none', 'decision', 'bank'"),
        ({"options": {"a": 1, 2: 3}}, "options.2.[key] is 2; it should be a text"),
        ({"is_rated": 1}, "is_rated is 1; it should be true or false"),
        ({"name": "x" * 201}, "…; it should have at most 200 characters"),
        ({"tempo": 1, "luck": 2}, "tempo, luck is unknown; there are absence, advance, "),
    ],
)
def test_a_refusal_tells_the_place_what_stands_there_and_what_would_be_right(change, says):
    """One fault, one sentence: what would have followed from the wrong field is no fault of its own."""
    with pytest.raises(BadConfig) as refusal:
        Config.from_dict({**config("swiss", 4), **change})
    assert says in str(refusal.value)
    assert "missing" not in str(refusal.value) or "missing" in says
    assert len(str(refusal.value)) < 600


def test_all_faults_are_told_at_once():
    with pytest.raises(BadConfig) as refusal:
        Config.from_dict({"name": "x", "game": "roll", "seats": 1})
    for fault in ("format is missing", "seed is missing", "seats is 1"):
        assert fault in str(refusal.value)


def test_places_within_parts_are_told_from_the_outside_in():
    """Under whatever name the caller gives, and as the caller's own kind of refusal."""
    with pytest.raises(EngineError, match=r"^plan.parts.1.size is 'big'; it should be a whole number$"):
        read(Whole, {"parts": [{"size": 1}, {"size": "big"}]}, "plan", EngineError)


def test_what_is_left_out_follows_from_the_rest():
    """Points fall by one, a bye is worth a win, late entries end half-way, half of a knockout table goes on."""
    found = Config.from_dict(config("arena", 3, rounds=7))
    assert found.points == (2, 1, 0)
    assert (found.bye_points, found.late_rounds, found.advance, found.duration_ms) == (2, 3, 1, 3_600_000)
    assert Config.from_dict(config("swiss", 3, points=["1/3", 0.25, 0])).bye_points == Fraction(1, 3)


def test_who_is_not_admitted_hears_why():
    """The kind of player goes first, then the rating, whose bounds themselves are good enough."""
    found = Config.from_dict(config("swiss", 3, players=["person"], rating_min=10, rating_max=20))
    reasons = {
        (player, rating): objection and objection.reason
        for player in ("person", "bot")
        for rating in (9.9, 10, 20, 20.1)
        for objection in [found.find_objection(player, rating)]
    }
    assert {reasons["bot", rating] for rating in (9.9, 10, 20, 20.1)} == {"player"}
    assert [reasons["person", rating] for rating in (9.9, 10, 20, 20.1)] == ["rating", None, None, "rating"]
