"""Ratings per game and seat count: openskill's Bradley-Terry model over all pairs of a table.

Why not its Plackett-Luce default: with ties in a table of five it can lift a third place above
tied winners of the same strength (tests/tournaments/test_ratings.py shows it).

Every number here is a function of the results in the order of their `number`, to the last bit. Players of a match are
sorted by id before the model sums floats, so seats, dicts and order of arrival don't matter.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from openskill.models import BradleyTerryFull

from tournaments.errors import BadResult

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MEAN = 25.0
DEVIATION = MEAN / 3
#: The rating that people see is the mean less this many deviations, so that few matches can't lead a leaderboard.
DEVIATIONS_SHOWN = 3
_MODEL = BradleyTerryFull(mu=MEAN, sigma=DEVIATION)


@dataclass(frozen=True, slots=True)
class Rating:
    """Estimated strength: mean and deviation of a normal distribution, and the number of results that it rests on."""

    mean: float = MEAN
    deviation: float = DEVIATION
    results: int = 0

    @property
    def shown(self) -> float:
        """Return the cautious number that leaderboards sort by."""
        return self.mean - DEVIATIONS_SHOWN * self.deviation

    def to_dict(self) -> dict[str, float]:
        """Return the rating as a JSON-able dict."""
        return {"mean": self.mean, "deviation": self.deviation, "results": self.results, "shown": self.shown}


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one match, or of one duplicate table.

    `number` is its place in the archive (unique, ascending). `players` and `ranks` are in seat order, ranks from 1,
    ties equal. `absent` are seats whose player left or forfeited.
    """

    number: int
    game: str
    players: tuple[str, ...]
    ranks: tuple[int, ...]
    absent: frozenset[int] = frozenset()
    at_ms: int = 0
    source: str = ""

    def __post_init__(self) -> None:
        """Refuse ranks that don't fit the players."""
        if len(self.players) != len(self.ranks) or not self.players:
            raise BadResult(f"{len(self.players)} players and {len(self.ranks)} ranks: one rank per player")
        if any(rank < 1 for rank in self.ranks):
            raise BadResult(f"ranks are {list(self.ranks)}; a rank is 1 or more")
        if not all(0 <= seat < len(self.players) for seat in self.absent):
            raise BadResult(f"absent seats are {sorted(self.absent)}; there are {len(self.players)} seats")


@dataclass(frozen=True, slots=True)
class Change:
    """One step in a player's history."""

    number: int
    at_ms: int
    source: str
    rank: int
    before: Rating
    after: Rating


def settle_ranks(ranks: Sequence[int], absent: Iterable[int] = ()) -> tuple[int, ...]:
    """Return the ranks that count: absent seats share the last place, the others keep their order.

    So nobody who stayed loses to a substitute that played for somebody else.
    """
    gone = set(absent)
    key = [(seat in gone, 0 if seat in gone else rank) for seat, rank in enumerate(ranks)]
    return tuple(1 + sum(other < mine for other in key) for mine in key)


def sum_ranks(boards: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return one rank per player for a duplicate table: by the sum of its ranks over all boards, ties equal.

    *boards* hold, per match of the same deal, each player's rank (by player, not by seat). Every player has had the
    same seats and deals, so the whole table is one result, not several.
    """
    if not boards or len({len(board) for board in boards}) != 1:
        raise BadResult("a duplicate table has at least one board, each with the same players")
    sums = [sum(board[player] for board in boards) for player in range(len(boards[0]))]
    return tuple(1 + sum(other < mine for other in sums) for mine in sums)


def rate(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings after one result; the order of *ratings* matters only for rounding."""
    if len(ratings) != len(ranks):
        raise BadResult(f"{len(ratings)} ratings and {len(ranks)} ranks: one rank per player")
    if len(ratings) < 2:  # noqa: PLR2004 (nobody to compare with)
        return list(ratings)
    teams = [[_MODEL.rating(mu=rating.mean, sigma=rating.deviation)] for rating in ratings]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(team[0].mu, team[0].sigma, before.results + 1) for team, before in zip(rated, ratings, strict=True)]


Key = tuple[str, int, str]


