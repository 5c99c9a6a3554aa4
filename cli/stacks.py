"""The start of stacks by commands: options, ports, and serving until a signal."""

from __future__ import annotations

import contextlib
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import httpx
from rich.console import Console

from cli.extras import OURS, explain_missing
from client import Refused
from deploy.local.errors import StackError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deploy.local.stack import Stack

PORT = 8080
GRPC_PORT = 50051
WATCH_S = 0.3
#: if a process dies again within this time, its next start waits longer
RESTART_S_MAX = 30.0

console = Console(highlight=False)


class StopAsked(BaseException):
    """A signal asks the program to end; whatever it was doing must not take that for a fault of its own."""


class StopSignal:
    """The flag that a signal has asked the program to end."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self.is_asked = False

    def hear(self, *_: object) -> None:
        """Be told of the first signal; further ones must not interrupt the stopping."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        self.is_asked = True
        raise StopAsked

    def check(self) -> None:
        """Raise StopAsked if that was asked: where a destructor was running, nobody has heard of it."""
        if self.is_asked:
            raise StopAsked


@contextlib.contextmanager
def until_signal() -> Iterator[StopSignal]:
    """Leave the block in good order on SIGINT or SIGTERM, whatever it was doing; further signals are ignored."""
    stop = StopSignal()
    before = {number: signal.signal(number, stop.hear) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with contextlib.suppress(StopAsked):
            yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def run_stack(stack: Stack) -> Iterator[Stack]:
    """Start *stack*, say where it is, and stop it at the end."""
    began = time.monotonic()
    try:
        with console.status("starting"):
            stack.start()
        tell_notices(stack)
        console.print(f"[green]up[/] after {time.monotonic() - began:.1f} s")
        console.print(f"  REST   {stack.url}/v1     documentation {stack.url}/docs/", soft_wrap=True)
        console.print(f"  gRPC   {stack.grpc_target}")
        for gateway in stack.select("gateway"):
            if gateway.metrics_url is not None:
                console.print(f"  for Prometheus  {gateway.metrics_url}", soft_wrap=True)
        console.print(f"  data   {stack.data}", soft_wrap=True)
        yield stack
    finally:
        with console.status("stopping"):
            stack.stop()
        console.print("down")


def tell_notices(stack: Stack) -> None:
    """Print once what the operator has to know."""
    while stack.notices:
        console.print(f"[yellow]{stack.notices.pop(0)}[/]", soft_wrap=True)


def watch_over(stack: Stack, stop: StopSignal) -> None:
    """Keep the stack complete until a signal comes: restart what has died, ever more slowly if it dies at once."""
    pauses: dict[str, float] = {}
    due: dict[str, float] = {}
    while True:
        stop.check()
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


Command = TypeVar("Command", bound="Callable[..., object]")


def stack_options(command: Command) -> Command:
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


def open_stack(data: Path, **options: Any) -> Stack:  # noqa: ANN401 - as Stack has them
    """Return a stack, or exit with one line that says what is wrong."""
    try:
        from deploy.local.stack import Stack  # noqa: PLC0415 (an extra)
    except ModuleNotFoundError as missing:
        if str(missing.name).partition(".")[0] in OURS:
            raise
        raise explain_missing("a stack on this machine", "server", missing) from missing
    try:
        return Stack(data, **options)
    except (StackError, OSError) as wrong:
        raise click.ClickException(str(wrong)) from wrong


def check_writable(path: Path) -> None:
    """Exit with one line if a file can't be written, before a match is played for it."""
    try:
        path.open("ab").close()
    except OSError as wrong:
        raise click.ClickException(str(wrong)) from wrong


@contextlib.contextmanager
def explain_failures() -> Iterator[None]:
    """Turn errors that a user can fix into one line."""
    try:
        yield
    except (StackError, Refused) as wrong:
        raise click.ClickException(str(wrong)) from wrong
    except httpx.TransportError as wrong:
        raise click.ClickException(f"no stack answers ({wrong}); start one with `astrarium up`") from wrong
