"""compose.workers.yaml on a network that has nothing of the server but one port, by TLS: its worker takes jobs."""

from __future__ import annotations

import os
import subprocess
from secrets import token_hex

import docker
import pytest
from docker.types import IPAMConfig, IPAMPool
from redis import Redis

from deploy.local.stack import free_port
from services.shared import keys
from tests.e2e.containers import DEPLOY, Compose, build_image, free_subnets
from tests.services.bots.test_turn import send_job
from tests.support.stack import until
from tests.support.tls_door import make_secrets, open_door

READY_S = 180
OVERRIDE = """
networks:
  default: {{external: true, name: {name}}}
"""


@pytest.fixture
def far_network():
    """A network of its own, and this machine's address on it: all that its containers reach of the server."""
    subnet = free_subnets()[0]
    gateway = f"{subnet.rpartition('.')[0]}.{int(subnet.rpartition('.')[2].partition('/')[0]) + 1}"
    name = f"astrarium-far-{token_hex(4)}"
    pool = IPAMPool(subnet=subnet, gateway=gateway)
    network = docker.from_env().networks.create(name, ipam=IPAMConfig(pool_configs=[pool]))
    yield name, gateway
    network.remove()


@pytest.fixture
def worker(far_network, tmp_path):
    """The address of a Valkey whose jobs a worker over there may take, and the container that it runs in."""
    name, host = far_network
    port = free_port()
    secrets = make_secrets(tmp_path / "secrets", host, port)
    (tmp_path / "far.yaml").write_text(OVERRIDE.format(name=name))
    files = ["--file", "compose.workers.yaml", "--file", str(tmp_path / "far.yaml")]
    command = [Compose(context=DEPLOY).compose_command_property[0], "--project-name", name, *files]
    environment = os.environ | {"ASTRARIUM_SECRETS": str(secrets), "ASTRARIUM_IMAGE": build_image()}

    def compose(*arguments):
        done = subprocess.run(
            [*command, *arguments], cwd=DEPLOY, env=environment, check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    with open_door(secrets, tmp_path / "data", host, port) as door:
        try:
            compose("up", "--detach", "--wait", "--wait-timeout", str(READY_S))
            yield door.url, docker.from_env().containers.get(compose("ps", "--quiet").strip())
        finally:
            (tmp_path / "worker.log").write_text(compose("logs", "--no-color"))
            compose("down", "--timeout", "5")


def test_a_worker_on_another_network_takes_jobs_by_tls_alone(worker):
    url, container = worker
    redis = Redis.from_url(url)
    until(lambda: redis.exists(keys.LEVELS), READY_S)
    send_job(url, "think")
    until(lambda: redis.xlen(keys.ANSWERS) == 1, READY_S)
    # It was given an address and a password of its own, and no key of the server's.
    _, given = container.exec_run(["ls", "/run/secrets"])
    assert sorted(given.decode().split()) == ["astrarium_redis_url", "valkey_ca"]
