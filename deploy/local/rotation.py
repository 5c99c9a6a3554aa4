"""Rotation of logs: a full log is put aside under a number, and the oldest one is deleted.

A process holds its log open and knows nothing about this. So the lines are copied and the file is emptied in place; the
process appends at the new end. What it writes between the two steps, well under a millisecond, is lost.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

BYTES_MAX = 10 * 1024 * 1024
#: numbered files beside each log: .1 is the youngest
KEPT = 4
LOOKED_EVERY_S = 5.0


def rotate(log: Path, bytes_max: int = BYTES_MAX) -> None:
    """Put a log's lines aside if there are more than *bytes_max* bytes of them."""
    if not log.exists() or log.stat().st_size <= bytes_max:
        return
    for number in range(KEPT, 1, -1):
        with contextlib.suppress(FileNotFoundError):
            path_of(log, number - 1).replace(path_of(log, number))
    aside = path_of(log, 1)
    # For its owner alone, like the log.
    aside.touch(mode=0o600)
    shutil.copyfile(log, aside)
    os.truncate(log, 0)


def path_of(log: Path, number: int) -> Path:
    """Return where a log's older lines are."""
    return log.with_name(f"{log.name}.{number}")


class Rotation:
    """Rotates the logs of a folder from a thread, until it is stopped."""

    def __init__(self, folder: Path) -> None:
        """Begin."""
        self._folder = folder
        self._ended = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def stop(self) -> None:
        """Rotate nothing more."""
        self._ended.set()

    def _run(self) -> None:
        while not self._ended.wait(LOOKED_EVERY_S):
            for log in self._folder.glob("*.log"):
                # A full disk is no reason to end.
                with contextlib.suppress(OSError):
                    rotate(log)
