"""What is answered is with the replicas, and what is not answered is recognised when it is repeated, on real servers."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import replace

import pytest

from services.game_state.match.model import Entry, Match, Seat
from services.game_state.match.settings import MatchSettings
from services.game_state.store.changes import Write
from services.game_state.store.store import Store
from services.shared import keys
from services.shared.confirming import ASKED_AGAIN_MS, Confirming, SyncConfirming
from services.shared.connections import connect, connect_sync
from services.shared.errors import AccountExists
from services.shared.idempotency import RequestKey
from services.shared.limits import limits
from services.shared.settings import Settings, settings
from services.shared.tokens import Accounts
from services.shared.trouble import ReplicasBehindError, trouble_of, unavailable
from tests.support.sentinels import Replicated
from tests.support.stack import until

MATCH = Match(
    match_id="abc",
    settings=MatchSettings("roll", {}),
    rules_version="1",
    seats=(Seat("account", account="anna"), Seat("open")),
    creator="anna",
    commitment="00",
    created_ms=5,
    versions=(0, 0, 0),
)
ENTRY = Entry(0, "pass", 7).to_json()
KEY = RequestKey(keys.answers("anna", "abc"), "k")


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    with Replicated(tmp_path_factory.mktemp("servers"), sentinels=0) as running:
        yield running


@pytest.fixture
def primary(servers):
    """A client of an empty primary whose replicas follow."""
    client = servers.client(servers.ports[0])
    follow(servers)
    client.flushall()
    yield client
    follow(servers)
    client.close()


@pytest.fixture(autouse=True)
def _settings(monkeypatch):
    """One replica is wanted, and too few are noticed soon."""
    monkeypatch.setenv("ASTRARIUM_REPLICAS_WANTED", "1")
    monkeypatch.setenv("ASTRARIUM_LIMIT_REPLICAS_WAIT_MS", "400")
    settings.cache_clear()
    limits.cache_clear()
    yield
    monkeypatch.undo()
    settings.cache_clear()
    limits.cache_clear()


def stop(servers):
    for port in servers.ports[1:]:
        servers.signal(port, signal.SIGSTOP)


def follow(servers):
    for port in servers.ports[1:]:
        servers.signal(port, signal.SIGCONT)
    until(lambda: all(servers.link_of(port) == "up" for port in servers.ports[1:]))
    until(lambda: servers.asks(servers.ports[0], "WAITAOF", "1", "2", "900") == [1, 2])


def within(servers, do):
    async def run():
        client = connect(servers.direct_url)
        try:
            return await do(Store(client))
        finally:
            await client.aclose()

    return asyncio.run(run())


async def make(store):
    write = Write(MATCH, "")
    write.add("HSET", keys.match("abc"), "seed", "0f")
    assert await store.write(write) == ("done", b"")
    return write.token


def test_an_answered_write_is_on_a_replica(servers, primary):
    async def do(store):
        token = await make(store)
        for number in range(20):
            write = Write(replace(MATCH, versions=(number, 0, 0)), token, [ENTRY])
            assert await store.write(write) == ("done", b"")
            token = write.token
            logs = [servers.asks(port, "LLEN", keys.log("abc")) for port in servers.ports[1:]]
            assert number + 1 in logs

    within(servers, do)


def test_a_write_without_replicas_promises_nothing_and_is_recognised_later(servers, primary):
    """Neither it nor a repetition is answered before a replica has it; then it was done once."""

    async def do(store):
        token = await make(store)
        stop(servers)
        write = Write(MATCH, token, [ENTRY], answer="done before")
        for _ in range(2):
            # The repetition finds the answer that the first attempt left, on one disk alone.
            with pytest.raises(ReplicasBehindError) as refused:
                await store.write(write, KEY)
            assert trouble_of(refused.value) == "behind"
        with pytest.raises(ReplicasBehindError):
            await store.recall(KEY)
        assert await asyncio.to_thread(primary.llen, keys.log("abc")) == 1
        await asyncio.to_thread(follow, servers)
        outcome, remembered = await store.write(Write(MATCH, token, [ENTRY]), KEY)
        assert (outcome, KEY.answer_in(remembered)) == ("known", "done before")
        assert KEY.answer_in(await store.recall(KEY)) == "done before"
        assert (await store.load("abc")).log == [ENTRY]

    within(servers, do)


def test_the_refusal_says_what_to_do():
    refusal = unavailable("behind")
    assert refusal.details == {"reason": "behind", "retry_after_ms": 1_000}
    assert "same key" in str(refusal)


def test_writes_of_the_same_moment_wait_together(servers, primary):
    async def do(store):
        script = store.redis.register_script("return redis.call('INCR', KEYS[1])")
        before = primary.info("commandstats").get("cmdstat_waitaof", {"calls": 0})["calls"]
        counts = await asyncio.gather(*(store.writes.run(script, ["count"], []) for _ in range(50)))
        assert sorted(counts) == list(range(1, 51))
        assert primary.info("commandstats")["cmdstat_waitaof"]["calls"] - before <= 3 * (1 + len(ASKED_AGAIN_MS))

    within(servers, do)


def test_nothing_is_sent_more_where_no_replica_is_wanted(servers, primary):
    primary.config_resetstat()

    async def do(store):
        writes = Confirming(store.redis, wanted=0)
        script = store.redis.register_script("return redis.call('INCR', KEYS[1])")
        await writes.run(script, ["count"], [])
        assert await writes.read(("GET", "count")) == [b"1"]
        await writes.run(script, ["count"], [])

    within(servers, do)
    with connect_sync(servers.direct_url) as client:
        script = client.register_script("return redis.call('INCR', KEYS[1])")
        assert SyncConfirming(client, wanted=0).run(script, ["count"], []) == 3
    sent = {name.removeprefix("cmdstat_") for name in primary.info("commandstats")}
    assert "evalsha" in sent
    assert {"waitaof", "wait", "set", "ping"} & sent == set()


def test_a_store_without_a_log_is_asked_for_the_memory_of_its_replicas(servers, primary, monkeypatch):
    monkeypatch.setenv("ASTRARIUM_REPLICAS_KEEP", "memory")
    settings.cache_clear()
    assert Settings().replicas_keep == "memory"
    primary.config_resetstat()
    within(servers, make)
    assert {"cmdstat_wait"} == {"cmdstat_waitaof", "cmdstat_wait"} & primary.info("commandstats").keys()


def test_an_account_that_was_not_promised_can_be_made_again(servers, primary):
    """Its token was told to nobody: the name is not lost with it."""
    with connect_sync(servers.direct_url) as client:
        accounts = Accounts(client)
        stop(servers)
        with pytest.raises(ReplicasBehindError):
            accounts.create("anna")
        follow(servers)
        token = accounts.create("anna")
        assert accounts.find(token).account == "anna"
        with pytest.raises(AccountExists):
            accounts.create("anna")
        assert len(accounts.tokens("anna")) == 1


def test_a_token_that_was_not_promised_is_none(servers, primary):
    with connect_sync(servers.direct_url) as client:
        accounts = Accounts(client)
        accounts.create("anna")
        stop(servers)
        with pytest.raises(ReplicasBehindError):
            accounts.create_token("anna", name="second")
        follow(servers)
        assert [held.name for held in accounts.tokens("anna")] == [""]


def test_a_revoked_token_is_revoked_on_a_replica(servers, primary):
    with connect_sync(servers.direct_url) as client:
        accounts = Accounts(client)
        token = accounts.create("anna")
        (held,) = accounts.tokens("anna")
        stop(servers)
        with pytest.raises(ReplicasBehindError):
            accounts.revoke_all("anna")
        follow(servers)
        assert accounts.revoke_all("anna") == []
        assert accounts.tokens("anna") == []
        assert all(servers.asks(port, "EXISTS", keys.token(held.digest)) == 0 for port in servers.ports)
        assert token
