"""The Python interface of the search: settings, budgets, threads, and the results as an Analysis."""

from __future__ import annotations

import hashlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from ai.evaluate import policy_of
from ai.evaluate.network import MARGIN_SCALE
from ai.evaluate.reasons import REASONS
from ai.search.tree import Search
from engine.errors import EngineError

if TYPE_CHECKING:
    from ai.evaluate.network import Network
    from ai.evaluate.reasons.reasons import Reasons
    from ai.playout import Policy
    from engine.contract.action import Action
    from engine.contract.game import Game
    from engine.contract.state import InformationSet

THREADS_MAX = 16
BUDGET_MS_MAX = 600_000
ITERATIONS_MAX = 100_000_000
#: the principal line ends at the first action with fewer visits
LINE_VISITS_MIN = 8
#: pools of searchers that each thread keeps, one per game and policy; the oldest is dropped first
SEARCHERS_KEPT = 8
#: candidates that reasons are given for
EXPLAINED = 2
#: imagined states per evaluation
WORLDS = 48
SEED_MASK = (1 << 64) - 1
#: distance between the seeds of root-parallel threads
THREAD_SEED_STEP = 0x9E3779B97F4A7C15


class BadBudget(EngineError):
    """A budget is missing or out of range."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The settings of a search; tree.pxd explains each, docs/bots.md gives the values that levels use."""

    trees: str = "own"
    cutoff: int = 0
    exploration: float = 0.5
    policy_share: float = 0.8
    win_share: float = 0.5
    place_share: float = 0.0
    margin_scale: float = MARGIN_SCALE


#: how the search is set when networks judge its leaves
NETWORK_SETTINGS = SearchSettings(exploration=0.3, policy_share=0.2)


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons for a candidate: means over the playouts that began with it.

    `sources` has for each seat what its final points come from. `phases` has the share of playouts in which a phase
    was played in the round whose phases are chosen next; it is empty where rounds have no phases.
    """

    sources: tuple[dict[str, float], ...]
    phases: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Return the reasons as a JSON-able dict."""
        return {
            "sources": [{name: round(points, 2) for name, points in seat.items()} for seat in self.sources],
            "phases": {name: round(share, 4) for name, share in self.phases.items()},
        }


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that was searched.

    `visits` counts the iterations that began with it. `values` are the mean rewards by seat, from 0 (worst) to 1.
    `expected_scores` are the mean final points by seat. `why` is told of the first few, if it was asked for.
    """

    action: Action
    visits: int
    values: tuple[float, ...]
    expected_scores: tuple[float, ...]
    why: Why | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the candidate as a JSON-able dict."""
        return {
            "action": self.action.to_dict(),
            "notation": str(self.action),
            "visits": self.visits,
            "values": [round(value, 4) for value in self.values],
            "expected_scores": [round(score, 2) for score in self.expected_scores],
            "why": None if self.why is None else self.why.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search: the candidates, best first, and the expected line of play.

    `values` and `expected_scores` are means over all iterations, by seat. The principal line has pairs of seat
    and action; other seats' actions are in it only if the search kept them in its tree. `think_ms` is the time
    the search took, in milliseconds.
    """

    seat: int
    candidates: tuple[Candidate, ...]
    values: tuple[float, ...]
    expected_scores: tuple[float, ...]
    principal_line: tuple[tuple[int, Action], ...]
    iterations: int
    threads: int
    think_ms: float

    @property
    def best(self) -> Action:
        """The action to take."""
        return self.candidates[0].action

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as a JSON-able dict."""
        return {
            "seat": self.seat,
            "candidates": [candidate.to_dict() for candidate in self.candidates],
            "values": [round(value, 4) for value in self.values],
            "expected_scores": [round(score, 2) for score in self.expected_scores],
            "principal_line": [
                {"seat": seat, "action": action.to_dict(), "notation": str(action)}
                for seat, action in self.principal_line
            ],
            "iterations": self.iterations,
            "threads": self.threads,
            "think_ms": round(self.think_ms, 3),
        }


@dataclass(frozen=True, slots=True)
class Prospect:
    """A network's expectation for a seat: `win`, its chance of being first (ties share it), and its final `points`."""

    win: float
    points: float

    def to_dict(self) -> dict[str, float]:
        """Return the prospect as a JSON-able dict."""
        return {"win": round(self.win, 4), "points": round(self.points, 2)}


_kept = threading.local()


def _searchers(game: Game, policy: Policy, count: int) -> list[Search]:
    """Return *count* searchers of this thread; they are reused, because each holds the memory of a tree."""
    pools: dict[tuple[str, int], list[Search]] = _kept.__dict__.setdefault("pools", {})
    pool = pools.setdefault((game.name, id(policy)), [])
    while len(pools) > SEARCHERS_KEPT:
        del pools[next(iter(pools))]
    while len(pool) < count:
        pool.append(Search(game, policy))
    return pool[:count]


def seed_of(information_set: InformationSet, salt: str = "") -> int:
    """Return a 64-bit seed that depends only on the information set and *salt*: equal knowledge, equal chance."""
    digest = hashlib.blake2b(information_set.to_bytes(), digest_size=8, key=salt.encode()[:64])
    return int.from_bytes(digest.digest(), "little")


def check_limits(iterations: int | None, budget_ms: float | None) -> tuple[int, float]:
    """Return both limits, with 0 for "no limit"; raise BadBudget if both are missing or one is out of range."""
    if iterations is None and budget_ms is None:
        raise BadBudget("a search needs a budget: iterations or budget_ms")
    if iterations is not None and not 1 <= iterations <= ITERATIONS_MAX:
        raise BadBudget(f"iterations is {iterations}; it can be 1 to {ITERATIONS_MAX}")
    if budget_ms is not None and not 0 < budget_ms <= BUDGET_MS_MAX:
        raise BadBudget(f"budget_ms is {budget_ms}; it can be up to {BUDGET_MS_MAX}")
    return iterations or 0, budget_ms or 0.0


def search(
    information_set: InformationSet,
    settings: SearchSettings,
    *,
    iterations: int | None = None,
    budget_ms: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    stop_early: bool = True,
    policy: Policy | None = None,
    network: Network | None = None,
    explains: bool = False,
) -> Analysis:
    """Search the viewer's decision and return the analysis.

    The budget is *iterations* (divided among the threads), *budget_ms* of time, or both; the search ends when
    either is used up. With one thread, a seed, and iterations as the only budget, the result is always the same.
    The default seed follows from the information set. *stop_early* ends a search when no other action can overtake
    the leader (one thread only). With a *network* leaves are judged by it and not played out. Playouts alone can be
    explained: with *explains* the best candidates come with their reasons. Raises BadBudget, and EngineError if the
    viewer owes no decision.
    """
    started = time.monotonic_ns()
    limit, budget = check_limits(iterations, budget_ms)
    if not 1 <= threads <= THREADS_MAX:
        raise BadBudget(f"threads is {threads}; it can be 1 to {THREADS_MAX}")
    seat = information_set.seat
    if seat is None or seat not in information_set.deciding_seats():
        raise EngineError(f"seat {seat} owes no decision in this information set")
    game = information_set.game
    base = seed_of(information_set) if seed is None else seed
    deadline = started + int(budget * 1e6) if budget else 0
    searchers = _searchers(game, policy or policy_of(game.name), threads)
    words = asdict(settings)
    reasons = REASONS.get(game.name) if explains and network is None else None

    def run(index: int) -> None:
        share = (limit + threads - 1 - index) // threads
        own_seed = (base + index * THREAD_SEED_STEP) & SEED_MASK
        if share or not limit:
            searchers[index].run(
                information_set,
                words,
                seed=own_seed,
                iterations_max=share,
                deadline_ns=deadline,
                stop_early=stop_early and threads == 1,
                network=network,
                reasons=reasons,
            )

    if threads == 1:
        run(0)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(run, range(threads)))
    used = searchers if not limit else searchers[:limit]
    found = _analysis(information_set, seat, used, (time.monotonic_ns() - started) / 1e6)
    return found if reasons is None else _explain(found, used, reasons)


