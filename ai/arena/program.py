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
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from engine.errors import EngineError
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

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
        self._stderr_told = 0
        self._game = ""
        #: whoever ends the program from another thread and whoever plays with it close the lifeline only once
        self._lifeline_lock = threading.Lock()
        #: how often it has asked for a catalog
        self.catalogs_asked = 0
        #: where a catalog comes from, by the game's name
        self.find_catalog: Callable[[str], object] = lambda name: find_game(name).catalog()
        #: takes what is said: `>` to the program, `<` by it, `!` on its standard error
        self.trace: Callable[[str, str], None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether it has been started, and has not failed since."""
        return self._process is not None

    def begin(
        self,
        game: Game,
        seats: int,
        seat: int,
        options: dict[str, object],
        match_id: str,
        players: Sequence[str] = (),
    ) -> None:
        """Start the program unless it is running, and announce the match to it; raise PlayerFailure."""
        words = {
            "game": game.name,
            "rules_version": game.rules_version,
            "seats": seats,
            "seat": seat,
            "options": options,
            "match_id": match_id,
            "players": list(players),
            "clock": {"kind": "decision", "decision_ms": self.budget_ms},
        }
        self.announce(words)

    def announce(self, match: Mapping[str, object]) -> None:
        """Start the program unless it is running, and tell it of a match in the protocol's words.

        Raises PlayerFailure.
        """
        if self._process is None:
            self._start()
        self._game = str(match["game"])
        self._send("match", match)
        self._expect("ready", READY_MS_MAX)

    def act(self, information_set: InformationSet) -> Sequence[Action]:
        """Ask for one action; raise PlayerFailure if no answer comes in time or the answer is not a legal action."""
        legal = information_set.legal_actions()
        words = {
            "budget_ms": self.budget_ms,
            "remaining_ms": self.budget_ms,
            "version": information_set.version,
            "decision": information_set.decision(),
            "legal": [str(action) for action in legal],
            "view": information_set.view(),
        }
        notation = self._ask(words, self.budget_ms)
        try:
            action = information_set.game.Action.parse(notation)
        except EngineError as wrong:
            self._fail("illegal", f"answered {notation!r}: {wrong}")
        if action not in legal:
            self._fail("illegal", f"answered {notation!r}, which is not among the {len(legal)} legal actions")
        return [action]

    def answer(self, decide: Mapping[str, object], legal: Sequence[str], budget_ms: float) -> str:
        """Ask for one of the *legal* notations in the protocol's words, without knowing the rules.

        Raises PlayerFailure.
        """
        notation = self._ask(decide, budget_ms)
        if notation not in legal:
            self._fail("illegal", f"answered {notation!r}, which is not among the {len(legal)} legal actions")
        return notation

    def _ask(self, decide: Mapping[str, object], budget_ms: float) -> str:
        self._send("decide", decide)
        return self._expect("action", budget_ms + GRACE_MS)

    def end(self, scores: Sequence[int], ranks: Sequence[int]) -> None:
        """Send the result to the program; raise PlayerFailure."""
        self._send("result", {"scores": list(scores), "ranks": list(ranks)})

    def stop(self) -> None:
        """Ask the program to quit, and kill it if it doesn't quit in time; the next match starts it again."""
        if self._process is not None:
            with contextlib.suppress(PlayerFailure):
                self._send("quit", None)
            self._end_process(QUIT_MS_MAX)
            self._tell_stderr()

    def close(self) -> None:
        """Stop the program for good."""
        self.stop()
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

    def interrupt(self) -> None:
        """End the program from another thread; whoever waits for its answer there gets a PlayerFailure."""
        with self._lifeline_lock:
            if self._lifeline >= 0:
                os.close(self._lifeline)
                self._lifeline = -1

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
            self.interrupt()
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
        self.interrupt()
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
        self._tell_stderr()
        self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, self._stderr.tell() - STDERR_SHOWN_MAX))
        said = self._stderr.read().decode(errors="replace").strip().splitlines()
        if said:
            message += f"; last on stderr: {said[-1]}"
        raise PlayerFailure(cause, f"{self.command} {message}")

    def _send(self, word: str, payload: object) -> None:
        text = word if payload is None else f"{word} {json.dumps(payload, separators=(',', ':'))}"
        self._tell(">", text)
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
        """Return the text after *word* in the program's next line; skip `info`, and answer requests in between."""
        deadline = time.monotonic() + wait_ms / 1000
        while True:
            line = self._line(deadline, word, wait_ms)
            first, _, rest = line.partition(" ")
            if first == word:
                return rest.strip()
            if first == "catalog":
                self._send_catalog(rest.strip() or self._game)
            elif first != "info":
                self._fail("protocol", f"answered {line[:80]!r} where {word!r} was due")

    def _send_catalog(self, game_name: str) -> None:
        self.catalogs_asked += 1
        try:
            catalog = self.find_catalog(game_name)
        except EngineError as wrong:
            self._fail("protocol", f"asked for the catalog of {game_name!r}: {wrong}")
        self._send("catalog", {"game": game_name, "catalog": catalog})

    def _tell(self, sign: str, text: str) -> None:
        if self.trace is not None:
            self._tell_stderr()
            self.trace(sign, text)

    def _tell_stderr(self) -> None:
        """Tell what the program has written to standard error since the last time."""
        if self.trace is None:
            return
        # The program shares the file's place, which reading from a place of its own leaves alone.
        while data := os.pread(self._stderr.fileno(), READ_BYTES, self._stderr_told):
            self._stderr_told += len(data)
            for line in data.decode(errors="replace").splitlines():
                self.trace("!", line)

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
        data, _, self._buffer = self._buffer.partition(b"\n")
        line = data.decode(errors="replace").strip()
        self._tell("<", line)
        return line


def words_of(command: str) -> list[str]:
    """Return the words of a command line; raise BadCommand."""
    try:
        words = shlex.split(command)
    except ValueError as wrong:
        raise BadCommand(f"{command!r} is no command line: {wrong}") from wrong
    if not words or not words[0]:
        raise BadCommand(f"{command!r} names no program")
    return words
