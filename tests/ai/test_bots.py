"""Bots at real games: they see their information set only, keep their budget, and know what they are doing."""

import math
import random
import time

import pytest

from ai import levels
from ai.arena.schedule import Plan
from ai.arena.series import run_series
from ai.evaluate import policy_of
from ai.search.run import BUDGET_MS_MAX, BadBudget, SearchSettings, search
from ai.search.tree import Search
from engine.errors import EngineError
from engine.registry import GAMES, find_game

ROLL = find_game("roll")
POLICY = policy_of("roll")


TABLES = [
    *(("roll", seats) for seats in (2, 3, 4, 5)),
    *(("race", seats) for seats in (2, 3, 4)),
    *(("tiny_epic", seats) for seats in (1, 2, 5)),
]


def positions(seats, seed, every=7, game=ROLL):
    """States and deciding seats along a match between beginners."""
    state = game.setup(seats, random.Random(seed).randbytes(32))
    chance = random.Random(seed)
    count = 0
    while not state.is_over:
        seat = chance.choice(state.deciding_seats())
        count += 1
        if count % every == 0:
            yield state, seat
        state.submit(seat, levels.choose(state.information_set(seat), "level2"))


@pytest.mark.parametrize(("name", "seats"), [("roll", 2), ("roll", 4), ("race", 3), ("tiny_epic", 3)])
def test_equal_information_sets_give_equal_choices(name, seats):
    """Another world that the seat can't tell from this one changes nothing, whatever the level."""
    chance = random.Random(1)
    worlds = 0
    for state, seat in positions(seats, 11, every=23, game=find_game(name)):
        info = state.information_set(seat)
        other = info.imagine(chance)
        other_info = other.information_set(seat)
        assert other_info == info
        worlds += other.describe() != state.describe()
        for level in levels.LEVELS:
            iterations = 30 if levels.LEVELS[level].chooser == "search" else None
            # However busy the machine is, the time must not run out first.
            first, second = (levels.choose(each, level, BUDGET_MS_MAX, iterations) for each in (info, other_info))
            assert first == second, (level, info.decision())
        one, two = (levels.analyse(each, iterations=30, seed=3) for each in (info, other_info))
        assert (one.candidates, one.principal_line) == (two.candidates, two.principal_line)
    assert worlds > 5


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_policy_judges_by_what_the_seat_may_know(name, seats):
    """The same weights in the full state, in the hidden one and in an imagined one; all positive and finite."""
    chance = random.Random(2)
    seen = set()
    policy = policy_of(name)
    for state, seat in positions(seats, 5, every=1, game=find_game(name)):
        info = state.information_set(seat)
        weights = policy.weights(state, seat)
        seen.add(info.decision()["asks"])
        assert set(weights) <= {str(action) for action in info.legal_actions()}
        assert all(weight > 0 and math.isfinite(weight) for weight in weights.values())
        assert sum(weights.values()) == pytest.approx(1.0)
        assert policy.weights(info.state, seat) == weights
        assert policy.weights(info.imagine(chance), seat) == weights
    assert len(seen) >= 6


def test_a_search_takes_an_information_set_and_leaves_it_as_it_was():
    """A full state is refused."""
    state = ROLL.setup(2, bytes(32))
    info = state.information_set(0)
    before = info.to_bytes()
    search(info, SearchSettings(), iterations=200)
    assert info.to_bytes() == before
    with pytest.raises((EngineError, AttributeError)):
        search(state, SearchSettings(), iterations=10)


@pytest.mark.parametrize("trees", ["own", "single", "observers"])
def test_a_full_arena_stops_growing_and_search_goes_on(trees):
    """Memory is bounded: the limit is kept, and every iteration still counts."""
    searcher = Search(ROLL, POLICY, 600)
    state, seat = next(positions(2, 3, every=40))
    info = state.information_set(seat)
    words = {**{name: getattr(SearchSettings(), name) for name in SearchSettings.__slots__}, "trees": trees}
    searcher.run(info, words, seed=1, iterations_max=3000, deadline_ns=0, stop_early=False)
    assert searcher.nodes_max == 600
    assert searcher.nodes_used == 600
    assert sum(row[1] for row in searcher.collect()) == searcher.iterations == 3000


