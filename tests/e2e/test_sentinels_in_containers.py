"""The shipped image with compose.sentinel.yaml: the primary's container dies, play goes on, and it comes back."""

from __future__ import annotations

import os
import secrets
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

import docker
import pytest

from deploy.local.stack import HOST, free_port
from tests.e2e.containers import DEPLOY, TEST_NETWORKS, Compose, build_image, free_subnets, missing_engine
from tests.e2e.support import new_client
from tests.e2e.test_failover import STEADY, Player, wait_for_actions
from tests.e2e.test_machines import check_players
from tests.support.stack import until

PLAYERS = 4
READY_S = 300
pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(1500),
    pytest.mark.skipif(missing_engine() is not None, reason="needs a Docker engine"),
]


class SentinelStack:
    """The stack of both files under its own name, addresses and secrets."""

    def __init__(self, folder):
        self.project = f"astrarium-{secrets.token_hex(4)}"
        subnet = free_subnets()[0].rpartition(".")[0]
        assert subnet.startswith(str(TEST_NETWORKS).partition(".")[0])
        self.port = free_port()
        subprocess.run([DEPLOY / "secrets.sh", folder / "secrets"], check=True, capture_output=True)
        self.environment = os.environ | {
            "COMPOSE_PROJECT_NAME": self.project,
            "ASTRARIUM_SECRETS": str(folder / "secrets"),
            "ASTRARIUM_IMAGE": build_image(),
            "ASTRARIUM_PORT": str(self.port),
            "VALKEY_SUBNET": subnet,
        }
        program = Compose(context=DEPLOY).compose_command_property
        self.command = [*program[:1], "--file", "compose.yaml", "--file", "compose.sentinel.yaml"]
        self.gateway_urls = [f"http://{HOST}:{self.port}"]

    def compose(self, *arguments):
        done = subprocess.run(
            [*self.command, *arguments], cwd=DEPLOY, env=self.environment, check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    def container(self, service):
        (found,) = docker.from_env().containers.list(
            all=True,
            filters={"label": [f"com.docker.compose.project={self.project}", f"com.docker.compose.service={service}"]},
        )
        return found

    def primary(self):
        """The service that two Sentinels name as the primary; None if they don't agree."""
        asks = (
            r"exec 3<>/dev/tcp/127.0.0.1/26379; printf 'SENTINEL GET-PRIMARY-ADDR-BY-NAME matches\r\n' >&3; head -3 <&3"
        )
        told = set()
        for number in (1, 2):
            code, output = self.container(f"sentinel-{number}").exec_run(["timeout", "5", "bash", "-c", asks])
            lines = output.decode().split()
            told.add(lines[2] if code == 0 and len(lines) > 2 else None)
        (name, *others) = told
        return None if others or name is None else {"valkey-0": "valkey"}.get(name, name)

    def follows(self, service):
        """Whether a server follows the primary, by its own file of settings."""
        _, told = self.container(service).exec_run(["grep", "^replicaof", "/data/valkey.conf"])
        primary = self.primary()
        name = "valkey-0" if primary == "valkey" else primary
        return f"replicaof {name} 6379" in told.decode()


@pytest.fixture
def stack(tmp_path):
    running = SentinelStack(tmp_path)
    try:
        running.compose("up", "--detach", "--wait", "--wait-timeout", str(READY_S))
        yield running
    finally:
        (tmp_path / "containers.log").write_text(running.compose("logs", "--no-color"))
        running.compose("down", "--volumes", "--timeout", "5")


def test_the_primary_dies_twice_and_play_goes_on(stack):
    """Each comes back as a replica of the one that took its place."""
    until(lambda: stack.primary() == "valkey", READY_S, 1)
    with new_client(stack.gateway_urls[0]) as one:
        token = one.token
    ends = threading.Event()
    players = [Player(stack, token, number) for number in range(PLAYERS)]
    threads = ThreadPoolExecutor(PLAYERS)
    playing = [threads.submit(player.play, ends) for player in players]
    try:
        wait_for_actions(players, playing, STEADY)
        for _ in range(2):
            # Compose starts again what ends by itself, not what was killed through the engine.
            away = until(stack.primary, READY_S, 1)
            stack.container(away).kill()
            wait_for_actions(players, playing, STEADY)
            assert stack.primary() != away
            stack.container(away).start()
            until(lambda away=away: stack.follows(away), READY_S, 1)
            wait_for_actions(players, playing, STEADY)
    finally:
        ends.set()
    for each in playing:
        each.result(300)
    check_players(players)
