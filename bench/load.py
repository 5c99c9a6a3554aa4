"""`python -m bench.load`: many matches and many event streams at once, beside the floors of their parts.

It uses a stack of its own, on the loopback interface alone, with bounded time and numbers. The generator shares the
processors with the stack. At full speed latencies show where the limit is; at a --rate they show what players
experience.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import re
import resource
import secrets
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

import click
import grpc
import orjson
import uvloop
from grpc_health.v1 import health_pb2, health_pb2_grpc
from rich.console import Console

from bench import Figure
from bench.__main__ import show
from bench.fairness import bystander
from bench.floors import Floor, appends, fan_out, percentile
from bench.page import machine, write_section
from bench.services import time_appends
from client import Client
from deploy.local.stack import Stack
from protos.astrarium.v1 import match_pb2, match_pb2_grpc
from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

    from grpc.aio import UnaryUnaryMultiCallable

GAME = "roll"
#: decisions that one seat takes openly; all others are taken unseen by each other
OPEN_DECISIONS = frozenset(("abandon", "arrange", "explore", "place", "produce", "ship", "shipper", "worker"))
#: finds the match's version in a line of a stream
VERSION = re.compile(rb'"version":(\d+)')
CHANNELS = 4
SPECTATED = 20
OPENING = 50
SETTLE_S = 2.0
OPEN_S_MAX = 60.0
#: a stream that hasn't reported an open action for so long is broken
SEEN_S_MAX = 30.0
FLOOR_S = 3.0
RATE_TARGETS = {"gRPC": 1500.0, "REST": 1000.0}
PROCESSOR_TARGETS_MS = {"game_state": 0.7, "gateway": 0.8}
EVENTS_TARGET = 50_000.0
STREAMS_MB_MAX = 400.0
DELIVERY_P99_MS_MAX = 250.0
#: who works on an action by either way, besides the generator
WORKING = {"gRPC": ("game_state", "valkey"), "REST": ("game_state", "valkey", "gateway")}
#: limits guard against clients in haste; here haste is the point
FREE = {
    "ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX": "10000000",
    "ASTRARIUM_LIMIT_STREAMS_PER_ACCOUNT_MAX": "100000",
    "ASTRARIUM_LIMIT_MATCHES_OPEN_PER_ACCOUNT_MAX": "100000",
}


class Broken(click.ClickException):
    """Measuring can't continue: the load ends with a message and exit code 1."""


class Rest:
    """One persistent connection to a gateway with minimal HTTP, so that the generator stays small."""

    def __init__(self, url: str, token: str) -> None:
        """Connect when first used."""
        self.address = urlsplit(url)
        self.head = f"Host: {self.address.netloc}\r\nAuthorization: Bearer {token}\r\n"
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: bytes = b"", more: str = "") -> asyncio.StreamReader:
        """Send a request and return the reader, the status line and the headers being read; raises for a refusal."""
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.address.hostname, self.address.port)
        reader, writer = self.streams
        head = f"{method} {path} HTTP/1.1\r\n{self.head}{more}Content-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        status = (await reader.readline()).split()
        self.length = 0
        while (line := await reader.readline()).strip():
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                self.length = int(value)
        if not status or not status[1].startswith(b"2"):
            raise RuntimeError(f"{method} {path}: {status} {await reader.read(self.length)!r}")
        return reader

    async def call(self, method: str, path: str, body: object = None) -> bytes:
        """Send a request and return the body of its answer."""
        json = b"" if body is None else dump_json(body)
        reader = await self.send(method, path, json, "Content-Type: application/json\r\n")
        return await reader.readexactly(self.length)

    def close(self) -> None:
        """Close the connection."""
        if self.streams is not None:
            self.streams[1].close()


Request = TypeVar("Request")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class OwedDecision:
    """A decision that a seat owes: what it is called, and the legal actions as JSON has them."""

    seat: int
    version: int
    asks: str
    legal: list[dict[str, Any]]

    @classmethod
    def from_message(cls, decision: match_pb2.GetDecisionResponse) -> OwedDecision | None:
        """Return what a message of gRPC asks, if anything."""
        if not decision.is_asked:
            return None
        return cls(decision.seat, decision.version, decision.asks, orjson.loads(decision.legal_actions))

    @classmethod
    def from_json(cls, decision: dict[str, Any]) -> OwedDecision | None:
        """Return what an answer by REST asks, if anything."""
        if not decision["is_asked"]:
            return None
        return cls(decision["seat"], decision["version"], decision["asks"], decision["legal_actions"])


