"""The command line: `astrarium up`, `admin`, `demo`, `play`, `arena`, `tournament`, `verify` and more."""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

import click


class Commands(click.Group):
    """The commands. Each is a module that is imported when needed: `up` needs neither rules nor bots."""

    NAMES: ClassVar[tuple[str, ...]] = (
        "admin",
        "arena",
        "catalog",
        "check-client",
        "check-engine",
        "connect",
        "demo",
        "export",
        "ladder",
        "play",
        "tournament",
        "train",
        "up",
        "verify",
    )

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        """Return all names."""
        return list(self.NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Return a command, or None if there is none of that name."""
        if cmd_name not in self.NAMES:
            return None
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(f"cli.{name}"), name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="astrarium", message="%(version)s")
def main() -> None:
    """Serve and play galaxy-building games."""
