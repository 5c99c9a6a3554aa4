"""The search on games small enough to know the answer."""

import dataclasses

import pytest

from ai.search.run import SearchSettings, search

SEED = bytes(range(32))


@pytest.mark.parametrize("trees", ["own", "single", "observers"])
@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_peeks_in_a_simultaneous_step(pennies, trees, seat):
    """Neither coin is better than the other: an opponent that saw mine would make both worth nothing."""
    info = pennies.setup(2, SEED).information_set(seat)
    settings = dataclasses.replace(SearchSettings(), trees=trees, win_share=1.0)
    found = search(info, settings, iterations=20_000, seed=5, stop_early=False)
    assert found.iterations == 20_000
    for candidate in found.candidates:
        assert candidate.values[seat] == pytest.approx(0.5, abs=0.05)
        assert candidate.visits > 2_000


def test_one_thread_and_iterations_are_repeatable(pennies):
    """Same seed, same budget: the same visits to the last one."""
    info = pennies.setup(2, SEED).information_set(0)
    first, second = (search(info, SearchSettings(), iterations=500, seed=9).candidates for _ in range(2))
    assert first == second
    other = search(info, SearchSettings(), iterations=500, seed=10).candidates
    assert first != other


def test_threads_add_up(pennies):
    """Root-parallel threads share the budget out and their visits are summed."""
    info = pennies.setup(2, SEED).information_set(0)
    found = search(info, SearchSettings(), iterations=1001, threads=3, seed=1)
    assert found.iterations == 1001
    assert sum(candidate.visits for candidate in found.candidates) == 1001
    assert found.threads == 3
