"""Every table of every game can be drawn for a terminal, and shows a viewer no more than its view."""

import copy
import importlib
import json
import random

import pytest

from engine.contract.drawing import WIDTH
from engine.contract.vocabulary import HIDDEN
from engine.errors import BadDescription
from tests.support.mutations import mutate

#: where a view holds a seat's own pieces
OWN_PIECES = {"race": ("hand", "drawn"), "roll": ("hand",), "tiny_epic": ("missions",)}


def names_of(game):
    return vars(importlib.import_module(f"engine.{game.name}.drawing"))["NAMES"]


def test_every_view_is_drawn_within_80_columns(table, positions):
    """With game, seats, points, the question of whoever is asked, and the end."""
    for state in positions:
        for viewer in (*range(table.seats), None):
            info = state.information_set(viewer)
            text = info.to_text()
            assert text == table.game.draw_view(json.loads(json.dumps(info.view())))
            assert max(map(len, text.splitlines())) <= WIDTH
            assert text.startswith(table.game.title)
            assert text.count("is asked") == len(info.deciding_seats())
            assert ("The match is over." in text) == state.is_over
            for seat, points in enumerate(shown["points"] for shown in info.view()["seats"]):
                you = " (you)" if seat == viewer else ""
                assert f"\nSeat {seat}{you}: {points} point" in text


def test_a_hand_is_drawn_for_its_seat_and_no_other(table, positions):
    """By the printed names; the others see that something is there."""
    names = names_of(table.game)
    held = 0
    for state in positions:
        open_text = " ".join(state.to_text().split())
        for seat in range(table.seats):
            view = state.view(seat)
            pieces = [piece for place in OWN_PIECES[table.game.name] for piece in view["seats"][seat][place] if piece]
            own = " ".join(state.information_set(seat).to_text().split())
            for piece in pieces:
                assert names[piece] in own
                assert names[piece] in open_text
            held += len(pieces)
            other = state.information_set(None)
            assert HIDDEN not in str(pieces)
            if pieces and HIDDEN in str(other.view()["seats"][seat]):
                assert HIDDEN in other.to_text()
    assert held or table.seats == 1


def test_what_is_no_view_is_refused(table, positions):
    """With a reason, whatever is wrong; nothing else than BadDescription is ever raised."""
    view = positions[len(positions) // 2].view(0)
    with pytest.raises(BadDescription, match="no view of"):
        table.game.draw_view(view | {"game": "chess"})
    with pytest.raises(BadDescription, match="no view of"):
        table.game.draw_view(None)
    with pytest.raises(BadDescription, match="malformed: KeyError: 'seats'"):
        table.game.draw_view({name: value for name, value in view.items() if name != "seats"})
    chance = random.Random(5)
    refused = 0
    for _ in range(200):
        changed = copy.deepcopy(view)
        mutate(changed, chance)
        try:
            table.game.draw_view(changed)
        except BadDescription:
            refused += 1
    assert refused > 20
