"""A turn: rolling, activating, rerolling, converting, stopping."""

import pytest

from engine.errors import IllegalAction
from engine.tiny_epic.rules import TINY_EPIC
from tests.tiny_epic.scenario import Play, table

LEVEL_DICE = (4, 5, 5, 6, 6, 7)


def start(seats=2, number=3):
    play = Play(TINY_EPIC.setup(seats, number.to_bytes(32, "little")))
    for seat in range(seats):
        if play.asks(seat) == "mission":
            play.do(seat, play.legal(seat)[0])
    return play


class TestRoll:
    @pytest.mark.parametrize(("level", "dice"), list(enumerate(LEVEL_DICE, 1)))
    def test_as_many_dice_as_the_level_shows(self, level, dice):
        """R07, R42."""
        play = table({}, {"level": level, "culture": 1}, dice="energy")
        play.do(0, "end_turn")
        assert play.turn["active"] == 1
        assert sum(play.turn["inactive"].values()) == dice
        assert play.happened("turn_begins") == [{"kind": "turn_begins", "seat": 1, "count": dice}]

    def test_faces_are_equally_likely(self):
        """R07, R82: each face once on each die."""
        counts = dict.fromkeys(LEVEL_DICE, 0)
        faces: dict[str, int] = {}
        for number in range(300):
            play = start(2, number)
            for face, count in play.turn["inactive"].items():
                faces[face] = faces.get(face, 0) + count
        assert len(faces) == 6
        assert all(150 < count < 250 for count in faces.values()), (faces, counts)


class TestMenu:
    def test_everything_in_any_order_and_stopping_at_any_point(self):
        """R08: without having activated any."""
        play = table(dice="move energy energy colony")
        legal = play.legal()
        assert {"activate move_ship", "activate acquire_energy", "activate utilize_colony"} <= set(legal)
        assert {"pick move_ship", "pick acquire_energy", "pick utilize_colony"} <= set(legal)
        assert {"spend move_ship", "spend acquire_energy"} <= set(legal)
        assert "end_turn" in legal
        assert len(set(legal)) == len(legal)
        play.do(0, "end_turn")
        assert play.turn["active"] == 1

    def test_a_turn_without_inactive_dice_ends_by_itself(self):
        """R08, R57."""
        play = table(dice="energy")
        play.do(0, "activate acquire_energy")
        assert play.turn["active"] == 1

    def test_each_die_is_activated_once(self):
        """R14, R11."""
        play = table(dice="energy culture").do(0, "activate acquire_energy")
        assert play.turn["bay"] == {"acquire_energy": 1}
        assert play.turn["inactive"] == {"acquire_culture": 1}
        with pytest.raises(IllegalAction):
            play.do(0, "activate acquire_energy")

    def test_only_what_can_be_carried_out_is_activated(self):
        """R15: but acquire dice always can."""
        play = table({"energy": 0, "culture": 0}, dice="culture diplomacy economy colony")
        activates = [word for word in play.legal() if word.startswith("activate")]
        assert activates == ["activate acquire_culture"]
        play.do(0, "activate acquire_culture")
        assert play.units() == (0, 0)

    @pytest.mark.parametrize(
        ("me", "face"),
        [
            ({"orbit": {"aughmoore": 0}}, "advance_diplomacy"),
            ({"orbit": {"k_widow": 0}}, "advance_economy"),
            ({"energy": 2, "culture": 0}, "utilize_colony"),
            ({"energy": 0, "culture": 2}, "utilize_colony"),
            ({"energy": 0, "culture": 0, "colonies": ["maia"]}, "utilize_colony"),
            ({}, "move_ship"),
        ],
    )
    def test_one_way_is_enough(self, me, face):
        """R15."""
        assert f"activate {face}" in table(me, dice=f"{face} {face}").legal()


