"""What the operator does over gRPC: accounts listed, disabled, deleted, given a token; matches ended and voided."""

from __future__ import annotations

import time

import grpc
import orjson
import pytest

from cli.operator_access import make_access
from protos.astrarium.v1 import match_pb2, operator_pb2, operator_pb2_grpc
from services.shared import keys
from tests.support.stack import SEAT_KINDS, Client, Refused, until

SEAT_KINDS.setdefault("invited", match_pb2.SEAT_KIND_INVITED)


class Operator:
    """Calls with a token of the scope `operator`, or another."""

    def __init__(self, target, token):
        self.stub = operator_pb2_grpc.OperatorServiceStub(grpc.insecure_channel(target))
        self.metadata = [("authorization", f"Bearer {token}")]

    def call(self, name, **fields):
        request = getattr(operator_pb2, f"{name}Request")(**fields)
        try:
            return getattr(self.stub, name)(request, metadata=self.metadata, timeout=60)
        except grpc.RpcError as wrong:
            raise Refused(wrong) from None


@pytest.fixture
def operator(table):
    return Operator(table.first, make_access(table.stack.redis_url, table.first, "", 1).token)


@pytest.fixture
def someone(table):
    """A fresh account: its name and its client."""
    name = f"someone{time.monotonic_ns()}"
    return name, table.stack.client(table.first, name)


def refusal(do, *arguments, **fields):
    with pytest.raises(Refused) as refused:
        do(*arguments, **fields)
    return refused.value.error


CALLS = {
    "ListAccounts": {},
    "SwitchAccount": {"account": "anna", "is_disabled": True},
    "DeleteAccount": {"account": "bert"},
    "RenewToken": {"account": "anna"},
    "EndMatch": {"match_id": "nosuchmatch1"},
}


def test_a_player_may_do_none_of_it(table):
    """The scope `play` is not enough for a single call; none is forgotten here."""
    assert set(CALLS) == {each.name for each in operator_pb2.DESCRIPTOR.services_by_name["OperatorService"].methods}
    player = Operator(table.first, table.anna.metadata[0][1].split()[1])
    assert [refusal(player.call, name, **fields) for name, fields in CALLS.items()] == ["MissingScope"] * len(CALLS)


def test_accounts_are_listed_with_what_they_hold(operator, someone):
    name, client = someone
    client.create(["account:", "open:"])
    listed = {each.name: each for each in operator.call("ListAccounts", page_size=100).accounts}
    found = listed[name]
    assert (found.kind, found.is_disabled, found.tokens, found.open_matches) == ("person", False, 1, 1)
    assert 0 < found.created_ms <= found.active_ms
    assert not any(each.startswith("~") for each in listed)
    pages, token = [], ""
    while True:
        page = operator.call("ListAccounts", page_size=1, page_token=token)
        pages += [each.name for each in page.accounts]
        token = page.next_page_token
        if not token:
            break
    assert sorted(pages) == sorted(set(pages))
    assert name in pages


def test_a_disabled_account_is_out_until_it_is_enabled(table, operator, someone):
    name, client = someone
    assert client.create(["account:", "bot:random"])
    stream = client.matches.WatchAccount(match_pb2.WatchAccountRequest(), metadata=client.metadata, timeout=60)
    next(stream)
    operator.call("SwitchAccount", account=name, is_disabled=True)
    with pytest.raises(grpc.RpcError) as ended:
        list(stream)
    assert Refused(ended.value).error == "Unauthenticated"
    until(lambda: refusal(client.create, ["account:", "bot:random"]) == "Unauthenticated", 10)
    assert refusal(table.anna.create, ["account:", f"invited:{name}"]) == "UnknownAccount"
    assert refusal(operator.call, "RenewToken", account=name) == "AccountDisabled"
    operator.call("SwitchAccount", account=name, is_disabled=False)
    again = Client(table.first, operator.call("RenewToken", account=name).token)
    assert again.create(["account:", "bot:random"])


def test_a_lost_account_gets_a_new_token_and_the_old_ones_are_worthless(table, operator, someone):
    name, client = someone
    match_id = client.create(["account:", "open:"])
    back = Client(table.first, operator.call("RenewToken", account=name).token)
    assert list(back.call("GetMatch", match_id=match_id).match.own_seats) == [0]
    until(lambda: _is_refused(client, match_id), 10)
    assert refusal(operator.call, "RenewToken", account="nobody-at-all") == "UnknownAccount"
    for wrong in ("~director", f"{name}:tokens", f"{name}:matches", "", "*", "x" * 5_000):
        assert refusal(operator.call, "RenewToken", account=wrong) in {"UnknownAccount", "BadRequest"}


def _is_refused(client, match_id):
    try:
        client.call("GetMatch", match_id=match_id)
    except Refused as refused:
        return refused.error == "Unauthenticated"
    return False


