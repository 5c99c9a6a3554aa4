"""The one writer of matches, on a real Valkey: what it asks for is written, remembered and heard of."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from dataclasses import replace
from types import SimpleNamespace

import pytest

from services.game_state.match.model import Entry, unknown_match
from services.game_state.store.changes import Write
from services.game_state.store.levels import Levels
from services.game_state.store.store import Store
from services.game_state.store.writer import StoredMatch, Writer, newest_match
from services.shared import keys
from services.shared.bells import Bell
from services.shared.connections import connect
from services.shared.errors import BadRequest, KeyReused, UnknownMatch
from services.shared.idempotency import RequestKey
from services.shared.writing import NOTHING, Done, Nothing
from tests.services.game_state.store.test_store import MATCH

ENTRY = Entry(0, "pass", 7).to_json()
KEY = RequestKey(keys.answers("anna", "abc"), "k", "a" * 24)
OTHER = RequestKey(keys.answers("anna", "abc"), "k", "b" * 24)


def made(match_id="abc", answer=""):
    write = Write(replace(MATCH, match_id=match_id), "", answer=answer)
    write.add("HSET", keys.match(match_id), "seed", "0f")
    return write


def act(stored):
    return Write(stored.match, stored.token, [ENTRY], answer=f"after {stored.token}")


def refuse(_):
    raise BadRequest("not now")


@pytest.fixture
def run(redis, valkey_url):
    """Run a coroutine function with a writer on an empty Valkey that holds one match."""

    async def within(do):
        client = connect(valkey_url)
        try:
            writer = Writer(Store(client), Levels(client))
            assert await writer.make([made()]) is None
            return await do(writer)
        finally:
            await client.aclose()

    return lambda do: asyncio.run(within(do))


def test_a_change_is_written_and_wakes_who_waits_for_this_match(run):
    """With the token that the match has from then on; those of other matches sleep on."""

    async def do(writer):
        with ExitStack() as lent:
            here, elsewhere = (lent.enter_context(writer.bells.lend(each, Bell(""))) for each in ("abc", "def"))
            done = await writer.change_stored("abc", act)
            stored = await writer.store.load("abc")
            assert (stored.log, stored.token) == ([ENTRY], done.change.token)
            assert (here.token, elsewhere.token) == (done.change.token, None)
            now = asyncio.get_running_loop().time()
            assert await here.wait(now + 60)
            nothing = await writer.change_stored("abc", lambda _: NOTHING)
            assert (nothing.change, nothing.answer, here.token) == (None, "", done.change.token)
            assert (await writer.store.load("abc")).token == stored.token
        assert newest_match(done, "abc") == newest_match(nothing, "abc") == MATCH

    run(do)


def test_a_request_is_carried_out_once_for_its_key(run):
    """A repetition is told the first answer, whatever it would lead to now; another request is refused."""

    async def do(writer):
        first = await writer.change_stored("abc", act, KEY)
        for work_out in (act, refuse, lambda _: NOTHING):
            again = await writer.change_stored("abc", work_out, KEY)
            assert (again.change, again.answer, again.held.token) == (None, first.change.answer, first.change.token)
            with pytest.raises(KeyReused):
                await writer.change_stored("abc", work_out, OTHER)
        assert (await writer.store.load("abc")).log == [ENTRY]

    run(do)


def test_a_request_that_changes_nothing_is_remembered_with_its_answer(run):
    """So a repetition gets it, too, even if there would be something to change by now."""

    async def do(writer):
        for work_out in (lambda _: Nothing("as it was"), act):
            done = await writer.change_stored("abc", work_out, KEY)
            assert (done.change, done.answer) == (None, "as it was")
        assert (await writer.store.load("abc")).log == []

    run(do)


def test_a_refusal_is_raised_and_not_remembered(run):
    async def do(writer):
        with pytest.raises(BadRequest, match="not now"):
            await writer.change_stored("abc", refuse, KEY)
        assert (await writer.change_stored("abc", act, KEY)).change is not None
        with pytest.raises(UnknownMatch):
            await writer.change_stored("nowhere", act)

    run(do)


def test_matches_are_made_all_or_none_once_for_a_key(run):
    """Several at once; a repetition makes none and is told the first answer."""

    async def do(writer):
        assert await writer.make([made("m1", "m1 m2"), made("m2")], KEY) is None
        assert await writer.make([made("m3", "m3 m4"), made("m4")], KEY) == "m1 m2"
        with pytest.raises(KeyReused):
            await writer.make([made("m3")], OTHER)
        found = await writer.store.matches(["m1", "m2", "m3", "m4"])
        assert [match.match_id for match in found] == ["m1", "m2"]
        assert await writer.make([made("m3")]) is None

    run(do)


def test_a_match_that_somebody_else_has_made_is_told_of_and_not_made_again(run):
    """With several writes none is done: the second match isn't made either."""

    async def do(writer):
        before = await writer.store.load("abc")
        assert await writer.make([made("abc", "abc 0"), made("def")]) == "abc 0"
        assert await writer.store.load("abc") == before
        assert await writer.store.matches(["def"]) == []

    run(do)


