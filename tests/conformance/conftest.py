"""Every test here that asks for `table` runs for each game, number of seats and set of options."""

from functools import lru_cache

import pytest

from tests.support.matches import all_tables, played, random_match

KEPT_MAX = 40


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", all_tables(), ids=str)


@lru_cache(maxsize=8)
def _positions(table, number):
    """At most KEPT_MAX positions of a match, however long it is."""
    final, log = played(table, number)
    every = max(1, -(-len(log) // KEPT_MAX))
    kept = [state.clone() for count, (state, _, _) in enumerate(random_match(table, number)) if count % every == 0]
    return [*kept, final]


@pytest.fixture
def positions(table):
    """Positions of one random match, evenly spread; the last one is final. Copies: tests may play on."""
    found = [state.clone() for state in _positions(table, 1)]
    assert found[-1].is_over
    return found
