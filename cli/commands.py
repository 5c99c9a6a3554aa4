"""The command line: `astrarium up`, `demo`, `play`, `arena`, `tournament`, `verify` and more."""

from __future__ import annotations

import contextlib
import json
import signal
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import click
from rich.console import Console

from cli.options import setup_options
from deploy.local.stack import Stack, StackError

if TYPE_CHECKING:
    from collections.abc import Iterator

PORT = 8080
GRPC_PORT = 50051
WATCH_S = 0.3
#: a process that dies again within this time waits longer for its next start
RESTART_S_MAX = 30.0

console = Console(highlight=False)


class Ended(Exception):
    """A signal asks the program to end."""


@contextlib.contextmanager
def until_signal() -> Iterator[None]:
    """Leave the block in good order on SIGINT and SIGTERM, whatever it was doing; further ones are ignored."""

    def end(*_: object) -> None:
        # While things are being stopped, further signals must not interrupt that.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        raise Ended

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with contextlib.suppress(Ended):
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def running(stack: Stack) -> Iterator[Stack]:
    """Start *stack*, say where it is, and stop it at the end."""
    began = time.monotonic()
    try:
        with console.status("starting"):
            stack.start()
        tell_notices(stack)
        console.print(f"[green]up[/] after {time.monotonic() - began:.1f} s")
        console.print(f"  REST   {stack.url}/v1     documentation {stack.url}/docs/", soft_wrap=True)
        console.print(f"  gRPC   {stack.grpc_target}")
        console.print(f"  data   {stack.data}", soft_wrap=True)
        yield stack
    finally:
        with console.status("stopping"):
            stack.stop()
        console.print("down")


def tell_notices(stack: Stack) -> None:
    """Say what the operator has to know, once."""
    while stack.notices:
        console.print(f"[yellow]{stack.notices.pop(0)}[/]", soft_wrap=True)


def watch(stack: Stack) -> None:
    """Keep the stack whole until a signal comes: start again what has died, ever more slowly if it dies at once."""
    pauses: dict[str, float] = {}
    due: dict[str, float] = {}
    while True:
        time.sleep(WATCH_S)
        now = time.monotonic()
        for process in stack.dead():
            if process.name not in due:
                pause = pauses.get(process.name, 0.0)
                due[process.name] = now + pause
                pauses[process.name] = min(RESTART_S_MAX, pause * 2 or WATCH_S)
                console.print(
                    f"[yellow]{process.name} ended[/]; starting it again (log: {process.log})", soft_wrap=True
                )
            if now >= due[process.name]:
                del due[process.name]
                stack.start_again(process)
                tell_notices(stack)
        for process in stack.processes.values():
            if process.age_s > RESTART_S_MAX:
                pauses.pop(process.name, None)


class Commands(click.Group):
    """The commands; those that need rules and bots are imported when they are asked for."""

    ELSEWHERE: ClassVar[dict[str, str]] = {
        "arena": "cli.arena",
        "check-engine": "cli.arena",
        "ladder": "cli.arena",
        "tournament": "cli.tournament",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all names."""
        return sorted([*super().list_commands(ctx), *self.ELSEWHERE])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported if need be."""
        if cmd_name in self.ELSEWHERE:
            module = import_module(self.ELSEWHERE[cmd_name])
            command: click.Command = getattr(module, cmd_name.replace("-", "_"))
            return command
        return super().get_command(ctx, cmd_name)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="astrarium", message="%(version)s")
def main() -> None:
    """Serve and play galaxy-building games."""


def stack_options(command: Any) -> Any:
    """Add the options of a stack."""
    for option in (
        click.option("--game-states", type=click.IntRange(1, 16), default=1, show_default=True, help="Replicas."),
        click.option("--gateways", type=click.IntRange(1, 16), default=1, show_default=True, help="Replicas."),
        click.option("--bots", type=click.IntRange(1, 64), default=2, show_default=True, help="Bot workers."),
        click.option("--data", type=click.Path(path_type=Path), help="Directory for matches and logs."),
        click.option("--grpc-port", type=click.IntRange(1, 65535), help="Port of the gRPC interface."),
        click.option("--port", type=click.IntRange(1, 65535), help="Port of the REST interface."),
    ):
        command = option(command)
    return command


def open_stack(data: Path, **options: Any) -> Stack:
    """Return a stack, or end with one line that says what is wrong."""
    try:
        return Stack(data, **options)
    except (StackError, OSError) as wrong:
        raise click.ClickException(str(wrong)) from wrong


