"""A way to Valkey that holds a command back, so that a process can be killed in the middle of what it does."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress

PART_BYTES = 65536
#: so much of what was sent before is looked at again: a command may come in pieces
KEPT_BYTES = 16384


class HeldWire:
    """Carries everything both ways, but for what fits a pattern: that, and all after it, never arrives."""

    def __init__(self, port: int) -> None:
        """Lead to Valkey at *port* of this machine."""
        self.is_held = threading.Event()
        self._port = port
        self._pattern: re.Pattern[bytes] | None = None
        self._ends: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._door.getsockname()[1]}/0"
        threading.Thread(target=self._admit, daemon=True).start()

    def hold(self, pattern: bytes) -> None:
        """From now on hold back what fits *pattern* (in the protocol's own form), on whatever connection it comes."""
        self.is_held.clear()
        self._pattern = re.compile(pattern)

    def let_go(self) -> None:
        """Hold nothing back any more; what was held is lost with its connection."""
        self._pattern = None

    def close(self) -> None:
        """End all connections."""
        for end in (self._door, *self._ends):
            with suppress(OSError):
                end.close()

    def _admit(self) -> None:
        with suppress(OSError):
            while True:
                near = self._door.accept()[0]
                far = socket.create_connection(("127.0.0.1", self._port))
                self._ends += [near, far]
                threading.Thread(target=self._carry, args=(near, far, True), daemon=True).start()
                threading.Thread(target=self._carry, args=(far, near, False), daemon=True).start()

    def _carry(self, source: socket.socket, to: socket.socket, is_request: bool) -> None:
        seen = b""
        with suppress(OSError):
            while part := source.recv(PART_BYTES):
                if is_request and self._pattern is not None:
                    seen = seen[-KEPT_BYTES:] + part
                    if self._pattern.search(seen):
                        self.is_held.set()
                        # Read on, so that the other side notices nothing but that no answer comes.
                        while source.recv(PART_BYTES):
                            pass
                        break
                to.sendall(part)
        for end in (source, to):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
