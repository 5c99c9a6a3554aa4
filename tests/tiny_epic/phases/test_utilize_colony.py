"""Utilize a colony: upgrades and colonies."""

import pytest

from engine.tiny_epic.catalog import LEVELS
from tests.tiny_epic.scenario import table


def test_exactly_one_of_two_things():
    """R39: an upgrade or one own colony; no ship is needed."""
    play = table({"colonies": ["jakks", "zalax"], "energy": 2}, dice="colony energy").do(0, "activate utilize_colony")
    assert play.legal() == ["upgrade energy", "use jakks", "use zalax", "decline"]
    play.do(0, "use jakks")
    assert play.units() == (2, 2)
    assert play.galaxy()["level"] == 1


def test_colonies_of_others_are_not_used():
    """R39, R49."""
    play = table({"colonies": ["jakks"]}, {"colonies": ["zalax"]}, dice="colony energy").do(
        0, "activate utilize_colony"
    )
    assert "use zalax" not in play.legal()


@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize("resource", ["energy", "culture"])
def test_the_price_is_the_next_level_in_one_resource(level, resource):
    """R40, R41, D03."""
    me = {"level": level, "energy": 0, "culture": 0, resource: 7}
    play = table(me, dice="colony energy").do(0, "activate utilize_colony")
    assert play.galaxy()["level"] == level + 1
    assert play.galaxy()[resource] == 7 - (level + 1)


def test_never_mixed():
    """R40."""
    play = table({"level": 3, "energy": 3, "culture": 3}, dice="colony energy")
    assert "activate utilize_colony" not in play.legal()


def test_there_is_nothing_after_the_last_level():
    """R41, D03."""
    play = table({"level": 6, "energy": 7, "culture": 7}, dice="colony energy")
    assert "activate utilize_colony" not in play.legal()


@pytest.mark.parametrize(
    ("level", "vp", "dice", "ships"),
    [(1, 0, 4, 2), (2, 1, 5, 2), (3, 2, 5, 3), (4, 3, 6, 3), (5, 5, 6, 4), (6, 8, 7, 4)],
)
def test_the_level_table(level, vp, dice, ships):
    """R42, D11: points of the current level only."""
    row = LEVELS[level - 1]
    assert (row.vp, row.dice, row.ships) == (vp, dice, ships)
    play = table({"level": level}, dice="energy")
    assert play.points() == vp
    assert play.galaxy()["home"] == ships


def test_points_are_those_of_the_level_reached():
    """R42, R61: going up replaces the points of the level before."""
    for level, vp in enumerate((1, 2, 3, 5, 8), 1):
        play = table({"level": level, "energy": level + 1, "culture": 0}, dice="colony energy")
        play.do(0, "activate utilize_colony")
        assert play.points() == vp


def test_a_ship_is_there_at_once_and_a_die_from_the_next_turn():
    """R43."""
    play = table({"level": 2, "energy": 7, "culture": 5}, dice="colony colony move energy")
    play.do(0, "activate utilize_colony", "upgrade energy")
    assert play.galaxy()["home"] == 3
    play.do(0, "activate utilize_colony")
    play.take(0, "upgrade energy")
    assert play.galaxy()["level"] == 4
    assert sum(play.turn["inactive"].values()) == 2
    assert "activate move_ship" in play.legal()


def test_the_same_holds_while_following():
    """R43."""
    play = table({"energy": 3, "culture": 0}, {"level": 2, "energy": 3, "culture": 1}, dice="colony energy")
    play.do(0, "activate utilize_colony")
    play.do(1, "follow")
    assert play.galaxy(1)["level"] == 3
    assert play.galaxy(1)["home"] == 3
