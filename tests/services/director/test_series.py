"""Series on the server: whole matches in chunks by the workers, none lost and none twice whoever dies meanwhile."""

from __future__ import annotations

import csv
import io
import os
import signal
import time
from types import SimpleNamespace

import grpc
import orjson
import pytest

from ai.arena.schedule import Plan, matches_of
from ai.arena.series import CSV_COLUMNS, SeriesFile
from engine.replay import verify
from protos.astrarium.v1 import series_pb2, series_pb2_grpc
from services.shared import jobs, keys
from services.shared.tokens import Accounts
from tests.support.hall import start_director
from tests.support.stack import Refused, children_of, free_port, until

PLAN = {"game": "roll", "players": ["greedy", "random"], "pairs": 4, "seed": 7}


class Caller:
    """A client of the director's series."""

    def __init__(self, target, token):
        self.stub = series_pb2_grpc.SeriesServiceStub(grpc.insecure_channel(target))
        self.metadata = [("authorization", f"Bearer {token}")]

    def call(self, name, **fields):
        try:
            request = getattr(series_pb2, f"{name}Request")(**fields)
            return getattr(self.stub, name)(request, metadata=self.metadata, timeout=30, wait_for_ready=True)
        except grpc.RpcError as wrong:
            raise Refused(wrong) from None

    def create(self, key="", **plan):
        return self.call("CreateSeries", plan=orjson.dumps({**PLAN, **plan}), idempotency_key=key).series_id

    def get(self, series_id):
        return orjson.loads(self.call("GetSeries", series_id=series_id).series)

    def entries(self, series_id, since=0, *, follow=True):
        request = series_pb2.WatchSeriesRequest(series_id=series_id, since=since, is_snapshot=not follow)
        for item in self.stub.WatchSeries(request, metadata=self.metadata, timeout=240):
            if item.cursor:
                yield item.cursor, orjson.loads(item.entry)

    def export(self, series_id, form):
        request = series_pb2.ExportSeriesRequest(series_id=series_id, form=form)
        return b"".join(item.part for item in self.stub.ExportSeries(request, metadata=self.metadata, timeout=60))


@pytest.fixture
def hall(own_stack):
    """A director and callers; workers are the tests' own affair."""
    return make_hall(own_stack, "127.0.0.1:1")


@pytest.fixture
def quick_hall(own_stack):
    """The same, where series are archived a second after their end, and the director keeps one in its memory."""
    folder = own_stack.folder
    archive = {"ASTRARIUM_ARCHIVE_URL": f"sqlite:///{folder}/archive.sqlite"}
    soon = {"ASTRARIUM_LIMIT_FINISHED_MATCH_S": "1", "ASTRARIUM_LIMIT_ARCHIVING_MS": "200"}
    process, target = own_stack.game_state(**archive, **soon)
    hall = make_hall(own_stack, target, ASTRARIUM_LIMIT_CACHED_SERIES_MAX="1")
    hall.game_state, hall.target = process, target
    hall.begin_game_state = lambda **more: own_stack.game_state(
        int(target.rpartition(":")[2]), **archive, **soon, **more
    )
    return hall


def make_hall(own_stack, game_state, **environment):
    target = f"127.0.0.1:{free_port()}"

    def start():
        where = {"ASTRARIUM_DIRECTOR_LISTEN": target, "ASTRARIUM_GAME_STATE_TARGET": game_state}
        process = own_stack._run("services.director", **where, **environment)
        with grpc.insecure_channel(target) as channel:
            grpc.channel_ready_future(channel).result(timeout=60)
        return process

    accounts = Accounts(own_stack.redis)
    tokens = {}
    for name in ("anna", "bert"):
        accounts.create(name)
        tokens[name] = accounts.create_token(name)
    callers = {name: Caller(target, token) for name, token in tokens.items()}
    return SimpleNamespace(stack=own_stack, start=start, process=start(), **callers)


def worker(hall):
    return hall.stack.bots(ASTRARIUM_BOTS_QUEUES="series")


def ended(caller, series_id, seconds=150):
    return until(lambda: (found := caller.get(series_id))["status"] != "running" and found, seconds, 0.2)


def lines_of(caller, series_id):
    head, *lines = map(orjson.loads, caller.export(series_id, "jsonl").splitlines())
    return head, lines


