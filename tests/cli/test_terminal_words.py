"""What happens at a table in words: for every action, event and piece of every game, none without words."""

import importlib
import json
import random

import pytest

from cli.terminal.choices import find_choice, list_choices
from cli.terminal.pieces import Pieces
from cli.terminal.wording import Wording
from deploy.wording import GAMES as MADE
from deploy.wording import MADE as FOLDER
from deploy.wording import read_words
from engine.registry import GAMES

NAMES = ["You", "level3", "ada", "bea", "cid"]


@pytest.mark.parametrize("name", MADE)
def test_the_words_are_those_of_the_browser_client(name):
    """`python -m deploy.wording` makes them."""
    assert (FOLDER / f"{name}.json").read_text("utf-8") == read_words(name)
    assert set(MADE) == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_label_of_its_own(name):
    """In words, with no place left open and no identifier in it."""
    wording = Wording(GAMES[name])
    labels = [wording.label(action.to_dict()) for action in GAMES[name].enumerate_actions()]
    assert len(labels) > 50
    for label in labels:
        assert not set("{}_") & set(label), label
        assert label[0].isupper() or label[0].isdecimal(), label


@pytest.mark.parametrize("name", GAMES)
def test_every_event_of_whole_matches_is_a_sentence(name):
    """To the one who did it, and to the others, who may know less of it."""
    game, wording, told = GAMES[name], Wording(GAMES[name]), set()
    for number in range(8):
        state, chance = game.setup(2, bytes([number] * 32)), random.Random(number)
        while not state.is_over:
            seat = chance.choice(state.deciding_seats())
            for event in state.submit(seat, chance.choice(state.legal_actions(seat))):
                for viewer in (0, 1, None):
                    shown = event.show_to(viewer)
                    said = wording.sentence(shown, NAMES) if shown else ""
                    told |= {shown["kind"]} if said else set()
                    assert not set("{}_") & set(said), said
                    assert said == "" or said.endswith("."), said
                    assert not said or shown.get("seat") is None or said.startswith(NAMES[shown["seat"]]), said
    assert len(told) > 15


def test_the_sides_of_a_tile_are_told_apart():
    """A tile of Roll goes by its development; on the world stack its world is meant."""
    wording = Wording(GAMES["roll"])
    place = {"kind": "place", "tile": "advanced_logistics", "stack": "world", "end": "bottom"}
    assert wording.label(place) == "Designer Species, Ultd.: bottom of the world stack"
    assert wording.label(place | {"stack": "development"}) == "Advanced Logistics: bottom of the development stack"
    settled = {"kind": "world_settled", "seat": 1, "tile": "advanced_logistics"}
    assert wording.sentence(settled, NAMES) == "level3: settles Designer Species, Ultd.."
    assert wording.label({"kind": "produce", "color": "home", "world": "alien_technology"}) == (
        "Home producer on an Alien Technology world"
    )


def test_the_rogue_does_what_no_seat_does():
    wording = Wording(GAMES["tiny_epic"])
    assert wording.sentence({"kind": "upgraded", "seat": None, "level": 2}, ["You"]) == "The rogue: empire level 2."
    assert wording.label({"kind": "steal", "galaxy": 0}) == "Take from player 1"


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_is_found_by_its_name(name):
    """Also written small, and with a letter missing in the middle of a long name."""
    pieces = Pieces(GAMES[name])
    names = vars(importlib.import_module(f"engine.{name}.drawing"))["NAMES"]
    assert len(names) > 40
    for said in names.values():
        (found, *_) = pieces.find(said.lower())
        assert found.name == said
        if len(said) > 8:
            assert said in [each.name for each in pieces.find(said[:4] + said[5:])]
    assert pieces.find("qqqqq") == []
    assert pieces.find("") == pieces.find(" ?! ") == []


def test_a_piece_is_told_in_words_of_the_printed_game():
    (piece, *_) = Pieces(GAMES["roll"]).find("free trade zon")
    assert (piece.name, piece.figures) == ("Free Trade Zone", "development, costs 3")
    (piece, *_) = Pieces(GAMES["race"]).find("rebel homeworld")
    assert piece.figures == "world, rebel, strength 7, 7 VP"
    (piece, *_) = Pieces(GAMES["race"]).find("trade league")
    assert "points by what you have" in piece.figures
    assert "End of game" in piece.text
    (piece, *_) = Pieces(GAMES["tiny_epic"]).find("Nagato")
    assert piece.figures == "planet, economy track of 4, energy, 3 VP"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_to_follow_does_follow(name):
    """Foretold from what the seat knows, then carried out for real: each foretold sentence is said."""
    game, foretold = GAMES[name], 0
    wording, pieces = Wording(game), Pieces(game)
    for number in range(3):
        state, chance = game.setup(2, bytes([number + 50] * 32)), random.Random(number)
        while not state.is_over:
            seat = chance.choice(state.deciding_seats())
            actions = state.legal_actions(seat)
            choices = list_choices(actions, state.information_set(seat), wording, pieces)
            assert [choice.notation for choice in choices] == list(map(str, actions))
            place = chance.randrange(len(actions))
            events = state.submit(seat, actions[place])
            said = [wording.sentence(shown, ["you"] * 5) for event in events if (shown := event.show_to(seat))]
            for phrase in filter(None, choices[place].follows.split("; ")):
                foretold += phrase != "…"
                assert phrase == "…" or any(phrase in each for each in said), (choices[place], said)
    assert foretold > 30


def test_a_choice_is_meant_by_number_notation_or_its_beginning():
    game = GAMES["race"]
    state = game.setup(2, bytes(32))
    while state.decision(0) is None or state.decision(0)["asks"] != "action":
        seat = state.deciding_seats()[0]
        state.submit(seat, state.legal_actions(seat)[0])
    choices = list_choices(state.legal_actions(0), None, Wording(game), Pieces(game))
    assert find_choice("3", choices) is choices[2]
    assert find_choice("choose develop", choices).label == "Develop"
    assert find_choice("settle", choices).label == "Settle"
    assert find_choice("prod", choices).label == "Produce"
    # Two action cards explore.
    for text in ("explore", "", "0", "8", "99999999999999999999", "-1", "²", "nonsense"):
        assert find_choice(text, choices) is None, text


def test_the_words_are_json_that_python_reads():
    for name in MADE:
        words = json.loads(read_words(name))
        assert all(isinstance(said, str) or set(said) == {"one", "other"} for said in words.values())


def test_an_action_card_says_what_it_brings():
    """But not what its label has said."""
    race = GAMES["race"]
    state, chance = race.setup(2, bytes(32)), random.Random(1)
    while (state.decision(0) or {}).get("asks") != "action":
        seat = state.deciding_seats()[0]
        state.apply(seat, chance.choice(state.legal_actions(seat)))
    choices = list_choices(state.legal_actions(0), state.information_set(0), Wording(race), Pieces(race))
    hints = {choice.label: choice.hint for choice in choices}
    assert hints["Develop"] == "pay 1 card less."
    assert hints["Settle"] == "draw 1 card after placing a world."
    assert hints["Explore: draw 5 more"] == ""
