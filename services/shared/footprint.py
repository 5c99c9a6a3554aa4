"""Metrics of a process's version, its start time, and the memory that it and its children use.

The metrics library reports memory for a single process only, and not at all when a process gathers its children's
metrics.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from services.shared.version import describe_build

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KIB = 1024
#: files with a container's memory limit (cgroup v2, v1); a value of NO_LIMIT or more means "no limit"
LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
NO_LIMIT = 1 << 60
PARENT = 1
_started_s = time.time()


class Footprint(Collector):
    """A prometheus_client collector; without /proc it doesn't report the memory in use."""

    def describe(self) -> Iterable[GaugeMetricFamily]:
        """Return no descriptions, so that registering the collector doesn't collect."""
        return ()

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Yield version and start time of this process, its and its children's memory, and the container's limit."""
        build = describe_build()
        info = GaugeMetricFamily("astrarium_build_info", "Which version runs", labels=tuple(build))
        info.add_metric(tuple(build.values()), 1)
        yield info
        yield GaugeMetricFamily("astrarium_start_time_seconds", "When the process was started (unix)", _started_s)
        used = sum(_memory_bytes(pid) for pid in _family(os.getpid()))
        if used:
            yield GaugeMetricFamily("astrarium_memory_bytes", "Memory of the process and its children", used)
        yield GaugeMetricFamily("astrarium_memory_max_bytes", "What its container may use; 0: all", memory_max_bytes())


def memory_max_bytes() -> int:
    """Return the bytes of memory that the container of this process may use; 0: there is no limit."""
    for path in LIMITS:
        try:
            said = path.read_text().strip()
        except OSError:
            continue
        return int(said) if said.isdigit() and int(said) < NO_LIMIT else 0
    return 0


def _family(root: int) -> Iterator[int]:
    """Yield the process ids of *root* and its descendants."""
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
    """Return a process's proportional memory (shared pages are divided among their users); 0 if it can't be read."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * KIB for line in lines if line.startswith("Pss:"))
