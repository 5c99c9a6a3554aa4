"""Nobody plays who has not agreed: to be named is to be invited, unless an account lets others seat it."""

from __future__ import annotations

import secrets
import time

import orjson
import pytest

from protos.astrarium.v1 import match_pb2
from services.shared import keys
from services.shared.consent import Consent, read_consent, write_consent
from services.shared.errors import LimitExceeded, UnknownAccount
from services.shared.limits import limits
from services.shared.tokens import digest_of
from tests.support.stack import SEAT_KINDS, Client, Refused, until

WAITING, RUNNING, OVER = (
    match_pb2.MATCH_STATUS_WAITING,
    match_pb2.MATCH_STATUS_RUNNING,
    match_pb2.MATCH_STATUS_OVER,
)
ME = match_pb2.Seat(kind=SEAT_KINDS["account"])
FULL = match_pb2.MatchSettings(game="roll", starts_when_full=True)


def refusal(do, *arguments, **fields):
    with pytest.raises(Refused) as refused:
        do(*arguments, **fields)
    return refused.value.error


@pytest.fixture
def guest(table):
    """A fresh account that others name: its name and its client."""
    name = f"gus{time.monotonic_ns()}"
    return name, table.stack.client(table.second, name)


@pytest.fixture
def server(table):
    """A client with an account of the server's own, as the director has one."""
    token = secrets.token_urlsafe(32)
    table.stack.redis.hset(keys.account("~test"), "created_ms", 1)
    fields = {"account": "~test", "scopes": "play", "expires_s": int(time.time()) + 3600}
    table.stack.redis.hset(keys.server_token(digest_of(token)), mapping=fields)
    return Client(table.first, token)


def seat_of(name, kind="account"):
    return match_pb2.Seat(kind=SEAT_KINDS[kind], account=name)


def make(client, name):
    """A match of two to which another account is named; as it is then."""
    return client.call("CreateMatch", settings=FULL, seats=[ME, seat_of(name)]).match


def act(client, match_id):
    due = client.decision(match_id, wait_ms=20_000)
    client.submit(match_id, due.version, orjson.loads(due.legal_actions)[0]["action"])


def test_who_is_named_sits_only_after_it_has_joined(table, guest):
    """One match and many in one call: they wait for an answer, and nobody can begin them before."""
    name, gus = guest
    single = make(table.anna, name).match_id
    tables = [match_pb2.Seats(seats=[ME, seat_of(name)])] * 3
    many = table.anna.call("CreateMatches", settings=FULL, tables=tables).match_ids
    for match_id in (single, *many):
        match = table.anna.call("GetMatch", match_id=match_id).match
        assert (match.status, match.seats[1].kind, match.seats[1].account) == (WAITING, SEAT_KINDS["invited"], name)
        assert not gus.call("GetMatch", match_id=match_id).match.own_seats
        assert refusal(table.anna.call, "StartMatch", match_id=match_id) == "SeatsOpen"
    joined = gus.call("JoinMatch", match_id=single)
    assert (joined.seat, joined.match.status) == (1, RUNNING)
    gus.call("DeclineMatch", match_id=many[0])
    assert table.anna.call("GetMatch", match_id=many[0]).match.seats[1].cause == "declined"


def test_an_account_lets_named_ones_or_programs_seat_it(table, guest):
    """Anna by her name, any program by its kind; everybody else still asks."""
    (name, _), redis = guest, table.stack.redis
    program = table.stack.client(table.first, f"hal{time.monotonic_ns()}", "program")
    write_consent(redis, name, Consent(accounts=("anna",)))
    seen = {who: make(client, name).status for who, client in (("anna", table.anna), ("hal", program))}
    assert seen == {"anna": RUNNING, "hal": WAITING}
    write_consent(redis, name, Consent(allows_programs=True))
    seen = {who: make(client, name).status for who, client in (("anna", table.anna), ("hal", program))}
    assert seen == {"anna": WAITING, "hal": RUNNING}
    invited = program.call("CreateMatch", settings=FULL, seats=[ME, seat_of(name, "invited")]).match
    assert invited.status == WAITING


def test_what_an_account_allows_is_checked_and_limited(table, guest):
    name, redis = guest[0], table.stack.redis
    assert read_consent(redis, name) == Consent()
    with pytest.raises(UnknownAccount):
        write_consent(redis, name, Consent(accounts=("nobody-at-all",)))
    with pytest.raises(LimitExceeded, match="consent_accounts_max"):
        write_consent(redis, name, Consent(accounts=("anna",) * (limits().consent_accounts_max + 1)))
    assert read_consent(redis, name) == Consent()


@pytest.mark.parametrize("acts", [False, True])
@pytest.mark.parametrize("goes", ["anna", "guest"])
def test_a_match_counts_for_nobody_if_one_was_seated_unasked_and_never_acted(table, guest, acts, goes):
    name, gus = guest
    write_consent(table.stack.redis, name, Consent(accounts=("anna",)))
    match_id = table.anna.create(["account:", f"account:{name}"], starts_when_full=True)
    if acts:
        act(gus, match_id)
    match = (gus if goes == "guest" else table.anna).call("ResignMatch", match_id=match_id).match
    assert (match.status, match.settings.is_rated) == (OVER, acts)


def test_a_bot_that_plays_for_an_absent_account_agrees_to_nothing_for_it(table, guest):
    name, gus = guest
    write_consent(table.stack.redis, name, Consent(accounts=("anna",)))
    match_id = table.anna.create(["account:", f"account:{name}"], starts_when_full=True, absence="substitute")
    for each in (table.anna, gus):
        each.call("ResignMatch", match_id=match_id)
    until(lambda: gus.call("GetMatch", match_id=match_id).match.status == OVER, 120)
    assert not gus.call("GetMatch", match_id=match_id).match.settings.is_rated


def test_who_joined_and_never_acted_has_agreed_to_be_rated(table, guest):
    name, gus = guest
    match_id = make(table.anna, name).match_id
    gus.call("JoinMatch", match_id=match_id)
    assert gus.call("ResignMatch", match_id=match_id).match.settings.is_rated


def test_nobody_names_or_seats_an_account_of_the_servers_own(table, server, guest):
    """Neither others nor the server itself; whom the server names has agreed by entering, and sits at once."""
    for kind in ("account", "invited"):
        wished = [ME, seat_of("~test", kind)]
        assert refusal(table.anna.call, "CreateMatch", settings=FULL, seats=wished) == "UnknownAccount"
        tables = [match_pb2.Seats(seats=wished)]
        assert refusal(table.anna.call, "CreateMatches", settings=FULL, tables=tables) == "UnknownAccount"
    assert refusal(server.call, "CreateMatch", settings=FULL, seats=[ME, seat_of("anna")]) == "UnknownAccount"
    assert refusal(server.call, "SeekMatch", settings=FULL, seats=2) == "UnknownAccount"
    waiting = table.anna.create(["account:", "open"])
    assert refusal(server.call, "JoinMatch", match_id=waiting) == "NotAdmitted"
    made = server.call("CreateMatch", settings=FULL, seats=[seat_of("anna"), seat_of(guest[0])]).match
    assert made.status == RUNNING


def test_a_name_that_is_like_a_key_is_nobodys(table):
    for name in ("anna:tokens", "anna ", "", "ANNA", "x" * 10_000):
        seats = [ME, match_pb2.Seat(kind=SEAT_KINDS["invited"], account=name)]
        expected = "BadRequest" if not name else "UnknownAccount"
        assert refusal(table.anna.call, "CreateMatch", settings=FULL, seats=seats) == expected