@dataclass
class PlayedMatch:
    """A match that two accounts play by chance; the other account's stream reports its state.

    `sent` has the times at which open actions were sent, by the match's version after them; `awaited` is the last such
    version if the stream has not reported it yet.
    """

    stub: match_pb2_grpc.MatchServiceAsyncStub
    tokens: tuple[str, str]
    names: tuple[str, str]
    chance: random.Random
    delivered: list[float] = field(default_factory=list)
    sent: dict[int, float] = field(default_factory=dict)
    awaited: int | None = None
    match: Any = None
    is_seen: asyncio.Event = field(default_factory=asyncio.Event)
    watcher: asyncio.Task[None] | None = None
    broken: str = ""

    @property
    def match_id(self) -> str:
        """The present match's id."""
        return str(self.match.match_id)

    async def ask(self, method: UnaryUnaryMultiCallable[Request, Answer], seat: int, request: Request) -> Answer:
        """Call a method as the account of a seat."""
        return await method(request, metadata=(("authorization", f"Bearer {self.tokens[seat]}"),))

    async def begin(self) -> None:
        """Make a new match, which the other account joins and watches."""
        seats = [match_pb2.Seat(kind=match_pb2.SEAT_KIND_ACCOUNT, account=name) for name in self.names]
        wish = match_pb2.CreateMatchRequest(
            settings=match_pb2.MatchSettings(game=GAME, starts_when_full=True), seats=seats
        )
        made = (await self.ask(self.stub.CreateMatch, 0, wish)).match
        join = match_pb2.JoinMatchRequest(match_id=made.match_id)
        self.match = (await self.ask(self.stub.JoinMatch, 1, join)).match
        self.close()
        self.sent, self.awaited = {}, None
        self.watcher = asyncio.create_task(self._watch(self.match_id))

    def close(self) -> None:
        """Watch no more."""
        if self.watcher is not None:
            self.watcher.cancel()

    async def _watch(self, match_id: str) -> None:
        """Follow a match's state, and note how long open actions took to be seen; wake waiting callers if it breaks."""
        metadata = (("authorization", f"Bearer {self.tokens[1]}"),)
        request = match_pb2.WatchEventsRequest(match_id=match_id)
        try:
            async for answer in self.stub.WatchEvents(request, metadata=metadata):
                # In the items of one moment the match comes last.
                if not answer.items[-1].HasField("match"):
                    continue
                self.match = answer.items[-1].match
                if self.awaited is not None and self.match.version >= self.awaited:
                    self.delivered.append(time.perf_counter() - self.sent[self.awaited])
                    self.awaited = None
                    self.is_seen.set()
        except grpc.aio.AioRpcError as error:
            self.broken = f"{error.code().name}, {error.details()}"
            self.is_seen.set()

    async def last_seen(self) -> None:
        """Wait until the last open action has been seen; raise Broken if the stream is broken."""
        if self.awaited is not None and not self.broken:
            self.is_seen.clear()
            try:
                await asyncio.wait_for(self.is_seen.wait(), SEEN_S_MAX)
            except TimeoutError:
                self.broken = f"nothing of version {self.awaited} for {SEEN_S_MAX:g} s"
        if self.broken:
            raise Broken(f"the stream that watches match {self.match_id} broke: {self.broken}")

    async def find_decision(self) -> OwedDecision:
        """Return a decision that is due, of a new match if this one is over."""
        if self.match.status == match_pb2.MATCH_STATUS_OVER:
            await self.begin()
        seat = self.chance.choice(self.match.deciding_seats or (0, 1))
        while True:
            answer = await self.ask(self.stub.GetDecision, seat, match_pb2.GetDecisionRequest(match_id=self.match_id))
            asked = OwedDecision.from_message(answer)
            if asked is not None:
                return asked
            if answer.status == match_pb2.MATCH_STATUS_OVER:
                await self.begin()
            # This seat decided unseen by the other one and is done, but the stream has not reported it yet.
            seat = 1 - seat

    def will_send(self, asked: OwedDecision) -> None:
        """Note when an action is sent, if everybody is to see it at once."""
        if asked.asks in OPEN_DECISIONS:
            self.awaited = asked.version + 1
            self.sent[self.awaited] = time.perf_counter()


