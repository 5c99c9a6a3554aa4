"""Accounts deleted: nothing stops it half-way for good, others lose nothing, and no trace stays."""

from __future__ import annotations

import pytest

from services.game_state.cases.making import Creation
from services.game_state.match.model import Seat
from services.game_state.match.settings import MatchSettings
from services.shared import keys
from services.shared.errors import Unavailable, UnknownMatch
from services.shared.idempotency import NO_KEY

ANNA, BERT, OPEN = Seat("account", account="anna"), Seat("account", account="bert"), Seat("open")


async def made(server, seats, account="anna", **more):
    settings = MatchSettings("roll", **({"starts_when_full": True} | more))
    return (await server.making.create(Creation(account, settings, tuple(seats))))[0].match_id


async def begun(server, seats=(ANNA, OPEN), **more):
    """A running match that bert has joined."""
    match_id = await made(server, seats, **more)
    return (await server.seats.join(match_id, "bert"))[0].match_id


async def stored(server, match_id):
    return (await server.store.load_unread(match_id)).match


def test_who_holds_both_seats_of_a_match_is_gone_from_it_and_so_are_its_words(run):
    async def do(server):
        both = await made(server, (ANNA, ANNA), has_chat=True)
        await server.chat.say(both, "anna", "my words", NO_KEY)
        done = await server.keeper.delete("anna")
        assert (done.matches, done.stuck) == (1, ())
        match = await stored(server, both)
        assert match.status == "over"
        assert "anna" not in str(match)
        assert not server.redis.xlen(keys.chat(both))

    run(do)


def test_a_match_that_nobody_can_replay_is_named_and_the_others_go_on(run, spoil):
    async def do(server):
        stuck, sound = await begun(server), await begun(server)
        spoil(server, stuck)
        done = await server.keeper.delete("anna")
        assert (done.matches, done.stuck) == (2, (stuck,))
        assert (await stored(server, sound)).status == "over"
        for match_id in (stuck, sound):
            assert "anna" not in str(await stored(server, match_id))
        assert (await server.leaving.end_for_operator(stuck, is_void=False)).status == "over"

    run(do)


def test_a_call_that_was_cut_goes_on_with_what_is_left(run, monkeypatch):
    async def do(server):
        ids = [await begun(server) for _ in range(3)]
        resign = server.leaving.resign

        async def cut(match_id, account, seat):
            if match_id == ids[1]:
                raise Unavailable("cut")
            return await resign(match_id, account, seat)

        monkeypatch.setattr(server.leaving, "resign", cut)
        with pytest.raises(Unavailable):
            await server.keeper.delete("anna")
        assert server.redis.zrange(keys.account_index("anna"), 0, -1) == [each.encode() for each in ids[1:]]
        monkeypatch.setattr(server.leaving, "resign", resign)
        assert (await server.keeper.delete("anna")).matches == 2
        assert not server.redis.exists(keys.account_index("anna"), keys.open_index("anna"))

    run(do)


def test_a_waiting_match_of_somebody_else_stays_with_open_seats(run):
    async def do(server):
        kept = Seat("invited", account="bert")
        held = await made(server, (ANNA, OPEN, OPEN))
        await server.seats.join(held, "bert")
        invited = await made(server, (ANNA, kept, kept))
        own = await made(server, (BERT, OPEN), "bert")
        left = await made(server, (BERT, OPEN, OPEN), "bert")
        await server.seats.join(left, "anna")
        await server.seats.leave(left, "bert", None)
        await server.keeper.delete("bert")
        for match_id, kinds in ((held, ["account", "open", "open"]), (invited, ["account", "open", "open"])):
            match = await stored(server, match_id)
            assert (match.status, [seat.kind for seat in match.seats]) == ("waiting", kinds)
            assert "bert" not in str(match)
        for match_id in (own, left):
            with pytest.raises(UnknownMatch):
                await stored(server, match_id)
        assert set(server.redis.zrange(keys.account_index("anna"), 0, -1)) == {held.encode(), invited.encode()}

    run(do)


def test_no_answer_and_no_consent_stays(run):
    async def do(server):
        own = await made(server, (ANNA, OPEN))
        match_id = await begun(server)
        server.redis.hset(keys.account("anna"), "consent", b'{"accounts":["bert"],"allows_programs":true}')
        for scope in (keys.answers("anna"), keys.answers("anna", match_id), keys.answers("anna", own)):
            server.redis.hset(f"{scope}:before", "k", "older")
            server.redis.hset(scope, "k", "newer")
        await server.keeper.delete("anna")
        left = {key for key in server.redis.scan_iter("*") if b"anna" in key}
        assert left == {keys.account("anna").encode()}
        assert set(server.redis.hgetall(keys.account("anna"))) == {b"created_ms", b"disabled_ms", b"deleted_ms"}

    run(do)


def test_who_joined_and_left_before_is_not_kept_by_the_match(run):
    async def do(server):
        match_id = await made(server, (ANNA, OPEN, OPEN))
        await server.seats.join(match_id, "bert")
        await server.seats.leave(match_id, "bert", None)
        await server.keeper.delete("bert")
        assert b"bert" not in server.redis.hget(keys.match(match_id), "match")

    run(do)


def test_a_disabled_account_waits_for_nobody_and_lets_no_bots_play(run):
    """Seeks, its seats at others' waiting matches, invitations and its bots' matches end; with others it goes on."""

    async def do(server):
        server.redis.hset(keys.LEVELS, "random", b'{"name":"random","queue":"instant","think_ms":1}')
        wish = Creation("anna", MatchSettings(game="roll"), (ANNA, OPEN))
        seek, _ = await server.meeting.seek(wish)
        bots = await made(server, (Seat("bot", level="random"),) * 2, starts_when_full=True)
        running = await begun(server, starts_when_full=True)
        held = await made(server, (BERT, OPEN, OPEN), "bert")
        await server.seats.join(held, "anna")
        invited = await made(server, (BERT, Seat("invited", account="anna")), "bert")
        assert (await stored(server, bots)).status == "running"
        await server.keeper.set_disabled("anna", is_disabled=True)
        with pytest.raises(UnknownMatch):
            await stored(server, seek.match_id)
        for match_id in (held, invited):
            assert "anna" not in str(await stored(server, match_id))
        ended = await stored(server, bots)
        assert (ended.status, ended.ended, ended.settings.is_rated) == ("over", "adjudicated", False)
        assert (await stored(server, running)).status == "running"
        await server.keeper.set_disabled("anna", is_disabled=True)

    run(do)
