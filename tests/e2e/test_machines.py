"""Several of everything, as on several machines: each role is restarted in turn under play, and nobody loses anything.

Three game_state, two gateways, two directors, four workers, three Valkeys with their Sentinels, and PostgreSQL, as
processes of this machine. With MACHINES_FROM, a commit, they begin with its version and end with this one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from redis.exceptions import RedisError

from client import Client
from deploy.local.stack import HOST, _grpc_ready, free_port
from engine.replay import verify
from tests.e2e.support import bot, new_client
from tests.e2e.test_failover import Player, ReplicatedStack
from tests.support.postgres import PostgresServer, find_programs
from tests.support.sentinels import NAME, Replicated
from tests.support.stack import ROOT, until

BOTS, ROUNDS = int(os.environ.get("MACHINES_BOTS", "64")), int(os.environ.get("MACHINES_ROUNDS", "7"))
WATCHED, PLAYERS = int(os.environ.get("MACHINES_WATCHED", "200")), 6
SEATS = 4
FROM = os.environ.get("MACHINES_FROM", "")
SERIES = {"game": "race", "players": ["random", "greedy"], "pairs": 400, "seed": 5}
#: how long a process that was asked to end may take, as in the compose file
ENDS_S = 40
ORDER = ("bots", "bots_analysis", "bots_series", "game_state", "director", "gateway")
SETTINGS = {
    "ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX": "1000000",
    "ASTRARIUM_LIMIT_STREAMS_PER_ACCOUNT_MAX": "5000",
    "ASTRARIUM_LIMIT_ACCOUNTS_PER_HOUR_PER_ADDRESS_MAX": "10000",
    "ASTRARIUM_LIMIT_FINISHED_MATCH_S": "20",
    "ASTRARIUM_LIMIT_BOT_JOBS_BESIDE_PEOPLE_MAX": "8",
}
pytestmark = [pytest.mark.soak, pytest.mark.timeout(3600)]


class Machines(ReplicatedStack):
    """The stack with two directors and PostgreSQL, of the version in a folder."""

    def __init__(self, folder, servers, archive_url, root):
        second = free_port()
        super().__init__(folder, servers, game_states=3, gateways=2, bots=4)
        directors = f"ipv4:{HOST}:{self.director_port},{HOST}:{second}"
        self._add("director.1", ["module", "services.director"], _grpc_ready(second), {
            "DIRECTOR_LISTEN": f"{HOST}:{second}"
        })  # fmt: skip
        for process in self.processes.values():
            process.environment |= SETTINGS | {"ASTRARIUM_DIRECTOR_TARGET": directors}
            if process.role == "game_state":
                process.environment["ASTRARIUM_ARCHIVE_URL"] = archive_url
        self.take(root)

    def take(self, root, *names):
        """Let processes (default: all) be of the version in a folder from their next start on."""
        for process in self.processes.values():
            if not names or process.name in names:
                # Neither the folder of the test nor what is installed comes before it.
                process.environment |= {"PYTHONPATH": str(root), "PYTHONSAFEPATH": "1"}


@pytest.fixture
def archive_url(tmp_path):
    programs = find_programs()
    if programs is None:
        yield f"sqlite:///{tmp_path / 'matches.sqlite'}"
        return
    server = PostgresServer(programs)
    try:
        yield server.make_database()
    finally:
        server.close()


@pytest.fixture
def first_version(tmp_path):
    """The folder of the version that everything begins with."""
    if not FROM:
        return ROOT
    folder = tmp_path / "earlier"
    folder.mkdir()
    packed = subprocess.run(["git", "archive", FROM], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
    built = [path.relative_to(ROOT) for name in ("engine", "ai") for path in (ROOT / name).rglob("*.so")]
    sources = [path.with_name(path.name.partition(".")[0] + kind) for path in built for kind in (".py", ".pxd")]
    is_same = subprocess.run(["git", "diff", "--quiet", FROM, "--", "setup.py", *sources], cwd=ROOT, check=False)
    if is_same.returncode == 0:
        for path in built:
            shutil.copy(ROOT / path, folder / path)
    else:
        subprocess.run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], cwd=folder, check=True)
    subprocess.run([sys.executable, "-m", "protos.generate"], cwd=folder, check=True)
    shutil.copytree(ROOT / "services/gateway/built", folder / "services/gateway/built", dirs_exist_ok=True)
    return folder


@pytest.fixture
def machines(tmp_path, archive_url, first_version):
    with (
        Replicated(tmp_path / "servers", down_ms=3_000) as servers,
        Machines(tmp_path / "stack", servers, archive_url, first_version) as running,
    ):
        yield running


def plain(url, token):
    """A client as its documentation has it: what the server can't answer at present is repeated for a minute."""
    return Client(url, token, transport=httpx.HTTPTransport(verify=False))


class Watching:
    """Follows matches, a thread for each; says which of them had another course than it was told."""

    def __init__(self, urls, token):
        self.urls, self.token = urls, token
        self.threads = ThreadPoolExecutor(1000)
        self.told = {}

    def follow(self, match_id):
        if match_id not in self.told:
            self.told[match_id] = self.threads.submit(self._read, match_id, len(self.told))

    def _read(self, match_id, number, **options):
        with plain(self.urls[number % len(self.urls)], self.token) as client:
            return [line for line in client.match(match_id).events(**options) if line["type"] in ("event", "gap")]

    def find_losses(self):
        """Return how many events were told, in how many streams, and the matches of which a stream missed some."""
        events, wrong = 0, []
        for number, (match_id, reading) in enumerate(self.told.items()):
            told, there = reading.result(600), self._read(match_id, number, follow=False)
            events += len(told)
            if told != there or [line["cursor"] for line in told] != list(range(1, len(told) + 1)):
                wrong.append(match_id)
        return events, wrong


