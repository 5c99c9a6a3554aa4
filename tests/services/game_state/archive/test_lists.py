"""Lists of matches, part of which are in the archive: the same as if all had stayed."""

from __future__ import annotations

import asyncio
from itertools import combinations

import pytest

from services.game_state.match.wanted import Wanted
from services.shared.errors import UnknownAccount
from services.shared.paging import Place

LISTS = {
    "over": (Wanted(status="over"), "dora"),
    "over of a game": (Wanted(status="over", game="race"), "dora"),
    "over of a player": (Wanted(status="over", player="bert"), "carl"),
    "over of a bot": (Wanted(status="over", player="bot:random"), "carl"),
    "with a clock": (Wanted(status="over", clock="bank"), "carl"),
    "one's own": (Wanted(own=True), "anna"),
    "one's own with another": (Wanted(own=True, player="carl"), "anna"),
    "one's own that are over": (Wanted(own=True, status="over"), "bert"),
    "a player's": (Wanted(player="anna"), "bert"),
    "a player's of a game": (Wanted(player="anna", game="roll"), "anna"),
    "tables of three": (Wanted(status="over", seats=3), "anna"),
    "running": (Wanted(status="running"), "anna"),
    "all that is not asked for": (Wanted(), "anna"),
}


async def pages(server, wanted, account, size):
    """All matches of a list, page by page."""
    found, token = [], None
    while token != "":
        page, token = await server.finding.page(wanted, account, size, token and Place.parse(token))
        found += page
    return found


async def prepare(server):
    """Matches of several kinds, of which some end at the same moment."""
    bank = {"kind": "bank", "bank_ms": 600_000, "increment_ms": 0}
    pairs = [*combinations(["anna", "bert", "carl"], 2), ("bert", "anna")]
    for number in range(3):
        for first, second in pairs:
            await server.finish(
                first,
                second,
                game=("roll", "race", "tiny_epic")[number],
                is_private=number == 1 and second == "carl",
                **({"clock": bank} if number == 2 else {}),
            )
    await server.begin("anna", "carl")


@pytest.mark.parametrize("moved", ["all", "every other", "those in the middle"])
def test_every_list_is_the_same_before_and_after(run, moved, monkeypatch):
    async def do(server):
        await prepare(server)
        before = {name: await pages(server, *asked, 4) for name, asked in LISTS.items()}
        assert len(before["over"]) == 10
        assert len(before["one's own"]) == 10
        take_along, over = server.store.take_along, [each.match_id for each in before["over"]]
        kept = {"all": [], "every other": over[::2], "those in the middle": [*over[:3], *over[7:]]}[moved]

        async def take_some(match_id):
            return None if match_id in kept else await take_along(match_id)

        monkeypatch.setattr(server.store, "take_along", take_some)
        assert await server.archiving.archive_finished() == 12 - len(kept)
        for name, asked in LISTS.items():
            for size in (1, 4, 100):
                assert await pages(server, *asked, size) == before[name], (name, size)

    run(do)


def test_an_accounts_lists_are_read_one_after_the_other(run, monkeypatch):
    """To read a page of archived matches takes a while; others' pages come in between."""

    async def do(server):
        match_id = await server.finish()
        await server.archiving.archive_finished()
        read, reads, is_reading, may_go_on = server.store.matches, [], asyncio.Event(), asyncio.Event()

        async def read_slowly(match_ids):
            reads.append(match_ids)
            if len(reads) == 1:
                is_reading.set()
                await may_go_on.wait()
            return await read(match_ids)

        monkeypatch.setattr(server.store, "matches", read_slowly)
        wanted = Wanted(status="over")
        many = [asyncio.create_task(server.finding.page(wanted, "carl", 10, None)) for _ in range(5)]
        await is_reading.wait()
        for _ in range(3):
            assert [each.match_id for each in (await server.finding.page(wanted, "anna", 10, None))[0]] == [match_id]
        assert len(reads) == 1 + 3
        may_go_on.set()
        assert [len(found) for found, _ in await asyncio.gather(*many)] == [1] * 5

    run(do)


def test_the_order_is_that_of_the_ends_even_in_the_same_millisecond(run, monkeypatch):
    async def do(server):
        now = 1_700_000_000_000
        monkeypatch.setattr("services.game_state.cases.leaving.now_ms", lambda: now)
        ids = {await server.finish() for _ in range(6)}
        before = await pages(server, Wanted(status="over"), "anna", 2)
        assert {each.match_id for each in before} == ids
        await server.archiving.archive_finished()
        assert await pages(server, Wanted(status="over"), "anna", 2) == before
        await asyncio.gather(*(server.chat.switch(each, "anna", has_chat=False) for each in sorted(ids)[:3]))
        after = await pages(server, Wanted(status="over"), "anna", 2)
        assert [each.match_id for each in after] == [each.match_id for each in before]

    run(do)


def test_a_player_there_is_not_is_refused_as_before(run):
    async def do(server):
        await server.finish()
        await server.archiving.archive_finished()
        with pytest.raises(UnknownAccount):
            await server.finding.page(Wanted(player="nobody"), "anna", 10, None)

    run(do)
