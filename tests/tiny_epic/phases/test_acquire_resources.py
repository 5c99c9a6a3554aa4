"""Acquire energy, acquire culture."""

from tests.tiny_epic.scenario import table

OUT = {"level": 5, "surface": ["aughmoore"], "orbit": {"aughmoore": 3, "k_widow": 0}}


def test_a_surface_ship_and_a_track_ship_count_two():
    """R26, R27: and energy for each ship at home."""
    play = table({**OUT, "energy": 0}, dice="energy culture").do(0, "activate acquire_energy")
    assert play.units()[0] == 2 + 1


def test_ships_at_home_give_no_culture():
    """R26, R27: the start space of a track counts."""
    play = table({**OUT, "culture": 0}, dice="energy culture").do(0, "activate acquire_culture")
    assert play.units()[1] == 1


def test_locked_ships_never_count():
    """R27."""
    play = table({"energy": 0}, dice="energy culture").do(0, "activate acquire_energy")
    assert play.units()[0] == 2


def test_colonies_produce_nothing():
    """R28."""
    play = table({"culture": 0, "colonies": ["k_widow", "zalax"]}, dice="energy culture").do(
        0, "activate acquire_culture"
    )
    assert play.units()[1] == 0


def test_nobody_holds_more_than_seven():
    """R29: the rest is lost."""
    play = table({"energy": 6}, dice="energy culture").do(0, "activate acquire_energy")
    assert play.units()[0] == 7
    assert play.happened("gained") == [{"kind": "gained", "seat": 0, "resource": "energy", "amount": 1, "total": 7}]
