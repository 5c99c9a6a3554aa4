"""A player that is an external program and speaks a line protocol on standard input and output.

The protocol is described in docs/engine-protocol.md.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from engine.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.contract.action import Action
    from engine.contract.game import Game
    from engine.contract.state import InformationSet

PROGRAM_PREFIX = "cmd:"
PROTOCOL_VERSION = 1
#: how long a program may take to answer `hello` and `match`
READY_MS_MAX = 10_000
#: how much longer than its budget an answer may take, to allow for pipes and schedulers
GRACE_MS = 1_000
QUIT_MS_MAX = 2_000
LINE_BYTES_MAX = 1 << 20
READ_BYTES = 1 << 16
STDERR_SHOWN_MAX = 300
#: a keeper kills a program and its descendants well within this time
KEEPER_MS_MAX = 5_000
KEEPER = str(Path(__file__).with_name("keeper.py"))


class PlayerFailure(Exception):
    """A player crashed, did not answer, or answered wrongly; `cause` is crash, silence, protocol or illegal."""

    def __init__(self, cause: str, message: str) -> None:
        """Keep the cause, a stable word, and the message."""
        self.cause = cause
        super().__init__(message)


class BadCommand(EngineError):
    """A command line names no program or has unbalanced quotes."""


class ProgramPlayer:
    """An external program: started for its first match, kept for the next ones, restarted after a failure."""

    def __init__(self, command: str, budget_ms: float) -> None:
        """Take a command line and the time per decision in milliseconds; raise BadCommand."""
        self._words = words_of(command)
        self.command = command
        self.name = PROGRAM_PREFIX + command
        self.budget_ms = budget_ms
        self.title = ""
        self._process: subprocess.Popen[bytes] | None = None
        #: file descriptor of the lifeline; the keeper kills the program when it is closed (see keeper.py)
        self._lifeline = -1
        self._buffer = b""
        self._stderr = tempfile.TemporaryFile()

    def begin(self, game: Game, seats: int, seat: int, options: dict[str, object], match_id: str) -> None:
        """Start the program unless it is running, and announce the match to it; raise PlayerFailure."""
        if self._process is None:
            self._start()
        words = {
            "game": game.name,
            "rules_version": game.rules_version,
            "seats": seats,
            "seat": seat,
            "options": options,
            "match_id": match_id,
        }
        self._send("match", words)
        self._expect("ready", READY_MS_MAX)

    def act(self, information_set: InformationSet) -> Sequence[Action]:
        """Ask for one action; raise PlayerFailure if no answer comes in time or the answer is not a legal action."""
        legal = information_set.legal_actions()
        words = {
            "budget_ms": self.budget_ms,
            "version": information_set.version,
            "decision": information_set.decision(),
            "legal": [str(action) for action in legal],
            "view": information_set.view(),
        }
        self._send("decide", words)
        notation = self._expect("action", self.budget_ms + GRACE_MS)
        try:
            action = information_set.game.Action.parse(notation)
        except EngineError as wrong:
            self._fail("illegal", f"answered {notation!r}: {wrong}")
        if action not in legal:
            self._fail("illegal", f"answered {notation!r}, which is not among the {len(legal)} legal actions")
        return [action]

    def end(self, scores: Sequence[int], ranks: Sequence[int]) -> None:
        """Send the result to the program; raise PlayerFailure."""
        self._send("result", {"scores": list(scores), "ranks": list(ranks)})

    def close(self) -> None:
        """Ask the program to quit, and kill it if it doesn't quit in time."""
        if self._process is not None:
            with contextlib.suppress(PlayerFailure):
                self._send("quit", None)
            self._end_process(QUIT_MS_MAX)
        self._stderr.close()

    def quits_in_time(self) -> bool:
        """Ask the program to quit; return whether it did so within QUIT_MS_MAX (for the compliance check)."""
        process = self._process
        if process is None:
            return False
        self._send("quit", None)
        try:
            process.wait(QUIT_MS_MAX / 1000)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _start(self) -> None:
        self._buffer = b""
        if shutil.which(self._words[0]) is None:
            raise PlayerFailure("crash", f"{self.command} does not start: no program is called {self._words[0]!r}")
        self._process = self._keep()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        self._send("hello", PROTOCOL_VERSION)
        self.title = self._expect("ready", READY_MS_MAX)

    def _keep(self) -> subprocess.Popen[bytes]:
        """Start the program under a keeper in a session of its own, so that signals to our group don't reach it."""
        read_end, self._lifeline = os.pipe()
        try:
            return subprocess.Popen(  # noqa: S603 - the operator's own command line
                [sys.executable, "-I", "-S", KEEPER, str(read_end), *self._words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                bufsize=0,
                pass_fds=[read_end],
                start_new_session=True,
            )
        except (OSError, ValueError) as wrong:
            os.close(self._lifeline)
            raise PlayerFailure("crash", f"{self.command} does not start: {wrong}") from wrong
        finally:
            os.close(read_end)

    def _end_process(self, wait_ms: float) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(wait_ms / 1000)
        os.close(self._lifeline)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(KEEPER_MS_MAX / 1000)
        # If the keeper itself was killed, its processes may be left.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _fail(self, cause: str, message: str) -> NoReturn:
        """Kill the program and raise PlayerFailure; the next match starts the program again."""
        if cause == "crash" and self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                message += f" (exit status {self._process.wait(QUIT_MS_MAX / 1000)})"
        self._end_process(0)
        self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, self._stderr.tell() - STDERR_SHOWN_MAX))
        said = self._stderr.read().decode(errors="replace").strip().splitlines()
        if said:
            message += f"; last on stderr: {said[-1]}"
        raise PlayerFailure(cause, f"{self.command} {message}")

    def _send(self, word: str, payload: object) -> None:
        text = word if payload is None else f"{word} {json.dumps(payload, separators=(',', ':'))}"
        data = text.encode() + b"\n"
        deadline = time.monotonic() + (self.budget_ms + GRACE_MS) / 1000
        assert self._process is not None
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        while data:
            if not select.select([], [pipe], [], max(0.0, deadline - time.monotonic()))[1]:
                self._fail("silence", f"did not read {word!r} in time")
            try:
                data = data[os.write(pipe, data) :]
            except BlockingIOError:
                continue
            except OSError:
                self._fail("crash", f"was gone when told {word!r}")

    def _expect(self, word: str, wait_ms: float) -> str:
        """Return the text after *word* in the program's next line; skip lines that begin with `info`."""
        deadline = time.monotonic() + wait_ms / 1000
        while True:
            line = self._line(deadline, word, wait_ms)
            first, _, rest = line.partition(" ")
            if first == word:
                return rest.strip()
            if first != "info":
                self._fail("protocol", f"answered {line[:80]!r} where {word!r} was due")

    def _line(self, deadline: float, word: str, wait_ms: float) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._buffer:
            if len(self._buffer) > LINE_BYTES_MAX:
                self._fail("protocol", f"sent a line of more than {LINE_BYTES_MAX} bytes")
            if not select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
                self._fail("silence", f"gave no {word!r} within {wait_ms:.0f} ms")
            try:
                data = os.read(pipe, READ_BYTES)
            except BlockingIOError:
                continue
            if not data:
                self._fail("crash", f"ended where {word!r} was due")
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode(errors="replace").strip()


def words_of(command: str) -> list[str]:
    """Return the words of a command line; raise BadCommand."""
    try:
        words = shlex.split(command)
    except ValueError as wrong:
        raise BadCommand(f"{command!r} is no command line: {wrong}") from wrong
    if not words or not words[0]:
        raise BadCommand(f"{command!r} names no program")
    return words
