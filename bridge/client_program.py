"""The client that is examined, as a program that is started, told to stop, and started again."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from contextlib import suppress

from ai.arena.program import BadCommand

STOP_S_MAX = 30.0


class ClientProgram:
    """A client's own command line, with a token in its environment."""

    def __init__(self, words: list[str], environment: dict[str, str]) -> None:
        """Take the words of the command; nothing runs yet."""
        self.words = words
        self.environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; raise BadCommand if that can't be done."""
        try:
            self._process = subprocess.Popen(self.words, start_new_session=True, env=self.environment)  # noqa: S603 - the author's own command line
        except OSError as wrong:
            raise BadCommand(f"{shlex.join(self.words[:1])} does not start: {wrong.strerror}") from wrong

    def ask_to_stop(self) -> None:
        """Send it SIGTERM."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)

    @property
    def status(self) -> int | None:
        """The status with which it has ended; None: it runs."""
        return None if self._process is None else self._process.poll()

    def stop(self) -> None:
        """End it, whatever it does."""
        process = self._process
        if process is None:
            return
        self.ask_to_stop()
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOP_S_MAX)
        with suppress(ProcessLookupError):
            # What it has started ends with it.
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
