"""Following, and standing answers."""

import pytest

from engine.errors import IllegalAction
from tests.tiny_epic.scenario import Play, table


def three(dice="energy culture move", **words):
    return table({}, {"culture": 3}, {"culture": 3}, dice=dice, **words)


def test_after_the_action_is_finished_clockwise_from_the_left():
    """R45, R46: each follower finishes before the next one decides."""
    play = three(row=("jakks",)).do(0, "activate move_ship")
    assert play.state.deciding_seats() == (0,)
    play.do(0, "to jakks/surface")
    assert play.state.deciding_seats() == (0,), "the surface action belongs to it"
    play.do(0, "use jakks")
    assert play.state.deciding_seats() == (1,)
    play.do(1, "follow")
    assert play.asks(1) == "destination"
    play.do(1, "to aughmoore/orbit")
    assert play.state.deciding_seats() == (2,)
    play.do(2, "pass")
    assert play.state.deciding_seats() == (0,)


def test_the_order_goes_round_the_table():
    """R46."""
    play = table({"culture": 3}, {"culture": 3}, {}, dice="energy culture", turn={"active": 2})
    play.do(2, "activate acquire_energy")
    assert play.state.deciding_seats() == (0,)
    play.do(0, "pass")
    assert play.state.deciding_seats() == (1,)


def test_one_culture_and_the_own_ships():
    """R47: as if having rolled that face."""
    play = three().do(0, "activate acquire_energy").do(1, "follow")
    assert play.units(1) == (4, 2)
    assert play.happened("followed") == [{"kind": "followed", "seat": 1, "face": "acquire_energy", "price": 1}]


def test_every_die_once():
    """R48: and each die of the turn as long as culture lasts."""
    play = table({}, {"culture": 2, "energy": 0}, dice="energy energy energy culture")
    play.do(0, "activate acquire_energy").do(1, "follow")
    assert play.asks(0) == "turn"
    play.do(0, "activate acquire_energy").do(1, "follow")
    assert play.units(1) == (4, 0)
    play.do(0, "activate acquire_energy")
    assert play.asks(1) is None


def test_the_die_is_followed_not_the_choice():
    """R49: the active player upgrades, the follower uses an own colony."""
    play = table({"energy": 2, "culture": 0}, {"culture": 2, "colonies": ["jakks"]}, dice="colony energy")
    play.do(0, "activate utilize_colony").do(1, "follow")
    assert set(play.legal(1)) == {"upgrade energy", "use jakks", "decline"}
    play.do(1, "use jakks")
    assert play.units(1) == (2, 2)


def test_a_follow_is_not_followed():
    """R50: not by the active player either."""
    play = table({"culture": 5}, {"culture": 1}, dice="energy culture").do(0, "activate acquire_energy").do(1, "follow")
    assert play.state.deciding_seats() == (0,)
    assert play.asks(0) == "turn"


def test_only_dice_in_the_bay_are_followed():
    """R51: not the converter's, nor those spent for Maia."""
    play = table({"colonies": ["maia"], "energy": 0}, {"culture": 3}, dice="energy energy energy colony move culture")
    play.do(0, "spend acquire_energy", "spend acquire_energy", "turn acquire_energy", "set acquire_culture")
    assert play.asks(1) is None
    play.do(0, "activate utilize_colony", "use maia", "put_aside move_ship")
    assert play.turn["spent"] == 4
    assert play.asks(1) == "follow", "the colony die can be followed by an upgrade"


def test_culture_just_received_pays_for_following():
    """R52."""
    play = table(
        {"colonies": ["jac_110912"], "energy": 0, "culture": 0}, {"culture": 0, "energy": 2}, dice="colony energy"
    )
    play.do(0, "activate utilize_colony", "use jac_110912")
    assert play.asks(1) == "follow"


def test_payment_precedes_gain():
    """R53: 7 culture, two suitable ships: 7 again, not 6."""
    play = table({}, {"culture": 7, "orbit": {"k_widow": 0, "gyore": 0}}, dice="culture energy")
    play.do(0, "activate acquire_culture").do(1, "follow")
    assert play.units(1)[1] == 7


@pytest.mark.parametrize(("culture", "can"), [(6, False), (7, True)])
def test_following_an_upgrade_costs_both_prices(culture, can):
    """R54, R55."""
    play = table({"energy": 2, "culture": 0}, {"level": 5, "culture": culture, "energy": 0}, dice="colony energy")
    play.do(0, "activate utilize_colony")
    assert (play.asks(1) == "follow") == can
    if can:
        play.do(1, "follow")
        assert play.units(1) == (0, 0)
        assert play.galaxy(1)["level"] == 6


