"""Start a program that can't outlive its launcher.

    python -m deploy.local.tether PARENT_PID module services.gateway
    python -m deploy.local.tether PARENT_PID program /path/valkey-server valkey.conf

The kernel kills the program when the launcher dies, however it dies; children that the program forks
are bound to the program in the same way. Linux only; elsewhere the program simply runs.
"""

from __future__ import annotations

import ctypes
import os
import runpy
import signal
import sys

PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int) -> None:
    """Ask the kernel for SIGKILL when process *parent*, which must be the present parent, dies."""
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    # The parent may have died before the request reached the kernel.
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def bind_forks() -> None:
    """Bind every later child made by `os.fork` (gunicorn's and Celery's workers) to its own parent."""
    parent = [0]

    def note_parent() -> None:
        parent[0] = os.getpid()

    os.register_at_fork(before=note_parent, after_in_child=lambda: die_with_parent(parent[0]))


def main() -> None:
    """Bind this process to its launcher and become the program."""
    parent, how, target, *arguments = sys.argv[1:]
    # What the services write is for their owner alone.
    os.umask(0o077)
    die_with_parent(int(parent))
    if how == "program":
        # The request survives exec.
        os.execv(target, [target, *arguments])  # noqa: S606 (no shell: a fixed program)
    bind_forks()
    sys.argv = [target, *arguments]
    runpy.run_module(target, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