def check_writable(path: Path) -> None:
    """End with one line if a file can't be written, before a match is played for it."""
    try:
        path.open("ab").close()
    except OSError as wrong:
        raise click.ClickException(str(wrong)) from wrong


@main.command()
@stack_options
def up(port: int | None, grpc_port: int | None, data: Path | None, **replicas: int) -> None:
    """Serve until Ctrl-C: Valkey, game state, bots and gateway as one process tree.

    Matches are kept in --data (default ./var) and go on at the next start.
    """
    stack = open_stack(data or Path("var"), port=port or PORT, grpc_port=grpc_port or GRPC_PORT, **replicas)
    with told(), until_signal(), running(stack):
        console.print("Ctrl-C ends it; matches are kept")
        watch(stack)


@main.command()
@click.option("--serve", is_flag=True, help="Keep serving after the match, on the usual ports.")
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="Write the record there.")
@click.option("--game", default="roll", show_default=True)
@stack_options
def demo(
    *,
    serve: bool,
    record: Path | None,
    game: str,
    port: int | None,
    grpc_port: int | None,
    data: Path | None,
    **replicas: int,
) -> None:
    """Play a match of four seats on a stack of its own, show it, and verify its record."""
    from cli.demonstration import demonstrate  # noqa: PLC0415 (`up` needs none of it)

    if serve:
        data, port, grpc_port = data or Path("var"), port or PORT, grpc_port or GRPC_PORT
    with contextlib.ExitStack() as undo:
        folder = data or Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="astrarium-")))
        if record is not None:
            check_writable(record)
        stack = open_stack(folder, port=port, grpc_port=grpc_port, **replicas)
        is_verified = False
        with told(), until_signal(), running(stack):
            is_verified = demonstrate(stack.url, game, record or folder / "record.json", console)
            if serve and is_verified:
                console.print(f"still serving at {stack.url}; Ctrl-C ends it")
                watch(stack)
    if not is_verified:
        sys.exit(1)


@main.command()
@click.argument("game", default="roll")
@click.option("--url", default=f"http://127.0.0.1:{PORT}", show_default=True, help="The gateway.")
@click.option("--level", "levels", multiple=True, help="Level of an opponent; once per opponent.")
@click.option("--name", help="Name of your new account.")
@click.option("--token", envvar="ASTRARIUM_TOKEN", help="Token of an account you have (or ASTRARIUM_TOKEN).")
@click.option("--match", "match_id", help="Go on with a match you sit at (needs --token).")
@click.option("--solo", is_flag=True, help="No opponents, where the game has a game for one.")
@setup_options
@click.option("--own-stack", is_flag=True, help="Start a stack just for this.")
def play(*, game: str, url: str, own_stack: bool, **choices: Any) -> None:
    """Play a match in the terminal against bots."""
    from cli.terminal import sit_down  # noqa: PLC0415 (`up` needs none of it)

    with contextlib.ExitStack() as undo:
        undo.enter_context(told())
        if own_stack:
            folder = undo.enter_context(tempfile.TemporaryDirectory(prefix="astrarium-"))
            url = undo.enter_context(running(open_stack(Path(folder)))).url
        sit_down(url, game, console, **choices)


@main.command()
@click.argument("record", type=click.File("rb"))
def verify(record: Any) -> None:
    """Check a match's RECORD (a file, or - for standard input): commitment, every action, the result."""
    from engine.errors import BadRecord  # noqa: PLC0415 (the services need no engine here)
    from engine.replay import verify as check  # noqa: PLC0415 (the same)

    try:
        content = json.loads(record.read())
        state = check(content)
    except (ValueError, RecursionError) as wrong:
        kind = "not valid" if isinstance(wrong, BadRecord) else "not JSON"
        raise click.ClickException(f"the record is {kind}: {wrong}") from wrong
    count = len(content["actions"])
    console.print(f"[green]verified[/]: {content['game']}, {content['seats']} seats, {count} actions")
    console.print(f"scores {list(state.scores())}, places {list(state.ranks())}, fingerprint {state.fingerprint()}")


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Turn what a user can mend into one line."""
    import httpx  # noqa: PLC0415 (only needed where something goes wrong)

    from client import Refused  # noqa: PLC0415 (the same)

    try:
        yield
    except (StackError, Refused) as wrong:
        raise click.ClickException(str(wrong)) from wrong
    except httpx.TransportError as wrong:
        raise click.ClickException(f"no stack answers ({wrong}); start one with `astrarium up`") from wrong