def test_what_is_deleted_is_nowhere_and_its_name_is_never_given_again(table, operator, someone):
    """Seats in finished and running matches, chat, news, indexes: no key but the name's own holds it any more."""
    name, client = someone
    redis = table.stack.redis
    waiting = client.create(["account:", "open:"])
    over = client.create(["account:", "account:anna"], starts_when_full=True, has_chat=True)
    client.call("PostChat", match_id=over, text="my own words")
    table.anna.call("PostChat", match_id=over, text="words of anna")
    table.anna.call("MuteSeat", match_id=over, seat=0, is_muted=True)
    client.call("ResignMatch", match_id=over)
    running = client.create(["account:", "account:anna", "bot:random"], starts_when_full=True)
    operator.call("DeleteAccount", account=name)
    assert refusal(table.anna.call, "GetMatch", match_id=waiting) == "UnknownMatch"
    for match_id in (over, running):
        match = table.anna.call("GetMatch", match_id=match_id).match
        assert name not in str(match)
        assert match.creator == "~deleted"
    assert table.anna.call("GetMatch", match_id=running).match.status == match_pb2.MATCH_STATUS_RUNNING
    assert [each.text for each in table.anna.call("ListChat", match_id=over).messages] == ["words of anna"]
    left = {key for key in redis.scan_iter("astrarium:*") if name.encode() in key or _holds(redis, key, name)}
    # How many of its jobs bots still hold is counted for a moment more, and its requests of this minute.
    left = {key for key in left if not key.startswith((b"astrarium:lane", b"astrarium:limit"))}
    assert left == {keys.account(name).encode(), keys.ADVANCED.encode()}
    assert refusal(table.anna.create, ["account:", f"invited:{name}"]) == "UnknownAccount"
    with pytest.raises(Exception, match="account called"):
        table.stack.accounts.create(name)
    assert operator.call("DeleteAccount", account=name).matches == 0
    assert refusal(operator.call, "SwitchAccount", account=name, is_disabled=False) == "AccountDisabled"


def test_an_account_deletes_itself_with_its_last_token(table, someone):
    """Whoever is cut short asks again: the token with which it asks is good until all is done."""
    name, client = someone
    accounts = table.stack.accounts
    running = client.create(["account:", "account:anna", "bot:random"], starts_when_full=True)
    watching = Operator(table.first, accounts.create_token(name, ["watch"]))
    assert refusal(watching.call, "DeleteAccount", account=name) == "MissingScope"
    playing = Operator(table.first, accounts.create_token(name))
    assert playing.call("DeleteAccount", account=name).matches == 1
    assert accounts.tokens(name) == []
    assert name not in str(table.anna.call("GetMatch", match_id=running).match)
    until(lambda: refusal(playing.call, "DeleteAccount", account=name) == "Unauthenticated", 10)


def test_all_tokens_but_one_are_revoked(table, someone):
    name, _ = someone
    accounts = table.stack.accounts
    accounts.create_token(name)
    first, second = accounts.tokens(name)
    assert accounts.revoke_all(name, second.digest) == [first.digest]
    assert [each.digest for each in accounts.tokens(name)] == [second.digest]


def _holds(redis, key, name):
    readers = {
        b"hash": redis.hgetall,
        b"zset": lambda found: redis.zrange(found, 0, -1),
        b"set": redis.smembers,
        b"stream": redis.xrange,
        b"list": lambda found: redis.lrange(found, 0, -1),
        b"string": redis.get,
    }
    return name in str(readers[redis.type(key)](key))


@pytest.mark.parametrize("is_void", [False, True])
def test_a_match_is_ended_as_it_stands_and_a_void_one_is_not_rated(table, operator, is_void):
    match_id = table.anna.create(["account:", "account:bert"], starts_when_full=True)
    ended = operator.call("EndMatch", match_id=match_id, is_void=is_void).match
    assert (ended.status, ended.ended) == (match_pb2.MATCH_STATUS_OVER, "adjudicated")
    assert ended.settings.is_rated is not is_void
    kept = orjson.loads(table.stack.redis.hget(keys.match(match_id), "match"))
    assert kept["settings"]["is_rated"] is not is_void
    assert refusal(operator.call, "EndMatch", match_id=match_id) == "MatchOver"
    waiting = table.anna.create(["account:", "open:"])
    assert not operator.call("EndMatch", match_id=waiting, is_void=is_void).HasField("match")
    assert refusal(table.anna.call, "GetMatch", match_id=waiting) == "UnknownMatch"
    assert refusal(operator.call, "EndMatch", match_id="nosuchmatch1") == "UnknownMatch"
    assert refusal(operator.call, "EndMatch", match_id=f"{match_id}:log") == "UnknownMatch"


def test_the_operators_former_token_is_worthless(table, operator):
    until(lambda: operator.call("ListAccounts"))
    make_access(table.stack.redis_url, table.first, "", 1)
    until(lambda: _lists_no_more(operator), 10)
    assert table.stack.redis.scard(keys.account_tokens("~operator")) == 1


def _lists_no_more(operator):
    try:
        operator.call("ListAccounts")
    except Refused as refused:
        return refused.error == "Unauthenticated"
    return False