def check_whole(hall, series_id, matches):
    """Every match of the plan is there once, in the log as in the export, and its record holds."""
    found = [entry for _, entry in hall.bert.entries(series_id) if entry["kind"] == "match"]
    places = [(each["group"], each["pair"], each["rotation"]) for each in found]
    assert len(places) == len(set(places)) == matches
    head, lines = lines_of(hall.anna, series_id)
    plan = Plan(**head["plan"])
    wanted = {
        match.match_id
        for group in range(len(plan.groups))
        for pair in range(plan.pairs)
        for match in matches_of(plan, group, pair)
    }
    assert [each["match_id"] for each in lines] == list(dict.fromkeys(each["match_id"] for each in lines))
    assert {each["match_id"] for each in lines} == wanted
    for line in lines:
        verify(line["record"])
    return head, lines


def test_two_series_share_one_worker_in_turn(hall):
    """Decision by decision, while neither has ended a match; each is whole in the end, and nothing is played twice."""
    hall.stack.bots(ASTRARIUM_BOTS_QUEUES="series", ASTRARIUM_LIMIT_SERIES_CHUNK_MS="100")
    plan = {"game": "race", "players": ["level5", "level4"], "pairs": 1, "budget_ms": 100}
    first = hall.anna.create(**plan)
    until(lambda: hall.stack.redis.keys(f"{keys.PREFIX}:chunk:*"))
    second = hall.bert.create(**plan, seed=8)
    until(lambda: begun(hall, first) and begun(hall, second))
    assert hall.anna.get(first)["played"] < 2
    for series_id in (first, second):
        assert ended(hall.anna, series_id)["status"] == "over"
        check_whole(hall, series_id, 2)


def begun(hall, series_id):
    """Whether chunks of a series have had a turn."""
    chunks = hall.stack.redis.hvals(keys.series_chunks(series_id))
    return any(orjson.loads(chunk)["is_begun"] for chunk in chunks)


def test_a_worker_that_is_killed_between_turns_loses_no_match(hall):
    process = hall.stack.bots(ASTRARIUM_BOTS_QUEUES="series", ASTRARIUM_LIMIT_SERIES_CHUNK_MS="50")
    plan = {"game": "race", "players": ["level5", "level4"], "pairs": 1, "budget_ms": 50}
    ids = [hall.anna.create(**plan), hall.bert.create(**plan, seed=8)]
    until(lambda: all(begun(hall, series_id) for series_id in ids))
    for child in children_of(process.pid):
        os.kill(child, signal.SIGKILL)
    hall.stack.stop(process, signal.SIGKILL)
    worker(hall)
    for series_id in ids:
        assert ended(hall.anna, series_id)["status"] == "over"
        check_whole(hall, series_id, 2)


def test_a_series_is_played_told_rated_and_exported(hall, tmp_path):
    """To the end by one worker: progress by cursor, standings, ratings, both exports; the file is one of the arena."""
    worker(hall)
    series_id = hall.anna.create(key="mine", players=["greedy", "level1", "random"])
    assert hall.anna.create(key="mine", players=["greedy", "level1", "random"]) == series_id
    with pytest.raises(Refused, match="KeyReused"):
        hall.anna.create(key="mine", players=["greedy", "level1"])
    full = ended(hall.anna, series_id)
    assert (full["status"], full["played"], full["matches"], full["host"]) == ("over", 24, 24, "anna")
    _, lines = check_whole(hall, series_id, 24)
    assert full["decisions"] == sum(line["decisions"] for line in lines)
    entries = list(hall.bert.entries(series_id))
    assert [cursor for cursor, _ in entries] == list(range(1, 27))
    assert (entries[0][1]["kind"], entries[-1][1]["kind"]) == ("created", "finished")
    assert list(hall.bert.entries(series_id, since=25)) == entries[-1:]
    assert [each["players"] for each in full["groups"]] == [
        ["greedy", "level1"],
        ["greedy", "random"],
        ["level1", "random"],
    ]
    assert [each["matches"] for each in full["groups"]] == [8, 8, 8]
    names = [each["player"] for each in full["ratings"]]
    assert (names[0], names[-1], len(names)) == ("greedy", "random", 3)
    assert all(each["low"] < each["mean"] < each["high"] and each["results"] == 16 for each in full["ratings"])
    rows = list(csv.reader(io.StringIO(hall.anna.export(series_id, "csv").decode())))
    assert tuple(rows[0]) == CSV_COLUMNS
    assert [row[0] for row in rows[1:]] == [line["match_id"] for line in lines]
    file = tmp_path / "series.jsonl"
    file.write_bytes(hall.anna.export(series_id, "jsonl"))
    taken_up = SeriesFile(file, Plan(**lines_of(hall.anna, series_id)[0]["plan"]))
    assert taken_up.standing.matches == 24
    taken_up.close()
    assert hall.anna.call("PlotSeries", series_id=series_id, form="svg").file.startswith(b"<?xml")
    assert not hall.stack.redis.exists(keys.series_played(series_id), keys.series_chunks(series_id))


