"""Matches without clocks whose players are gone: the others claim or abort them, after a stated time."""

from __future__ import annotations

import asyncio

import orjson
import pytest

from engine.errors import MatchOver
from services.game_state.cases.actions import Actions
from services.game_state.cases.making import Creation
from services.game_state.match.absence import claimable_ms
from services.game_state.match.downtime import give_back
from services.game_state.match.model import Downtime, Seat
from services.game_state.match.settings import MatchSettings
from services.shared.errors import CannotClaim, NotYourSeat, UnknownMatch
from services.shared.limits import limits

AFTER_MS = 1_500
SEATS = tuple(Seat("account", account=name) for name in ("anna", "bert", "carl"))


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setenv("ASTRARIUM_LIMIT_CLAIM_AFTER_MS", str(AFTER_MS))
    limits.cache_clear()
    yield
    monkeypatch.undo()
    limits.cache_clear()


async def begun(server, seats=2, creator="anna", **more):
    settings = MatchSettings("roll", starts_when_full=True, **more)
    match, _ = await server.making.create(Creation(creator, settings, SEATS[:seats]))
    for seat in SEATS[:seats]:
        if seat.account != creator:
            match, _ = await server.seats.join(match.match_id, seat.account)
    assert match.status == "running"
    return match.match_id


async def act(server, match_id, seat):
    """Take a seat's first legal actions until it owes none; return the match."""
    while True:
        table = await server.leaving.tables.fresh(match_id)
        if seat not in table.match.deciding:
            return table.match
        first = table.information_set(seat).legal_actions()[0]
        action = orjson.dumps(first.to_dict())
        await server.play.submit(Actions(match_id, SEATS[seat].account, seat, table.version(seat), (action,)))


async def refused(call, *arguments):
    with pytest.raises(CannotClaim) as refusal:
        await call(*arguments)
    return refusal.value.details


def test_who_waited_long_enough_may_claim_and_wins(run):
    async def do(server):
        match_id = await begun(server)
        assert (await refused(server.leaving.claim, match_id, "anna"))["reason"] == "own_decision"
        match = await act(server, match_id, 0)
        assert (match.deciding, claimable_ms(match)) == ((1,), match.stands_since_ms + AFTER_MS)
        told = await refused(server.leaving.claim, match_id, "anna")
        assert told["reason"] == "too_early"
        assert 0 < told["retry_after_ms"] <= AFTER_MS
        await asyncio.sleep(AFTER_MS / 1000)
        assert (await refused(server.leaving.claim, match_id, "bert"))["reason"] == "own_decision"
        with pytest.raises(NotYourSeat):
            await server.leaving.claim(match_id, "carl")
        for _ in range(2):
            match = await server.leaving.claim(match_id, "anna")
            assert (match.status, match.ended, match.ranks) == ("over", "absent", (1, 2))
            with pytest.raises(NotYourSeat):
                await server.leaving.claim(match_id, "carl")
        assert (match.seats[1].resigned_by, match.seats[1].cause) == ("bert", "absent")
        assert match.settings.is_rated
        assert not claimable_ms(match)
        with pytest.raises(MatchOver):
            await server.leaving.abort(match_id, "anna")

    run(do)


def test_who_waited_long_enough_may_abort_and_nobody_is_rated(run):
    async def do(server):
        match_id = await begun(server)
        await act(server, match_id, 0)
        assert (await refused(server.leaving.abort, match_id, "anna"))["reason"] == "too_early"
        await asyncio.sleep(AFTER_MS / 1000)
        for _ in range(2):
            match = await server.leaving.abort(match_id, "anna")
            assert (match.status, match.ended, match.settings.is_rated) == ("over", "aborted", False)
        assert not any(seat.resigned_by for seat in match.seats)

    run(do)


def test_at_a_larger_table_the_others_play_on(run):
    async def do(server):
        match_id = await begun(server, 3)
        await act(server, match_id, 0)
        await act(server, match_id, 1)
        await asyncio.sleep(AFTER_MS / 1000)
        match = await server.leaving.claim(match_id, "bert")
        assert (match.status, match.seats[2].kind, match.seats[2].resigned_by) == ("running", "bot", "carl")
        assert not claimable_ms(match)

    run(do)


