"""What the compose file promises of its containers, shown on the running ones (E2E_STACK=containers)."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import threading
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import docker
import httpx
import pytest

from client import Client
from services.shared import jobs, keys
from tests.e2e.containers import DEPLOY, ContainerStack, build_image
from tests.e2e.support import ME, OPEN, WHOLE_MATCH, bot, new_client, play_on, table_for, verified

if TYPE_CHECKING:
    from pathlib import Path

#: what counts only when something goes wrong
RARE = {"astrarium_bot_over_budget_total"}
LOG_IN = """
import pathlib, redis, sys
url = pathlib.Path("/run/secrets/astrarium_redis_url").read_text()
found = redis.Redis.from_url(url, socket_timeout=5)
"""


def run(replica, *command):
    """Run a command in the replica's container; return its exit code and output."""
    code, output = replica.container.exec_run(list(command))
    return code, output.decode().strip()


def replicas(stack):
    found = [each for each in stack.processes.values() if each.role != "valkey"]
    assert found
    return found


def test_every_container_runs_without_rights(stack):
    for replica in replicas(stack):
        assert run(replica, "id", "-u") == (0, "10001")
        status = run(replica, "cat", "/proc/1/status")[1]
        assert re.search(r"^CapEff:\s+0+$", status, re.MULTILINE), replica.name
        assert re.search(r"^NoNewPrivs:\s+1$", status, re.MULTILINE), replica.name


def test_every_file_system_is_read_only_but_for_scratch(stack):
    assert stack.processes
    for replica in stack.processes.values():
        assert run(replica, "touch", "/opt/x")[0] != 0, replica.name
        assert run(replica, "touch", "/etc/x")[0] != 0, replica.name
    for replica in replicas(stack):
        assert run(replica, "touch", "/tmp/x")[0] == 0, replica.name


def test_the_image_carries_no_compiler_and_no_installer(stack):
    look = "for each in gcc cc g++ ld make pip cython; do command -v $each && exit 1; done; python -c 'import pip' && exit 1; true"
    for replica in replicas(stack):
        assert run(replica, "sh", "-c", look)[0] == 0, replica.name


def test_no_password_stands_in_an_environment_or_a_command(stack):
    passwords = [
        urlsplit((stack.data / f"secrets/{name}").read_text()).password for name in ("redis_url", "bots_redis_url")
    ]
    assert all(passwords)
    for replica in stack.processes.values():
        shown = (
            json.dumps(replica.container.attrs["Config"]) + run(replica, "cat", "/proc/1/environ", "/proc/1/cmdline")[1]
        )
        for password in passwords:
            assert password not in shown, replica.name


def test_bots_reach_their_queues_and_nothing_of_a_match(stack, client):
    match_id = table_for(client, ME, OPEN)
    worker = stack.select("bots")[0]
    allowed = f"found.llen({jobs.queue_name('think')!r}); found.hgetall({keys.LEVELS!r}); print('fine')"
    assert run(worker, "python", "-c", f"{LOG_IN}{allowed}") == (0, "fine")
    for forbidden in (
        f"found.hgetall({keys.match(match_id)!r})",
        f"found.lrange({keys.log(match_id)!r}, 0, -1)",
        f"found.xrange({keys.OUTBOX!r})",
        "found.keys('*')",
        "found.scan()",
        "found.randomkey()",
        "found.config_get('*')",
        "found.flushall()",
    ):
        code, output = run(worker, "python", "-c", f"{LOG_IN}print({forbidden})")
        assert (code, "NoPermissionError" in output) == (1, True), forbidden


def test_a_stranger_may_ask_valkey_whether_it_is_up_and_no_more(stack):
    worker = stack.select("bots")[0]
    strange = "import redis; found = redis.Redis('valkey', socket_timeout=5); assert found.ping(); found.get('x')"
    code, output = run(worker, "python", "-c", strange)
    assert code == 1
    assert "NoPermissionError" in output


def test_bots_have_no_way_out(stack):
    """Their network is closed: Valkey is reached over it, and nothing beyond it."""
    beyond = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=3)"
    assert stack.select("bots")
    for replica in stack.select("bots"):
        code, output = run(replica, "python", "-c", beyond)
        assert (code, "unreachable" in output or "timed out" in output) == (1, True), output
        assert all(network["Internal"] for network in networks_of(replica)), replica.name


def addresses_of(replica):
    replica.container.reload()
    return [each["IPAddress"] for each in replica.container.attrs["NetworkSettings"]["Networks"].values()]


def reaches(replica, address, port):
    """Whether a connection can be made from a replica."""
    connect = f"import socket; socket.create_connection(({address!r}, {port}), timeout=2)"
    return run(replica, "python", "-c", connect)[0] == 0


