"""The drawn table: for every game and number of seats, on every width, nothing wraps and nothing is missing."""

import random
import re

import pytest
from rich.console import Console

from cli.terminal.drawing import Drawing
from cli.terminal.pieces import Pieces
from cli.terminal.points import split_points, tabulate_points
from engine.registry import GAMES

TABLES = [(name, seats) for name, game in GAMES.items() for seats in range(game.seats_min, game.seats_max + 1)]


def draw(state, viewer, width, *, in_full):
    names = [f"player{seat}" for seat in range(state.seats)]
    drawing = Drawing(state.game, Pieces(state.game), names, viewer)
    console = Console(width=width, height=24, record=True, file=open("/dev/null", "w"))  # noqa: PTH123, SIM115
    console.print(drawing.draw(state.view(viewer), in_full=in_full))
    return console.export_text()


def play_on(name, seats, actions):
    state, chance = GAMES[name].setup(seats, bytes([seats] * 32)), random.Random(seats)
    for _ in range(actions):
        if not state.is_over:
            seat = chance.choice(state.deciding_seats())
            state.submit(seat, chance.choice(state.legal_actions(seat)))
    return state


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_place_at_the_table_is_drawn(name, seats):
    """By the player's name with the points, the own seat last; a rogue has a place, too."""
    state = play_on(name, seats, 60)
    for width in (80, 200):
        for in_full in (True, False):
            text = draw(state, 0, width, in_full=in_full)
            assert max(map(len, text.splitlines())) <= width
            headings = [line for line in text.splitlines() if line.startswith("player")]
            assert len(headings) == seats
            assert headings[-1].startswith("player0  ")
            assert ("the rogue" in text) == (seats == 1)
            assert all(f"player{shown['seat']}  {shown['points']} point" in text for shown in state.view(0)["seats"])
            assert "seat " not in text
    assert len(draw(state, 0, 80, in_full=False)) <= len(draw(state, 0, 80, in_full=True))


@pytest.mark.parametrize(
    ("name", "actions", "said"),
    [
        ("race", 0, r"round 0, setup"),
        ("roll", 60, r"round [1-9]\d*, [a-z ]+"),
        ("tiny_epic", 60, r"turn of player[01].*"),
    ],
)
def test_the_moment_of_a_match_takes_a_few_words(name, actions, said):
    """On a low screen they stand beside the question, where the head of the table is out of sight."""
    state = play_on(name, 2, actions)
    drawing = Drawing(state.game, Pieces(state.game), ["player0", "player1"], 0)
    assert re.fullmatch(said, drawing.moment(state.view(0)))


def test_a_hand_has_names_costs_colours_and_points():
    state = GAMES["race"].setup(2, bytes([9] * 32))
    text = " ".join(draw(state, 0, 200, in_full=True).split())
    cards = {card["id"]: card for card in GAMES["race"].catalog()["cards"]}
    for word in state.view(0)["seats"][0]["hand"]:
        card = cards[word]
        price = f"strength {card['cost']}" if "military" in card.get("flags", ()) else card["cost"]
        points = "?" if card.get("scoring") else card["vp"]
        assert f"{card['name']} ({price}, {points} VP" in text


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_points_add_up_by_source(name, seats):
    """What is not counted from the table comes from what the last column names, and never takes points away."""
    state = play_on(name, seats, 100_000)
    assert state.is_over
    shown = state.reveal()["seats"]
    for seat, total in zip(shown, state.scores(), strict=True):
        points = split_points(state.game, seat, total)
        assert sum(points.values()) == total
        assert min(points.values()) >= 0
    names = [f"p{seat}" for seat in range(seats)]
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: PTH123, SIM115
    console.print(tabulate_points(state.game, names, shown, state.scores(), state.ranks()))
    text = console.export_text()
    assert max(map(len, text.splitlines())) <= 80
    assert all(name in text for name in names)
