"""The one script through which every write goes, on a real Valkey."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import orjson
import pytest

from services.game_state.match.model import Ask, Entry, Match, Seat, TakeBack
from services.game_state.match.settings import MatchSettings, TournamentPlace
from services.game_state.store.changes import EMPTY_CHAIN, Guard, Write, chain_of, extend_chain
from services.game_state.store.levels import Levels
from services.game_state.store.store import Store
from services.shared import idempotency, keys
from services.shared.connections import connect
from services.shared.errors import BadRequest, KeyReused, UnknownMatch
from services.shared.idempotency import RequestKey
from services.shared.limits import limits
from services.shared.now import now_ms

MATCH = Match(
    match_id="abc",
    settings=MatchSettings("roll", {"name": "Ä"}),
    rules_version="1",
    seats=(Seat("account", account="anna"), Seat("bot", level="random"), Seat("open")),
    creator="anna",
    commitment="00",
    created_ms=5,
    asks=(Ask(1, 0, 9),),
    versions=(0, 0, 0, 0),
)
ENTRY = Entry(0, "pass", 7).to_json()


@pytest.fixture
def run(redis, valkey_url):
    """Run a coroutine function with a store on an empty Valkey that holds one match."""

    async def within(do):
        client = connect(valkey_url)
        try:
            store = Store(client)
            write = Write(MATCH, "")
            write.add("HSET", keys.match("abc"), "seed", "0f")
            assert await store.write(write) == ("done", b"")
            return await do(store, write.token)
        finally:
            await client.aclose()

    return lambda do: asyncio.run(within(do))


def test_what_was_written_is_read(run):
    async def do(store, token):
        stored = await store.load("abc")
        assert (stored.match, stored.seed, stored.token, stored.log) == (MATCH, b"\x0f", token, [])

    run(do)


def test_a_write_on_an_old_token_changes_nothing(run, redis):
    async def do(store, token):
        first = Write(MATCH, token, [ENTRY])
        assert (await store.write(first))[0] == "done"
        before = {key: redis.dump(key) for key in redis.keys("*")}
        assert await store.write(Write(MATCH, token, [ENTRY])) == ("stale", first.token.encode())
        assert {key: redis.dump(key) for key in redis.keys("*")} == before

    run(do)


def test_of_many_writers_at_once_exactly_one_wins_each_version(run, redis):
    """A hundred writers that each count the log up by compare-and-set lose nothing and double nothing."""

    async def do(store, _):
        async def writer(number):
            while True:
                stored = await store.load("abc")
                entry = Entry(number, "pass", 0).to_json()
                if (await store.write(Write(MATCH, stored.token, [entry])))[0] == "done":
                    return

        await asyncio.gather(*(writer(number) for number in range(100)))
        stored = await store.load("abc")
        assert sorted(Entry.from_json(raw).seat for raw in stored.log) == list(range(100))
        assert chain_of(stored.token) == extend_chain(EMPTY_CHAIN, stored.log)
        assert redis.xlen(keys.ADVANCED) == 101

    run(do)


FULL = replace(
    MATCH,
    settings=replace(MATCH.settings, tournament=TournamentPlace("cup", 1, 0)),
    take_back=TakeBack(0, "wish", 1, 0, (0,)),
)
#: from a stored match to an object in it
WAYS = [
    (),
    ("seats", 0),
    ("settings",),
    ("settings", "admission"),
    ("settings", "tournament"),
    ("asks", 0),
    ("take_back",),
]


@pytest.mark.parametrize("way", WAYS)
def test_what_a_newer_version_has_written_is_read_without_its_new_members(way):
    """So one can go back by one image, and replace replicas one after the other."""
    stored = orjson.loads(FULL.to_json())
    within = stored
    for step in way:
        within = within[step]
    within["invented_later"] = 7
    assert Match.from_json(orjson.dumps(stored)) == FULL


def keyed(key, digest="d" * 24):
    return RequestKey(keys.answers("anna", "abc"), key, digest)


def test_a_request_is_remembered_with_its_answer_and_done_once(run, redis):
    async def do(store, token):
        write = Write(MATCH, token, [ENTRY], answer="the answer")
        assert (await store.write(write, keyed("k")))[0] == "done"
        for expected in (token, write.token, "anything"):
            again = Write(MATCH, expected, [ENTRY], answer="another")
            outcome, remembered = await store.write(again, keyed("k"))
            assert (outcome, keyed("k").answer_in(remembered)) == ("known", "the answer")
        with pytest.raises(KeyReused):
            keyed("k", "e" * 24).answer_in(remembered)
        assert redis.llen(keys.log("abc")) == 1
        assert await store.recall(keyed("k")) == remembered
        assert await store.recall(keyed("l")) is None

    run(do)


def test_keys_of_a_scope_are_bounded_in_number_and_life(run, redis, monkeypatch):
    """The latest of them are known; those before go with their whole hash."""
    monkeypatch.setenv("ASTRARIUM_LIMIT_IDEMPOTENCY_KEYS_MAX", "10")
    limits.cache_clear()

    async def do(store, token):
        for number in range(35):
            write = Write(MATCH, token)
            assert (await store.write(write, keyed(f"k{number}")))[0] == "done"
            token = write.token
        known = [number for number in range(35) if await store.recall(keyed(f"k{number}"))]
        assert known == list(range(known[0], 35))
        assert 10 <= len(known) <= 20
        scope = keyed("").scope
        for name in (scope, f"{scope}:before"):
            assert redis.hlen(name) <= 11
            assert 0 < redis.ttl(name) <= 2 * limits().idempotency_key_s

    try:
        run(do)
    finally:
        monkeypatch.undo()
        limits.cache_clear()


def test_keys_that_are_old_are_kept_apart_and_then_forgotten(run, redis, monkeypatch):
    async def do(store, token):
        write = Write(MATCH, token)
        await store.write(write, keyed("old"))
        later = idempotency.now_ms() + limits().idempotency_key_s * 1000 + 1
        monkeypatch.setattr(idempotency, "now_ms", lambda: later)
        await store.write(Write(MATCH, write.token), keyed("new"))
        assert set(redis.hkeys(keyed("").scope)) == {b"", b"new"}
        assert 0 < redis.ttl(f"{keyed('').scope}:before") <= limits().idempotency_key_s

    run(do)


def test_a_guard_refuses_a_write_that_changes_nothing_then(run, redis):
    async def do(store, token):
        write = Write(MATCH, token, [ENTRY])
        write.guards.append(Guard(("LLEN", keys.log("abc")), 0, lambda found: BadRequest(f"there are {found}")))
        assert (await store.write(write, keyed("k")))[0] == "done"
        second = Write(MATCH, write.token, [ENTRY], guards=write.guards)
        with pytest.raises(BadRequest, match="there are 1"):
            await store.write(second, keyed("l"))
        assert redis.llen(keys.log("abc")) == 1
        assert await store.recall(keyed("l")) is None

    run(do)


def test_a_writer_whose_reply_was_lost_recognises_its_own_write(run, redis):
    async def do(store, token):
        write = Write(MATCH, token, [ENTRY])
        assert (await store.write(write))[0] == "done"
        assert (await store.write(write))[0] == "done"
        assert redis.llen(keys.log("abc")) == 1

    run(do)


def test_asks_go_to_outbox_and_watchdog_together_and_settling_ends_them(run, redis):
    async def do(store, token):
        ask = Ask(1, 0, 9)
        write = Write(MATCH, token)
        write.ask(ask, 1234, Levels(store.redis))
        before = now_ms()
        await store.write(write)
        ((_, fields),) = redis.xrange(keys.OUTBOX)
        assert fields == {b"job_id": b"abc:1:0", b"cause": b"asked"}
        assert 1234 <= redis.zscore(keys.DEADLINES, "abc:1:0") - before < 60_000
        settled = Write(MATCH, write.token)
        settled.settle(ask, MATCH, Levels(store.redis))
        await store.write(settled)
        assert redis.zcard(keys.DEADLINES) == 0

    run(do)


def test_an_overdue_job_is_handed_to_one_claimant(run):
    async def do(store, token):
        write = Write(MATCH, token)
        write.ask(Ask(1, 0, 9), 1000, Levels(store.redis))
        await store.write(write)
        await store.postpone("abc:1:0", 1000)
        assert await store.claim_overdue(999, 5000) == []
        claims = await asyncio.gather(*(store.claim_overdue(1000, 5000) for _ in range(10)))
        assert [claim for claim in claims if claim] == [["abc:1:0"]]
        assert await store.claim_overdue(5000, 9000) == ["abc:1:0"]
        await store.postpone("abc:1:0", 20_000)
        assert await store.claim_overdue(19_999, 30_000) == []
        await store.forget_job("abc:1:0")
        await store.postpone("abc:1:0", 1)
        assert await store.claim_overdue(10**9, 10**9) == []

    run(do)


def test_a_status_has_one_index(run, redis):
    async def do(store, token):
        for status in ("waiting", "running", "over"):
            write = Write(replace(MATCH, status=status), token)
            write.index(status, 3)
            await store.write(write)
            token = write.token
            pages = {each: redis.zrange(keys.status_index(each), 0, 9) for each in ("waiting", "running", "over")}
            assert pages == {each: [b"abc"] if each == status else [] for each in pages}

    run(do)


def test_a_removed_match_is_unknown(run, redis):
    async def do(store, token):
        assert (await store.write(Write(MATCH, "old", is_removal=True)))[0] == "stale"
        assert (await store.write(Write(MATCH, token, is_removal=True)))[0] == "done"
        with pytest.raises(UnknownMatch):
            await store.load("abc")
        assert redis.keys("*match:abc*") == []

    run(do)


def test_writes_go_on_when_redis_has_forgotten_the_script(run, redis):
    async def do(store, token):
        redis.script_flush()
        first = Write(MATCH, token, [ENTRY])
        assert await store.write(first) == ("done", b"")
        assert await store.write(Write(MATCH, token, [ENTRY])) == ("stale", first.token.encode())

    run(do)