class TestReroll:
    def test_the_first_one_is_free_and_each_later_one_costs_one(self):
        """R09, D01: no matter how many dice: a free reroll of one, then one of three for exactly 1."""
        play = table({"energy": 2}, dice="move energy culture colony")
        play.do(0, "pick move_ship", "roll")
        assert play.units()[0] == 2
        assert sum(play.turn["inactive"].values()) == 4
        faces = [face for face, count in play.turn["inactive"].items() for _ in range(count)]
        order = list(TINY_EPIC.catalog()["faces"])
        faces.sort(key=[face["id"] for face in order].index)
        play.do(0, *[f"pick {face}" for face in faces[:3]], "roll")
        assert play.units()[0] == 1

    def test_without_energy_there_is_no_second_one(self):
        """R09, R10: the free one is used up even if one die was rolled."""
        play = table({"energy": 0}, dice="move energy culture colony").do(0, "pick move_ship", "roll")
        assert not [word for word in play.legal() if word.startswith("pick")]

    def test_the_free_one_is_not_saved(self):
        """R10: it belongs to the own turn."""
        play = table({"energy": 0}, {"energy": 0}, dice="move energy", turn={"has_rerolled": True})
        play.do(0, "end_turn")
        assert not play.turn["has_rerolled"]
        assert [word for word in play.legal(1) if word.startswith("pick")]

    def test_only_inactive_dice_are_rolled(self):
        """R09, R11."""
        play = table({}, dice="energy culture", bay="move", turn={"spent": 2})
        assert [word for word in play.legal() if word.startswith("pick")] == [
            "pick acquire_energy",
            "pick acquire_culture",
        ]

    def test_dice_are_named_in_the_order_of_faces(self):
        """R09: each choice of dice can be made in one way."""
        play = table({}, dice="move energy culture").do(0, "pick acquire_energy")
        assert play.legal() == ["pick acquire_culture", "roll"]

    def test_not_while_follows_are_pending(self):
        """R12: nor inside an action."""
        play = table({}, {"culture": 1}, dice="move energy culture").do(0, "activate move_ship")
        assert play.asks() == "destination"
        assert all(word.startswith("to ") for word in play.legal())
        play.do(0, "to aughmoore/orbit")
        assert play.asks(1) == "follow"
        assert play.legal(0) == []


class TestConverter:
    def test_two_dice_are_spent_and_a_third_is_turned(self):
        """R13: it stays inactive and may be rerolled."""
        play = table({}, dice="move energy culture diplomacy")
        play.do(0, "spend move_ship", "spend advance_diplomacy", "turn acquire_energy", "set utilize_colony")
        assert play.turn["inactive"] == {"acquire_culture": 1, "utilize_colony": 1}
        assert play.turn["spent"] == 2
        assert "pick utilize_colony" in play.legal()

    def test_once_per_turn(self):
        """R13, D02."""
        play = table({}, dice="energy energy energy energy energy energy")
        play.do(0, "spend acquire_energy")
        if play.asks() == "face":
            play.do(0, "set acquire_culture")
        assert play.turn["has_converted"]
        assert not [word for word in play.legal() if word.startswith("spend")]

    def test_any_face_even_the_same(self):
        """D02, R13."""
        play = table({}, dice="move energy culture").do(0, "spend move_ship", "spend acquire_culture")
        assert play.asks() == "face", "the third die is turned by itself"
        assert len(play.legal()) == 6
        play.do(0, "set acquire_energy")
        assert play.turn["inactive"] == {"acquire_energy": 1}

    def test_needs_three_inactive_dice(self):
        """R13."""
        play = table({}, dice="move energy", bay="culture culture")
        assert not [word for word in play.legal() if word.startswith("spend")]

    def test_spent_dice_are_out_of_the_turn(self):
        """R11, R13: never activated, never followed."""
        play = table({}, {"culture": 3}, dice="energy energy culture culture")
        play.do(0, "spend acquire_energy", "spend acquire_energy", "set move_ship")
        assert play.asks(1) is None
        assert not [word for word in play.legal() if word.endswith("acquire_energy")]
