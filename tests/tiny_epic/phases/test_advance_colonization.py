"""Advancing and colonising."""

import pytest

from engine.tiny_epic.catalog import PLANETS
from tests.tiny_epic.scenario import FILL, ROW, table

LENGTH = {1: 2, 2: 3, 3: 4, 5: 5, 7: 6}


def test_one_ship_on_one_track_of_the_type():
    """R30."""
    play = table({"orbit": {"aughmoore": 0, "k_widow": 2}, "level": 3}, dice="diplomacy economy energy")
    play.do(0, "activate advance_economy")
    assert play.galaxy()["orbit"] == {"aughmoore": 0, "k_widow": 3}
    play.do(0, "activate advance_diplomacy")
    assert play.galaxy()["orbit"] == {"aughmoore": 1, "k_widow": 3}


def test_the_ship_is_chosen():
    """R30."""
    play = table({"orbit": {"gort": 0, "k_widow": 2}, "level": 3}, dice="economy energy").do(
        0, "activate advance_economy"
    )
    assert sorted(play.legal()) == ["advance gort", "advance k_widow"]


@pytest.mark.parametrize("planet", PLANETS, ids=lambda planet: planet.id)
def test_each_planet_takes_as_many_advances_as_its_track_is_long(planet):
    """R31, D10: 2, 3, 4, 5, 6 advances for 1, 2, 3, 5, 7 points."""
    assert planet.length == LENGTH[planet.vp]
    face = "diplomacy" if planet.track == "diplomacy" else "economy"
    play = table({"orbit": {planet.id: 0}}, row=(planet.id,), dice=f"{face} " * (planet.length + (planet.length < 7)))
    for count in range(1, planet.length + 1):
        play.do(0, f"activate advance_{face}")
        assert (planet.id in play.galaxy()["colonies"]) == (count == planet.length)
    assert play.points() == planet.vp
    assert play.galaxy()["home"] == 2


def test_jakks_takes_two_diplomacy_advances():
    """R31, R32."""
    play = table({"orbit": {"jakks": 0}}, row=("jakks",), dice="diplomacy diplomacy energy")
    play.do(0, "activate advance_diplomacy")
    assert play.galaxy()["orbit"] == {"jakks": 1}
    play.do(0, "activate advance_diplomacy")
    assert play.galaxy()["colonies"] == ["jakks"]


class TestColonising:
    def colonised(self):
        me = {"orbit": {"jakks": 1}, "surface": ["jakks"]}
        foes = ({"orbit": {"jakks": 1}, "culture": 3, "energy": 7}, {"surface": ["jakks"]})
        row = ("aughmoore", "jakks", "k_widow")
        return table(me, *foes, row=row, dice="diplomacy energy move").do(0, "activate advance_diplomacy")

    def test_all_ships_go_home_and_the_card_counts(self):
        """R25, R33, R34: progress of the others is lost without compensation."""
        play = self.colonised()
        assert [play.galaxy(seat)["home"] for seat in range(3)] == [2, 2, 2]
        assert [play.galaxy(seat)["orbit"] for seat in range(3)] == [{}, {}, {}]
        assert play.galaxy()["colonies"] == ["jakks"]
        assert play.points() == 1
        assert play.units(1) == (7, 3)

    def test_the_new_card_takes_the_gap(self):
        """R36, D15: the others stay where they are."""
        play = self.colonised()
        assert play.row[0] == "aughmoore"
        assert play.row[2] == "k_widow"
        assert play.row[1] not in (None, "jakks")
        assert play.happened("discovered")[0] == {"kind": "discovered", "seat": None, "planet": play.row[1], "place": 1}

    def test_it_does_not_carry_out_the_action(self):
        """R35."""
        assert self.colonised().units() == (2, 1)

    def test_all_of_it_comes_before_any_follow(self):
        """R33, R45."""
        play = self.colonised()
        kinds = [event.kind.name for event in play.events]
        assert kinds.index("colonized") < kinds.index("discovered")
        # The follower's ship was sent home, so there is nothing to follow with.
        assert play.asks(1) is None

    def test_ships_sent_home_are_usable_at_once(self):
        """R38: in the same turn, and they count as home ships."""
        play = self.colonised()
        play.do(0, "activate acquire_energy")
        assert play.units()[0] == 4

    def test_an_empty_deck_leaves_the_gap(self):
        """R37."""
        row = [*FILL[:3], "jakks"][: ROW[2]]
        rest = [planet.id for planet in PLANETS if planet.id not in row]
        play = table({"orbit": {"jakks": 1}}, row=row, discards=rest, dice="diplomacy energy")
        play.do(0, "activate advance_diplomacy")
        assert play.row == [*FILL[:3], None]
        play.do(0, "activate acquire_energy")
        assert play.row == [*FILL[:3], None]

    def test_no_ship_goes_to_a_gap(self):
        """R37, R24."""
        row = [*FILL[:3], None]
        play = table({}, row=row, dice="move energy").do(0, "activate move_ship")
        assert len(play.legal()) == 6
