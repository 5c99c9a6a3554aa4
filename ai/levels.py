"""The bots by name: a table of levels, and how a level chooses.

Only an information set goes in: no level can see more than its seat may know.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ai.evaluate import UNIFORM, policy_of
from ai.evaluate.weights import network_for
from ai.results import MEASURED
from ai.search.run import (
    NETWORK_SETTINGS,
    Analysis,
    Prospect,
    SearchSettings,
    check_limits,
    expect,
    search,
    seed_of,
)
from engine.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ai.evaluate.network import Network
    from engine.contract.action import Action
    from engine.contract.state import InformationSet, State

ANALYSIS_MS = 1000.0


class NoSuchLevel(EngineError):
    """No level of that name exists."""


@dataclass(frozen=True, slots=True)
class Level:
    """A row of the table.

    `chooser` is "random", "policy" (one look, no search) or "search". `noise` is the share of decisions
    left to chance. `iterations` and `think_ms_max` limit a search; a level answers within the latter. Where there is a
    network for the game and the number of seats, a level with `network_iterations` searches that many with it instead.
    `queue` is "instant" or "think".
    """

    name: str
    title: str
    chooser: str
    noise: float
    iterations: int | None
    think_ms_max: int
    queue: str
    settings: SearchSettings = field(default_factory=SearchSettings)
    network_iterations: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as a JSON-able dict."""
        return {
            "name": self.name,
            "title": self.title,
            "chooser": self.chooser,
            "noise": self.noise,
            "iterations": self.iterations,
            "think_ms_max": self.think_ms_max,
            "queue": self.queue,
            "measured": {game: rows[self.name].to_dict() for game, rows in MEASURED.items() if self.name in rows},
        }


#: every bot there is, by name; what a game changes stands in GAME_LEVELS
LEVELS: dict[str, Level] = {
    row.name: row
    for row in (
        Level("random", "any legal action", "random", 0.0, None, 10, "instant"),
        Level("greedy", "the action that looks best at one look", "policy", 0.0, None, 10, "instant"),
        Level("level1", "a beginner", "policy", 0.6, None, 10, "instant"),
        Level("level2", "a beginner with some matches played", "policy", 0.25, None, 10, "instant"),
        Level("level3", "sensible at one look", "policy", 0.0, None, 10, "instant"),
        Level("level4", "looks ahead a little", "search", 0.02, 60, 200, "think"),
        Level("level5", "casual", "search", 0.0, 150, 400, "think"),
        Level("level6", "club", "search", 0.0, 500, 600, "think"),
        Level("level7", "strong", "search", 0.0, 1500, 800, "think"),
        Level("level8", "the strongest", "search", 0.0, 6000, 950, "think"),
        Level("level9", "searches longest", "search", 0.0, 12_000, 1500, "think"),
        Level("classic8", "level8 as it was with playouts alone: a yardstick", "search", 0.0, 6000, 950, "think"),
        Level("mcts", "the search with whatever budget is asked for", "search", 0.0, 1000, 1000, "think"),
    )
}
GAME_LEVELS: dict[str, dict[str, dict[str, Any]]] = {
    "roll": {
        "level7": {"network_iterations": 7500},
        "level8": {"network_iterations": 28_000},
        "level9": {"network_iterations": 40_000},
    },
    "race": {
        "level4": {"noise": 0.05},
        "level5": {"iterations": 120},
        "level6": {"iterations": 480},
        "level7": {"network_iterations": 3000},
        "level8": {"iterations": 12_000, "network_iterations": 16_000},
        "level9": {"iterations": 24_000, "network_iterations": 40_000},
        "classic8": {"iterations": 12_000},
    },
    "tiny_epic": {
        "level7": {"iterations": 900, "network_iterations": 3500},
        "level8": {"network_iterations": 20_000},
        "level9": {"network_iterations": 40_000},
    },
}


def find_level(name: str, game_name: str) -> Level:
    """Return a level as a game has it; raise NoSuchLevel with the names there are."""
    level = LEVELS.get(name)
    if level is None:
        raise NoSuchLevel(f"no level is called {name!r}; there are {', '.join(LEVELS)}")
    return replace(level, **GAME_LEVELS.get(game_name, {}).get(name, {}))