def test_a_follow_without_any_effect_is_not_offered():
    """R55: but an acquire die may be followed for nothing."""
    play = table({"orbit": {"aughmoore": 0}}, {"culture": 3}, dice="diplomacy culture energy")
    play.do(0, "activate advance_diplomacy")
    assert play.asks(1) is None
    play.do(0, "activate acquire_culture")
    assert play.asks(1) == "follow"


def test_the_last_die_can_be_followed():
    """R56: the turn passes only after that."""
    play = table({}, {"culture": 1}, dice="energy").do(0, "activate acquire_energy")
    assert play.turn["active"] == 0
    assert play.asks(1) == "follow"
    assert play.turn["current"] == "acquire_energy"
    play.do(1, "pass")
    assert play.turn["active"] == 1


def test_a_die_that_all_have_decided_about_is_done_with():
    """R45, R56."""
    play = table({}, {"culture": 1}, dice="energy culture").do(0, "activate acquire_energy").do(1, "pass")
    assert play.asks() == "turn"
    assert play.turn["current"] is None


def test_culture_that_comes_after_the_own_decision_does_not_reopen_it():
    """R80: but a later seat can use what an earlier follower gave it."""
    one = {"culture": 1, "energy": 0}
    two = {"culture": 1, "energy": 0, "colonies": ["jac_110912"]}
    three = {"culture": 0, "energy": 2}
    play = table({"energy": 2, "culture": 0}, one, two, three, dice="colony energy").do(0, "activate utilize_colony")
    assert play.asks(1) is None, "nothing to follow with"
    play.do(2, "follow", "use jac_110912")
    assert play.units(1)[1] == 2
    assert play.asks(1) is None
    assert play.asks(3) == "follow"


def test_a_die_without_effect_for_its_owner_is_followed_all_the_same():
    """R81."""
    play = table({"culture": 0}, {"culture": 1, "orbit": {"k_widow": 0}}, dice="culture energy")
    play.do(0, "activate acquire_culture")
    assert play.units(0)[1] == 0
    play.do(1, "follow")
    assert play.units(1)[1] == 1


def test_a_follower_has_no_dice():
    """R82: the face is used as it lies."""
    play = table({}, {"culture": 2, "energy": 5}, dice="energy culture").do(0, "activate acquire_energy")
    assert set(play.legal(1)) == {"follow", "pass", "never acquire_energy", "never any"}


class TestStandingAnswers:
    def test_never_for_a_face(self):
        """R47: passes now and for every later die of the face, until taken back in an own turn."""
        play = table({}, {"culture": 3}, dice="energy energy culture culture").do(0, "activate acquire_energy")
        play.do(1, "never acquire_energy")
        assert play.galaxy(1)["never"] == ["acquire_energy"]
        play.do(0, "activate acquire_energy")
        assert play.asks(1) is None
        play.do(0, "activate acquire_culture")
        assert play.asks(1) == "follow"
        play.do(1, "pass").do(0, "end_turn")
        assert "ask" in play.legal(1)
        version = play.state.version
        play.do(1, "ask")
        assert play.state.version == version + 1, "it stands in the log"
        assert play.galaxy(1)["never"] == []
        assert play.asks(1) == "turn"
        assert "ask" not in play.legal(1)

    def test_never_at_all(self):
        """R47."""
        play = table({}, {"culture": 3}, dice="energy culture move").do(0, "activate acquire_energy").do(1, "never any")
        assert len(play.galaxy(1)["never"]) == 6
        play.do(0, "activate acquire_culture")
        assert play.asks(0) == "turn"

    def test_free_follows_are_asked_all_the_same(self):
        """P40: a standing answer is about dice."""
        play = table({"colonies": ["zavodnick"]}, {"culture": 1, "never": ["acquire_energy"]}, dice="colony culture")
        play.do(0, "activate utilize_colony", "use zavodnick", "face acquire_energy")
        assert play.asks(1) == "free_follow"

    def test_it_is_no_answer_to_anything_else(self):
        """R47: nor for a face that is not asked about."""
        play = table({}, {"culture": 3}, dice="energy culture").do(0, "activate acquire_energy")
        for wrong in ("never move_ship", "ask"):
            with pytest.raises(IllegalAction):
                Play(play.state.clone()).do(1, wrong)
        with pytest.raises(IllegalAction):
            play.do(1, "pass").do(0, "never any")
