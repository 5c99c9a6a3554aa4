"""Every test here that asks for `table` runs for each game, number of seats and set of options."""

from functools import lru_cache

import pytest

from tests.support.matches import all_tables, random_match

EVERY = 7


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", all_tables(), ids=str)


@lru_cache(maxsize=8)
def _positions(table, number):
    kept = []
    state = table.setup(number)
    for count, (current, _, _) in enumerate(random_match(table, number)):
        state = current
        if count % EVERY == 0:
            kept.append(current.clone())
    return [*kept, state]


@pytest.fixture
def positions(table):
    """Positions of one random match, evenly spread; the last one is final. Copies: tests may play on."""
    return [state.clone() for state in _positions(table, 1)]