def test_who_comes_back_has_as_long_again(run):
    async def do(server):
        match_id = await begun(server, absence="substitute")
        await act(server, match_id, 0)
        await asyncio.sleep(AFTER_MS / 1000)
        match = await server.leaving.claim(match_id, "anna")
        assert (match.status, match.seats[1].stands_in_for) == ("running", "bert")
        await server.leaving.come_back(match_id, "bert")
        assert (await refused(server.leaving.claim, match_id, "anna"))["reason"] == "too_early"

    run(do)


def test_nobody_undoes_a_loss_of_their_own_by_aborting_the_match(run):
    async def do(server):
        match_id = await begun(server, 3)
        await server.leaving.resign(match_id, "anna", None)
        await act(server, match_id, 1)
        await asyncio.sleep(AFTER_MS / 1000)
        for call in (server.leaving.claim, server.leaving.abort):
            with pytest.raises(NotYourSeat):
                await call(match_id, "anna")
        assert (await server.leaving.abort(match_id, "bert")).ended == "aborted"

    run(do)


def test_a_creator_without_a_seat_ends_a_match_that_all_have_left(run):
    async def do(server):
        match_id = await begun(server, creator="host")
        await asyncio.sleep(AFTER_MS / 1000)
        match = await server.leaving.claim(match_id, "host")
        assert (match.ended, [seat.resigned_by for seat in match.seats]) == ("absent", ["anna", "bert"])

    run(do)


def test_a_bot_is_never_absent(run):
    async def do(server):
        match_id = await begun(server, 3)
        await server.leaving.resign(match_id, "carl", None)
        await act(server, match_id, 0)
        match = await act(server, match_id, 1)
        assert match.deciding == (2,)
        assert not claimable_ms(match)
        assert await refused(server.leaving.claim, match_id, "anna") == {"reason": "no_decision"}

    run(do)


def test_clocks_and_strangers_leave_nothing_to_claim(run):
    """A clock ends absence by itself, and a private match is unknown to whoever isn't in it."""

    async def do(server):
        clock = {"kind": "decision", "decision_ms": 60_000}
        match_id = await begun(server, clock=clock)
        match = await act(server, match_id, 0)
        assert not claimable_ms(match)
        assert (await refused(server.leaving.claim, match_id, "anna"))["reason"] == "clock"
        settings = MatchSettings("roll", is_private=True)
        hidden, _ = await server.making.create(Creation("anna", settings, (SEATS[0], Seat("open"))))
        for call in (server.leaving.claim, server.leaving.abort):
            with pytest.raises(UnknownMatch):
                await call(hidden.match_id, "carl")

    run(do)


def test_what_is_done_unseen_does_not_show_in_it(run):
    """In a simultaneous step nobody learns from it whether, or when, another seat has begun to answer."""

    async def do(server):
        match_id = await begun(server)
        half = None
        while half is None:
            before = await act(server, match_id, 0)
            table = await server.leaving.tables.fresh(match_id)
            half = next((each for each in table.information_set(1).legal_actions() if is_half(table, each)), None)
            if half is None:
                await act(server, match_id, 1)
        await asyncio.sleep(0.05)
        action = orjson.dumps(half.to_dict())
        await server.play.submit(Actions(match_id, "bert", 1, table.version(1), (action,)))
        after = (await server.leaving.tables.fresh(match_id)).match
        assert after.deciding == before.deciding == (1,)
        assert after.version_for(1) > before.version_for(1)
        assert claimable_ms(after) == claimable_ms(before)

    run(do)


def is_half(table, action):
    """Whether seat 1 still owes its answer after an action that nobody else sees."""
    state = table.try_actions(1, table.version(1), (action,)).state
    return state.deciding_seats() == (1,) and state.information_set(None).version == table.match.version_for(None)


def test_nobody_is_absent_while_the_server_is_down(run):
    async def do(server):
        match = await act(server, await begun(server), 0)
        since = match.stands_since_ms
        downtimes = [Downtime(since - 9_000, since + 1_000), Downtime(since + 5_000, since + 9_000)]
        again = give_back(match, downtimes)
        assert claimable_ms(again) == claimable_ms(match) + 1_000 + 4_000
        assert give_back(again, downtimes) == again
        assert give_back(again, [*downtimes, Downtime(since + 20_000, since + 21_000)]).downtimes[2:] == (
            Downtime(since + 20_000, since + 21_000),
        )

    run(do)