def test_no_match_is_lost_or_doubled_by_kills(hall):
    """Workers and the director are killed in the middle of chunks, Valkey restarts: every match is there once."""
    first = worker(hall)
    series_id = hall.anna.create(players=["level4", "greedy"], pairs=15, iterations=60)
    log = keys.series_log(series_id)
    until(lambda: hall.stack.redis.llen(log) > 4, 60)
    until(lambda: any(_playing(hall, series_id)), 30)
    hall.stack.stop(first, signal.SIGKILL)
    second = worker(hall)
    seen = hall.stack.redis.llen(log)
    until(lambda: hall.stack.redis.llen(log) > seen, 60)
    hall.stack.stop(hall.process, signal.SIGKILL)
    hall.process = hall.start()
    seen = hall.stack.redis.llen(log)
    until(lambda: hall.stack.redis.llen(log) > seen, 60)
    hall.stack.restart_valkey()
    full = ended(hall.anna, series_id, 200)
    assert (full["status"], full["played"]) == ("over", 30)
    check_whole(hall, series_id, 30)
    assert second.poll() is None


def _playing(hall, series_id):
    """Who plays the chunks that are out."""
    out = hall.stack.redis.hkeys(keys.series_chunks(series_id))
    found = [hall.stack.redis.get(keys.chunk(each.decode())) for each in out]
    return [each for each in found if each not in {None, jobs.CHUNK_DONE, jobs.CHUNK_OFF}]


def test_two_directors_conduct_together_and_doubled_chunks_count_once(hall):
    """A second director and a chunk that is delivered three times change nothing of the result."""
    other = hall.stack._run(
        "services.director",
        ASTRARIUM_DIRECTOR_LISTEN=f"127.0.0.1:{free_port()}",
        ASTRARIUM_GAME_STATE_TARGET="127.0.0.1:1",
    )
    series_id = hall.anna.create(pairs=10)
    until(lambda: hall.stack.redis.llen(jobs.queue_name("series")), 20)
    redis = hall.stack.redis
    for raw in redis.lrange(jobs.queue_name("series"), 0, -1):
        redis.lpush(jobs.queue_name("series"), raw, raw)
    worker(hall)
    assert ended(hall.anna, series_id)["played"] == 20
    check_whole(hall, series_id, 20)
    assert other.poll() is None


def test_a_test_that_is_decided_stops_its_group(hall):
    """With SPRT the stronger side is found long before the plan is played out; the decision is an event."""
    worker(hall)
    series_id = hall.anna.create(pairs=400, sprt=True)
    full = ended(hall.anna, series_id)
    assert full["status"] == "over"
    assert full["groups"][0]["sprt"]["decision"] == "better"
    assert full["played"] == full["matches"] < 400
    decided = [entry for _, entry in hall.bert.entries(series_id) if entry["kind"] == "decided"]
    assert [(each["group"], each["players"], each["decision"]) for each in decided] == [
        (0, ["greedy", "random"], "better")
    ]


def test_seats_and_seeds_as_asked(hall):
    """Without duplicates every match has a seed of its own; without rotation everybody keeps the seat."""
    worker(hall)
    series_id = hall.anna.create(
        players=["random", "greedy", "level1"], tables=3, pairs=2, is_duplicate=False, rotates=False
    )
    ended(hall.anna, series_id)
    _, lines = lines_of(hall.anna, series_id)
    assert len({line["record"]["seed"] for line in lines}) == 6
    assert {tuple(line["players"]) for line in lines} == {("random", "greedy", "level1")}
    other = hall.anna.create(players=["random", "greedy", "level1"], tables=3, pairs=2)
    ended(hall.anna, other)
    _, lines = lines_of(hall.anna, other)
    assert len({line["record"]["seed"] for line in lines}) == 2
    assert len({tuple(line["players"]) for line in lines}) == 3


