"""An archive that can't be reached: play goes on, finished matches wait, and nothing is answered in part."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from services.game_state.match.wanted import Wanted
from services.game_state.work.totals import Totals
from services.shared import keys
from services.shared.errors import Unavailable
from services.shared.queues import Queues
from tests.support.postgres import find_programs

ON_SQLITE = pytest.mark.parametrize("archive_url", ["sqlite"], indirect=True)


def lose(url, how):
    """Take the database away; return how to put it back."""
    file = Path(url.removeprefix("sqlite:///"))
    kept = {each: each.read_bytes() for each in file.parent.glob(f"{file.name}*")}
    for each in kept:
        each.unlink()
    if how == "damaged":
        file.write_bytes(b"no database at all" * 1000)
    else:
        file.mkdir()

    def put_back():
        file.unlink() if how == "damaged" else file.rmdir()
        for each, content in kept.items():
            each.write_bytes(content)

    return put_back


@ON_SQLITE
@pytest.mark.parametrize("how", ["away", "damaged"])
def test_play_goes_on_and_reading_is_refused_until_it_is_back(run, archive_url, how):
    async def do(server):
        old = await server.finish()
        assert await server.archiving.archive_finished() == 1
        new, running = await server.finish(), await server.begin("anna", "bert")
        server.archive._database.close()
        put_back = lose(archive_url, how)
        for ask in (
            server.store.load(old),
            server.store.token(old),
            server.store.matches([old, new]),
            server.chat.switch(old, "anna", has_chat=False),
            server.finding.page(Wanted(status="over"), "anna", 10, None),
            server.finding.page(Wanted(own=True), "anna", 10, None),
        ):
            with pytest.raises(Unavailable) as refusal:
                await ask
            assert refusal.value.details["retry_after_ms"] > 0
        assert not server.archive.is_reached
        await server.act(running)
        assert (await server.store.load(new)).match.status == "over"
        assert [each.match_id for each in (await server.finding.page(Wanted(), "anna", 10, None))[0]] == [running]
        assert await server.archiving.archive_finished() == 0
        assert server.redis.zscore(keys.status_index("over"), new)
        await server.leaving.resign(running, "anna", None)
        server.archive._database.close()
        put_back()
        assert await server.archiving.archive_finished() == 2
        assert server.archive.is_reached
        assert {each.match_id for each in await server.store.matches([old, new, running])} == {old, new, running}

    run(do)


@ON_SQLITE
def test_an_archive_that_is_away_from_the_beginning_is_used_once_it_is_there(run, archive_url):
    put_back = lose(archive_url, "away")

    async def do(server):
        match_id = await server.finish()
        assert await server.archiving.archive_finished() == 0
        put_back()
        assert await server.archiving.archive_finished() == 1
        assert (await server.store.load(match_id)).match.status == "over"

    run(do)


@ON_SQLITE
def test_an_archive_of_a_newer_version_is_left_alone(run, archive_url):
    with closing(sqlite3.connect(archive_url.removeprefix("sqlite:///"))) as newer:
        newer.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
        newer.commit()

    async def do(server):
        match_id = await server.finish()
        assert await server.archiving.archive_finished() == 0
        assert (await server.store.load(match_id)).match.status == "over"
        with pytest.raises(Unavailable):
            await server.store.load("nothing")

    run(do)


@ON_SQLITE
def test_figures_tell_of_it_and_of_what_waits(run, archive_url, monkeypatch):
    monkeypatch.setattr("services.game_state.work.totals.limits", lambda: type("Limits", (), {"finished_match_s": -1}))

    async def do(server):
        totals = Totals(server.store.redis, Queues("amqp://nobody//"), server.archive)
        await server.finish()

        async def figures():
            await totals.read()
            # What waits in a broker that is not asked has no sample.
            told = {family.name: family.samples[0].value for family in totals.collect() if family.samples}
            return told["astrarium_archive_up"], told["astrarium_archive_waiting"]

        put_back = lose(archive_url, "away")
        await server.archiving.archive_finished()
        assert await figures() == (0, 1)
        put_back()
        await server.archiving.archive_finished()
        assert await figures() == (1, 0)

    run(do)


@ON_SQLITE
def test_its_files_are_for_their_owner_alone(run, archive_url):
    async def do(server):
        await server.finish()
        await server.archiving.archive_finished()
        file = Path(archive_url.removeprefix("sqlite:///"))
        assert {each.stat().st_mode & 0o777 for each in file.parent.glob(f"{file.name}*")} == {0o600}

    run(do)


@pytest.mark.parametrize("archive_url", ["postgresql"] if find_programs() else [], indirect=True)
def test_a_server_that_comes_back_is_used_again(run, postgres):
    async def do(server):
        old = await server.finish()
        assert await server.archiving.archive_finished() == 1
        new = await server.finish()
        postgres.stop()
        with pytest.raises(Unavailable):
            await server.store.load(old)
        assert await server.archiving.archive_finished() == 0
        postgres.start()
        assert await server.archiving.archive_finished() == 1
        assert {each.match_id for each in await server.store.matches([old, new])} == {old, new}

    run(do)
