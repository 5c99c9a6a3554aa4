"""Pages of a list: each entry once, whatever happens to the list between two pages."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.shared.connections import connect
from services.shared.errors import BadRequest, LimitExceeded
from services.shared.paging import PAGE_SIZE, Place, newest, read_request, size_of, token_after

INDEX = "test:paging"
DIGEST = "0" * 20
#: few times, so that many entries share one
NAMES = [f"{letter}-{number}" for letter in "abcd" for number in range(6)]
ENTRIES = st.dictionaries(st.sampled_from(NAMES), st.integers(1_000, 1_004), max_size=len(NAMES))
CHANGES = st.lists(st.tuples(ENTRIES, st.sets(st.sampled_from(NAMES))), max_size=12)


async def walk(url, size, changes):
    """Read all pages, changing the list after each; return what was seen."""
    redis = connect(url)
    seen, token = [], ""
    try:
        while True:
            page = await newest(redis, INDEX, Place.parse(token) if token else None, size)
            assert len(page) <= size
            seen += page
            if not (token := token_after(page, size)):
                return seen
            if changes:
                added, taken = changes.pop()
                if added:
                    await redis.zadd(INDEX, added, nx=True)
                if taken:
                    await redis.zrem(INDEX, *taken)
    finally:
        await redis.aclose()


@given(ENTRIES, st.integers(1, 7), CHANGES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_stays_is_seen_once_and_in_order(redis, valkey_url, entries, size, changes):
    redis.delete(INDEX)
    if entries:
        redis.zadd(INDEX, entries)
    ever_taken = set().union(*(taken for _, taken in changes))
    seen = asyncio.run(walk(valkey_url, size, list(changes)))
    names = [place.entry for place in seen]
    assert {name for name in entries if name not in ever_taken} <= set(names)
    assert seen == sorted(set(seen), reverse=True)
    if not changes:
        assert {place.entry: place.at_ms for place in seen} == entries


def test_a_place_survives_being_written():
    place = Place.of(b"2jrpk9-1-2", 1_795_875_464_742)
    assert Place.parse(str(place)) == place
    assert "2jrpk9" not in str(place)


@pytest.mark.parametrize(
    "token",
    [
        "20",
        DIGEST,
        f"-{DIGEST}",
        f"x-{DIGEST}",
        f"-1-{DIGEST}",
        "1-",
        f"1-{DIGEST}0",
        f"{10**15}-{DIGEST}",
        f"²-{DIGEST}",
    ],
)
def test_other_tokens_are_refused(token):
    """Only a token that a page gave begins the next one."""
    with pytest.raises(BadRequest, match="page_token"):
        Place.parse(token)


def test_sizes_have_bounds():
    """A page has the size asked for, the default for none, and never more than the limit."""
    assert [size_of(0), size_of(0, 7), size_of(100)] == [PAGE_SIZE, 7, 100]
    with pytest.raises(BadRequest, match="page_size is -1"):
        size_of(-1)
    with pytest.raises(LimitExceeded):
        size_of(101)


def test_a_request_names_its_size_and_the_place_it_follows():
    """Both have a default: a page of the usual size, from the beginning."""
    token = f"1795875464742-{DIGEST}"
    assert read_request(SimpleNamespace(page_size=7, page_token=token)) == (7, Place.parse(token))
    assert read_request(SimpleNamespace(page_size=0, page_token="")) == (PAGE_SIZE, None)
