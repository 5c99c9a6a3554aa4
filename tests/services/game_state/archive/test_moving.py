"""Finished matches move to the archive, and are read there as if they had stayed."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from services.game_state.archive.content import Archived
from services.game_state.archive.search import ArchiveQuery
from services.game_state.match.record import record_of
from services.game_state.match.wanted import Wanted
from services.game_state.store.changes import Write
from services.shared import keys
from services.shared.errors import MatchDamaged, UnknownMatch


async def everything(server, match_id, account="anna"):
    """What can be read of a finished match."""
    table = await server.tables.fresh(match_id)
    past = await server.pasts.find(table, account, account)
    last = len(past.actions)
    stored = await server.store.load(match_id)
    return {
        "match": await server.finding.find(match_id, account),
        "record": record_of(stored),
        "views": [past.view(eyes, moment) for eyes in (0, 1, None, "open_hands") for moment in range(last + 1)],
        "events": [list(past.events(eyes, 0, last)) for eyes in (0, 1, None)],
        "present": [table.view(viewer) for viewer in (0, 1, None)],
        "token": stored.token,
        "tail": (await server.store.load(match_id, 1)).log,
        "unread": await server.store.load_unread(match_id),
    }


def traces(redis, match_id):
    """Keys that have to do with a match, and sorted sets in which it is; not what its requests were answered."""
    found = {key.decode() for key in redis.keys(f"*{match_id}*")}
    found |= {
        key.decode()
        for key in redis.keys("*")
        if redis.type(key) == b"zset" and redis.zscore(key, match_id) is not None
    }
    return {key for key in found if ":answers:" not in key}


def test_a_finished_match_leaves_valkey_and_reads_as_before(run):
    async def do(server):
        match_id = await server.finish()
        before = await everything(server, match_id)
        assert await server.archiving.archive_finished() == 1
        assert not traces(server.redis, match_id)
        assert await everything(server, match_id) == before
        assert await server.archiving.archive_finished() == 0

    run(do)


def test_only_what_is_over_and_quiet_moves(run, monkeypatch):
    async def do(server):
        running = await server.begin("anna", "bert")
        assert await server.archiving.archive_finished() == 0
        monkeypatch.undo()
        over = await server.finish()
        assert await server.archiving.archive_finished() == 0
        assert traces(server.redis, over)
        assert traces(server.redis, running)

    run(do)


def test_sealed_and_damaged_matches_stay_and_hold_up_no_others(run, monkeypatch):
    monkeypatch.setattr("services.game_state.work.archiving.BATCH", 2)

    async def do(server):
        sealed, damaged, *sound = [await server.finish() for _ in range(6)]
        stored = await server.store.load(sealed)
        assert (await server.store.write(Write(replace(stored.match, is_sealed=True), stored.token)))[0] == "done"
        server.redis.rpush(keys.log(damaged), b'[0,"x",1]')
        assert await server.archiving.archive_finished() == 4
        assert traces(server.redis, sealed)
        assert traces(server.redis, damaged)
        assert not any(traces(server.redis, each) for each in sound)
        stored = await server.store.load(sealed)
        await server.store.write(Write(replace(stored.match, is_sealed=False), stored.token))
        assert await server.archiving.archive_finished() == 1

    run(do)


def test_a_match_that_dies_on_its_way_is_in_both_places_and_goes_again(run):
    async def do(server):
        match_id = await server.finish()
        before = await everything(server, match_id)
        await server.archive.keep([await server.store.take_along(match_id)])
        assert await everything(server, match_id) == before
        wanted = Wanted(status="over")
        found, _ = await server.finding.page(wanted, "anna", 10, None)
        assert [each.match_id for each in found] == [match_id]
        assert await server.archiving.archive_finished() == 1
        assert await everything(server, match_id) == before

    run(do)


def test_a_match_changed_on_its_way_stays_and_then_goes_as_changed(run):
    async def do(server):
        match_id = await server.finish()
        taken = await server.store.take_along(match_id)
        await server.archive.keep([taken])
        await server.chat.switch(match_id, "anna", has_chat=False)
        assert not await server.store.remove_archived(taken)
        assert await server.archiving.archive_finished() == 1
        assert not (await server.store.load(match_id)).match.settings.has_chat

    run(do)


def test_a_slow_mover_does_not_put_an_older_copy_over_a_newer_one(run):
    async def do(server):
        match_id = await server.finish()
        old = await server.store.take_along(match_id)
        await server.chat.switch(match_id, "anna", has_chat=False)
        assert await server.archiving.archive_finished() == 1
        assert await server.archive.keep([old]) == {match_id: 2}
        await server.store.outdo(old, 2)
        assert not await server.store.remove_archived(old)
        assert not traces(server.redis, match_id)
        assert not (await server.store.load(match_id)).match.settings.has_chat

    run(do)


def test_what_valkey_has_holds_against_a_newer_copy_in_the_archive(run):
    """As after the restoring of a backup that is older than the archive."""

    async def do(server):
        match_id = await server.finish()
        taken = await server.store.take_along(match_id)
        other = replace(taken.stored.match, scores=(7, 7))
        await server.archive.keep([Archived(replace(taken.stored, match=other), 5, taken.listed_ms)])
        assert await server.archiving.archive_finished() == 0
        assert await server.archiving.archive_finished() == 1
        assert (await server.store.load(match_id)).match == taken.match

    run(do)


def test_a_write_brings_a_match_back_and_it_goes_again(run):
    async def do(server):
        match_id = await server.finish()
        listed = server.redis.zscore(keys.account_index("bert"), match_id)
        ended = server.redis.zscore(keys.status_index("over"), match_id)
        before = traces(server.redis, match_id)
        await server.archiving.archive_finished()
        await server.chat.switch(match_id, "anna", has_chat=False)
        assert traces(server.redis, match_id) == before
        assert server.redis.zscore(keys.account_index("bert"), match_id) == listed
        assert server.redis.zscore(keys.status_index("over"), match_id) == ended
        assert not (await server.store.load(match_id)).match.settings.has_chat
        assert await server.archiving.archive_finished() == 1
        assert not (await server.store.load(match_id)).match.settings.has_chat

    run(do)


def test_a_rematch_of_an_archived_match_is_the_same_for_all_who_ask(run):
    async def do(server):
        match_id = await server.finish()
        await server.archiving.archive_finished()
        first = await server.meeting.rematch(match_id, "anna")
        second = await server.meeting.rematch(match_id, "bert")
        assert first.match_id == second.match_id != match_id
        assert second.status == "running"

    run(do)


def test_chat_goes_on_at_an_archived_match_until_it_expires(run):
    async def do(server):
        match_id = await server.finish()
        await server.say(match_id, "anna", "well played")
        await server.archiving.archive_finished()
        await server.say(match_id, "bert", "thanks")
        heard, _ = await server.chat.page(match_id, "anna", "", 10)
        assert [each.text for each in heard] == ["well played", "thanks"]
        assert server.redis.ttl(keys.chat(match_id)) > 0

    run(do)


def test_a_deleted_account_is_taken_out_of_archived_matches(run, tmp_path):
    async def do(server):
        match_id = await server.finish()
        await server.archiving.archive_finished()
        done = await server.keeper.delete("anna")
        assert (done.matches, done.stuck) == (1, ())
        assert "anna" not in (await server.store.load(match_id)).match.find_concerned()
        await server.archiving.archive_finished()
        assert not traces(server.redis, match_id)
        archived = await server.archive.find(match_id)
        assert "anna" not in str(archived)
        assert [each.entry for each in (await server.archive.page(ArchiveQuery("carl"), None, 10)).places] == [match_id]
        assert (await server.archive.page(ArchiveQuery("carl", Wanted(player="anna")), None, 10)).places == []

    run(do)
    # SQLite wrote over where the name stood.
    if (file := tmp_path / "archive.sqlite").exists():
        assert b"bert" in file.read_bytes()
        assert b"anna" not in file.read_bytes()


def test_a_damaged_copy_is_told_as_such(run, tmp_path):
    async def do(server):
        match_id = await server.finish()
        taken = await server.store.take_along(match_id)
        await server.archiving.archive_finished()
        hurt = replace(taken.stored, log=taken.stored.log[:-1])
        await server.archive.keep([replace(taken, stored=hurt)])
        with pytest.raises(MatchDamaged):
            await server.store.load(match_id)

    run(do)


def test_nothing_that_is_nowhere_is_found(run):
    async def do(server):
        for ask in (server.store.token, server.store.load, server.store.load_unread):
            with pytest.raises(UnknownMatch):
                await ask("nothing")
        assert await server.store.matches(["nothing"]) == []

    run(do)


def test_two_movers_at_once_lose_nothing(run):
    async def do(server):
        ids = [await server.finish() for _ in range(5)]
        moved = await asyncio.gather(*(server.archiving.archive_finished() for _ in range(3)))
        assert sum(moved) == 5
        assert {(await server.store.load(each)).match.status for each in ids} == {"over"}

    run(do)
