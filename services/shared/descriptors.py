"""How many files and connections a process may have open at once."""

from __future__ import annotations

import resource

import structlog

#: what a process opens besides its streams: connections to Redis and other services, files, calls that come and go
OTHERS_MAX = 1_024
log = structlog.get_logger()


def raise_descriptor_limit(streams: int) -> int:
    """Raise this process's limit as far as the system allows and return it; warn if *streams* can't be held with it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = streams + OTHERS_MAX
    wanted = max(needed, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    if most != resource.RLIM_INFINITY:
        wanted = min(most, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    if wanted < needed:
        log.warning(
            "the limit of open files is too low for all streams",
            open_files_max=wanted,
            streams_per_process_max=streams,
            remedy=f"raise the hard limit (ulimit -Hn) to {needed}, or lower ASTRARIUM_LIMIT_STREAMS_PER_PROCESS_MAX",
        )
    return wanted
