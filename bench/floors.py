"""Floors: what the bare parts under the services achieve with the same concurrency, machine and run."""

from __future__ import annotations

import asyncio
import itertools
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bench import Figure
from bench.services import APPEND
from services.shared.connections import connect

if TYPE_CHECKING:
    from deploy.local.stack import Stack

#: about as long as an event
LINE = b"x" * 200 + b"\n"


def percentile(times: list[float], share: float) -> float:
    """Return the *share* percentile in milliseconds; 0 of nothing."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else 0.0


@dataclass
class Floor:
    """*what* was done, how often per second, and how long each took (seconds)."""

    what: str
    rate: float = 0.0
    times: list[float] = field(default_factory=list)

    def beside_rate(self, name: str, value: float, target: float) -> Figure:
        """Return a rate beside this one's."""
        return Figure(name, value, "/s", target, beside=self.rate, beside_what=f"/s {self.what}")

    def beside_times(self, name: str, times: list[float], share: float, target_ms: float | None = None) -> Figure:
        """Return a percentile beside this one's."""
        own = percentile(self.times, share)
        what = f"ms p{share * 100:.0f} {self.what}"
        return Figure(name, percentile(times, share), "ms", target_ms, is_cost=True, beside=own, beside_what=what)


async def appends(stack: Stack, at_once: int, seconds: float) -> Floor:
    """Time bare, durable compare-and-appends, one at a time for each match, all matches at once."""
    redis: Any = connect(stack.redis_url)
    script = redis.register_script(APPEND)
    found = Floor(f"of {at_once} bare appends at once")
    began = time.perf_counter()

    async def write(number: int) -> None:
        match, log = f"load:{number}:match", f"load:{number}:log"
        await redis.hset(match, "version", "0")
        for version in itertools.count():
            sent = time.perf_counter()
            if sent > began + seconds:
                break
            await script(keys=[match, log], args=[version, version + 1, '[0,"done",0]'])
            found.times.append(time.perf_counter() - sent)
        await redis.delete(match, log)

    await asyncio.gather(*(write(number) for number in range(at_once)))
    found.rate = len(found.times) / (time.perf_counter() - began)
    await redis.aclose()
    return found


class _Line:
    """A line on its way to a number of readers."""

    def __init__(self, readers: int) -> None:
        self.sent_at = time.perf_counter()
        self.left = readers
        self.is_heard = asyncio.Event()

    def hear(self) -> float:
        """Note one reader; return how long it took to reach it."""
        self.left -= 1
        if not self.left:
            self.is_heard.set()
        return time.perf_counter() - self.sent_at


async def fan_out(count: int, groups: int, seconds: float) -> Floor:
    """Send lines to *count* bare connections, one group at a time, within this process."""
    found = Floor(f"of bare lines to {count} connections")
    held: list[asyncio.StreamWriter] = []
    are_held = asyncio.Event()
    line = _Line(1)

    async def hold(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held.append(writer)
        if len(held) == count:
            are_held.set()

    async def hear(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while await reader.readline():
            found.times.append(line.hear())
        writer.close()

    server = await asyncio.start_server(hold, "127.0.0.1", 0, backlog=count)
    port = server.sockets[0].getsockname()[1]
    tasks = [asyncio.create_task(hear(port)) for _ in range(count)]
    await are_held.wait()
    began = time.perf_counter()
    for group in itertools.cycle(range(min(groups, count))):
        if time.perf_counter() > began + seconds:
            break
        line = _Line(len(held[group::groups]))
        for writer in held[group::groups]:
            writer.write(LINE)
        await line.is_heard.wait()
    found.rate = len(found.times) / (time.perf_counter() - began)
    for writer in held:
        writer.close()
    await asyncio.gather(*tasks, return_exceptions=True)
    server.close()
    return found
