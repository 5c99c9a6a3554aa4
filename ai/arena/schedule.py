"""Which matches a series consists of: everything follows from the plan, so a series can be resumed."""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from ai.arena.players import make_player
from engine.errors import EngineError
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIRS_MAX = 1_000_000
PLAYERS_MAX = 32


class BadPlan(EngineError):
    """A series can't be played as asked; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A series: who plays whom, at tables of how many seats, and how often.

    `pairs` counts sets: a set is one seed played once in every rotation of the seats (a pair of
    matches at tables of two). Every group of players that can fill a table plays `pairs` sets; if there
    are fewer players than seats, the second to last of them take turns to fill the table. With `sprt` a
    group stops as soon as the test is decided for its first player. At tables of one each player plays alone
    against the game.
    """

    game: str
    players: tuple[str, ...]
    tables: int = 2
    pairs: int = 100
    seed: int = 1
    sprt: bool = False
    budget_ms: float | None = None
    iterations: int | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise BadPlan, UnknownGame, BadOptions or UnknownLevel where the plan can't be played."""
        game = find_game(self.game)
        object.__setattr__(self, "players", tuple(self.players))
        fewest = min(2, self.tables)
        if not fewest <= len(self.players) <= PLAYERS_MAX:
            raise BadPlan(f"a series has {fewest} to {PLAYERS_MAX} players, not {len(self.players)}")
        if not game.seats_min <= self.tables <= game.seats_max:
            raise BadPlan(
                f"tables is {self.tables}; {game.title} can be compared at {game.seats_min} to {game.seats_max} seats"
            )
        if self.sprt and self.tables == 1:
            raise BadPlan("a match alone has no fair share of wins to test; leave sprt out")
        if not 1 <= self.pairs <= PAIRS_MAX:
            raise BadPlan(f"pairs is {self.pairs}; it can be 1 to {PAIRS_MAX}")
        object.__setattr__(self, "options", game.checked_options(self.tables, self.options))
        for spec in self.players:
            make_player(spec, self.game).close()

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The tables that are played, each by its players in first seating."""
        if len(self.players) >= self.tables:
            return tuple(itertools.combinations(self.players, self.tables))
        fill = itertools.cycle(self.players[1:])
        return ((self.players[0], *itertools.islice(fill, self.tables - 1)),)

    @property
    def key(self) -> str:
        """A short id that two plans share only if they are the same."""
        return hashlib.sha256(repr(sorted(self.to_dict().items())).encode()).hexdigest()[:12]

    @property
    def matches(self) -> int:
        """The number of matches if no test stops a group early."""
        return len(self.groups) * self.pairs * self.tables

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as a JSON-able dict."""
        return {**asdict(self), "players": list(self.players)}


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a series: where it belongs, who sits where, and its seed."""

    group: int
    pair: int
    rotation: int
    players: tuple[str, ...]
    seed: bytes
    match_id: str

    @property
    def place(self) -> tuple[int, int, int]:
        """Group, pair and rotation: the match's own key within the series."""
        return self.group, self.pair, self.rotation


def seed_of_pair(plan: Plan, pair: int) -> bytes:
    """Return the 32-byte seed that all matches of a pair share, in every group."""
    return hashlib.sha256(f"{plan.game}:{plan.seed}:{pair}".encode()).digest()


def matches_of(plan: Plan, group: int, pair: int) -> Iterator[Match]:
    """Yield the matches of one set: the same seed, the seats rotated."""
    players = plan.groups[group]
    for rotation in range(plan.tables):
        seated = tuple(players[(seat + rotation) % plan.tables] for seat in range(plan.tables))
        match_id = f"{plan.key}-{group}-{pair}-{rotation}"
        yield Match(group, pair, rotation, seated, seed_of_pair(plan, pair), match_id)