def test_cancelled_by_who_made_it(hall):
    """What was played stays; chunks that are out are called off; nothing is added later."""
    worker(hall)
    series_id = hall.anna.create(players=["level4", "greedy"], pairs=2000)
    until(lambda: hall.anna.get(series_id)["played"] > 2, 60)
    with pytest.raises(Refused, match="NotYourSeries"):
        hall.bert.call("CancelSeries", series_id=series_id)
    hall.anna.call("CancelSeries", series_id=series_id)
    full = hall.anna.get(series_id)
    assert full["status"] == "cancelled"
    # The worker is free for others within the match that it plays.
    other = hall.bert.create(pairs=1)
    assert ended(hall.bert, other, 60)["played"] == 2
    time.sleep(1)
    assert hall.anna.get(series_id)["played"] == full["played"]
    assert len(lines_of(hall.anna, series_id)[1]) == full["played"]


def test_without_matplotlib_plots_are_refused(hall, tmp_path):
    """A director that can't find it says so, and what to install."""
    (tmp_path / "without").mkdir()
    (tmp_path / "without/matplotlib.py").write_text("raise ModuleNotFoundError('not here')")
    target = f"127.0.0.1:{free_port()}"
    path = os.pathsep.join([str(tmp_path / "without"), os.environ.get("PYTHONPATH", "")])
    hall.stack._run("services.director", ASTRARIUM_DIRECTOR_LISTEN=target, PYTHONPATH=path)
    caller = Caller(target, hall.stack.accounts.create_token("anna"))
    with pytest.raises(Refused, match=r"PlotsMissing.*astrarium\[plot\]") as wrong:
        caller.call("PlotSeries", series_id=hall.anna.create(), form="svg")
    assert wrong.value.code.name == "UNIMPLEMENTED"


def test_refusals_are_typed(hall):
    """Programs are no players here, plans have limits, and every refusal has its name."""
    for error, plan in {
        "UnknownLevel": [{"players": ["greedy", "cmd:touch /tmp/x"]}, {"players": ["greedy", "level99"]}],
        "UnknownGame": [{"game": "chess"}],
        "BadOptions": [{"options": {"luck": 1}}],
        "BadPlan": [
            *(
                {"players": ["greedy"]},
                {"players": "greedy"},
                {"tables": 6},
                {"pairs": 0},
                {"pairs": 1.5},
                {"seed": -1},
            ),
            *({"luck": 1}, {"budget_ms": "much"}, {"sprt": 1}, {"rotates": False}, {"options": []}, {"game": 7}),
        ],
        "LimitExceeded": [{"pairs": 100_000}, {"iterations": 10**8}, {"budget_ms": 10**6}],
    }.items():
        for each in plan:
            with pytest.raises(Refused) as wrong:
                hall.anna.create(**each)
            assert wrong.value.error == error, (each, str(wrong.value))
    with pytest.raises(Refused, match="BadRequest"):
        hall.anna.call("CreateSeries", plan=b"{")
    for name in ("GetSeries", "CancelSeries"):
        with pytest.raises(Refused, match="UnknownSeries"):
            hall.anna.call(name, series_id="nowhere")
    with pytest.raises(Refused, match="UnknownSeries"):
        hall.anna.call("PlotSeries", series_id="nowhere", form="svg")
    ids = [hall.anna.create(pairs=1000 + number) for number in range(5)]
    with pytest.raises(Refused) as wrong:
        hall.anna.create()
    assert (wrong.value.error, wrong.value.detail.limit) == ("LimitExceeded", "series_running_per_account_max")
    hall.anna.call("CancelSeries", series_id=ids[0])
    ids.append(hall.anna.create(key="mine", pairs=2000))
    assert hall.anna.create(key="mine", pairs=2000) == ids[-1]
    listed = hall.bert.call("ListSeries", page_size=2)
    assert {orjson.loads(row)["id"] for row in listed.series} <= set(ids)
    further = hall.bert.call("ListSeries", page_size=100, page_token=listed.next_page_token)
    both = [orjson.loads(row)["id"] for row in (*listed.series, *further.series)]
    assert len(set(both)) == len(both)
    assert set(ids) <= set(both)
    assert further.next_page_token == ""


