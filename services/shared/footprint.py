"""What a process and its children take of the machine, told to Prometheus.

The metrics library tells it of one process alone, and of none that gathers its children's metrics.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KIB = 1024
#: where a container's limit of memory stands; more than the second says "none"
LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
NO_LIMIT = 1 << 60
PARENT = 1
_started_s = time.time()


class Footprint(Collector):
    """A collector of prometheus_client; where there is no /proc it tells the start alone."""

    def describe(self) -> Iterable[GaugeMetricFamily]:
        """Return nothing: it is the same for all."""
        return ()

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Yield when this process was started, its memory with its children's, and how much it may have."""
        yield GaugeMetricFamily("astrarium_start_time_seconds", "When the process was started (unix)", _started_s)
        used = sum(_memory_bytes(pid) for pid in _family(os.getpid()))
        if used:
            yield GaugeMetricFamily("astrarium_memory_bytes", "Memory of the process and its children", used)
        yield GaugeMetricFamily("astrarium_memory_max_bytes", "What its container may use; 0: all", memory_max_bytes())


def memory_max_bytes() -> int:
    """Return how much memory the container of this process may use; 0: there is no limit."""
    for path in LIMITS:
        try:
            said = path.read_text().strip()
        except OSError:
            continue
        return int(said) if said.isdigit() and int(said) < NO_LIMIT else 0
    return 0


def _family(root: int) -> Iterator[int]:
    """Yield the ids of a process and its descendants."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, _, rest = stat.read_text().rpartition(")")
        except OSError:  # it has ended
            continue
        children.setdefault(int(rest.split()[PARENT]), []).append(int(stat.parent.name))
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        yield pid
        waiting += children.get(pid, [])


def _memory_bytes(pid: int) -> int:
    """Return a process's memory, what it shares with others divided among them; 0 if that can't be read."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * KIB for line in lines if line.startswith("Pss:"))
