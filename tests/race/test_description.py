"""Descriptions that are no positions of the rules are refused."""

import pytest

from engine.errors import BadDescription
from tests.race.scenario import position


@pytest.mark.parametrize(
    ("phase", "seat", "progress"),
    [
        ("consume", {}, {"spent_kinds": ["novelty"]}),
        ("produce", {}, {"windfall_left": {"genes": 1}}),
        ("produce", {"produced": {"genes": 1}}, {}),
    ],
)
def test_a_phase_that_begins_has_nothing_under_way(phase, seat, progress):
    """R60, R72, R75: kinds taken, powers left and goods produced belong to a phase that has begun."""
    with pytest.raises(BadDescription, match="asks"):
        position(phase, seat, progress=progress)


def test_temporary_strength_is_gone_when_worlds_are_selected():
    """R40: it belongs to a world that is being placed."""
    words = position("settle", {"hand": ["gem_world"]}).describe()
    words["progress"]["temporary_military"] = 3
    with pytest.raises(BadDescription, match="temporary_military"):
        position(
            "settle",
            *words.pop("seats"),
            **{k: v for k, v in words.items() if k not in ("game", "rules_version", "step")},
        )
