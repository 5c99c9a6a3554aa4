"""Accounts and tokens."""

from __future__ import annotations

import asyncio
import hashlib
import time

import pytest

from services.shared import keys
from services.shared.connections import connect
from services.shared.errors import (
    AccountExists,
    BadRequest,
    LimitExceeded,
    MissingScope,
    Unauthenticated,
    UnknownAccount,
)
from services.shared.limits import limits
from services.shared.tokens import (
    OPERATOR,
    Accounts,
    Principal,
    bearer,
    digest_of,
    find_principal,
)


def test_a_token_names_its_account_and_scopes(redis):
    accounts = Accounts(redis)
    accounts.create("anna")
    token = accounts.create_token("anna", ["play", "watch"])
    found = accounts.find(token)
    assert (found.account, found.scopes) == ("anna", {"play", "watch"})


def test_asyncio_reads_what_the_blocking_side_wrote(redis, valkey_url):
    accounts = Accounts(redis)
    accounts.create("anna")
    token = accounts.create_token("anna")

    async def find():
        client = connect(valkey_url)
        try:
            return await find_principal(client, token)
        finally:
            await client.aclose()

    assert asyncio.run(find()) == accounts.find(token)


def test_asyncio_notes_when_a_token_was_used(redis, valkey_url):
    """Of a token that plays by gRPC alone the last use is known too, and of its account."""
    accounts = Accounts(redis)
    accounts.create("anna")
    token = accounts.create_token("anna", name="bot")
    redis.zadd(keys.ACCOUNTS, {"anna": 1})

    async def find():
        client = connect(valkey_url)
        try:
            await find_principal(client, token)
        finally:
            await client.aclose()

    [held] = [each for each in accounts.tokens("anna") if each.name == "bot"]
    assert held.used_ms == 0
    asyncio.run(find())
    [held] = [each for each in accounts.tokens("anna") if each.name == "bot"]
    assert held.used_ms >= held.made_ms > 0
    assert redis.zscore(keys.ACCOUNTS, "anna") == held.used_ms


def test_only_the_digest_is_stored(redis):
    accounts = Accounts(redis)
    accounts.create("anna")
    token = accounts.create_token("anna")
    everything = b"".join(key + repr(redis.dump(key)).encode() for key in redis.keys("*"))
    assert token.encode() not in everything
    assert hashlib.sha256(token.encode()).hexdigest().encode() in everything


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Basic abc", "abc"])
def test_a_header_without_a_bearer_token_is_refused(header):
    with pytest.raises(Unauthenticated):
        bearer(header)


def test_unknown_revoked_and_expired_tokens_are_refused_alike(redis):
    accounts = Accounts(redis)
    accounts.create("anna")
    revoked, expired = accounts.create_token("anna"), accounts.create_token("anna")
    accounts.revoke("anna", [accounts.find(revoked).digest])
    redis.hset(keys.token(accounts.find(expired).digest), "expires_s", int(time.time()) - 1)
    for token in ("nonsense", revoked, expired):
        with pytest.raises(Unauthenticated, match="unknown, revoked or expired"):
            accounts.find(token)


def test_a_token_expires_in_redis_too(redis):
    accounts = Accounts(redis)
    accounts.create("anna")
    digest = accounts.find(accounts.create_token("anna", days=2)).digest
    assert 86_400 < redis.ttl(keys.token(digest)) <= 2 * 86_400


def test_an_account_name_is_taken_once(redis):
    accounts = Accounts(redis)
    accounts.create("anna")
    with pytest.raises(AccountExists):
        accounts.create("anna")


def test_an_account_comes_with_a_token_and_its_own_repetition_is_not_refused(redis, monkeypatch):
    """The reply to the first attempt was lost: redis-py repeats the command."""
    accounts = Accounts(redis)
    script = accounts._create

    def again(**arguments):
        script(**arguments)
        return script(**arguments)

    monkeypatch.setattr(accounts, "_create", again)
    found = accounts.find(accounts.create("anna", "program"))
    assert (found.account, found.scopes, accounts.kind("anna")) == ("anna", {"play"}, "program")
    assert redis.scard(keys.account_tokens("anna")) == 1


@pytest.mark.parametrize("name", ["", "ab", "Anna", "a b c", "a:b:c", "-abc", "a" * 31, 7, None, "änna"])
def test_a_bad_account_name_is_refused(redis, name):
    with pytest.raises(BadRequest):
        Accounts(redis).create(name)


def test_tokens_have_limits(redis):
    """A token's life and the number of an account's tokens are bounded."""
    accounts = Accounts(redis)
    accounts.create("anna")
    with pytest.raises(LimitExceeded):
        accounts.create_token("anna", days=limits().token_days_max + 1)
    with pytest.raises(BadRequest):
        accounts.create_token("anna", days=0)
    for _ in range(limits().tokens_per_account_max - 1):
        accounts.create_token("anna")
    with pytest.raises(LimitExceeded) as refusal:
        accounts.create_token("anna")
    assert refusal.value.details["limit"] == "tokens_per_account_max"


def test_an_expired_token_makes_room_for_another(redis):
    accounts = Accounts(redis)
    accounts.create("anna")
    digests = [accounts.find(accounts.create_token("anna")).digest for _ in range(limits().tokens_per_account_max - 1)]
    redis.delete(keys.token(digests[0]))
    assert accounts.create_token("anna")


