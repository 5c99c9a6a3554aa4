"""Searches over finished matches: the same ones are found whether they are archived, still in Valkey, or in both."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from engine.replay import verify
from protos.astrarium.v1 import match_pb2
from services.game_state.archive.database import ArchiveDatabase
from services.game_state.archive.search import ArchiveQuery
from services.game_state.match.model import Seat
from services.game_state.match.record import record_of
from services.game_state.match.settings import TournamentPlace
from services.game_state.match.wanted import Wanted
from services.game_state.rpc.searching import find_records
from services.game_state.store.changes import Write
from services.shared import keys
from services.shared.errors import BadRequest, UnknownAccount
from services.shared.limits import limits
from services.shared.turns import Turns

#: what is searched for, and which of the matches of `prepare` fit, in the order in which they end
SEARCHES = {
    "all": (Wanted(), "abcdef"),
    "a game": (Wanted(game="race"), "cd"),
    "a player": (Wanted(player="carl"), "bcf"),
    "a pair": (Wanted(player="anna", opponents=("carl",)), "b"),
    "a pair, the other way": (Wanted(player="carl", opponents=("anna",)), "b"),
    "three who never met": (Wanted(player="anna", opponents=("bert", "carl")), ""),
    "a player against a level": (Wanted(player="carl", opponents=("bot:random",)), "f"),
    "a level": (Wanted(player="bot:random"), "f"),
    "another level": (Wanted(player="bot:level1"), ""),
    "tables of three": (Wanted(seats=3), ""),
    "an option": (Wanted(game="race", options={"advanced": True}), "d"),
    "its default": (Wanted(game="race", options={"advanced": False}), "c"),
    "a tournament": (Wanted(tournament_id="cup"), "e"),
    "won by": (Wanted(won_by="bert"), "ade"),
    "won by one against another": (Wanted(won_by="carl", opponents=("bert",)), "c"),
    "won by a bot": (Wanted(won_by="bot:random"), "f"),
    "won by the loser": (Wanted(won_by="anna"), ""),
    "resigned": (Wanted(ended="resigned"), "abcdef"),
    "finished": (Wanted(ended="finished"), ""),
    "short": (Wanted(length_max=2), "f"),
    "long": (Wanted(length_min=3), "abcde"),
    "of a game and length": (Wanted(game="roll", length_min=1, length_max=500), "ab"),
}


async def change(server, match_id, how):
    stored = await server.store.load(match_id)
    assert (await server.store.write(Write(how(stored.match), stored.token)))[0] == "done"


async def prepare(server):
    """Matches of several kinds, by letters in the order in which they end; whoever is first resigns."""
    made = [
        await server.finish("anna", "bert"),
        await server.finish("anna", "carl"),
        await server.finish("bert", "carl", game="race"),
        await server.finish("anna", "bert", game="race", options={"advanced": True}),
        await server.finish("anna", "bert", game="tiny_epic"),
    ]
    await change(server, made[-1], lambda match: match.with_settings(tournament=TournamentPlace("cup", 1, 0)))
    alone = await server.begin("carl", "bert")
    await change(server, alone, lambda match: match.with_seat(1, Seat("bot", level="random")))
    await server.leaving.resign(alone, "carl", None)
    made.append(alone)
    await server.begin("anna", "bert")
    return dict(zip(made, "abcdef", strict=True))


async def search(server, wanted, account="dora", after=None):
    return [(place, stored) async for place, stored in server.finding.records(wanted, account, after)]


async def letters(server, names, wanted, **how):
    return "".join(names[stored.match.match_id] for _, stored in await search(server, wanted, **how))


@pytest.fixture
def few_rows(monkeypatch):
    """Let a search look through hardly any rows before it goes on behind them."""
    monkeypatch.setenv("ASTRARIUM_LIMIT_ARCHIVE_ROWS_SCANNED_MAX", "2")
    monkeypatch.setattr("services.game_state.archive.database.FEW_ROWS", 1)
    limits.cache_clear()
    yield
    monkeypatch.undo()
    limits.cache_clear()


@pytest.mark.parametrize("is_in_steps", [False, True])
@pytest.mark.parametrize("moved", ["", "abcdef", "ace", "bdf"])
def test_a_search_finds_what_fits_wherever_it_is(run, moved, is_in_steps, request, monkeypatch):
    """Those that have moved are found once, in the order of their ends, also while a copy is in both places."""
    if is_in_steps:
        request.getfixturevalue("few_rows")

    async def do(server):
        names = await prepare(server)
        take_along = server.store.take_along

        async def take_some(match_id):
            return await take_along(match_id) if names[match_id] in moved else None

        monkeypatch.setattr(server.store, "take_along", take_some)
        assert await server.archiving.archive_finished() == len(moved)
        both = next(match_id for match_id, name in names.items() if name == (moved or "a")[0])
        await server.store.put(await server.archive.find(both) or await take_along(both))
        for what, (wanted, expected) in SEARCHES.items():
            assert await letters(server, names, wanted) == expected, what
            listed, token = await server.finding.page(replace(wanted, status="over"), "dora", 100, None)
            found = sorted(names[each.match_id] for each in listed)
            assert ("".join(found), token) == (expected, ""), what

    run(do)


@pytest.mark.parametrize("at_once", [1, 2, 50])
def test_a_search_goes_on_behind_any_of_its_records(run, at_once, monkeypatch):
    """Also when its matches have moved meanwhile, and with one that ended after the first call."""
    monkeypatch.setattr("services.game_state.cases.finding.RECORDS_AT_ONCE", at_once)

    async def do(server):
        names = await prepare(server)
        places = [place for place, _ in await search(server, Wanted())]
        for number, place in enumerate(places):
            assert await letters(server, names, Wanted(), after=place) == "abcdef"[number + 1 :]
        await server.archiving.archive_finished()
        for number, place in enumerate(places):
            assert await letters(server, names, Wanted(), after=place) == "abcdef"[number + 1 :]
        names[await server.finish("carl", "anna")] = "g"
        assert await letters(server, names, Wanted(), after=places[-1]) == "g"

    run(do)


@pytest.mark.usefixtures("few_rows")
def test_a_search_looks_through_only_so_many_rows_at_once(run):
    """It says up to where; behind that it goes on."""

    async def do(server):
        names = await prepare(server)
        await server.archiving.archive_finished()
        query, after, looked = ArchiveQuery("dora", Wanted(ended="finished"), is_oldest_first=True), None, ""
        while (found := await server.archive.page(query, after, 10)).until is not None:
            assert found.places == []
            after = found.until
            looked += names[after.entry]
        assert looked == "cf"

    run(do)


def test_who_searches_far_holds_up_nobody_else(run, monkeypatch):
    """Searches of one account wait for each other; others' go on meanwhile, and so does all that names its match."""
    may_end, page = threading.Event(), ArchiveDatabase.page

    def look_far(database, query, after, count):
        assert query.viewer != "carl" or may_end.wait(60)
        return page(database, query, after, count)

    async def do(server):
        names = await prepare(server)
        await server.archiving.archive_finished()
        monkeypatch.setattr(ArchiveDatabase, "page", look_far)
        far = [asyncio.create_task(letters(server, names, Wanted(), account="carl")) for _ in range(20)]
        await asyncio.sleep(0)
        assert await letters(server, names, Wanted(game="race"), account="dora") == "cd"
        for match_id in names:
            assert await server.archive.find(match_id)
        assert not any(each.done() for each in far)
        may_end.set()
        assert await asyncio.gather(*far) == ["abcdef"] * 20

    run(do)


