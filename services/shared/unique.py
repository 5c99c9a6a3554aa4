"""Names that nobody else chooses, for what is no secret: requests, their repetitions, writes.

The system's own generator is a call of the kernel each time, for which a thread lets go of the interpreter and then
waits for its turn; this one asks the system once.
"""

from __future__ import annotations

import os
import random

_chance = random.Random()  # noqa: S311 - names, not secrets
# A forked child would choose the names that its siblings choose.
os.register_at_fork(after_in_child=_chance.seed)


def new_name(bits: int) -> str:
    """Return so many bits of chance as hexadecimal digits."""
    return f"{_chance.getrandbits(bits):0{bits // 4}x}"