@dataclass
class Load:
    """The running stack and everything needed to load it."""

    stack: Stack
    channels: list[Any]
    clients: tuple[Client, Client]
    names: tuple[str, str]
    chance: random.Random
    matches: int

    async def begin(self, count: int) -> list[PlayedMatch]:
        """Return that many tables, spread over the channels, each with a match."""
        stubs = itertools.cycle([match_pb2_grpc.MatchServiceStub(channel) for channel in self.channels])
        tokens = (self.clients[0].token, self.clients[1].token)
        chances = [random.Random(self.chance.random()) for _ in range(count)]  # noqa: S311 (play, not secrecy)
        tables = [PlayedMatch(next(stubs), tokens, self.names, chance) for chance in chances]
        await asyncio.gather(*(table.begin() for table in tables))
        return tables

    def processes(self, role: str) -> Iterator[tuple[Path, list[str]]]:
        """Yield folder and status fields of a role's processes, from the third field (see proc_pid_stat(5))."""
        groups = {process.pid for process in self.stack.select(role)}
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                status = path.read_text().rpartition(")")[2].split()
                if int(status[2]) in groups:
                    yield path.parent, status

    def memory(self, role: str) -> float:
        """Return the memory of a role's processes in MB; shared memory counts once (proportional set size)."""
        kilobytes = 0
        for folder, _ in self.processes(role):
            lines = (folder / "smaps_rollup").read_text().splitlines()
            kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return kilobytes * 1024 / 1e6

    def processor_s(self, roles: Iterable[str]) -> dict[str, float]:
        """Return the processor time that the roles and this generator have used so far, in seconds."""
        ticks = os.sysconf("SC_CLK_TCK")
        used = {
            role: sum(int(status[11]) + int(status[12]) for _, status in self.processes(role)) / ticks for role in roles
        }
        return used | {"the generator": time.process_time()}


Submit: TypeAlias = "Callable[[PlayedMatch, OwedDecision, dict[str, Any]], Awaitable[OwedDecision | None]]"


async def submit_by_grpc(table: PlayedMatch, asked: OwedDecision, action: dict[str, Any]) -> OwedDecision | None:
    """Submit an action by gRPC; return the seat's next decision, if any."""
    request = match_pb2.SubmitActionsRequest(
        match_id=table.match_id,
        seat=asked.seat,
        expected_version=asked.version,
        actions=[dump_json(action)],
        with_decision=True,
    )
    return OwedDecision.from_message((await table.ask(table.stub.SubmitActions, asked.seat, request)).decision)


def submit_by_rest(load: Load) -> Submit:
    """Return a function that does the same by REST, over one persistent connection per table and seat."""
    connections: dict[tuple[int, int], Rest] = {}

    async def submit(table: PlayedMatch, asked: OwedDecision, action: dict[str, Any]) -> OwedDecision | None:
        at = (id(table), asked.seat)
        if at not in connections:
            connections[at] = Rest(load.stack.url, table.tokens[asked.seat])
        body = {"version": asked.version, "seat": asked.seat, "action": action, "with_decision": True}
        answer = await connections[at].call("POST", f"/v1/matches/{table.match_id}/actions", body)
        return OwedDecision.from_json(orjson.loads(answer)["decision"])

    return submit


async def play(table: PlayedMatch, submit: Submit, until: float, answered: list[float], pause_s: float = 0) -> None:
    """Play by chance until the time is up; note how long accepted submissions took to be answered."""
    asked: OwedDecision | None = None
    while time.perf_counter() < until:
        await asyncio.sleep(table.chance.uniform(0, 2 * pause_s))
        await table.last_seen()
        asked = asked or await table.find_decision()
        action = table.chance.choice(asked.legal)["action"]
        began = time.perf_counter()
        table.will_send(asked)
        asked = await submit(table, asked, action)
        answered.append(time.perf_counter() - began)


