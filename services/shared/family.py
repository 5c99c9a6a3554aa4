"""The metrics of a process that forks: its children write theirs to files, and one page shows the sum.

A forked child can't listen on its parent's port, and what it counts is lost to its parent. The metrics library
decides by an environment variable how it counts, at the moment it is imported: so this stands in a module that
imports nothing of it, and a process that forks calls it before all else.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path


def gather_metrics() -> None:
    """Let this process and its children count in files of a folder of their own.

    Whoever starts the process may name one in PROMETHEUS_MULTIPROC_DIR, and removes it: it is gone then even
    if the process was killed. What a predecessor left there is not counted on. Otherwise it is a temporary one
    that goes with this process.
    """
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for left in Path(folder).glob("*.db"):
            left.unlink()
        return
    folder = tempfile.mkdtemp(prefix="astrarium-metrics-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    atexit.register(_remove, folder, os.getpid())


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
