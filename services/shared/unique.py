"""Unique names for things that are not secret: requests, retries, writes.

The system's random generator needs a system call each time; the thread releases the GIL for it and then has to wait
for the GIL. This generator is seeded by the system once.
"""

from __future__ import annotations

import os
import random

_chance = random.Random()  # noqa: S311 - names, not secrets
# Without a new seed, a forked child would choose the same names as its siblings.
os.register_at_fork(after_in_child=_chance.seed)


def new_name(bits: int) -> str:
    """Return *bits* random bits as hexadecimal digits."""
    return f"{_chance.getrandbits(bits):0{bits // 4}x}"