async def actions(load: Load, seconds: float, way: str, rate: float, floor: Floor) -> list[Figure]:
    """Play all live matches at once, submitting by one *way*, *rate* actions a second in all (0: full speed)."""
    count = load.matches
    tables = await load.begin(count)
    answered: list[float] = []
    empty = await empty_calls(load, way)
    bare, bare_s = await empty_at_once(load, way, min(seconds, FLOOR_S))
    submit = submit_by_grpc if way == "gRPC" else submit_by_rest(load)
    before, began = load.processor_s(WORKING[way]), time.perf_counter()
    pause_s = count / rate if rate else 0.0
    await asyncio.gather(*(play(table, submit, began + seconds, answered, pause_s) for table in tables))
    reached = len(answered) / (time.perf_counter() - began)
    spent_s = {who: used - before[who] for who, used in load.processor_s(WORKING[way]).items()}
    for table in tables:
        table.close()
    delivered = [each for table in tables for each in table.delivered]
    target_ms = {"gRPC": 10.0, "REST": 20.0}[way]
    what = f"{count} live matches by {way}"
    beside_what = "ms of an empty call, of those at once"
    return [
        Figure(f"empty {way} call, one at a time, p50", percentile(empty, 0.5), "ms", is_cost=True),
        Figure(f"empty {way} call, one at a time, p99", percentile(empty, 0.99), "ms", is_cost=True),
        bare.beside_rate(f"{what}: accepted actions", reached, rate or RATE_TARGETS[way]),
        Figure(f"{what}: share of the rate of empty calls", 100 * reached / bare.rate, "%"),
        floor.beside_times(f"{what}: answered, p50", answered, 0.5),
        floor.beside_times(f"{what}: answered, p99", answered, 0.99, target_ms),
        Figure(f"{what}: seen by the other seat, p50", percentile(delivered, 0.5), "ms", is_cost=True),
        Figure(f"{what}: seen by the other seat, p99", percentile(delivered, 0.99), "ms", target_ms, is_cost=True),
        *(
            Figure(
                f"{what}: processor time of {who}",
                spent * 1000 / len(answered),
                "ms/action",
                PROCESSOR_TARGETS_MS.get(who),
                is_cost=True,
                beside=bare_s[who] * 1000,
                beside_what=beside_what,
            )
            for who, spent in spent_s.items()
        ),
    ]


class Empty:
    """A client of calls that do nothing, by one way."""

    def __init__(self, load: Load, way: str, number: int = 0) -> None:
        """Use one of the channels, or a connection of its own."""
        self._health: Any = health_pb2_grpc.HealthStub(load.channels[number % len(load.channels)])
        self._rest = Rest(load.stack.url, load.clients[0].token)
        self._is_rest = way == "REST"

    async def call(self) -> float:
        """Make a call; return how long it took."""
        began = time.perf_counter()
        if self._is_rest:
            await self._rest.call("GET", "/livez")
        else:
            await self._health.Check(health_pb2.HealthCheckRequest())
        return time.perf_counter() - began

    def close(self) -> None:
        """Close the connection."""
        self._rest.close()


async def empty_calls(load: Load, way: str, times: int = 300) -> list[float]:
    """Time calls that do nothing, one at a time."""
    client = Empty(load, way)
    taken = [await client.call() for _ in range(times)]
    client.close()
    return taken


async def empty_at_once(load: Load, way: str, seconds: float) -> tuple[Floor, dict[str, float]]:
    """Make calls that do nothing as matches would, all at once; return their floor, and the processor time of each."""
    found = Floor(f"of {load.matches} empty calls at once")
    before, began = load.processor_s(WORKING[way]), time.perf_counter()

    async def repeat(number: int) -> None:
        client = Empty(load, way, number)
        while time.perf_counter() < began + seconds:
            found.times.append(await client.call())
        client.close()

    await asyncio.gather(*(repeat(number) for number in range(load.matches)))
    count = len(found.times)
    found.rate = count / (time.perf_counter() - began)
    return found, {who: (used - before[who]) / count for who, used in load.processor_s(WORKING[way]).items()}


async def listen(rest: Rest, table: PlayedMatch, delivered: list[float], counts: list[int]) -> None:
    """Hold one event stream by REST open; count it, its events, and how long open actions took to arrive."""
    sent = table.sent
    reader = await rest.send("GET", f"/v1/matches/{table.match_id}/events", more="Accept: text/event-stream\r\n")
    counts[1] += 1
    while line := await reader.readline():
        if line.startswith(b"event: event"):
            counts[0] += 1
        elif line.startswith(b'data: {"type":"match"') and (found := VERSION.search(line)):
            sent_at = sent.get(int(found[1]))
            if sent_at is not None:
                delivered.append(time.perf_counter() - sent_at)


