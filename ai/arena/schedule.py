"""The plan of a series and the matches in it. The plan determines every match, so a series can be resumed."""

from __future__ import annotations

import copy
import hashlib
import itertools
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ai.arena.match import STEPS, judge
from ai.arena.players import make_player, name_of
from engine.errors import EngineError
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIRS_MAX = 1_000_000
PLAYERS_MAX = 32
HALF = 50


class BadPlan(EngineError):
    """A series can't be played as requested; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A series: who plays whom, at tables of how many seats, and how often.

    `pairs` counts sets. A set is one seed played once in every rotation of the seats (at tables of two, a
    pair of matches). Every group of players that can fill a table plays `pairs` sets. If there are fewer
    players than seats, all players but the first take turns to fill the table. With `sprt` a group stops as
    soon as the test is decided for its first player. Without `is_duplicate` every match has a seed of its
    own. Without `rotates` all players keep their first seats; that needs `is_duplicate` to be off. At tables
    of one each player plays alone against the game. `budget_ms` is milliseconds per decision. A match ends before it is
    over by `decisions_max`, `lead`, `resign` and `steps` (`ai.arena.match.Bounds`). `openings` are descriptions
    (`ai.arena.openings`): the first set begins at the first, and after the last one it goes on with the first.
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
    is_duplicate: bool = True
    rotates: bool = True
    decisions_max: int | None = None
    openings: tuple[str, ...] = ()
    lead: int | None = None
    resign: float | None = None
    steps: int = STEPS

    def __post_init__(self) -> None:
        """Check the plan; raise an EngineError (BadPlan, BadOptions, NoJudge, …) if it can't be played."""
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
        if self.is_duplicate and not self.rotates:
            raise BadPlan("a seed played twice in the same seats gives the same match: is_duplicate needs rotates")
        object.__setattr__(self, "options", game.check_options(self.tables, self.options))
        self._check_bounds()
        for spec in self.players:
            make_player(spec, self.game).close()
        names = [name_of(spec) for spec in dict.fromkeys(self.players)]
        for name in names:
            if names.count(name) > 1:
                raise BadPlan(f"two players are called {name!r}; give each a name of its own")

    def _check_bounds(self) -> None:
        for name, value in (("decisions_max", self.decisions_max), ("lead", self.lead), ("steps", self.steps)):
            if value is not None and value < 1:
                raise BadPlan(f"{name} is {value}; it is 1 or more")
        if self.resign is not None and not 0 < self.resign < HALF:
            raise BadPlan(f"resign is {self.resign}; it is a chance of winning in percent, above 0 and below {HALF}")
        if self.tables == 1 and (self.lead is not None or self.resign is not None):
            raise BadPlan("a match alone has nobody to lead, or to resign to; leave lead and resign out")
        if self.resign is not None:
            judge(find_game(self.game).setup(self.tables, bytes(32), self.options))

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups of players that meet, each in the order of the first seating."""
        return groups_of(self.players, self.tables)

    @property
    def key(self) -> str:
        """A short id (12 hex digits); equal plans have equal keys, different plans different ones."""
        return hashlib.sha256(repr(sorted(self.to_dict().items())).encode()).hexdigest()[:12]

    @property
    def matches(self) -> int:
        """The number of matches, if no test stops a group early."""
        return len(self.groups) * self.pairs * self.tables

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as a JSON-able dict; the openings by their number and the SHA-256 of all of them."""
        plan = {each.name: getattr(self, each.name) for each in fields(self)}
        plan |= {"players": list(self.players), "options": copy.deepcopy(self.options), "openings": []}
        if self.openings:
            plan["openings"] = {"count": len(self.openings), "sha256": digest_of(self.openings)}
        return plan


@lru_cache(maxsize=64)
def groups_of(players: tuple[str, ...], tables: int) -> tuple[tuple[str, ...], ...]:
    """Return the groups of *players* that fill tables of *tables* seats."""
    if len(players) >= tables:
        return tuple(itertools.combinations(players, tables))
    fill = itertools.cycle(players[1:])
    return ((players[0], *itertools.islice(fill, tables - 1)),)


@lru_cache(maxsize=4)
def digest_of(openings: tuple[str, ...]) -> str:
    """Return the SHA-256 of all openings, in hex."""
    return hashlib.sha256("\n".join(openings).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match of a series: its group, pair and rotation, its players by seat, its 32-byte seed and its id."""

    group: int
    pair: int
    rotation: int
    players: tuple[str, ...]
    seed: bytes
    match_id: str
    #: the JSON of the description with which it begins; None: it is set up
    opening: str | None = None

    @property
    def place(self) -> tuple[int, int, int]:
        """Group, pair and rotation, which identify the match within the series."""
        return self.group, self.pair, self.rotation


def seed_of_match(plan: Plan, pair: int, rotation: int) -> bytes:
    """Return a match's 32-byte seed: the same in every group and, in a duplicate series, in every rotation."""
    own = "" if plan.is_duplicate else f":{rotation}"
    return hashlib.sha256(f"{plan.game}:{plan.seed}:{pair}{own}".encode()).digest()


def matches_of(plan: Plan, group: int, pair: int) -> Iterator[PlannedMatch]:
    """Yield the matches of one set, one per rotation of the seats; in a duplicate series they share one seed."""
    key = plan.key
    for rotation in range(plan.tables):
        yield match_at(plan, key, group, pair, rotation)


def match_at(plan: Plan, key: str, group: int, pair: int, rotation: int) -> PlannedMatch:
    """Return one match of a plan whose key (`Plan.key`) is *key*."""
    seed = seed_of_match(plan, pair, rotation)
    players, match_id = seat_players(plan, group, rotation), f"{key}-{group}-{pair}-{rotation}"
    opening = plan.openings[pair % len(plan.openings)] if plan.openings else None
    return PlannedMatch(group, pair, rotation, players, seed, match_id, opening)


def seat_players(plan: Plan, group: int, rotation: int) -> tuple[str, ...]:
    """Return the players of a group by seat, in that rotation."""
    players = plan.groups[group]
    turned = rotation if plan.rotates else 0
    return tuple(players[(seat + turned) % plan.tables] for seat in range(plan.tables))
