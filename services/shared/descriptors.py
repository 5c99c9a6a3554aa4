"""The limit of files and connections that a process may have open at once."""

from __future__ import annotations

import resource

import structlog

from services.shared.limits import limits

#: descriptors a process needs besides its streams: connections to Redis and other services, files, short calls
OTHERS_MAX = 1_024
log = structlog.get_logger()


def raise_descriptor_limit(name: str) -> int:
    """Raise this process's limit of open files as far as necessary and allowed, and return it.

    *name* is the entry of `limits` that says how many streams or connections the process holds. Logs a warning if
    the system's hard limit is too low for it.
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