async def streams(load: Load, count: int, seconds: float, rate: float) -> list[Figure]:
    """Hold *count* event streams open by REST while their matches go on, at a *rate* as above."""
    tables = await load.begin(min(SPECTATED, count))
    before = load.memory("gateway")
    floor = await fan_out(count, SPECTATED, min(seconds, FLOOR_S))
    token = load.clients[0].token
    delivered: list[float] = []
    counts = [0, 0]
    connections = [Rest(load.stack.url, token) for _ in range(count)]
    tasks: list[asyncio.Task[None]] = []
    for rest, table in zip(connections, itertools.cycle(tables), strict=False):
        tasks.append(asyncio.create_task(listen(rest, table, delivered, counts)))
        if len(tasks) % OPENING == 0:
            await asyncio.sleep(0.05)
    opening = time.perf_counter()
    while counts[1] < count and time.perf_counter() - opening < OPEN_S_MAX:  # noqa: ASYNC110 (a number is waited for)
        await asyncio.sleep(0.1)
    await asyncio.sleep(SETTLE_S)
    counts[0] = 0
    delivered.clear()
    answered: list[float] = []
    began = time.perf_counter()
    pause_s = len(tables) / rate if rate else 0.0
    await asyncio.gather(*(play(table, submit_by_grpc, began + seconds, answered, pause_s) for table in tables))
    reached = counts[0] / (time.perf_counter() - began)
    held = load.memory("gateway")
    is_open = sum(not task.done() for task in tasks)
    for task in tasks:
        task.cancel()
    for table in tables:
        table.close()
    await asyncio.gather(*tasks, return_exceptions=True)
    for rest in connections:
        rest.close()
    what = f"{count} event streams by REST"
    return [
        Figure(f"{what}: open to the end or the match's", is_open, "", None, beside=count, beside_what="asked for"),
        Figure(
            f"{what}: memory of the gateway",
            held,
            "MB",
            STREAMS_MB_MAX,
            is_cost=True,
            beside=before,
            beside_what="MB without",
        ),
        floor.beside_rate(f"{what}: events delivered", reached, EVENTS_TARGET),
        floor.beside_times(f"{what}: delivery, p50", delivered, 0.5),
        floor.beside_times(f"{what}: delivery, p99", delivered, 0.99, DELIVERY_P99_MS_MAX),
    ]


async def run(stack: Stack, matches: int, open_streams: int, seconds: float, rate: float) -> list[Figure]:
    """Run the loads one after another and return the figures."""
    clients = (Client(stack.url), Client(stack.url))
    names = tuple(client.create_account(f"load-{secrets.token_hex(4)}")["name"] for client in clients)
    channels: list[Any] = [
        grpc.aio.insecure_channel(stack.grpc_target, options=[("grpc.use_local_subchannel_pool", 1)])
        for _ in range(CHANNELS)
    ]
    load = Load(stack, channels, clients, (names[0], names[1]), random.Random(1), matches)  # noqa: S311
    floor = await appends(stack, matches, min(seconds, FLOOR_S))
    rows = [Figure(f"{matches} bare appends at once", floor.rate, "/s")]
    rows += await actions(load, seconds, "gRPC", rate, floor)
    rows += await actions(load, seconds, "REST", rate, floor)
    rows += await streams(load, open_streams, seconds, rate)
    for channel in channels:
        await channel.close()
    return rows


def append_floor(stack: Stack) -> Iterator[Figure]:
    """Measure the minimum for an accepted action: a bare, durable compare-and-append."""
    median, p99 = time_appends(stack, 500)
    yield Figure("bare append in Valkey, fsync, one at a time, p50", median, "ms", is_cost=True)
    yield Figure("bare append in Valkey, fsync, one at a time, p99", p99, "ms", is_cost=True)


@click.command()
@click.option("--matches", default=100, show_default=True, type=click.IntRange(1), help="Live matches at once.")
@click.option(
    "--streams", "open_streams", default=5000, show_default=True, type=click.IntRange(1), help="Event streams at once."
)
@click.option(
    "--bot-matches",
    default=500,
    show_default=True,
    type=click.IntRange(1, 500),
    help="Matches among bots of one account, while another one plays.",
)
@click.option("--seconds", default=15.0, show_default=True, help="Length of each of the four loads.")
@click.option(
    "--write", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Renew this page's figures."
)
@click.option("--rate", default=0.0, help="Actions a second of all matches together; as many as go if left out.")
def main(*, matches: int, open_streams: int, bot_matches: int, seconds: float, rate: float, write: Path | None) -> None:
    """Load a stack of its own: matches by gRPC, matches by REST, event streams by REST, one account's bots."""
    needed = open_streams * 2 + 4096
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), hard))
    about = machine()
    with tempfile.TemporaryDirectory() as data, Stack(Path(data), bots=0, settings=FREE) as stack:
        rows = [*append_floor(stack), *uvloop.run(run(stack, matches, open_streams, seconds, rate))]
    with tempfile.TemporaryDirectory() as data, Stack(Path(data), settings=FREE) as stack:
        rows += uvloop.run(bystander(stack, bot_matches, seconds))
    show(Console(), rows)
    if write is not None:
        at_rate = f" --rate {rate:g}" if rate else ""
        command = f"python -m bench.load --matches {matches} --streams {open_streams} --seconds {seconds:g}{at_rate}"
        write_section(write, "load at a rate" if rate else "load", command, about, rows)


if __name__ == "__main__":
    main()
