"""Matches made, sought and joined by several at once, by processes that die, and again after an answer was lost."""

from __future__ import annotations

import asyncio

import pytest

from services.game_state.cases.making import Creation
from services.game_state.cases.seats import Arrival
from services.game_state.match.model import Seat
from services.game_state.match.settings import MatchSettings
from services.game_state.store.changes import Write
from services.shared import keys
from services.shared.errors import LimitExceeded, NotYourSeat, UnknownMatch
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.limits import limits

ANNA, BERT = Seat("account", account="anna"), Seat("account", account="bert")
OPEN = Seat("open")


def wish(account="anna", seats=(ANNA, OPEN), **more):
    return Creation(account, MatchSettings("roll", **({"starts_when_full": True} | more)), tuple(seats))


def keyed(account, key, match_id=""):
    """A request's key, as the calls make it."""
    return RequestKey(keys.answers(account, match_id), key)


def seeking(account, key=""):
    """What a seek is asked with: the wish and its key."""
    return wish(account, (Seat("account", account=account), OPEN)), keyed(account, key)


async def seated(server, seats):
    """A match of anna's at which bert, invited by her, sits as well."""
    match, _ = await server.making.create(wish(seats=seats))
    return (await server.seats.join(match.match_id, "bert"))[0]


async def ended(server):
    """A match of anna and bert that is over."""
    match = await seated(server, (ANNA, BERT))
    await server.leaving.resign(match.match_id, "anna", None)
    return match.match_id


def test_a_match_that_somebody_else_made_meanwhile_is_answered_with_an_invitation_that_is_good(run, monkeypatch):
    async def do(server):
        write = server.making.store.write

        async def late(*arguments):
            monkeypatch.setattr(server.making.store, "write", write)
            await server.making.create(wish(is_private=True), keyed("anna", "k"))
            return await write(*arguments)

        monkeypatch.setattr(server.making.store, "write", late)
        match, invitation = await server.making.create(wish(is_private=True), keyed("anna", "k"))
        assert (await server.seats.join(match.match_id, "bert", Arrival(invitation=invitation)))[1] == 1

    run(do)


def test_many_matches_asked_for_twice_at_once_are_made_once(run):
    async def do(server):
        twice = [server.making.create_many(wish(), [(ANNA, OPEN)] * 3, keyed("anna", "k")) for _ in range(2)]
        one, other = await asyncio.gather(*twice)
        again = await server.making.create_many(wish(), [(ANNA, OPEN)] * 3, keyed("anna", "k"))
        assert one == other == again
        assert server.redis.zcard(keys.status_index("waiting")) == 3

    run(do)


def test_many_matches_whose_answer_was_lost_are_not_written_over(run, monkeypatch):
    async def do(server):
        run_script = server.making.store._run

        async def again(match_id, **request):
            monkeypatch.setattr(server.making.store, "_run", run_script)
            assert await run_script(match_id, **request) == ("done", b"")
            await server.seats.join(match_id, "bert")
            return await run_script(match_id, **request)

        monkeypatch.setattr(server.making.store, "_run", again)
        (match_id,) = await server.making.create_many(wish(), [(ANNA, OPEN)])
        assert (await server.finding.find(match_id, "anna")).status == "running"

    run(do)


def test_an_account_that_is_called_like_a_key_is_another(run):
    async def do(server):
        old = await ended(server)
        rematch = Seat("account", account="rematch")
        await server.making.create(wish("rematch", (rematch, OPEN)), keyed("rematch", old))
        first, second = await server.meeting.rematch(old, "anna"), await server.meeting.rematch(old, "bert")
        assert (first.match_id, second.status) == (second.match_id, "running")

    run(do)


def test_who_takes_the_last_seat_sits_there_though_another_leaves_at_that_moment(run, monkeypatch):
    async def do(server):
        match = await seated(server, (ANNA, BERT, OPEN))
        write = server.seats.store.write

        async def left_first(*arguments):
            monkeypatch.setattr(server.seats.store, "write", write)
            elsewhere = await server.store.load(match.match_id)
            await write(Write(elsewhere.match.with_seat(1, OPEN), elsewhere.token))
            return await write(*arguments)

        monkeypatch.setattr(server.seats.store, "write", left_first)
        joined, seat = await server.seats.join(match.match_id, "carl")
        assert (joined.status, joined.seats_of("carl")) == ("waiting", (seat,))

    run(do)