def test_of_series_made_at_once_none_is_over_the_limit(hall):
    """Twelve by one account at the same moment: five run."""
    calls = [
        hall.anna.stub.CreateSeries.future(
            series_pb2.CreateSeriesRequest(plan=orjson.dumps({**PLAN, "pairs": 1000 + number})),
            metadata=hall.anna.metadata,
            timeout=60,
        )
        for number in range(12)
    ]
    assert sum(call.exception() is None for call in calls) == hall.stack.redis.scard(keys.SERIES_RUNNING) == 5


@pytest.mark.parametrize("field", ["disabled_ms", "deleted_ms"])
def test_the_series_of_a_disabled_or_deleted_account_ends(hall, field):
    """No worker plays it: it would last for ever. Another's goes on."""
    series_id, other = hall.anna.create(pairs=500), hall.bert.create(pairs=500)
    account = keys.account("anna")
    hall.stack.redis.hset(account, mapping={field: 1, "disabled_ms": 1})
    until(lambda: hall.bert.get(series_id)["status"] == "cancelled")
    assert "anna is disabled" in hall.bert.get(series_id)["reason"]
    assert hall.bert.get(other)["status"] == "running"


def read_everything(hall, series_id):
    """What can be read of a series, once the director reaches the archive."""
    until(lambda: is_reached(hall, series_id), 60)
    listed = map(orjson.loads, hall.bert.call("ListSeries", page_size=100).series)
    return {
        "whole": hall.bert.get(series_id),
        "listed": [each for each in listed if each["id"] == series_id],
        "entries": list(hall.bert.entries(series_id)),
        "exports": [hall.bert.export(series_id, form) for form in ("jsonl", "csv")],
    }


def is_reached(hall, series_id):
    try:
        return hall.bert.get(series_id)
    except Refused as refusal:
        if refusal.error != "Unavailable":
            raise
        return None


def test_a_series_that_is_over_leaves_valkey_and_reads_as_before(quick_hall):
    """Killed in between, and with nobody at hand: it is read from the archive, until its time is over there too."""
    hall, redis = quick_hall, quick_hall.stack.redis
    hall.stack.stop(hall.game_state, signal.SIGKILL)
    worker(hall)
    series_id = hall.anna.create()
    ended(hall.anna, series_id)
    before = read_everything(hall, series_id)
    check_whole(hall, series_id, 8)
    assert redis.zcard(keys.SERIES_OVER) == 1
    other = hall.anna.create(pairs=1)
    hall.anna.call("CancelSeries", series_id=other)
    hall.game_state, _ = hall.begin_game_state()
    until(lambda: not redis.exists(keys.series_log(series_id), keys.series_matches(series_id), keys.series_log(other)))
    assert not redis.exists(keys.SERIES_OVER)
    assert read_everything(hall, series_id) == before
    check_whole(hall, series_id, 8)
    assert hall.anna.get(other)["status"] == "cancelled"
    hall.stack.stop(hall.process, signal.SIGKILL)
    redis.delete(keys.series_summary(series_id))
    hall.process = hall.start()
    assert read_everything(hall, series_id) == before
    hall.stack.stop(hall.game_state, signal.SIGKILL)
    hall.stack.stop(hall.process, signal.SIGKILL)
    hall.process = hall.start()
    with pytest.raises(Refused, match="Unavailable"):
        hall.anna.get(series_id)
    with pytest.raises(Refused, match="UnknownSeries"):
        hall.anna.get("nothing")
    hall.game_state, _ = hall.begin_game_state(ASTRARIUM_LIMIT_SERIES_KEPT_S="1")
    until(lambda: not redis.exists(keys.SERIES, keys.SERIES_LEFT, keys.series_summary(series_id)))
    with pytest.raises(Refused, match="UnknownSeries"):
        hall.anna.get(series_id)


def test_a_director_that_knew_the_beginning_of_a_series_reads_its_end_in_the_archive(quick_hall):
    """Another director ended it, and nobody asked this one until the log had left."""
    hall, redis = quick_hall, quick_hall.stack.redis
    series_id = hall.anna.create()
    assert hall.anna.get(series_id)["status"] == "running"
    other = Caller(start_director(hall.stack, hall.target), hall.anna.metadata[0][1].removeprefix("Bearer "))
    other.call("CancelSeries", series_id=series_id)
    until(lambda: not redis.exists(keys.series_log(series_id)))
    found = hall.anna.get(series_id)
    assert (found["status"], found["cursor"]) == ("cancelled", 2)
