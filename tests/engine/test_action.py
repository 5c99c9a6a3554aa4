"""Choices: code, words and notation are three spellings of one thing; wrong ones are refused in words."""

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.action import Action, Kind
from engine.contract.vocabulary import Field
from engine.errors import BadAction

COLOR = Field("color", ("white", "red", "green"))
COUNT = Field("count", range(11))
PLACE = Field("place", range(3, 8))


class Choice(Action):
    __slots__ = ()
    KINDS = (
        Kind("pass", (), "Sample 1", "Do nothing."),
        Kind("paint", (COLOR, COUNT), "Sample 2", "Paint some."),
        Kind("put", (COLOR, PLACE, COUNT), "Sample 3", "Put some somewhere."),
    )


class OtherChoice(Action):
    __slots__ = ()
    KINDS = Choice.KINDS


CHOICES = st.one_of(
    st.just({"kind": "pass"}),
    st.fixed_dictionaries(
        {"kind": st.just("paint"), "color": st.sampled_from(COLOR.values), "count": st.sampled_from(COUNT.values)}
    ),
    st.fixed_dictionaries(
        {
            "kind": st.just("put"),
            "color": st.sampled_from(COLOR.values),
            "place": st.sampled_from(PLACE.values),
            "count": st.sampled_from(COUNT.values),
        }
    ),
)


@given(CHOICES)
def test_dict_notation_and_code_are_ways_there_and_back(words):
    choice = Choice.from_dict(words)
    assert choice.to_dict() == words == json.loads(json.dumps(choice.to_dict()))
    for same in (Choice.from_dict(choice.to_dict()), Choice.parse(str(choice)), Choice(choice.code)):
        assert same == choice
        assert hash(same) == hash(choice)
    assert 0 <= choice.code < 1 << 31


def test_notation_is_the_kind_and_the_fields_in_order():
    assert str(Choice.make("put", color="red", place=4, count=10)) == "put red 4 10"
    assert Choice.parse("  put   red 4  10 ") == Choice.make("put", color="red", place=4, count=10)


@given(st.integers(-(2**40), 2**40))
def test_a_code_is_an_action_or_refused(code):
    try:
        choice = Choice(code)
    except BadAction:
        return
    assert Choice.from_dict(choice.to_dict()).code == code


@pytest.mark.parametrize(
    "code", [-1, 3, 1 << 8, 1 | 3 << 8, 1 | 11 << 16, 2 | 1 << 16, 2 | 2 << 16, 2 | 8 << 16, 1 << 31, 1 | 1 << 24]
)
def test_a_code_out_of_range_is_refused(code):
    with pytest.raises(BadAction, match="no code of an action"):
        Choice(code)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (None, "not NoneType"),
        ([], "not list"),
        ("pass", "not str"),
        ({}, "kind is None"),
        ({"kind": "fly"}, "pass, paint, put"),
        ({"kind": ["pass"]}, "kind is"),
        ({"kind": "pass", "count": 1}, "count is unknown"),
        ({"kind": "paint", "color": "red"}, "count is missing"),
        ({"kind": "paint", "color": "blue", "count": 1}, "white, red, green"),
        ({"kind": "paint", "color": 1, "count": 1}, "white, red, green"),
        ({"kind": "paint", "color": None, "count": 1}, "white, red, green"),
        ({"kind": "paint", "color": "red", "count": 11}, "0 to 10"),
        ({"kind": "paint", "color": "red", "count": -1}, "0 to 10"),
        ({"kind": "paint", "color": "red", "count": True}, "0 to 10"),
        ({"kind": "paint", "color": "red", "count": 1.0}, "0 to 10"),
        ({"kind": "paint", "color": "red", "count": [1]}, "0 to 10"),
        ({"kind": "paint", "color": "red", "count": "9" * 5000}, "0 to 10"),
        ({"kind": "put", "color": "red", "place": 2, "count": 1}, "3 to 7"),
        ({1: 2, "kind": "pass"}, "1 is unknown"),
    ],
)
def test_wrong_words_are_refused_naming_what_is_wrong(words, why):
    with pytest.raises(BadAction, match=why):
        Choice.from_dict(words)


@pytest.mark.parametrize(
    ("notation", "why"),
    [
        ("", "empty notation"),
        ("   ", "empty notation"),
        ("fly", "pass, paint, put"),
        ("paint red", "paint COLOR COUNT"),
        ("paint red 1 2", "paint COLOR COUNT"),
        ("paint red x", "0 to 10"),
        ("paint red -1", "0 to 10"),
        ("paint red " + "9" * 5000, "0 to 10"),
        (None, "notation"),
        (7, "notation"),
        (b"pass", "notation"),
    ],
)
def test_wrong_notation_is_refused_naming_the_form(notation, why):
    with pytest.raises(BadAction, match=why):
        Choice.parse(notation)


@given(st.text() | st.lists(st.sampled_from(["pass", "paint", "put", "red", "3", "٣", "x"])).map(" ".join))
def test_any_text_is_an_action_or_refused(text):
    try:
        choice = Choice.parse(text)
    except BadAction:
        return
    assert Choice.parse(str(choice)) == choice


def test_an_action_never_changes():
    """An action may be kept as a key: nobody can change it."""
    choice = Choice.parse("paint red 1")
    with pytest.raises(AttributeError, match="immutable"):
        choice.code = 0
    assert str(choice) == "paint red 1"


def test_an_action_can_be_copied_and_sent_to_another_process():
    choice = Choice.parse("paint red 1")
    assert copy.deepcopy(choice) == choice == pickle.loads(pickle.dumps(choice))


def test_actions_of_different_games_are_different():
    assert Choice.parse("pass") != OtherChoice.parse("pass")
    assert Choice.parse("pass") != "pass"
    assert repr(Choice.parse("paint red 1")) == "<Choice paint red 1>"
