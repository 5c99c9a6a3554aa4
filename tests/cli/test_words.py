"""Tables in words, for every game."""

import pytest
from rich.console import Console

from cli.words import table_picture
from engine.registry import GAMES

TABLES = [(name, seats) for name, game in GAMES.items() for seats in range(game.seats_min, game.seats_max + 1)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_place_at_the_table_has_a_column(name, seats):
    """A rogue beside the seats has one, too."""
    view = GAMES[name].setup(seats, bytes(32)).view(0)
    match = {"seats": [{"kind": "bot", "level": f"bot{seat}"} for seat in range(seats)]}
    console = Console(width=300, record=True)
    console.print(table_picture(view, match, 0))
    shown = console.export_text()
    assert all(f"{seat} bot{seat}" in shown for seat in range(seats))
    assert ("the rogue" in shown) == (seats == 1)
    assert "(you)" in shown
