"""The command line: `astrarium up`, `admin`, `demo`, `play`, `arena`, `tournament`, `verify` and more."""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

import click

from cli.endings import INTERRUPTED
from cli.extras import EXTRAS, OURS, explain_missing


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
        "replay",
        "tournament",
        "train",
        "trial",
        "up",
        "verify",
        "watch",
    )

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        """Return all names."""
        return list(self.NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Return a command, or None if there is none of that name."""
        if cmd_name not in self.NAMES:
            return None
        name = cmd_name.replace("-", "_")
        try:
            command: click.Command = getattr(import_module(f"cli.{name}"), name)
        except ModuleNotFoundError as missing:
            if cmd_name not in EXTRAS or str(missing.name).partition(".")[0] in OURS:
                raise
            return LackingCommand(cmd_name, missing)
        return command


class LackingCommand(click.Command):
    """A command whose packages are not installed: listed as such, and refused whatever its arguments."""

    def __init__(self, name: str, missing: ModuleNotFoundError) -> None:
        """Take the command's name and what could not be imported."""
        super().__init__(
            name, short_help=f"(needs the extra {EXTRAS[name]})", add_help_option=False, callback=self._refuse
        )
        self._missing = missing

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take whatever arguments there are."""
        ctx.args = args
        return args

    def _refuse(self) -> None:
        raise explain_missing(f"astrarium {self.name}", EXTRAS[str(self.name)], self._missing)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="astrarium", message="%(version)s")
def main() -> None:
    """Serve and play galaxy-building games."""


def run() -> int:
    """Run the command line and return its exit status."""
    try:
        ended = main.main(standalone_mode=False)
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except click.Abort as aborted:
        click.echo("Aborted!", err=True)
        return INTERRUPTED if isinstance(aborted.__cause__, KeyboardInterrupt) else 1
    return ended if isinstance(ended, int) else 0
