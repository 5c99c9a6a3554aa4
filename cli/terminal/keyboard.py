"""Lines from the keyboard or a pipe, with a look at something else while none comes."""

from __future__ import annotations

import os
import re
import select
import sys

#: what arrow keys and the like send
ESCAPES = re.compile(r"\x1b(\[[\d;]*[A-Za-z~]|O.|.)|[\x00-\x08\x0b-\x1f\x7f]")
CHUNK = 4096
LINE_MAX = 2000
#: Ctrl-C that comes just before a wait begins is heeded when the wait ends
WAIT_S_MAX = 0.25


class Keyboard:
    """Standard input, line by line."""

    def __init__(self, source: int | None = None) -> None:
        """Read from a file descriptor, standard input if none is named."""
        self._source = sys.stdin.fileno() if source is None else source
        self._held = b""
        self._has_ended = False
        self.is_terminal = os.isatty(self._source)

    def read_line(self, wait_s: float | None = None) -> str | None:
        """Return the next line, or None if none comes in time; raise EOFError at the end (Ctrl-D)."""
        while b"\n" not in self._held:
            if self._has_ended and not self._held:
                raise EOFError
            if self._has_ended:
                self._held += b"\n"
            elif not self._fill(wait_s):
                return None
        line, _, self._held = self._held.partition(b"\n")
        return ESCAPES.sub("", line.decode("utf-8", "replace"))[:LINE_MAX].strip()

    def has_ended(self) -> bool:
        """Whether no line will come any more, without waiting for one."""
        self._fill(0)
        return self._has_ended and not self._held

    def _fill(self, wait_s: float | None) -> bool:
        """Read what is there; return False if nothing comes in time."""
        if self._has_ended:
            return True
        while not select.select([self._source], [], [], WAIT_S_MAX if wait_s is None else wait_s)[0]:
            if wait_s is not None:
                return False
        got = os.read(self._source, CHUNK)
        self._has_ended = not got
        self._held += got
        return True
