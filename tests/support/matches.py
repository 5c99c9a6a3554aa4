"""Tables to play at, and random matches on them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.contract.game import Game

ACTIONS_MAX = 20_000
SPECTATOR = None


@dataclass(frozen=True)
class Table:
    """A game, a number of seats and a set of options."""

    game: Game
    seats: int
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={value}" for name, value in self.options.items())
        return f"{self.game.name}-{self.seats}{chosen}"

    def setup(self, number: int) -> Any:
        return self.game.setup(seats=self.seats, seed=seed_bytes(number), options=self.options)

    def viewers(self) -> list[int | None]:
        return [*range(self.seats), SPECTATOR]


def option_sets(game: Game) -> list[dict[str, Any]]:
    """The defaults, and each other value an option can take, one at a time."""
    sets: list[dict[str, Any]] = [{}]
    for name, option in game.options.items():
        values = option.choices or ((not option.default,) if isinstance(option.default, bool) else ())
        sets += [{name: value} for value in values if value != option.default]
    return sets


def _accepted(table: Table) -> bool:
    """Some options ask for a number of seats (solo, two-seat variants): the game itself says which."""
    try:
        table.setup(0)
    except ValueError:
        return False
    return True


def all_tables() -> list[Table]:
    """Every game with every number of seats, and with every option at the numbers of seats it allows."""
    return [
        table
        for game in GAMES.values()
        for options in option_sets(game)
        for seats in range(game.seats_min, game.seats_max + 1)
        if _accepted(table := Table(game, seats, options)) or not options
    ]


def seed_bytes(number: int) -> bytes:
    return number.to_bytes(32, "little")


def random_choice(state: Any, chance: random.Random) -> tuple[int, Any]:
    """A deciding seat and one of its legal actions; at random, but kind before action.

    Choosing the kind first keeps long lists of one kind (which die goes where) from drowning the rest.
    """
    seat = chance.choice(state.deciding_seats())
    by_kind: dict[str, list[Any]] = {}
    for action in state.legal_actions(seat):
        by_kind.setdefault(action.kind, []).append(action)
    return seat, chance.choice(by_kind[chance.choice(sorted(by_kind))])


def random_match(table: Table, number: int) -> Iterator[tuple[Any, int, Any]]:
    """Yield (state, seat, action) before each action of a random match, and carry it out afterwards.

    The state is the same object all the time; a reader who keeps it must clone it. When the match is
    over the generator ends, the state being the final one.
    """
    chance = random.Random(number)
    state = table.setup(number)
    for _ in range(ACTIONS_MAX):
        if state.is_over:
            return
        seat, action = random_choice(state, chance)
        yield state, seat, action
        state.submit(seat, action)
    raise AssertionError(f"{table}, match {number}: not over after {ACTIONS_MAX} actions")


def played(table: Table, number: int) -> tuple[Any, list[tuple[int, Any]]]:
    """The final position of a random match and its log."""
    state, log = table.setup(number), []
    for state, seat, action in random_match(table, number):  # noqa: B007 the object of the last turn is the final one
        log.append((seat, action))
    return state, log


def position(table: Table, number: int, actions: int) -> Any:
    """The position after that many actions of a random match, or the last one."""
    state = table.setup(number)
    for done, (current, _, _) in enumerate(random_match(table, number)):
        state = current
        if done == actions:
            return state.clone()
    return state