def test_workers_reach_valkey_and_none_of_the_services(stack):
    worker = stack.select("bots")[0]
    assert reaches(worker, "valkey", 6379)
    for role, port in (("game_state", 50051), ("director", 50061), ("gateway", 8080)):
        for address in addresses_of(stack.select(role)[0]):
            assert not reaches(worker, address, port), role


def test_metrics_are_served_to_prometheus_alone(stack):
    """Where others reach a role by its own port they find no metrics."""
    asking, asked = stack.select("gateway")[0], stack.select("game_state")[0]
    assert any(reaches(asking, address, 50051) for address in addresses_of(asked))
    assert not any(reaches(asking, address, 9100) for address in addresses_of(asked))
    assert reaches(asked, "127.0.0.1", 9100)


def networks_of(replica):
    client = docker.from_env()
    return [client.networks.get(name).attrs for name in replica.container.attrs["NetworkSettings"]["Networks"]]


def test_the_image_says_what_it_is(stack):
    attributes = stack.select("gateway")[0].container.image.attrs
    labels = attributes["Config"]["Labels"]
    assert labels["org.opencontainers.image.title"] == "Astrarium"
    assert labels["org.opencontainers.image.licenses"] == "MIT"
    assert attributes["Config"]["User"] == "10001:10001"
    assert attributes["Config"]["Healthcheck"]["Test"][0] == "CMD"
    # A quarter of it are the libraries that draw what series and tournaments brought, a seventh those of the archive.
    assert attributes["Size"] < 500e6


@WHOLE_MATCH
def test_a_replica_that_is_cut_off_is_stood_in_for_and_comes_back(stack, client):
    """Its packets are lost without a word; calls go to the other one, and nothing is done twice."""
    match_id = table_for(client, ME, bot("random"))
    play_on(client, match_id, turns=5)
    lost = stack.select("game_state.0")[0]
    lost.cut()
    try:
        for _ in range(10):
            play_on(client, match_id, turns=2)
    finally:
        lost.heal()
    lost.wait_ready()
    player = threading.Thread(target=play_on, args=(client, match_id), daemon=True)
    player.start()
    player.join(1_000)
    record = verified(client, match_id)
    assert client.match(match_id).read()["version"] == len(record["actions"])


def test_what_does_not_answer_is_ended_by_its_health_check_and_what_lacks_something_is_not(breakable):
    """The engine asks every ten seconds, and starts anew what has ended; here the test asks."""
    gateway, worker = breakable.select("gateway")[0], breakable.select("bots.0")[0]
    check = ("python", "/opt/astrarium/health.py")
    breakable.select("valkey")[0].signal(signal.SIGSTOP)
    try:
        answered = [run(gateway, *check) for _ in range(4)]
        assert {code for code, _ in answered} == {1}, answered
        assert "away" in answered[0][1]
        assert gateway.pid
    finally:
        breakable.select("valkey")[0].signal(signal.SIGCONT)
    for replica in (gateway, worker):
        replica.wait_ready()
        assert run(replica, *check)[0] == 0
        # All but the first process, which is what the engine's own `pause` stops as well.
        run(replica, "python", "-c", "import os, signal; os.kill(-1, signal.SIGSTOP)")
        for _ in range(3):
            run(replica, *check)
        wait_for(lambda replica=replica: replica.pid is None, 30)
        breakable.start_role(replica.name)


# -- what watches it -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def prometheus(stack):
    """The Prometheus of the compose file beside the stack; ask it with a function."""
    stack.compose("up", "--detach", "--no-deps", "prometheus")
    (found,) = stack.containers_of("prometheus")
    found.reload()
    networks = found.attrs["NetworkSettings"]["Networks"]
    address = next(each["IPAddress"] for name, each in networks.items() if name.endswith("_watch"))

    def ask(path, **query):
        got = httpx.get(f"http://{address}:9090/api/v1/{path}", params=query, timeout=10)
        got.raise_for_status()
        return got.json()["data"]

    yield ask
    stack.compose("rm", "--stop", "--force", "prometheus")


def wait_for(what, seconds=120):
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end
        time.sleep(0.5)
    return found


