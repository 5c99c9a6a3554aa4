"""Several processes that archive the same at the same time: each of them is done, and what is newest is there."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest

from services.game_state.archive.database import ArchiveDatabase
from services.game_state.archive.logs import TOURNAMENT, ArchivedLog
from services.game_state.archive.results import RatedResult, RatingChange

WRITERS = 4
ROUNDS = 15


@pytest.fixture
def databases(archive_url):
    """The same database as several processes have it, each by connections of its own."""
    found = [ArchiveDatabase(archive_url) for _ in range(WRITERS)]
    found[0].open()
    yield found
    for each in found:
        each.close()


def at_once(databases, *tasks):
    """Carry out the tasks, each on a database of its own, from the same moment on; return what they return."""
    start = threading.Barrier(len(tasks))

    def do(database, task):
        database.look()
        start.wait(10)
        return task(database)

    with ThreadPoolExecutor(len(tasks)) as threads:
        return [each.result(30) for each in [threads.submit(do, *pair) for pair in zip(databases, tasks, strict=False)]]


def copies(archived, number, revision):
    """Five matches like the archived one, of that round and with that revision, in any order."""
    names = [f"{archived.match.match_id}-{number}-{place}" for place in range(5)]
    found = [
        replace(archived, stored=replace(archived.stored, match=replace(archived.match, match_id=name)), revision=revision)
        for name in names
    ]  # fmt: skip
    return random.Random(f"{number} {revision}").sample(found, len(found))


def test_the_newest_copy_of_matches_holds_whoever_is_first(run, databases):
    async def do(server):
        archived = await server.store.take_along(await server.finish())
        for number in range(ROUNDS):
            batches = [copies(archived, number, revision) for revision in (3, 1, 3, 2)]
            refused = at_once(databases, *(lambda database, batch=batch: database.keep(batch) for batch in batches))
            names = [each.match.match_id for each in batches[0]]
            assert [each.revision for each in databases[0].find_all(names).values()] == [3] * len(names)
            assert refused[0] == refused[2] == {}
            assert all(
                revision > mine for told, mine in ((refused[1], 1), (refused[3], 2)) for revision in told.values()
            )

    run(do)


def test_the_longest_log_holds_whoever_is_first(databases):
    entries = [b'{"number":%d}' % number for number in range(9)]
    for number in range(ROUNDS):
        logs = [ArchivedLog(TOURNAMENT, str(number), entries[:length]) for length in (9, 4, 9, 7)]
        at_once(databases, *(lambda database, log=log: database.keep_log(log) for log in logs))
        assert databases[0].find_log(TOURNAMENT, str(number)) == entries
        databases[0].keep_log(logs[1])
        assert databases[0].find_log(TOURNAMENT, str(number)) == entries


def test_results_are_kept_once_whoever_is_first(databases):
    def result(number, *players):
        changes = tuple(RatingChange(player, number, f"m{number}", 1, 25 + number / 7, 1 / 3) for player in players)
        return RatedResult(number, "roll", 2, b"{}", changes)

    for number in range(ROUNDS):
        kept = [result(5 * number + place, "anna", "bert") for place in range(5)]
        at_once(databases, *[partial(ArchiveDatabase.keep_results, kept=kept)] * WRITERS)
    found = databases[0].find_changes("anna", "roll", 2, 5 * ROUNDS)
    assert found == [result(number, "anna").changes[0] for number in range(5 * ROUNDS)]
    # The past was undone: an older backup of Valkey was restored, and others have played since.
    databases[1].keep_results([result(3, "anna", "carl")])
    assert len(databases[0].find_changes("bert", "roll", 2, 10)) == 9
    assert databases[0].find_changes("carl", "roll", 2, 10) == [result(3, "carl").changes[0]]
    assert not databases[0].find_changes("carl", "roll", 2, 3)
    assert not databases[0].find_changes("carl", "race", 2, 10)
    assert not databases[0].find_changes("carl", "roll", 3, 10)
