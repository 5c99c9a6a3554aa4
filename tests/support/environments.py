"""Every game for every number of seats, and matches of environments played by chance."""

import random

from engine.registry import GAMES

TABLES = [(name, seats) for name, game in GAMES.items() for seats in range(game.seats_min, game.seats_max + 1)]
FEW = [("race", 2), ("roll", 5), ("tiny_epic", 1), ("tiny_epic", 3)]


def walk(setting, number, decisions=400):
    """A match of a setting, decision by decision: the course and the seat that decides, until it ends or is long."""
    chance = random.Random(number)
    course = setting.deal(chance.randbytes(32))
    for _ in range(decisions):
        if course.is_over or course.is_truncated:
            return
        seat = chance.choice(course.state.deciding_seats())
        yield course, seat
        course.act(seat, chance.choice(setting.numbering.legal(course.state, seat)))