def test_prometheus_reads_every_replica_and_finds_nothing_wrong(stack, client, prometheus):
    def reads_all():
        try:
            targets = prometheus("targets", state="active")["activeTargets"]
        except httpx.HTTPError:  # nobody listens yet, or it is still starting
            return None
        # Prometheus reads itself, too.
        return len(targets) == len(replicas(stack)) + 1 and all(each["health"] == "up" for each in targets)

    wait_for(reads_all)
    match_id = table_for(client, ME, bot("random"))
    play_on(client, match_id, turns=3)
    with new_client(stack.url) as watcher:
        list(watcher.match(match_id).events(follow=False))
    wait_for(lambda: prometheus("query", query="sum(astrarium_bot_answers_total) > 0")["result"])
    # An alert that was about to fire before the first reading is taken back at the next evaluation.
    wait_for(
        lambda: [each for each in prometheus("alerts")["alerts"] if each["labels"]["severity"] == "critical"] == []
    )
    panels = json.loads((DEPLOY / "grafana/dashboards/astrarium.json").read_text())["panels"]
    expressions = [
        target["expr"].replace("$__rate_interval", "1m") for each in panels for target in each.get("targets", [])
    ]
    for expression in expressions:
        prometheus("query", query=expression)
    shown = set(re.findall(r"astrarium_\w+", " ".join(expressions))) - RARE
    # Each process is read every ten seconds.
    wait_for(lambda: shown <= set(prometheus("label/__name__/values")))


def test_alerts_fire_on_what_they_are_for():
    """Prometheus' own tool runs the rules over made-up histories."""
    folder = DEPLOY / "prometheus"
    (image,) = re.findall(r"PROMETHEUS_IMAGE:-([^}]+)", (DEPLOY / "compose.yaml").read_text())
    image = os.environ.get("PROMETHEUS_IMAGE", image)
    tool = ["docker", "run", "--rm", f"--volume={folder}:/rules:ro", "--entrypoint=promtool", image]
    for arguments in (["check", "config", "/rules/prometheus.yaml"], ["test", "rules", "/rules/alerts.test.yaml"]):
        done = subprocess.run([*tool, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


# -- backup ----------------------------------------------------------------------------------------


@WHOLE_MATCH
def test_a_backup_of_the_running_stack_brings_everything_back(breakable, tmp_path):
    backup = tmp_path / "backup.tar"
    with new_client(breakable.url) as client:
        finished = table_for(client, ME, bot("random"))
        play_on(client, finished)
        record = verified(client, finished)
        running = table_for(client, ME, bot("random"))
        play_on(client, running, turns=10)
        before = client.match(running).read()["version"]
        script(breakable, "backup.sh", backup)
        play_on(client, running, turns=10)
        later = table_for(client, ME, bot("random"))
        token = client.token
    script(breakable, "restore.sh", backup, "--yes")
    for replica in breakable.dead():
        breakable.start_role(replica.name)
    with Client(breakable.url, token, patience_s=0) as client:
        assert client.get(f"/matches/{finished}/record") == record
        assert client.match(running).read()["version"] >= before
        assert client.http.get(f"/matches/{later}").status_code == 404
        play_on(client, running)
        verified(client, running)


@WHOLE_MATCH
def test_a_drill_starts_a_second_stack_from_the_newest_backup_and_leaves_nothing(breakable, tmp_path):
    with new_client(breakable.url) as client:
        play_on(client, table_for(client, ME, bot("random")))
    (tmp_path / "astrarium-20000101T000000Z.tar").write_text("an old one, and broken")
    script(breakable, "backup.sh", tmp_path / "astrarium-20990101T000000Z.tar")
    program = shlex.split(breakable.compose_command)
    command = shlex.join(program[: program.index("-f")])
    done = subprocess.run(
        [DEPLOY / "drill.sh", tmp_path],
        env=os.environ | {"COMPOSE": command, "ASTRARIUM_IMAGE": build_image()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^over: [1-9]\d* matches, [1-9]\d* replayed$", done.stdout, re.MULTILINE), done.stdout
    assert "20990101T000000Z.tar is good" in done.stderr
    assert not [each for each in docker.from_env().volumes.list() if "drill" in each.name]
    assert all(each.pid for each in breakable.processes.values())


def test_a_restore_asks_first_and_takes_nothing_but_a_backup(breakable, tmp_path):
    wrong = tmp_path / "wrong.tar"
    subprocess.run(["tar", "-cf", wrong, "-C", DEPLOY, "compose.yaml"], check=True)
    assert "is no backup" in script(breakable, "restore.sh", wrong, "--yes", fails=True)
    good = tmp_path / "good.tar"
    script(breakable, "backup.sh", good)
    assert "say --yes" in script(breakable, "restore.sh", good, fails=True)
    assert all(each.pid for each in breakable.processes.values()), "nothing was stopped"


def script(stack: ContainerStack, name: str, *arguments: Path | str, fails: bool = False) -> str:
    done = subprocess.run(
        [DEPLOY / name, *arguments],
        env=os.environ | {"COMPOSE": stack.compose_command},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode != 0) == fails, done.stderr
    return done.stderr