def test_of_two_matches_made_at_once_only_as_many_are_as_an_account_may_have_open(run):
    """The limit is looked at by the script that makes them: none slips through between."""

    async def do(server):
        most = limits().matches_open_per_account_max
        server.redis.zadd(keys.open_index("anna"), {f"m{number}": number for number in range(most - 1)})
        made = await asyncio.gather(*(server.making.create(wish()) for _ in range(5)), return_exceptions=True)
        assert sorted(type(each).__name__ for each in made) == ["LimitExceeded"] * 4 + ["tuple"]
        assert server.redis.zcard(keys.open_index("anna")) == most
        with pytest.raises(LimitExceeded, match="matches_open_per_account_max"):
            await server.making.create_many(wish(), [(ANNA, OPEN)])

    run(do)


def test_a_seek_never_ends_at_a_match_that_is_over(run):
    """Somebody came in by the list of waiting matches, so the seek's own index still has it."""

    async def do(server):
        match, seat = await server.meeting.seek(*seeking("anna"))
        await server.seats.join(match.match_id, "bert")
        await server.leaving.resign(match.match_id, "bert", None)
        again, seat = await server.meeting.seek(*seeking("anna"))
        assert (again.status, seat) == ("waiting", 0)
        assert again.match_id != match.match_id

    run(do)


def test_a_seek_repeated_with_its_key_gives_the_same_seat(run):
    """Also where the match has begun, or is over: the first answer may have been lost."""

    async def do(server):
        match, _ = await server.meeting.seek(*seeking("anna", "a"))
        assert (await server.meeting.seek(*seeking("anna", "a")))[0].match_id == match.match_id
        for _ in range(2):
            found, seat = await server.meeting.seek(*seeking("bert", "b"))
            assert (found.match_id, found.status, seat) == (match.match_id, "running", 1)
        assert (await server.meeting.seek(*seeking("anna", "a")))[0].match_id == match.match_id
        assert server.redis.zcard(keys.status_index("waiting")) == 0
        assert (await server.meeting.seek(*seeking("anna", "new")))[0].match_id != match.match_id

    run(do)


def test_a_match_made_by_a_seek_can_be_found_as_soon_as_it_is_there(run):
    async def do(server):
        match, _ = await server.meeting.seek(*seeking("anna"))
        (index,) = (key for key in server.redis.keys(f"{keys.PREFIX}:seeks:*") if not key.endswith(b":lock"))
        # What nobody seeks any more is forgotten with its last match.
        assert 0 < server.redis.ttl(index) <= limits().waiting_match_s
        assert (await server.meeting.seek(*seeking("bert")))[0].match_id == match.match_id

    run(do)


def test_a_seek_repeated_after_its_seat_was_given_back_is_not_another_wish(run):
    """Whoever seeks anew says so with a key of its own."""

    async def do(server):
        match, _ = await server.meeting.seek(*seeking("anna", "a"))
        await server.seats.leave(match.match_id, "anna", None)
        with pytest.raises(UnknownMatch):
            await server.meeting.seek(*seeking("anna", "a"))
        again, seat = await server.meeting.seek(*seeking("anna", "b"))
        assert (again.status, again.seats_of("anna")) == ("waiting", (seat,))

    run(do)


@pytest.mark.parametrize("who", ["anna", "bert"])
def test_a_seat_is_given_back_once_and_a_repetition_is_not_refused(run, who):
    """Whether or not the match goes with the last of its players."""

    async def made(server):
        match, _ = await server.making.create(wish(seats=(ANNA, OPEN, OPEN)))
        await server.seats.join(match.match_id, who)
        return match

    async def do(server):
        match = await made(server)
        for _ in range(2):
            await server.seats.leave(match.match_id, who, None, keyed(who, "k", match.match_id))
        with pytest.raises((NotYourSeat, UnknownMatch)):
            await server.seats.leave(match.match_id, who, None, keyed(who, "l", match.match_id))
        again = await made(server)
        await server.seats.leave(again.match_id, who, None, keyed(who, "k", again.match_id))
        with pytest.raises((NotYourSeat, UnknownMatch)):
            await server.seats.leave(again.match_id, who, None)

    run(do)