def test_an_early_stop_never_changes_the_choice():
    """It only ends what is settled, by its iterations even if there is time for more."""
    saved = 0
    for state, seat in positions(2, 8, every=20):
        info = state.information_set(seat)
        full, early, timed = (
            search(info, SearchSettings(), iterations=300, seed=4, stop_early=stop, budget_ms=ms)
            for stop, ms in ((False, None), (True, None), (True, 60_000))
        )
        assert full.best == early.best
        assert timed.candidates == early.candidates
        saved += full.iterations - early.iterations
    assert saved > 0


def test_a_budget_in_time_is_kept():
    """Next to no decision takes 50 ms more than asked for, however busy the machine; the soak run counts 20,000."""
    late = []
    for state, seat in positions(2, 9, every=5):
        info = state.information_set(seat)
        for budget_ms, threads in ((10, 1), (30, 2)):
            started = time.perf_counter()
            found = search(info, SearchSettings(), budget_ms=budget_ms, threads=threads, stop_early=False)
            late.append((time.perf_counter() - started) * 1000 - budget_ms)
            assert found.iterations > 0
    late.sort()
    assert late[len(late) * 95 // 100] < 50
    assert late[-1] < 500
    assert late[len(late) // 2] > -10, "the budget is used, not left"


def test_a_long_pause_is_overcome():
    """After a machine's sleep of ten seconds a search still uses half of its time or more, and forgets the pause."""
    searcher = Search(ROLL, POLICY)
    info = ROLL.setup(2, bytes(32)).information_set(0)
    words = {name: getattr(SearchSettings(), name) for name in SearchSettings.__slots__}
    searcher.stall_ns = 10**10
    for _ in range(3):
        started = time.monotonic_ns()
        searcher.run(info, words, seed=1, iterations_max=0, deadline_ns=started + 10**9, stop_early=False)
        assert time.monotonic_ns() - started > 4 * 10**8
        assert searcher.iterations > 50
    assert searcher.stall_ns < 10**10


def test_a_budget_of_both_ends_with_the_first():
    """Iterations or time."""
    info = ROLL.setup(2, bytes(32)).information_set(0)
    assert search(info, SearchSettings(), iterations=100, budget_ms=5000, stop_early=False).iterations == 100
    assert search(info, SearchSettings(), iterations=10**8, budget_ms=20, stop_early=False).iterations < 10**6
    for wrong in ({}, {"iterations": 0}, {"budget_ms": 0}, {"iterations": 5, "threads": 0}, {"budget_ms": 10**9}):
        with pytest.raises(BadBudget):
            search(info, SearchSettings(), **wrong)


def test_expected_scores_are_points_and_the_line_is_legal():
    """What analysis says can be played out on the board."""
    state, seat = next(positions(2, 13, every=60))
    info = state.information_set(seat)
    found = levels.analyse(info, iterations=2000, seed=1)
    assert all(5 < score < 100 for score in found.expected_scores)
    assert found.principal_line[0][0] == seat
    assert found.principal_line[0][1] == found.best
    assert found.best in info.legal_actions()
    assert 0.0 < found.values[seat] < 1.0


def wins(players, pairs, tmp_path, game="roll", **plan):
    standing = run_series(Plan(game, players, pairs=pairs, seed=21, **plan), tmp_path / "series.jsonl")
    return standing.summary()[0].rates[0].share


@pytest.mark.parametrize("name", list(GAMES))
def test_greedy_beats_random(tmp_path, name):
    """By far."""
    assert wins(("greedy", "random"), 10, tmp_path, game=name) > 0.9


def test_a_little_search_beats_greedy(tmp_path):
    """A hundred and fifty iterations are enough to see it."""
    assert wins(("mcts", "greedy"), 4, tmp_path, iterations=150) > 0.5