def host_tournament(client):
    made = client.post("/tournaments", {
        "name": "Machines", "game": "race", "format": "swiss", "seats": SEATS, "rounds": ROUNDS, "points": [3, 2, 1, 0],
        "clock": {"kind": "none"},
    })  # fmt: skip
    path = f"/tournaments/{made['id']}"
    for level in ("random", "greedy"):
        client.post(f"{path}/bots", {"level": level, "count": BOTS // 2})
    client.post(f"{path}/start")
    return path


def play_series(client):
    """Play the series to its end; return what came of each match."""
    series_id = client.post("/series", SERIES)["id"]
    until(lambda: client.get(f"/series/{series_id}")["status"] != "running", 900, 0.5)
    assert client.get(f"/series/{series_id}")["status"] == "over"
    entries = [line["entry"] for line in client.series(series_id).events(follow=False) if line["type"] == "entry"]
    return {
        (entry["group"], entry["pair"], entry["rotation"]): (entry["scores"], entry["ranks"], entry["decisions"])
        for entry in entries
        if entry["kind"] == "match"
    }


def restart_roles(stack, rounds_told):
    """Restart each process of each role in turn, into this version."""
    for role in ORDER:
        for process in stack.select(role):
            process.terminate()
            process.wait_ended(ENDS_S)
            stack.take(ROOT, process.name)
            process.start()
            process.wait_ready(120)
            rounds_told(process.name)


def restart_servers(servers, told):
    """Restart replicas, have one of them made the primary, restart the former one, and then the Sentinels."""
    primary = servers.primary()
    for port in [each for each in servers.ports if each != primary]:
        restart_server(servers, port, told)
    until(lambda: servers.asks(servers.sentinel_ports[0], "SENTINEL", "FAILOVER", NAME, "COORDINATED"), 60, 0.5)
    until(lambda: primary_of(servers) not in (None, primary), 60, 0.2)
    until(servers.is_whole, 120)
    told(f"failover from {primary}")
    restart_server(servers, primary, told)
    for port in servers.sentinel_ports:
        restart_server(servers, port, told)


def primary_of(servers):
    try:
        return servers.primary()
    except RedisError:
        return None


def restart_server(servers, port, told):
    servers.processes[port].terminate()
    servers.processes[port].wait(30)
    servers.start_one(port)
    until(servers.is_whole, 120)
    told(f"server {port}")


def test_every_role_is_restarted_in_turn_under_play(machines):
    """A client that repeats as documented sees no error, no stream loses an event, and no result is another one."""
    began = time.monotonic()

    def tell(what):
        sys.stdout.write(f"\n{time.monotonic() - began:6.1f} s  {what}")
        sys.stdout.flush()

    stack, ends = machines, threading.Event()
    with new_client(stack.url) as one, new_client(stack.url) as other:
        token = one.token
        client, host = plain(stack.gateway_urls[1], token), plain(stack.gateway_urls[0], other.token)
        undisturbed = play_series(host)
        tell(f"undisturbed series of {len(undisturbed)} matches")
        watching = Watching(stack.gateway_urls, token)
        for _ in range(WATCHED):
            watching.follow(client.create_match("race", [bot("random"), bot("greedy")])["id"])
        tell(f"{WATCHED} matches")
        path = host_tournament(client)
        entries = watching.threads.submit(
            lambda: [line for line in client.tournament(path.rpartition("/")[2]).events() if line["type"] == "entry"]
        )
        disturbed = watching.threads.submit(play_series, host)
        players = [Player(stack, token, number) for number in range(PLAYERS)]
        playing = [watching.threads.submit(player.play, ends) for player in players]
        count = 0
        while not (is_over(client, path) and disturbed.done() and count):
            # The whole of it, again and again, until all has been played.
            restart_roles(stack, tell)
            restart_servers(stack.servers, tell)
            count += 1
            for each in (*playing, disturbed, entries):
                assert not each.done() or each.exception() is None, each.exception()
            watch_boards(client, path, watching)
        ends.set()
        for each in playing:
            each.result(300)
        tell(f"every role restarted {count} times")
        assert disturbed.result(900) == undisturbed
        check_tournament(client, path, entries.result(60))
        check_players(players)
        events, wrong = watching.find_losses()
        tell(f"{events} events in {len(watching.told)} streams, {len(wrong)} of them wrong\n")
        assert wrong == []


def is_over(client, path):
    return client.get(path)["status"] == "over"


def watch_boards(client, path, watching):
    for each in client.get(path)["rounds"]:
        for table in each["tables"]:
            for match_id in filter(None, table["matches"]):
                watching.follow(match_id)


def check_tournament(client, path, entries):
    """Every table of every round has one result, which is that of its record."""
    full = client.get(path)
    boards = [board for each in full["rounds"] for table in each["tables"] for board in table["boards"]]
    assert len(boards) == len({board["match_id"] for board in boards}) == BOTS // SEATS * ROUNDS
    for board in boards:
        record = client.match(board["match_id"]).record()
        state = verify(record)
        assert (list(state.ranks()), list(state.scores())) == (board["ranks"], board["scores"])
    assert sum(row["points"] for row in full["standings"]) == 6 * len(boards)
    assert [line["cursor"] for line in entries] == list(range(1, len(entries) + 1))
    kinds = Counter(line["entry"]["kind"] for line in entries)
    assert (kinds["result"], kinds["finished"]) == (len(boards), 1)


def check_players(players):
    for player in players:
        assert player.records
        for record, accepted in player.records:
            verify(record)
            mine = [notation for seat, notation in record["actions"] if seat == 0]
            assert mine == accepted, "an accepted action was lost or doubled"
