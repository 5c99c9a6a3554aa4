"""How many files and connections a process may have open at once."""

from __future__ import annotations

import resource

import structlog

from services.shared.limits import limits

#: what a process opens besides its streams: connections to Redis and other services, files, calls that come and go
OTHERS_MAX = 1_024
log = structlog.get_logger()


def raise_descriptor_limit(name: str) -> int:
    """Raise this process's limit as far as the system allows and return it; warn if the limit *name* can't be reached.

    That one says how many streams or connections the process holds.
    """
    held: int = getattr(limits(), name)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = held + OTHERS_MAX
    wanted = max(needed, soft)
    if hard != resource.RLIM_INFINITY:
        wanted = min(hard, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    if wanted < needed:
        log.warning(
            "the system allows too few open files for a limit",
            limit=name,
            limit_max=held,
            open_files_max=wanted,
            remedy=f"raise the hard limit (ulimit -Hn) to {needed}, or lower ASTRARIUM_LIMIT_{name.upper()}",
        )
    return wanted
