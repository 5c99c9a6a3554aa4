"""The end of commands that are interrupted."""

from __future__ import annotations

import click

#: the exit status of a program that Ctrl-C ended, as shells have it
INTERRUPTED = 130


class Interrupted(click.ClickException):
    """Ctrl-C came in the middle of what can be gone on with."""

    exit_code = INTERRUPTED

    def __init__(self) -> None:
        """Say how."""
        super().__init__("interrupted; the same command goes on from here")
