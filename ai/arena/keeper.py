"""Run a program, and kill it with all its descendants when the process that asked for it is gone.

    python keeper.py LIFELINE PROGRAM ARGUMENT ...

LIFELINE is the file descriptor of a pipe's read end. When the write end is closed, for whatever reason, the program is
no longer wanted and is killed. The program inherits everything else, and the keeper exits with the program's exit
status. The program's descendants die with it, so a shell script around an engine leaves no engine behind. On Linux the
keeper adopts orphaned descendants, even those in sessions of their own; elsewhere it kills the process group.
The keeper uses the standard library alone, because it has to start fast.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
import time
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
NOT_STARTED = 127
#: how often to check that the parent still lives, in case another process holds the lifeline open
LOOK_S = 1.0
END_S_MAX = 2.0
END_POLL_S = 0.005
IS_LINUX = sys.platform == "linux"


def set_process(option: int, value: int) -> None:
    """Set an option of this process (Linux)."""
    if IS_LINUX:
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def start(command: list[str]) -> int:
    """Start the program; return its process id."""
    pid = os.fork()
    if pid:
        return pid
    try:
        # If this process is killed, the kernel kills at least the program itself.
        set_process(PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.execvp(command[0], command)  # noqa: S606 - the operator's own command line
    except OSError as wrong:
        os.write(2, f"{command[0]} does not start: {wrong.strerror}\n".encode())
    finally:
        os._exit(NOT_STARTED)


def descendants(pid: int) -> list[int]:
    """Return the process ids of all descendants of *pid*, read from /proc."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError):
            # The name, in parentheses, may contain any character; the state and the parent follow it.
            parent = int(stat.read_text(errors="replace").rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    found, waiting = [], [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def end_descendants() -> None:
    """Kill the descendants of this process until none is left, for END_S_MAX seconds at most."""
    until = time.monotonic() + END_S_MAX
    while time.monotonic() < until:
        left = descendants(os.getpid())
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not left:
            return
        time.sleep(END_POLL_S)


def wait(program: int, lifeline: int, woken: int) -> int | None:
    """Wait until the program ends; return its wait status, or None if the lifeline or the parent went first."""
    parent = os.getppid()
    while True:
        ready, _, _ = select.select([lifeline, woken], [], [], LOOK_S)
        if woken in ready:
            os.read(woken, 4096)
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == program:
                return status
            if pid == 0:
                break
        if lifeline in ready or os.getppid() != parent:
            return None


def end_as(status: int | None) -> None:
    """End this process as the program ended: with the same exit status, or by the same signal."""
    if status is None:
        os._exit(0)
    if not os.WIFSIGNALED(status):
        os._exit(os.waitstatus_to_exitcode(status))
    number = os.WTERMSIG(status)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # SIGKILL has no handler to reset.
    with contextlib.suppress(OSError):
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def main() -> None:
    """Run the program that the command line names."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)
    set_process(PR_SET_CHILD_SUBREAPER, 1)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    program = start(command)
    # Only the program may hold its pipes: their reader must see the end of file when the program closes them or ends.
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nothing, descriptor)
    status = wait(program, lifeline, woken)
    if IS_LINUX:
        end_descendants()
    elif status is None:
        os.killpg(0, signal.SIGKILL)
    end_as(status)


if __name__ == "__main__":
    main()
