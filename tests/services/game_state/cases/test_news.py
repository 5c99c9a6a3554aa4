"""What an account is told of others: once, however often they do it again."""

from __future__ import annotations

from services.game_state.cases.making import Creation
from services.game_state.match.model import Seat
from services.game_state.match.settings import MatchSettings
from services.shared import keys
from services.shared.limits import limits

ANNA, OPEN, KEPT = Seat("account", account="anna"), Seat("open"), Seat("invited", account="bert")


async def made(server, *seats):
    return (await server.making.create(Creation("anna", MatchSettings("roll"), seats)))[0].match_id


def told(server, account):
    return [(fields[b"kind"], fields[b"seat"]) for _, fields in server.redis.xrange(keys.account_events(account))]


def test_who_joins_and_leaves_again_and_again_is_told_of_once(run):
    async def do(server):
        match_id = await made(server, ANNA, OPEN, OPEN)
        for _ in range(3):
            await server.seats.join(match_id, "bert")
            await server.seats.leave(match_id, "bert", None)
        await server.seats.join(match_id, "carl")
        assert told(server, "anna") == [(b"joined", b"1"), (b"joined", b"1")]
        await server.seats.join(match_id, "bert")
        match = await server.seats.start(match_id, "anna")
        assert match.told == ()

    run(do)


def test_many_accounts_do_not_fill_the_news_of_one_either(run):
    async def do(server):
        match_id = await made(server, ANNA, OPEN)
        for number in range(limits().joined_told_max + 2):
            server.redis.hset(keys.account(f"guest{number}"), "created_ms", 1)
            await server.seats.join(match_id, f"guest{number}")
            await server.seats.leave(match_id, f"guest{number}", None)
        assert len(told(server, "anna")) == limits().joined_told_max

    run(do)


def test_who_declines_again_changes_the_reason_and_is_told_of_once(run):
    async def do(server):
        match_id = await made(server, ANNA, KEPT, KEPT)
        for reason in ("dinner", "", "no"):
            await server.seats.decline(match_id, "bert", reason)
        assert told(server, "anna") == [(b"declined", b"1")]
        match = (await server.store.load(match_id)).match
        assert [seat.cause for seat in match.seats] == ["", "no", "no"]

    run(do)


def test_who_is_invited_to_several_seats_is_told_once(run):
    async def do(server):
        await made(server, ANNA, KEPT, KEPT, KEPT)
        assert told(server, "bert") == [(b"invited", b"1")]

    run(do)
