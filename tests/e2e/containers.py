"""The stack of `deploy/compose.yaml` in containers, on networks of its own.

`ContainerStack` has the interface of `deploy.local.stack.Stack`: roles are `valkey`, `game_state`, `director`,
`bots` and `gateway`, a replica is called `game_state.0`, and `select(name)` gives what can be killed, paused and started. One
worker more, `bots_instant.0`, plays the levels that answer at once, as in the compose file. Besides,
a replica can be cut off from the others (`cut`, `heal`). The image is built from the checkout, unless E2E_IMAGE names
one that was just built. BASE_IMAGE, BUILD_IMAGE and VALKEY_IMAGE name others than the official ones to build and run
with (see deploy/images/base.sh).
"""

from __future__ import annotations

import ipaddress
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import docker
import yaml
from docker.errors import APIError, DockerException
from testcontainers.compose import DockerCompose

from deploy.local.errors import StackError
from deploy.local.stack import HOST, free_port

if TYPE_CHECKING:
    from docker.models.containers import Container

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
IMAGE = "astrarium:test"
#: services of the compose file and the roles they play
SERVICES = {
    "valkey": "valkey",
    "game-state": "game_state",
    "director": "director",
    "bots": "bots",
    "bots-instant": "bots_instant",
    "bots-analysis": "bots_analysis",
    "bots-series": "bots_series",
    "gateway": "gateway",
}
PORTS = {"gateway": "8080/tcp", "game_state": "50051/tcp", "valkey": "6379/tcp"}
#: over these the services reach each other; a test's own connections take another
INSIDE = ("data", "bots", "inside")
#: the networks of the compose file, and the addresses that tests give them
NETWORKS = tuple(yaml.safe_load((DEPLOY / "compose.yaml").read_text())["networks"])
TEST_NETWORKS = ipaddress.IPv4Network("198.18.0.0/15")
SECRETS = ("valkey_users", "redis_url", "gateway_redis_url", "bots_redis_url", "grafana_password")
NUMBER = "com.docker.compose.container-number"
READY_S_MAX = 60.0
#: a user of Valkey that tests alone have
WATCHER = "watcher"
POLL_S = 0.3


def missing_engine() -> str | None:
    """Return why no container can run here, or None; E2E_REQUIRE_DOCKER=1 makes it a failure."""
    try:
        docker.from_env().ping()
    except DockerException as wrong:
        reason = f"no Docker engine answers: {wrong}"
        if os.environ.get("E2E_REQUIRE_DOCKER") == "1":
            raise StackError(f"E2E_REQUIRE_DOCKER=1, but {reason}") from wrong
        return reason
    return None


@cache
def build_image() -> str:
    """Build the image out of the checkout, once for a test run, and return its name."""
    if ready := os.environ.get("E2E_IMAGE"):
        return ready
    arguments = [f"--build-arg={name}" for name in ("BASE_IMAGE", "BUILD_IMAGE") if os.environ.get(name)]
    command = ["docker", "build", *arguments, "--file", DEPLOY / "images/Dockerfile", "--tag", IMAGE, ROOT]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode != 0:
        raise StackError(f"the image does not build:\n{built.stdout[-4000:]}\n{built.stderr[-4000:]}")
    return IMAGE


def free_ports(count: int) -> range:
    """Return that many ports in a row that nobody listens on."""
    for _ in range(100):
        first = free_port()
        if all(free_port() == first + further for further in range(1, count)):
            return range(first, first + count)
    raise StackError(f"found no {count} free ports in a row")


def free_subnets() -> list[str]:
    """Return subnets for the networks of one stack, which no network of the engine has.

    The engine's own choice of addresses has room for some thirty networks: for three stacks. These are out of the range
    that is kept for tests of networks (RFC 2544).
    """
    taken = [
        ipaddress.ip_network(pool["Subnet"])
        for network in docker.from_env().networks.list()
        for pool in network.attrs["IPAM"]["Config"] or ()
    ]
    blocks = [*TEST_NETWORKS.subnets(new_prefix=24)]
    for block in secrets.SystemRandom().sample(blocks, len(blocks)):
        if not any(each.version == block.version and block.overlaps(each) for each in taken):
            return [str(subnet) for subnet in block.subnets(new_prefix=28)]
    raise StackError(f"every subnet of {TEST_NETWORKS} is taken: `docker network prune` removes what is left over")


