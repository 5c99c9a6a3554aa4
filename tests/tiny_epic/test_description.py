"""Positions in words: what is filled in, and what is refused."""

import pytest

from engine.errors import BadDescription
from engine.tiny_epic.rules import TINY_EPIC
from tests.tiny_epic.scenario import Play, table


def load(**words):
    return Play(TINY_EPIC.from_description({"seats": [{}, {}], **words}))


def test_little_is_enough():
    """Two seats: a turn begins with four dice."""
    play = load()
    assert play.asks(0) == "turn"
    assert play.turn["inactive"] == {"acquire_energy": 4}
    assert len(play.row) == 4
    assert play.units(1) == (2, 1)


def test_the_deck_is_the_rest():
    """Planets that lie nowhere else."""
    play = load(row=["jakks"], seats=[{"colonies": ["maia"]}, {}], discards=["gort"])
    assert play.row == ["jakks", None, None, None]
    assert len(play.words["deck"]) == 37
    assert play.words["discards"] == ["gort"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"seats": [{}] * 6}, "seats has 6 entries; the game takes 1 to 5"),
        ({"colour": 1}, "has 'colour'"),
        ({"seats": []}, "seats has 0 entries"),
        ({"seats": [{"energy": 8}]}, r"seats\[0\].energy is 8; it is a whole number from 0 to 7"),
        ({"seats": [{"level": 0}]}, r"seats\[0\].level is 0"),
        ({"seats": [{"surface": ["zavodnick"]}]}, "zavodnick is not in the row"),
        ({"row": ["jakks"], "seats": [{"orbit": {"jakks": 2}}]}, "orbit.jakks is 2; it is a whole number from 0 to 1"),
        (
            {"row": ["jakks", "maia"], "seats": [{"surface": ["jakks", "maia"], "orbit": {"jakks": 0}}]},
            "3 ships out",
        ),
        ({"seats": [{"home": 1}]}, "home is 1; 2 ships are not out"),
        ({"row": ["jakks", "jakks"]}, "jakks stands there twice"),
        ({"row": ["jakks"], "seats": [{"colonies": ["jakks"]}]}, "jakks lies elsewhere"),
        ({"seats": [{"colonies": ["maia"]}, {"colonies": ["maia"]}]}, "maia lies elsewhere"),
        ({"deck": [], "discards": []}, "hold each planet once"),
        ({"seats": [{"missions": ["elder"]}, {"missions": ["elder"]}]}, "elder is held twice"),
        ({"seats": [{"used": ["jakks"]}]}, "jakks has no limit"),
        ({"seats": [{"marked": "jakks/orbit"}]}, "jakks/orbit"),
        ({"turn": {"inactive": {"move_ship": 8}}}, "it is a whole number from 0 to 7"),
        ({"turn": {"inactive": {"move_ship": 5}, "bay": {"move_ship": 3}}}, "only 7 dice"),
        ({"turn": {"picked": {"move_ship": 1}}}, "picked holds dice"),
        ({"turn": {"trigger": 0}}, "less than 21"),
        ({"step": "setup"}, "two are dealt"),
        ({"doing": [{"kind": "act", "face": "acquire_energy"}]}, "act can't stand there"),
        ({"doing": [{"kind": "act", "face": "move_ship", "stage": 1, "ship": "maia/orbit"}]}, "maia"),
        ({"doing": [{"kind": "rogue_turn"}]}, "not for galaxy 0"),
        ({"doing": [{"kind": "turn_die", "stage": 1, "face": "move_ship"}]}, "turn_die can't stand there"),
        ({"rogue": {}}, "rogue is for one seat"),
        ({"randomness": 7}, "randomness is an object"),
        ({"randomness": {"seed": "x"}}, "randomness"),
        ({"seats": [{}], "turn": {"active": 1}}, "begins with a rogue_turn"),
        ({"seats": [{}], "rogue": {"mat": "nobody"}}, "no rogue mat is called"),
        ({"seats": [{"colonies": ["gort", "gyore", "shouhua"]}]}, "21 points, so the match is over"),
        ({"seats": [{}], "rogue": {"level": 6}}, "skull"),
    ],
)
def test_what_cannot_be_is_refused_with_the_place(words, message):
    """And with what would be right."""
    with pytest.raises(BadDescription, match=message):
        load(**words)


def test_a_position_in_the_middle_of_something_round_trips():
    """Nested: a die, a planet landed on, the move it gives, and follows waiting below."""
    play = table({"culture": 2, "level": 3}, {"culture": 2}, row=("nagato", "zavodnick"), dice="move energy")
    play.do(0, "activate move_ship", "to nagato/surface", "use nagato", "ship home", "to zavodnick/surface")
    play.do(0, "face move_ship")
    words = play.words
    assert [frame["kind"] for frame in words["doing"]] == ["follow", "use", "free_follow", "act"]
    again = Play(TINY_EPIC.from_description(words))
    assert again.state == play.state
    assert again.legal() == play.legal()


def test_errors_leave_the_description_alone():
    """It is read, not changed."""
    words = {"seats": [{"energy": 9}, {}]}
    with pytest.raises(BadDescription):
        TINY_EPIC.from_description(words)
    assert words == {"seats": [{"energy": 9}, {}]}
