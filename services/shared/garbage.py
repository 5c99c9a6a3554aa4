"""The collector of cycles, set for processes in which every call makes hundreds of objects and hardly a cycle."""

from __future__ import annotations

import gc

#: objects made, and not freed, between two looks at the youngest of them
YOUNG_MAX = 10_000


def spare_collector() -> None:
    """Let the collector run less often, and leave alone all that is there by now: called when a process is ready."""
    gc.freeze()
    gc.set_threshold(YOUNG_MAX, 20, 20)
