"""The metrics of a process that forks: every process writes its metrics to files, and one page shows the sums.

A forked child can't listen on its parent's port, and its parent doesn't see what it counts. The metrics library
reads an environment variable when it is imported, to decide whether it counts in files. Therefore this module
doesn't import the library, and a process that forks calls `gather_metrics` before anything else.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path


def gather_metrics() -> None:
    """Make this process and its children count in files of a folder of their own.

    The folder may be given in PROMETHEUS_MULTIPROC_DIR. Then its files from an earlier process are removed now, and
    whoever set the variable removes the folder, even if the process was killed. Otherwise this function makes a
    temporary folder, which is removed when the process exits.
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