def test_a_rematch_that_was_called_off_is_offered_again_by_whoever_asks(run):
    async def do(server):
        old = await ended(server)
        offered = await server.meeting.rematch(old, "anna")
        await server.seats.leave(offered.match_id, "anna", None)
        again = await server.meeting.rematch(old, "bert")
        assert (again.status, again.creator) == ("waiting", "bert")
        assert (await server.meeting.rematch(old, "anna")).status == "running"

    run(do)


def test_a_rematch_that_the_first_could_not_make_is_made_by_the_second(run):
    async def do(server):
        old = await ended(server)
        most = limits().matches_open_per_account_max
        server.redis.zadd(keys.open_index("anna"), {f"m{number}": number for number in range(most)})
        with pytest.raises(LimitExceeded):
            await server.meeting.rematch(old, "anna")
        offered = await server.meeting.rematch(old, "bert")
        assert (offered.status, offered.creator) == ("waiting", "bert")
        assert (await server.meeting.rematch(old, "anna")).match_id == offered.match_id

    run(do)


def test_who_asks_for_a_rematch_while_it_is_being_made_joins_it(run, monkeypatch):
    async def do(server):
        old = await ended(server)
        make = server.making.make

        async def late(*arguments):
            monkeypatch.setattr(server.making, "make", make)
            await server.meeting.rematch(old, "bert")
            return await make(*arguments)

        monkeypatch.setattr(server.making, "make", late)
        match = await server.meeting.rematch(old, "anna")
        assert (match.status, match.accounts()) == ("running", {"anna", "bert"})

    run(do)


def test_who_was_invited_to_a_match_that_is_gone_keeps_nothing_of_it(run):
    async def do(server):
        match, _ = await server.making.create(wish(seats=(ANNA, Seat("invited", account="bert"))))
        await server.seats.leave(match.match_id, "anna", None)
        assert server.redis.zcard(keys.account_index("bert")) == 0

    run(do)


def test_a_message_whose_reply_was_lost_is_said_once_though_it_has_no_key(run, monkeypatch):
    async def do(server):
        match, _ = await server.making.create(wish())
        chat, once = server.chat, server.store.writes.run

        async def run_twice(*arguments):
            await once(*arguments)
            return await once(*arguments)

        monkeypatch.setattr(server.store.writes, "run", run_twice)
        for _ in range(2):
            await chat.say(match.match_id, "anna", "hello", NO_KEY)
        assert [said.text for said in (await chat.page(match.match_id, "bert", "", 0))[0]] == ["hello"] * 2

    run(do)


def kept_for(account, seats=1):
    return wish(seats=(ANNA, *[Seat("invited", account=account)] * seats))


def test_an_account_keeps_only_so_many_seats_for_others_who_have_not_answered(run):
    """Counted by the script that makes the match, at once and in one call for many; answers make room again."""

    async def do(server):
        most, name = limits().invitations_open_per_account_max, "invitations_open_per_account_max"
        unanswered = keys.open_invitations("anna")
        server.redis.zadd(unanswered, {f"m{number}:1": number for number in range(most - 4)})
        made = [(await server.making.create(kept_for("bert")))[0].match_id for _ in range(4)]
        assert server.redis.zcard(unanswered) == most
        together = await asyncio.gather(
            *(server.making.create(kept_for("bert")) for _ in range(3)), return_exceptions=True
        )
        assert {(type(each), each.details["limit"]) for each in together} == {(LimitExceeded, name)}
        with pytest.raises(LimitExceeded, match=name):
            await server.making.create_many(wish(), [(ANNA, Seat("invited", account="bert"))] * (most + 1))
        assert (await server.making.create(wish()))[0].status == "waiting"
        await server.seats.join(made[0], "bert")
        await server.seats.decline(made[1], "bert", "")
        await server.seats.decline(made[1], "bert", "no time")
        await server.seats.vacate(made[2], "bert")
        await server.seats.leave(made[3], "anna", None)
        assert server.redis.zcard(unanswered) == most - 4
        offered = [(await server.making.create(kept_for("bert", 3)))[0].match_id]
        assert server.redis.zcard(unanswered) == most - 1
        await server.seats.join(offered[0], "bert", Arrival(seat=2))
        assert server.redis.zcard(unanswered) == most - 2
        await server.seats.discard(offered[0])
        assert server.redis.zcard(unanswered) == most - 4
        server.redis.zadd(keys.open_invitations("carl"), {f"m{number}:1": number for number in range(most)})
        assert (await server.making.create(kept_for("bert")))[0].status == "waiting"

    run(do)