class Compose(DockerCompose):
    """Docker Compose by its own program, which Python packages bring, or as the plugin of `docker`."""

    @cached_property
    def compose_command_property(self) -> list[str]:
        """The command without its verb."""
        found = shutil.which("docker-compose", path=str(Path(sys.executable).parent)) or shutil.which("docker-compose")
        command = DockerCompose.compose_command_property.func(self)  # type: ignore[attr-defined]
        return [found, *command[2:]] if found else command


@dataclass
class Replica:
    """One container of the stack."""

    stack: ContainerStack
    name: str
    container: Container
    _address: str = ""

    @property
    def role(self) -> str:
        """`game_state` for `game_state.1`."""
        return self.name.partition(".")[0]

    @property
    def service(self) -> str:
        """Its name in the compose file."""
        return str(self.container.labels["com.docker.compose.service"])

    @property
    def pid(self) -> int | None:
        """The process id, if it runs."""
        self.container.reload()
        return self.container.attrs["State"]["Pid"] or None

    @property
    def is_ready(self) -> bool:
        """Whether the container's own health check, asked now, finds it well."""
        if self.pid is None:
            return False
        how, *command = self.container.attrs["Config"]["Healthcheck"]["Test"]
        try:
            code, _ = self.container.exec_run(["sh", "-c", *command] if how == "CMD-SHELL" else command)
        except APIError:  # it has just ended
            return False
        return bool(code == 0)

    @property
    def address(self) -> str:
        """Host and port at which a test reaches it, or last reached it."""
        self.container.reload()
        for binding in self.container.attrs["NetworkSettings"]["Ports"].get(PORTS[self.role]) or ():
            self._address = f"{HOST}:{binding['HostPort']}"
        return self._address

    def start(self) -> None:
        """Start the container again without waiting for it."""
        self.container.start()

    def wait_ready(self, seconds: float = READY_S_MAX) -> None:
        """Wait until it serves; raise StackError with the end of its log if it does not."""
        end = time.monotonic() + seconds
        while not self.is_ready:
            if self.pid is None or time.monotonic() > end:
                log = self.container.logs(tail=40).decode(errors="replace")
                raise StackError(f"{self.name} does not serve; the end of its log:\n{log}")
            time.sleep(POLL_S)

    def signal(self, number: int) -> None:
        """Send a signal to its process; stopping and going on hold for all its processes."""
        if self.pid is None:
            return
        if number == signal.SIGSTOP:
            self.container.pause()
        elif number != signal.SIGCONT:
            self.container.kill(number)
        elif self.container.status == "paused":
            self.container.unpause()

    def terminate(self) -> None:
        """Ask it to end."""
        self.signal(signal.SIGTERM)

    def wait_ended(self, seconds: float) -> None:
        """Wait for it to end; then end it."""
        self.container.stop(timeout=int(seconds))

    def cut(self) -> None:
        """Take it off the networks of the stack: packets are lost, no connection is closed."""
        for network in self.stack.networks:
            if self.container in network.containers:
                network.disconnect(self.container)
            network.reload()

    def heal(self) -> None:
        """Put it back."""
        for network in self.stack.networks:
            network.reload()
            if network.name in self.stack.networks_of[self.service] and self.container not in network.containers:
                network.connect(self.container, aliases=[self.service])


