"""A command in a real terminal, of 80 by 24 unless told otherwise, with real keys."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from rich.cells import cell_len

ROOT = Path(__file__).parents[2]
COLUMNS, ROWS = 80, 24
COLOURS = re.compile(r"\x1b\[[\d;?]*[A-Za-z]")
WAIT_S = 120


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, *arguments, columns=COLUMNS, rows=ROWS):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = os.environ | {"TERM": "xterm-256color", "PYTHONUNBUFFERED": "1"}
        environment = {name: value for name, value in environment.items() if name not in {"COLUMNS", "LINES"}}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cli", *arguments], cwd=ROOT, env=environment,
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 (nothing runs beside)
        )  # fmt: skip
        os.close(slave)
        self.come = b""
        self.told = 0
        #: where it keeps what it keeps
        self.folder = Path(environment.get("XDG_CONFIG_HOME", ROOT))

    @property
    def text(self):
        """All that has come so far, without colours."""
        return COLOURS.sub("", self.come.decode("utf-8", "replace")).replace("\r\n", "\n")

    @property
    def width(self):
        """Of the longest line that was written."""
        return max(map(cell_len, re.split(r"[\r\n]", self.text)))

    def read_until(self, *ends):
        """Read on until one of the texts stands behind what earlier calls returned; return what came with it."""
        until = time.monotonic() + WAIT_S
        while not (found := [place + len(end) for end in ends if (place := self.text.find(end, self.told)) >= 0]):
            assert time.monotonic() < until, self.text
            if select.select([self.master], [], [], 1)[0]:
                try:
                    got = os.read(self.master, 65536)
                except OSError:
                    got = b""
                if not got:
                    break
                self.come += got
        begin, self.told = self.told, min(found, default=len(self.text))
        return self.text[begin : self.told]

    def say(self, line, *ends):
        os.write(self.master, f"{line}\n".encode())
        return self.read_until(*(ends or ("> ",)))

    def end(self):
        """Wait until it has ended; return its status."""
        self.read_until("\0")
        return self.process.wait(WAIT_S)

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        os.close(self.master)


@contextlib.contextmanager
def terminals():
    """Give what starts commands, each in a terminal of its own, and end all of them."""
    begun = []

    def begin(*arguments, **size):
        begun.append(Terminal(*arguments, **size))
        return begun[-1]

    try:
        yield begin
    finally:
        for terminal in begun:
            terminal.close()