def level_for(name: str, information_set: InformationSet) -> tuple[Level, Network | None]:
    """Return a level as it plays in this match, and the network that judges for it, if any; raise NoSuchLevel."""
    level = find_level(name, information_set.game.name)
    network = network_for(information_set.state) if level.network_iterations else None
    if network is None:
        return level, None
    return replace(level, iterations=level.network_iterations, settings=NETWORK_SETTINGS), network


def choose(
    information_set: InformationSet,
    level_name: str,
    budget_ms: float | None = None,
    iterations: int | None = None,
    seed: int | None = None,
    told: Callable[[Analysis], None] | None = None,
) -> Action:
    """Return the action that a level takes for the viewer.

    *budget_ms* and *iterations* replace the level's own budget, except that time is never more than
    `think_ms_max` unless asked for. The default seed follows from the information set. A level that searches
    hands what it found to *told*. Raises NoSuchLevel, BadBudget, and EngineError if the viewer owes no decision.
    """
    level, network = level_for(level_name, information_set)
    if budget_ms is not None or iterations is not None:
        check_limits(iterations, budget_ms)
    chance = random.Random(seed_of(information_set, level_name) if seed is None else seed)  # noqa: S311
    policy = policy_of(information_set.game.name)
    if level.chooser == "random" or (level.noise and chance.random() < level.noise):
        return UNIFORM.sample(information_set, chance.getrandbits(64))
    if level.chooser == "policy":
        return policy.best(information_set)
    legal = information_set.legal_actions()
    if len(legal) == 1:
        return legal[0]
    own = budget_ms is None and iterations is None
    found = search(
        information_set,
        level.settings,
        iterations=level.iterations if own else iterations,
        budget_ms=level.think_ms_max if budget_ms is None else budget_ms,
        seed=chance.getrandbits(64),
        network=network,
    )
    if told is not None:
        told(found)
    return found.best


def evaluate(information_set: InformationSet) -> tuple[Prospect, ...] | None:
    """Return each seat's chance of winning and expected points by what the viewer knows, at once.

    None where the package has no network for the match. Raises EngineError if the viewer has no seat.
    """
    network = network_for(information_set.state)
    return None if network is None else expect(information_set, network)


def evaluate_match(start: State, actions: Iterable[tuple[int, int]]) -> list[tuple[Prospect, ...]] | None:
    """Return each seat's chance of winning and expected points at each moment of a match, first and last included.

    *actions* are seats and codes from the full state *start* on. What the seats knew counts alike: each moment is the
    mean of their evaluations. None where the package has no network for the match.
    """
    network = network_for(start)
    if network is None:
        return None
    state = start.clone()
    moments = [_evaluate_all(state, network)]
    for seat, code in actions:
        state.apply(seat, code)
        moments.append(_evaluate_all(state, network))
    return moments


def _evaluate_all(state: State, network: Network) -> tuple[Prospect, ...]:
    """Return the mean of what *network* expects by what each seat knows."""
    seats = range(state.seats)
    told = [expect(state.information_set(viewer), network) for viewer in seats]
    return tuple(
        Prospect(sum(each[s].win for each in told) / state.seats, sum(each[s].points for each in told) / state.seats)
        for s in seats
    )


def analyse(
    information_set: InformationSet,
    *,
    budget_ms: float | None = None,
    iterations: int | None = None,
    threads: int = 1,
    seed: int | None = None,
) -> Analysis:
    """Return candidates, values, expected scores and the line for the viewer's decision (default: one second).

    The best two candidates come with their reasons.
    """
    if budget_ms is None and iterations is None:
        budget_ms = ANALYSIS_MS
    level = find_level("level8", information_set.game.name)
    return search(
        information_set,
        level.settings,
        iterations=iterations,
        budget_ms=budget_ms,
        threads=threads,
        seed=seed,
        stop_early=False,
        explains=True,
    )
