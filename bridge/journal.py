"""The logs of a bridge: one file for each match, and what concerns no match on the terminal."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from client.bots.runner import MATCH_ID

if TYPE_CHECKING:
    from pathlib import Path

#: what a match's id must look like to become a file's name
NAME = re.compile(r"[\w-]{1,64}", re.ASCII)
FORMAT = "%(asctime)s.%(msecs)03d %(message)s"


class MatchFiles(logging.Handler):
    """Appends what concerns a match to `MATCH.log`."""

    def __init__(self, folder: Path) -> None:
        """Write into a folder, which is made if need be; raise OSError."""
        super().__init__(logging.DEBUG)
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self.setFormatter(logging.Formatter(FORMAT, "%Y-%m-%dT%H:%M:%S"))

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        match_id = MATCH_ID.get()
        if not NAME.fullmatch(match_id):
            return
        try:
            with (self._folder / f"{match_id}.log").open("a", encoding="utf-8") as file:
                file.write(f"{self.format(record)}\n")
        except (OSError, ValueError):
            self.handleError(record)


def keep_journal(folder: Path) -> None:
    """Log each match to a file of *folder*, and in short to standard error; raise OSError."""
    root = logging.getLogger("astrarium")
    root.setLevel(logging.DEBUG)
    root.propagate = False
    terminal = logging.StreamHandler()
    terminal.setLevel(logging.INFO)
    terminal.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    root.addHandler(terminal)
    root.addHandler(MatchFiles(folder))
