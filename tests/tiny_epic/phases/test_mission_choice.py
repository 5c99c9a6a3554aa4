"""Setup and the choice of missions."""

import pytest

from engine.errors import BadOptions, IllegalAction
from engine.tiny_epic.catalog import MISSION_IDS, PLANET_IDS
from engine.tiny_epic.rules import TINY_EPIC
from tests.tiny_epic.scenario import Play

SEED = bytes(range(32))


def setup(seats, **options):
    return Play(TINY_EPIC.setup(seats, SEED, options))


@pytest.mark.parametrize(("seats", "planets"), [(1, 4), (2, 4), (3, 5), (4, 6), (5, 6)])
def test_the_row(seats, planets):
    """R03, R04, D13: players plus two, but six with five; the rest of the 40 is the deck."""
    words = setup(seats).words
    assert len(words["row"]) == planets
    assert len(words["deck"]) == 40 - planets
    assert {*words["row"], *words["deck"]} == set(PLANET_IDS)


@pytest.mark.parametrize("seats", range(2, 6))
def test_every_player_starts_alike(seats):
    """R01, R02: level 1, 4 dice, 0 points, 2 energy, 1 culture, two ships at home and two locked."""
    play = setup(seats)
    for seat in range(seats):
        galaxy = play.state.view(seat)["seats"][seat]
        assert (galaxy["level"], galaxy["dice"], galaxy["points"]) == (1, 4, 0)
        assert (galaxy["energy"], galaxy["culture"], galaxy["home"], galaxy["ships"]) == (2, 1, 2, 2)
        assert galaxy["surface"] == []
        assert galaxy["orbit"] == {}
    with pytest.raises(BadOptions):
        setup(6)


def test_the_row_is_drawn_at_random():
    """R04: all 40 planets come up."""
    seen = set()
    for number in range(60):
        seen |= set(TINY_EPIC.setup(5, number.to_bytes(32, "big")).describe()["row"])
    assert seen == set(PLANET_IDS)


@pytest.mark.parametrize("seats", range(2, 6))
def test_two_missions_are_dealt_and_one_kept(seats):
    """R05, D14: of all twelve, for any number of players; all choose at the same time."""
    play = setup(seats)
    dealt = [mission for seat in range(seats) for mission in play.galaxy(seat)["missions"]]
    assert len(set(dealt)) == 2 * seats
    assert set(dealt) <= set(MISSION_IDS)
    assert play.state.deciding_seats() == tuple(range(seats))
    assert play.state.is_simultaneous
    for seat in reversed(range(seats)):
        first, second = play.galaxy(seat)["missions"]
        assert play.legal(seat) == [f"keep {first}", f"keep {second}"]
        play.do(seat, f"keep {second}")
        assert play.galaxy(seat)["missions"] == [second, first]
    assert not play.state.is_simultaneous
    assert play.asks(play.turn["active"]) == "turn"


def test_others_see_neither_mission_nor_that_a_seat_has_chosen():
    """R05: the kept card is hidden until the end, the returned one for ever."""
    play = setup(3)
    before = play.state.information_set(1)
    play.do(0, play.legal(0)[0])
    assert play.events[0].show_to(1) is None
    assert play.events[0].show_to(0)["kind"] == "mission_kept"
    assert play.state.information_set(1) == before
    for seat in (1, 2):
        play.do(seat, play.legal(seat)[0])
    view = play.state.view(1)
    assert view["seats"][0]["missions"] == ["unknown", "unknown"]
    assert view["seats"][1]["missions"] == play.galaxy(1)["missions"]
    with pytest.raises(IllegalAction):
        play.do(play.turn["active"], "keep hoarder")


def test_all_missions_are_dealt_somewhere():
    """R05: ten cards in a game of five."""
    seen = set()
    for number in range(20):
        words = TINY_EPIC.setup(5, number.to_bytes(32, "big")).describe()
        dealt = [mission for galaxy in words["seats"] for mission in galaxy["missions"]]
        assert len(set(dealt)) == 10
        seen |= set(dealt)
    assert seen == set(MISSION_IDS)


def test_the_seed_or_the_host_chooses_who_begins():
    """R06: turns pass in seat order."""
    first = {TINY_EPIC.setup(3, number.to_bytes(32, "big")).describe()["first_seat"] for number in range(30)}
    assert first == {0, 1, 2}
    hosts = {
        TINY_EPIC.setup(3, number.to_bytes(32, "big"), {"random_start": False}).describe()["first_seat"]
        for number in range(10)
    }
    assert hosts == {0}


def test_the_first_seat_begins():
    """R06, R46."""
    play = setup(3)
    for seat in range(3):
        play.do(seat, play.legal(seat)[0])
    active = play.words["first_seat"]
    assert play.turn["active"] == active
    play.do(active, "end_turn")
    assert play.turn["active"] == (active + 1) % 3
