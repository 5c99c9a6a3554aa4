"""What is remembered of requests, and for how long, on a real Valkey."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager

import pytest

from services.shared import idempotency
from services.shared.confirming import Confirming
from services.shared.connections import connect
from services.shared.errors import KeyReused, LimitExceeded
from services.shared.idempotency import NO_KEY, RequestKey, recall
from services.shared.limits import limits

#: Carry a request out unless it was, as every script that remembers does.
ANSWER = (
    idempotency.LUA
    + """
local asked = cjson.decode(ARGV[1])
local known = recall(asked)
if known then return known end
remember(asked, ARGV[2])
return false
"""
)


def key_of(name, digest="a", *, is_of_server=False):
    return RequestKey("scope", name, digest * 24, is_of_server)


@pytest.fixture
def answer(redis):
    """Carry a request out with an answer; None, or what was remembered of it."""
    script = redis.register_script(ANSWER)
    return lambda key, text: script(args=[json.dumps(key.to_script()), text])


@pytest.fixture
def recalled(redis, valkey_url):
    def ask(key):
        async def do():
            client = connect(valkey_url)
            try:
                return await recall(Confirming(client), key)
            finally:
                await client.aclose()

        return asyncio.run(do())

    return ask


@pytest.fixture
def few(monkeypatch):
    """Let fewer keys be remembered, or for a shorter time."""

    @contextmanager
    def within(**changed):
        for name, value in changed.items():
            monkeypatch.setenv(f"ASTRARIUM_LIMIT_{name.upper()}", str(value))
        limits.cache_clear()
        try:
            yield
        finally:
            monkeypatch.undo()
            limits.cache_clear()

    return within


def test_a_request_is_carried_out_once_and_its_answer_is_recalled(answer, recalled):
    key = key_of("k")
    assert recalled(key) is None
    assert answer(key, "first") is None
    for found in (answer(key, "second"), recalled(key)):
        assert key.answer_in(found) == "first"
    assert recalled(key_of("other")) is None


def test_without_a_key_nothing_is_remembered(answer, recalled, redis):
    assert NO_KEY.to_script() is None
    for _ in range(2):
        assert answer(NO_KEY, "done") is None
    assert redis.keys() == []
    assert recalled(NO_KEY) is None


def test_another_request_with_the_same_key_is_refused(answer):
    answer(key_of("k"), "first")
    with pytest.raises(KeyReused, match="use a new one"):
        key_of("k", "b").answer_in(answer(key_of("k", "b"), "second"))


def test_a_key_has_a_longest_length():
    most = limits().idempotency_key_chars_max
    assert key_of("k" * most).key == "k" * most
    with pytest.raises(LimitExceeded) as wrong:
        key_of("k" * (most + 1))
    assert wrong.value.details["limit"] == "idempotency_key_chars_max"


def test_a_full_scope_begins_anew_and_still_knows_the_keys_before(answer, recalled, redis, few):
    """So it holds at most twice as many as the limit says."""
    with few(idempotency_keys_max=2):
        for number in range(5):
            assert answer(key_of(f"k{number}"), str(number)) is None
        assert (redis.hlen("scope"), redis.hlen("scope:before")) == (1 + 1, 2 + 1)
        assert [recalled(key_of(f"k{number}")) is not None for number in range(5)] == [False, False, True, True, True]
        assert key_of("k2").answer_in(answer(key_of("k2"), "again")) == "2"


def test_the_server_itself_has_more_keys(answer, redis, few):
    with few(idempotency_keys_max=1, idempotency_keys_of_server_max=9):
        for number in range(4):
            answer(key_of(f"k{number}", is_of_server=True), "done")
        assert redis.hlen("scope") == 1 + 4
        assert not redis.exists("scope:before")


def test_a_key_lives_for_one_to_two_times_its_limit(answer, recalled, redis, few, monkeypatch):
    """An old hash is put aside with the next request, and both expire by themselves."""
    at_ms = 1_000_000
    monkeypatch.setattr(idempotency, "now_ms", lambda: at_ms)
    life_ms = limits().idempotency_key_s * 1000
    answer(key_of("k0"), "0")
    assert life_ms < redis.pttl("scope") <= 2 * life_ms
    at_ms += life_ms
    answer(key_of("k1"), "1")
    assert not redis.exists("scope:before")
    at_ms += 1
    answer(key_of("k2"), "2")
    assert {*redis.hkeys("scope:before")} == {b"", b"k0", b"k1"}
    assert 0 < redis.pttl("scope:before") <= life_ms < redis.pttl("scope")
    assert int(redis.hget("scope", "")) == at_ms
    assert all(recalled(key_of(name)) for name in ("k0", "k1", "k2"))