def expect(information_set: InformationSet, network: Network) -> tuple[Prospect, ...]:
    """Return what *network* expects for each seat by what the viewer knows, without a search.

    Networks judge where something new begins, so WORLDS imagined states are played on to there by the policy. The
    same information set always gives the same numbers. Raises EngineError if nobody in particular is the viewer.
    """
    game = information_set.game
    if information_set.seat is None:
        raise EngineError("an evaluation needs the information set of a seat")
    searcher = _searchers(game, policy_of(game.name), 1)[0]
    found = searcher.expect(information_set, network, worlds=WORLDS, seed=seed_of(information_set))
    return tuple(Prospect(win, points) for win, points in found)


def _explain(found: Analysis, searchers: list[Search], reasons: Reasons) -> Analysis:
    """Give the best candidates their reasons."""
    explained = []
    for each in found.candidates[:EXPLAINED]:
        if not each.visits:
            break
        told = [searcher.reasons_of(each.action.code) for searcher in searchers]
        by_seat = zip(*(points for points, _ in told), strict=True)
        seats = [[sum(column) / each.visits for column in zip(*same, strict=True)] for same in by_seat]
        phases = [sum(column) / each.visits for column in zip(*(played for _, played in told), strict=True)]
        why = Why(
            tuple(dict(zip(reasons.sources, seat, strict=True)) for seat in seats),
            dict(zip(reasons.phases, phases, strict=True)),
        )
        explained.append(replace(each, why=why))
    return replace(found, candidates=(*explained, *found.candidates[len(explained) :]))


def _analysis(information_set: InformationSet, seat: int, searchers: list[Search], think_ms: float) -> Analysis:
    """Combine the results of all threads into one analysis."""
    make = information_set.game.Action
    rows = [searcher.collect() for searcher in searchers]
    candidates = []
    for same in zip(*rows, strict=True):
        visits = sum(row[1] for row in same)
        rewards = [sum(column) for column in zip(*(row[2] for row in same), strict=True)]
        points = [sum(column) for column in zip(*(row[3] for row in same), strict=True)]
        many = max(visits, 1)
        candidates.append(
            Candidate(make(same[0][0]), visits, tuple(r / many for r in rewards), tuple(p / many for p in points))
        )
    iterations = sum(searcher.iterations for searcher in searchers)
    ordered = sorted(candidates, key=lambda each: (-each.visits, -each.values[seat]))
    counted = max(sum(each.visits for each in candidates), 1)
    seats = range(len(candidates[0].values))
    return Analysis(
        seat=seat,
        candidates=tuple(ordered),
        values=tuple(sum(c.values[s] * c.visits for c in candidates) / counted for s in seats),
        expected_scores=tuple(sum(c.expected_scores[s] * c.visits for c in candidates) / counted for s in seats),
        principal_line=tuple((mover, make(code)) for mover, code in searchers[0].line(LINE_VISITS_MIN)),
        iterations=iterations,
        threads=len(searchers),
        think_ms=think_ms,
    )