class Overtaken(Accounts):
    """Accounts of a gateway that another request overtakes, once, after it has read an account's tokens."""

    def __init__(self, redis, overtake):
        super().__init__(redis)
        self.overtake = overtake

    def tokens(self, account):
        held, overtake, self.overtake = super().tokens(account), self.overtake, lambda: None
        overtake()
        return held


def test_requests_at_once_make_no_more_tokens_than_one_after_the_other(redis):
    accounts = Accounts(redis)
    accounts.create("anna")
    for _ in range(limits().tokens_per_account_max - 2):
        accounts.create_token("anna")
    with pytest.raises(LimitExceeded) as refusal:
        Overtaken(redis, lambda: accounts.create_token("anna")).create_token("anna")
    assert refusal.value.details["limit"] == "tokens_per_account_max"
    assert len(accounts.tokens("anna")) == limits().tokens_per_account_max


def test_the_last_token_there_is_room_for_is_made_though_the_reply_was_lost(redis, monkeypatch):
    """Redis-py repeats the command."""
    accounts = Accounts(redis)
    accounts.create("anna")
    for _ in range(limits().tokens_per_account_max - 2):
        accounts.create_token("anna")
    script = accounts._make

    def again(**arguments):
        script(**arguments)
        return script(**arguments)

    monkeypatch.setattr(accounts, "_make", again)
    assert accounts.find(accounts.create_token("anna")).account == "anna"


def test_a_token_that_is_revoked_makes_no_other(redis):
    """Not even for the moment in which a gateway still takes it for good."""
    accounts = Accounts(redis)
    maker = accounts.find(accounts.create("anna"))
    other = Overtaken(redis, lambda: accounts.revoke("anna", [maker.digest]))
    with pytest.raises(Unauthenticated, match="unknown, revoked or expired"):
        other.create_token("anna", made_by=maker.digest)
    with pytest.raises(Unauthenticated, match="unknown, revoked or expired"):
        accounts.create_session(maker, "browser")
    assert accounts.tokens("anna") == []


def made_in_turn(accounts, makers):
    """The digests of an account's first token, of one that this made, and so on."""
    digests = [accounts.find(accounts.create("anna")).digest]
    for _ in range(makers):
        digests.append(accounts.find(accounts.create_token("anna", made_by=digests[-1])).digest)
    return digests


def test_revoking_reaches_what_was_made_by_tokens_that_are_gone(redis):
    accounts = Accounts(redis)
    first, second, third, fourth = made_in_turn(accounts, 3)
    makers = {held.digest: held.made_by for held in accounts.tokens("anna")}
    assert makers == {first: (), second: (first,), third: (first, second), fourth: (first, second, third)}
    accounts.revoke("anna", [third])
    assert sorted(accounts.revoke_with_made("anna", second)) == sorted([second, fourth])
    assert [held.digest for held in accounts.tokens("anna")] == [first]


def test_a_token_knows_no_more_makers_than_there_are_tokens(redis):
    """Whoever changes tokens every day is not held back by all that were before."""
    accounts = Accounts(redis)
    latest = accounts.find(accounts.create("anna")).digest
    for _ in range(3):
        older, latest = latest, accounts.find(accounts.create_token("anna", made_by=latest)).digest
        accounts.revoke("anna", [older])
    [held] = accounts.tokens("anna")
    assert held.made_by == (older,)


@pytest.mark.parametrize("is_all", [False, True])
def test_what_is_made_while_tokens_are_revoked_is_revoked_as_well(redis, is_all):
    accounts = Accounts(redis)
    first, second = made_in_turn(accounts, 1)
    other = Overtaken(redis, lambda: accounts.create_token("anna", made_by=second))
    revoked = other.revoke_all("anna") if is_all else other.revoke_with_made("anna", first)
    assert len(revoked) == 3
    assert accounts.tokens("anna") == []


@pytest.mark.parametrize("scopes", [[], ["fly"], ["play", "fly"]])
def test_bad_scopes_are_refused(redis, scopes):
    """A scope that there is not makes no token."""
    accounts = Accounts(redis)
    accounts.create("anna")
    with pytest.raises(BadRequest):
        accounts.create_token("anna", scopes)


def test_a_token_needs_an_account(redis):
    with pytest.raises(UnknownAccount):
        Accounts(redis).create_token("nobody")


@pytest.mark.parametrize(
    ("held", "asked", "is_enough"),
    [
        ("watch", "watch", True),
        ("watch", "play", False),
        ("watch", "operator", False),
        ("play", "watch", True),
        ("play", "play", True),
        ("play", "operator", False),
        ("operator", "play", True),
        ("operator", "operator", True),
    ],
)
def test_scopes_imply_each_other(held, asked, is_enough):
    """Who may do more may do less, and not the other way round."""
    principal = Principal("anna", frozenset({held}), "")
    if is_enough:
        assert principal.need(asked) is None
    else:
        with pytest.raises(MissingScope):
            principal.need(asked)


def test_an_operators_token_among_those_of_people_opens_nothing(redis):
    """A gateway can write there: whoever takes one over puts down what he likes."""
    fields = {"account": OPERATOR, "scopes": "operator", "expires_s": int(time.time()) + 3600}
    redis.hset(keys.token(digest_of("planted")), mapping=fields)
    redis.sadd(keys.account_tokens(OPERATOR), digest_of("planted"))
    with pytest.raises(Unauthenticated):
        Accounts(redis).find("planted")