def test_an_earlier_answer_is_recalled_for_its_request_alone(run):
    """Without doing anything; of an unknown request nothing is known."""

    async def do(writer):
        assert await writer.recall(KEY) is None
        await writer.make([made("m1", "m1")], KEY)
        assert await writer.recall(KEY) == "m1"
        with pytest.raises(KeyReused):
            await writer.recall(OTHER)

    run(do)


def test_one_match_is_changed_by_one_at_a_time_here(run):
    """Others go on meanwhile."""

    async def do(writer):
        await writer.make([made("def")])
        assert not writer.is_writing("abc")
        assert writer.lock("abc") is not writer.lock("def")
        async with writer.lock("abc"):
            assert (writer.is_writing("abc"), writer.is_writing("def")) == (True, False)
            waiting = asyncio.ensure_future(writer.change_stored("abc", act))
            # More than one: whoever had to wait for the first would come next.
            for _ in range(3):
                assert (await writer.change_stored("def", act)).change is not None
            assert not waiting.done()
        await waiting
        assert not writer.is_writing("abc")

    run(do)


def test_what_is_held_goes_on_to_the_write_and_to_nothing_else(run):
    """A cached form of the match is told of each change that was done, once, with what it rested on."""

    class Cached(StoredMatch):
        def keep(self, held, done):
            kept.append((held.token, done.token))

    kept = []

    async def do(writer):
        source = Cached(writer.store, "abc")
        before = (await writer.store.load("abc")).token
        done = await writer.change(source, act, KEY)
        await writer.change(source, act, KEY)
        await writer.change(source, lambda _: NOTHING)
        assert kept == [(before, done.change.token)]

    run(do)


def test_deadlines_follow_from_levels_that_were_read_before(run, redis):
    """A change may ask a bot: by then it is known how long its level thinks."""
    redis.hset(keys.LEVELS, "slow", json.dumps({"think_ms_max": 9_000}))

    async def do(writer):
        thinks = []

        def look(_):
            thinks.append(writer.levels.think_ms("slow"))
            return NOTHING

        await writer.change_stored("abc", look)
        assert thinks == [9_000]

    run(do)


def test_a_match_that_is_gone_after_a_request_is_unknown():
    """As it is to everybody else."""
    with pytest.raises(UnknownMatch, match=str(unknown_match("abc"))):
        newest_match(Done(None, answer=""), "abc")
    held = SimpleNamespace(match=MATCH, token="")
    assert newest_match(Done(held), "abc") is MATCH


def test_a_change_that_needs_no_log_leaves_a_damaged_one_as_it_is(run, redis):
    """A name is changed in every match, also in one that nobody could load any more."""

    def rename(stored):
        assert stored.log == []
        return Write(replace(stored.match, creator="berta"), stored.token)

    async def do(writer):
        redis.rpush(keys.log("abc"), b"{damaged")
        done = await writer.change_unread("abc", rename)
        assert newest_match(done, "abc").creator == "berta"
        assert redis.lrange(keys.log("abc"), 0, -1) == [b"{damaged"]
        assert (await writer.change_unread("abc", lambda _: NOTHING)).change is None
        with pytest.raises(UnknownMatch):
            await writer.change_unread("def", rename)
        stored = await writer.store.load_unread("abc")
        assert stored.match.creator == "berta"

    run(do)
