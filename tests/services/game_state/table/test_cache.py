"""Which matches stay at hand, and what they are said to take."""

from __future__ import annotations

import gc
import random
import tracemalloc
from dataclasses import replace

import pytest

from engine.registry import GAMES
from services.game_state.match.model import Entry, Stored
from services.game_state.store.changes import EMPTY_CHAIN, extend_chain
from services.game_state.table.cache import TableCache
from services.game_state.table.table import Table
from services.shared.limits import limits
from tests.support.stored import match_of

SEED = bytes(32)


def table_of(actions, status="running", game="roll", seats=2):
    """A table of a match with so many actions."""
    rng = random.Random(actions)
    state = GAMES[game].setup(seats=seats, seed=SEED, options={})
    log = []
    while len(log) < actions and not state.is_over:
        seat = rng.choice(state.deciding_seats())
        action = rng.choice(state.legal_actions(seat))
        state.apply(seat, action)
        log.append(Entry(seat, str(action), 0).to_json())
    return Table(Stored(match_of(game, seats, status), SEED, f"{extend_chain(EMPTY_CHAIN, log)}-x", 0, log))


@pytest.fixture
def room(monkeypatch):
    """Give the cache room for so many bytes."""

    def make(size):
        monkeypatch.setenv("ASTRARIUM_LIMIT_CACHED_MATCHES_BYTES_MAX", str(size))
        limits.cache_clear()
        return TableCache()

    yield make
    monkeypatch.undo()
    limits.cache_clear()


def names_in(cache, *names):
    return {name for name in names if cache.get(name) is not None}


def traced_bytes(make):
    """Bytes that stand behind what is made."""
    gc.collect()
    tracemalloc.start()
    try:
        made = make()
        gc.collect()
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert made
    return taken


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("actions", [0, 60, 10_000])
def test_a_table_takes_about_what_it_says(game, actions):
    table_of(actions, game=game, seats=4)
    # What other threads of this process make meanwhile is counted too: the least is nearest to the truth.
    taken = min(traced_bytes(lambda: table_of(actions, game=game, seats=4)) for _ in range(3))
    table = table_of(actions, game=game, seats=4)
    assert abs(table.bytes_kept - taken) < max(0.25 * taken, 2_000)


def test_actions_events_and_views_count():
    table = table_of(40)
    before = table.bytes_kept
    view = table.view(0)
    assert table.bytes_kept >= before + len(view)
    assert table_of(80).bytes_kept > before + sum(map(len, table_of(80).actions[40:]))


def test_actions_that_were_taken_back_count_no_more():
    table = table_of(40)
    log = [*table.actions, Entry(0, "", 0, back_to=10).to_json()]
    shorter = Table(Stored(table.match, SEED, f"{extend_chain(EMPTY_CHAIN, log)}-x", 0, log))
    kept = table_of(40)
    assert len(shorter.actions) == 10
    assert shorter.bytes_kept < kept.bytes_kept


def test_the_table_used_longest_ago_makes_room(room):
    tables = {name: table_of(40) for name in "abc"}
    cache = room(2 * tables["a"].bytes_kept)
    for name in "ab":
        cache.use(name, tables[name])
    cache.use("a", tables["a"])
    cache.use("c", tables["c"])
    assert names_in(cache, *"abc") == {"a", "c"}
    assert cache.bytes_kept == tables["a"].bytes_kept + tables["c"].bytes_kept


def test_a_match_that_is_over_makes_room_before_one_that_goes_on(room):
    running, over, new = table_of(40), table_of(40, "over"), table_of(40)
    cache = room(2 * running.bytes_kept)
    cache.use("running", running)
    cache.use("over", over)
    cache.use("new", new)
    assert names_in(cache, "running", "over", "new") == {"running", "new"}


def test_the_table_just_used_stays_however_large(room):
    small, large = table_of(1), table_of(400)
    cache = room(large.bytes_kept // 2)
    cache.use("small", small)
    cache.use("large", large)
    assert names_in(cache, "small", "large") == {"large"}
    cache.use("over", table_of(400, "over"))
    assert names_in(cache, "large", "over") == {"over"}


def test_a_table_that_has_grown_counts_anew_when_it_is_used(room):
    table, other = table_of(40), table_of(40)
    cache = room(2 * table.bytes_kept + 100)
    cache.use("other", other)
    cache.use("m", table)
    assert len(cache) == 2
    table.view(None)
    cache.use("m", table)
    assert names_in(cache, "m", "other") == {"m"}
    assert cache.bytes_kept == table.bytes_kept


def test_a_match_that_has_ended_counts_once_and_goes_first(room):
    table, other = table_of(40), table_of(40)
    cache = room(2 * table.bytes_kept)
    cache.use("m", table)
    table.match = replace(table.match, status="over")
    cache.use("m", table)
    cache.use("other", other)
    assert cache.bytes_kept == table.bytes_kept + other.bytes_kept
    cache.use("new", table_of(40))
    assert names_in(cache, "m", "other", "new") == {"other", "new"}