class ContainerStack:
    """The running containers and their addresses; *data* keeps secrets and logs, *settings* are environment variables."""

    def __init__(
        self,
        data: Path,
        *,
        game_states: int = 1,
        bots: int = 2,
        gateways: int = 1,
        settings: dict[str, str] | None = None,
        is_checked: bool = False,
        with_postgres: bool = False,
    ) -> None:
        """Prepare; nothing runs yet. With *is_checked* the engine checks and waits as in production.

        *with_postgres* adds `compose.postgres.yaml`, with an image that POSTGRES_IMAGE names.
        """
        self.data = data.resolve()
        self.data.mkdir(parents=True, exist_ok=True)
        self.project = f"astrarium-{secrets.token_hex(4)}"
        self.scale = {"game-state": game_states, "gateway": gateways, "bots": bots}
        self.settings = settings or {}
        self.is_checked = is_checked
        self._with_postgres = with_postgres
        self.processes: dict[str, Replica] = {}
        self._watcher_password = secrets.token_hex(16)
        more = ["compose.postgres.yaml"] if with_postgres else []
        self._compose = Compose(
            context=DEPLOY,
            compose_file_name=["compose.yaml", "compose.grpc.yaml", *more, str(self.data / "compose.test.yaml")],
            services=[*SERVICES, *(["postgres"] if with_postgres else [])],
            wait=is_checked,
        )

    def _write_files(self) -> None:
        subprocess.run([DEPLOY / "secrets.sh", self.data / "secrets"], check=True, capture_output=True)
        users_file = self.data / "secrets/valkey_users"
        users_file.chmod(0o644)
        with users_file.open("a") as users:
            users.write(f"user {WATCHER} on >{self._watcher_password} ~* &* +@all\n")
        lines = [f"name: {self.project}", "services:"]
        for service, role in SERVICES.items():
            count = self.scale.get(service, 1)
            lines += [f"  {service}:", f"    deploy: {{replicas: {count}}}", '    restart: "no"']
            if role in PORTS:
                ports = free_ports(count)
                host = str(ports[0]) if count == 1 else f"{ports[0]}-{ports[-1]}"
                lines += [f'    ports: !override ["{HOST}:{host}:{PORTS[role].removesuffix("/tcp")}"]']
            if role == "valkey":
                lines += ["    networks: [data, bots, outside]"]
            else:
                lines += [f"    image: {build_image()}", "    build: !reset null"]
            if role != "valkey" and not self.is_checked:
                # Who waits asks by itself: the engine's checks come after ten seconds and cost a process each.
                lines += ["    healthcheck: {interval: 1h}"]
                lines += ["    depends_on: !override {valkey: {condition: service_healthy}}"]
            if role != "valkey" and self.settings:
                lines += ["    environment:", *(f"      {key}: '{value}'" for key, value in self.settings.items())]
        lines += ["networks:"]
        lines += [
            f"  {name}: {{ipam: {{config: [{{subnet: {subnet}}}]}}}}"
            for name, subnet in zip(NETWORKS, free_subnets(), strict=False)
        ]
        lines += ["secrets:"]
        lines += [
            f"  {path.name}: {{file: {path}}}"
            for path in sorted((self.data / "secrets").iterdir())
            if path.name in SECRETS + (("postgres_password", "archive_url") if self._with_postgres else ())
        ]
        (self.data / "compose.test.yaml").write_text("\n".join(lines) + "\n")

    def start(self) -> Self:
        """Build the image, start everything and wait until it serves; stop it again if some part does not."""
        self._write_files()
        try:
            self._compose.start()
            self._find()
            for replica in self.processes.values():
                replica.wait_ready()
        except BaseException as wrong:
            log = self._logs()
            self.stop()
            if isinstance(wrong, subprocess.CalledProcessError):
                raise StackError(f"the stack does not start: {wrong.stderr.decode()[-2000:]}\n{log[-6000:]}") from wrong
            raise
        return self

    def _find(self) -> None:
        client = docker.from_env()
        of_project = {"label": f"com.docker.compose.project={self.project}"}
        found = client.containers.list(filters=of_project)
        found.sort(key=lambda each: (each.labels["com.docker.compose.service"], int(each.labels[NUMBER])))
        for container in found:
            role = SERVICES.get(container.labels["com.docker.compose.service"])
            if role is None:
                continue
            number = sum(each.role == role for each in self.processes.values())
            name = role if role in ("valkey", "director") else f"{role}.{number}"
            self.processes[name] = Replica(self, name, container)
        self.networks: list[Any] = [
            each
            for each in client.networks.list(filters=of_project)
            if each.attrs["Labels"]["com.docker.compose.network"] in INSIDE
        ]
        self.networks_of = {
            each.service: set(each.container.attrs["NetworkSettings"]["Networks"]) for each in self.processes.values()
        }

    def find_again(self) -> None:
        """Look for the containers anew, after Compose has made other ones."""
        self.processes = {}
        self._find()

    def _logs(self) -> str:
        try:
            out, _ = self._compose.get_logs()
        except subprocess.CalledProcessError as wrong:
            return f"(no logs: {wrong.stderr.decode()})"
        (self.data / "containers.log").write_text(out)
        return out

    def compose(self, *arguments: str) -> str:
        """Run Docker Compose on this stack and return what it printed."""
        command = [*self._compose.compose_command_property, *arguments]
        done = subprocess.run(command, cwd=DEPLOY, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise StackError(f"{' '.join(arguments)}: {done.stderr}")
        return done.stdout

    @property
    def compose_command(self) -> str:
        """How deploy/backup.sh and its like are told of this stack."""
        program, *options = self._compose.compose_command_property
        files = [str(DEPLOY / each) if each.endswith(".yaml") else each for each in options]
        return " ".join([program, *files])

    def containers_of(self, service: str) -> list[Container]:
        """Return the containers of a service of the compose file, Prometheus for example."""
        wanted = [f"com.docker.compose.project={self.project}", f"com.docker.compose.service={service}"]
        found: list[Container] = docker.from_env().containers.list(filters={"label": wanted})
        return found

    @property
    def url(self) -> str:
        """The (first) gateway's address."""
        return self.gateway_urls[0]

    @property
    def gateway_urls(self) -> list[str]:
        """The gateways' addresses."""
        return [f"http://{each.address}" for each in self.select("gateway")]

    @property
    def grpc_target(self) -> str:
        """The (first) game-state replica's address."""
        return self.grpc_targets[0]

    @property
    def grpc_targets(self) -> list[str]:
        """The game-state replicas' addresses."""
        return [each.address for each in self.select("game_state")]

    @property
    def redis_url(self) -> str:
        """Valkey's address for a test, as the services log in."""
        inside = (self.data / "secrets/redis_url").read_text()
        return inside.replace("valkey:6379", self.select("valkey")[0].address)

    @property
    def watcher_redis_url(self) -> str:
        """Valkey's address for a test that looks at what nobody in production may."""
        return f"redis://{WATCHER}:{self._watcher_password}@{self.select('valkey')[0].address}/0"

    def select(self, name: str) -> list[Replica]:
        """Return the replica called *name*, or all of the role *name*."""
        found = [each for each in self.processes.values() if name in (each.name, each.role)]
        if not found:
            raise StackError(f"no replica is called {name!r}; there are {', '.join(self.processes)}")
        return found

    def start_role(self, name: str) -> None:
        """Start one replica by its name, or all of a role, and wait until they serve."""
        for replica in self.select(name):
            replica.start()
        for replica in self.select(name):
            replica.wait_ready()

    def dead(self) -> list[Replica]:
        """Return the replicas that have ended."""
        return [each for each in self.processes.values() if each.pid is None]

    def stop(self) -> None:
        """Stop everything and remove it; the logs stay in `containers.log`."""
        for replica in self.processes.values():
            replica.signal(signal.SIGCONT)
        self._logs()
        self._compose.services = None
        self._compose.stop()

    def __enter__(self) -> Self:
        """Start."""
        return self.start()

    def __exit__(self, *_: object) -> None:
        """Stop."""
        self.stop()