def test_records_for_one_account_are_made_one_by_one(run, monkeypatch):
    """However many of its streams are open, the loop goes round between two of them."""
    made, rounds = [], 0

    def note(_stored):
        made.append(rounds)
        return {}

    async def go_round():
        nonlocal rounds
        while True:
            rounds += 1
            await asyncio.sleep(0)

    async def do(server):
        await prepare(server)
        monkeypatch.setattr("services.game_state.rpc.searching.record_of", note)
        turns, rounding = Turns(), asyncio.create_task(go_round())

        async def read():
            request = match_pb2.StreamRecordsRequest()
            return [each async for each in find_records(server.finding, request, "dora", turns)]

        assert [len(read) for read in await asyncio.gather(*(read() for _ in range(10)))] == [6] * 10
        assert len({*made}) == len(made) == 60
        rounding.cancel()

    run(do)


def test_the_time_of_the_end_bounds_a_search(run):
    async def do(server):
        names = await prepare(server)
        for _ in range(2):
            at = {names[stored.match.match_id]: stored.match.ended_ms for _, stored in await search(server, Wanted())}
            assert await letters(server, names, Wanted(ended_from_ms=at["c"])) == "".join(
                name for name in "abcdef" if at[name] >= at["c"]
            )
            wanted = Wanted(ended_from_ms=at["b"], ended_until_ms=at["e"], player="bert")
            within = [name for name in "acde" if at["b"] <= at[name] < at["e"]]
            assert await letters(server, names, wanted) == "".join(within)
            await server.archiving.archive_finished()

    run(do)


def test_private_matches_are_for_those_who_sat_there(run):
    async def do(server):
        names = {await server.finish(is_private=True): "p", await server.finish(): "q"}
        for _ in range(2):
            assert await letters(server, names, Wanted()) == "q"
            assert await letters(server, names, Wanted(), account="bert") == "pq"
            assert await letters(server, names, Wanted(player="anna"), account="carl") == "q"
            await server.archiving.archive_finished()

    run(do)


def test_sealed_and_damaged_matches_have_no_record_and_hold_up_no_others(run):
    async def do(server):
        sealed, damaged, sound = [await server.finish() for _ in range(3)]
        await change(server, sealed, lambda match: replace(match, is_sealed=True))
        server.redis.rpush(keys.log(damaged), b'[0,"x",1]')
        for _ in range(2):
            found = await search(server, Wanted())
            assert [stored.match.match_id for _, stored in found] == [sound]
            assert await server.archiving.archive_finished() in {0, 1}

    run(do)


def test_every_record_that_is_found_can_be_verified(run):
    async def do(server):
        names = await prepare(server)
        await server.archiving.archive_finished()
        found = [record_of(stored) for _, stored in await search(server, Wanted())]
        assert len(found) == len(names)
        for record in found:
            verify(record)

    run(do)


@pytest.mark.parametrize(
    ("wish", "refusal"),
    [
        ({"player": "nobody"}, UnknownAccount),
        ({"player": "anna", "opponents": ("nobody",)}, UnknownAccount),
        ({"won_by": "nobody"}, UnknownAccount),
        ({"won_by": "anna", "status": "running"}, BadRequest),
        ({"length_min": 3, "status": "waiting"}, BadRequest),
    ],
)
def test_what_can_not_be_found_is_refused(run, wish, refusal):
    async def do(server):
        with pytest.raises(refusal):
            await server.finding.page(Wanted(**wish), "anna", 10, None)

    run(do)


def test_bounds_within_which_nothing_lies_are_refused():
    with pytest.raises(BadRequest, match="ended_until_ms"):
        Wanted(ended_from_ms=5, ended_until_ms=5)
    with pytest.raises(BadRequest, match="length_max"):
        Wanted(length_min=5, length_max=4)
