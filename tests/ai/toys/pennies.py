# ruff: noqa: ARG002, RUF012, FBT, PLC0415, PLR0124, RUF100 - a compiled toy in the form of the engine
"""Matching pennies: both lay a coin unseen; seat 0 wins a round if they match, seat 1 if not."""

import cython
from cython.cimports.engine.contract.state import (
    SEATS_MAX,
    State,
    begin_simultaneous,
    count_action,
    end_simultaneous,
    places_from,
)
from cython.cimports.engine.rng import seed_fast
from cython.cimports.libc.stdint import int32_t
from cython.cimports.pennies import Table

from engine.contract.action import Action, Kind
from engine.contract.game import Game


class PenniesAction(Action):
    __slots__ = ()
    KINDS = (Kind("heads", (), "Pennies 1", "heads"), Kind("tails", (), "Pennies 1", "tails"))


@cython.final
@cython.cclass
class PenniesState(State):
    def __cinit__(self, game):
        self.game = game

    def head(self):
        return cython.address(self.table.head)

    def size(self):
        return cython.sizeof(Table)

    def deciding(self):
        if self.table.head.is_over:
            return 0
        return (self.table.choice[0] < 0) | ((self.table.choice[1] < 0) << 1)

    def legal(self, seat, out):
        out[0] = 0
        out[1] = 1
        return 2

    def apply_code(self, seat, code):
        table = cython.address(self.table)
        count_action(cython.address(table.head), seat)
        table.choice[seat] = code
        if table.choice[0] < 0 or table.choice[1] < 0:
            return
        end_simultaneous(cython.address(table.head))
        table.won[0 if table.choice[0] == table.choice[1] else 1] += 1
        table.rounds_left -= 1
        if table.rounds_left == 0:
            table.head.is_over = 1
            return
        self.open_round()

    def open_round(self):
        self.table.choice[0] = -1
        self.table.choice[1] = -1
        begin_simultaneous(cython.address(self.table.head))

    def copy_from(self, other):
        self.table = cython.cast(PenniesState, other).table

    def hide(self, viewer):
        i: cython.int
        for i in range(2):
            if i != viewer and self.table.head.is_simultaneous:
                self.table.choice[i] = -1

    def imagine(self, seed):
        seed_fast(cython.address(self.table.head.rng), seed)
        self.table.head.viewer = -2

    def points(self, out):
        out[0] = self.table.won[0]
        out[1] = self.table.won[1]

    def places(self, out):
        points = cython.declare(int32_t[SEATS_MAX])
        none = cython.declare(int32_t[SEATS_MAX])
        none[0] = none[1] = 0
        self.points(points)
        places_from(2, points, none, out)

    def start(self, rounds: int):
        self.table.head.seats = 2
        self.table.head.viewer = -2
        self.table.rounds_left = rounds
        self.table.won[0] = self.table.won[1] = 0
        self.open_round()

    def decision_of(self, seat: int) -> str:
        return "coin"


class Pennies(Game):
    name = "pennies"
    title = "Matching pennies"
    seats_min = seats_max = 2
    rules_version = "1"
    Action = PenniesAction
    decisions = {"coin": ("Pennies 1", "lay a coin")}
    events = ()

    def blank(self):
        return PenniesState(self)

    def begin(self, state, seats, options):
        state.start(1)


PENNIES = Pennies()