@dataclass(slots=True)
class Ratings:
    """All ratings: the fold of the archive's results."""

    current: dict[Key, Rating] = field(default_factory=dict)
    changes: dict[Key, list[Change]] = field(default_factory=lambda: defaultdict(list))
    #: whom a player has met at a table at which both stayed to the end
    opponents: dict[Key, set[str]] = field(default_factory=lambda: defaultdict(set))
    number: int = -1
    #: the number of the first result whose changes are here
    first: int = 0

    def of(self, game: str, seats: int, player: str) -> Rating:
        """Return a player's rating; the starting one if it never played."""
        return self.current.get((game, seats, player), Rating())

    def changes_of(self, game: str, seats: int, player: str) -> list[Change]:
        """Return a player's changes that are here, oldest first."""
        return list(self.changes.get((game, seats, player), ()))

    def opponents_of(self, game: str, seats: int, player: str) -> int:
        """Return how many different opponents a player has met; a match that either of them left does not count."""
        return len(self.opponents.get((game, seats, player), ()))

    def leaderboard(self, game: str, seats: int, opponents_min: int = 0) -> list[tuple[str, Rating]]:
        """Return players with so many different opponents, and their ratings; best first, equal ones by id."""
        rows = [
            (player, rating)
            for (its_game, its_seats, player), rating in self.current.items()
            if (its_game, its_seats) == (game, seats) and self.opponents_of(game, seats, player) >= opponents_min
        ]
        return sorted(rows, key=lambda row: (-row[1].shown, row[0]))

    def add(self, result: Result) -> dict[str, Change]:
        """Count a result; return each player's change.

        Raises BadResult if its number is not above the last one's. A bot may hold several seats of
        a table: its new rating is the mean of what its seats would get.
        """
        if result.number <= self.number:
            raise BadResult(f"result {result.number} comes after {self.number}: results are counted in order, once")
        ranks = settle_ranks(result.ranks, result.absent)
        order = sorted(range(len(ranks)), key=lambda seat: (result.players[seat], ranks[seat]))
        seats = len(ranks)
        before = [self.of(result.game, seats, result.players[seat]) for seat in order]
        after = rate(before, [ranks[seat] for seat in order])
        gained: dict[str, list[tuple[Rating, int]]] = {}
        for place, seat in enumerate(order):
            gained.setdefault(result.players[seat], []).append((after[place], ranks[seat]))
        changes = {}
        for player, each in gained.items():
            old = self.of(result.game, seats, player)
            new = each[0][0] if len(each) == 1 else _mean([rating for rating, _ in each], old)
            change = Change(result.number, result.at_ms, result.source, each[0][1], old, new)
            self.current[result.game, seats, player] = new
            self.changes[result.game, seats, player].append(change)
            changes[player] = change
        self._meet(result)
        self.number = result.number
        return changes

    def _meet(self, result: Result) -> None:
        """Note who has met whom."""
        present = {player for seat, player in enumerate(result.players) if seat not in result.absent}
        for player in present:
            self.opponents[result.game, len(result.players), player] |= present - {player}

    def forget_changes(self, before: int) -> None:
        """Keep the changes by results from that number on, and no others."""
        self.first = before
        for key, changes in list(self.changes.items()):
            kept = [change for change in changes if change.number >= before]
            if kept:
                self.changes[key] = kept
            else:
                del self.changes[key]

    def to_state(self) -> dict[str, Any]:
        """Return what the ratings after further results depend on, to the last bit, as a JSON-able dict."""
        names = sorted({name for met in self.opponents.values() for name in met})
        place = {name: number for number, name in enumerate(names)}
        rows = [
            [
                *key,
                rating.mean,
                rating.deviation,
                rating.results,
                sorted(place[name] for name in self.opponents.get(key, ())),
            ]
            for key, rating in self.current.items()
        ]
        return {"number": self.number, "names": names, "ratings": rows}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Ratings:
        """Return the ratings of a state, without the changes that led to them."""
        found, names = cls(number=state["number"], first=state["number"] + 1), state["names"]
        for game, seats, player, mean, deviation, results, met in state["ratings"]:
            found.current[game, seats, player] = Rating(mean, deviation, results)
            found.opponents[game, seats, player] = {names[number] for number in met}
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return all current ratings as a JSON-able dict: game, seats, player."""
        tree: dict[str, Any] = {}
        for (game, seats, player), rating in sorted(self.current.items()):
            tree.setdefault(game, {}).setdefault(str(seats), {})[player] = rating.to_dict()
        return tree


def _mean(ratings: list[Rating], old: Rating) -> Rating:
    count = len(ratings)
    mean = sum(rating.mean for rating in ratings) / count
    return Rating(mean, sum(rating.deviation for rating in ratings) / count, old.results + 1)
