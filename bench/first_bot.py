"""`python -m bench.first_bot`: from an empty machine to a bot that has played a match, step by step and timed.

    python -m bench.first_bot [--wheel FILE]

The wheel is made of this tree unless one is named. Then: a new environment, the wheel and what it needs from the
package index, `astrarium up`, and the first program of docs/first-bot.md. Exits with 1 if all of it takes longer than
the five minutes that are promised.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
import httpx
from rich.console import Console

from deploy.local.stack import HOST, free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "first-bot.md"
ADDRESS = "http://127.0.0.1:8080"
EXTRA = "server"
PROMISED_S = 300
UP_S_MAX = 120
WAIT_S = 0.1
STOP_S_MAX = 30


class Stopwatch:
    """The steps, and how long each took."""

    def __init__(self) -> None:
        """Begin without any."""
        self.console = Console(highlight=False)
        self.taken_s = 0.0

    @contextlib.contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time a step, and say how long it took."""
        began = time.monotonic()
        yield
        took_s = time.monotonic() - began
        self.taken_s += took_s
        self.console.print(f"{took_s:7.1f} s  {name}")


def call(*command: str | Path, at: Path) -> None:
    """Run a program away from this tree; raise ClickException with what it said if it fails."""
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(  # noqa: S603 (fixed programs)
        list(map(str, command)), cwd=at, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise click.ClickException(f"{' '.join(map(str, command))}:\n{done.stdout}{done.stderr}")


@contextlib.contextmanager
def serve(program: Path, folder: Path) -> Iterator[str]:
    """Run `astrarium up`, and give its address once it has bots."""
    url = f"http://{HOST}:{(port := free_port())}"
    words = ["up", "--port", str(port), "--grpc-port", str(free_port()), "--data", str(folder / "data")]
    with (folder / "up.log").open("w") as log:
        server = subprocess.Popen([program, *words], cwd=folder, stdout=log, stderr=log)  # noqa: S603 (the same)
        try:
            until = time.monotonic() + UP_S_MAX
            while not has_bots(url):
                if server.poll() is not None or time.monotonic() > until:
                    raise click.ClickException(f"the server does not come up:\n{(folder / 'up.log').read_text()}")
                time.sleep(WAIT_S)
            yield url
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(STOP_S_MAX)


def has_bots(url: str) -> bool:
    """Whether a server answers there, and bots play on it."""
    try:
        answer = httpx.get(f"{url}/v1/bots", timeout=5)
    except httpx.TransportError:
        return False
    return answer.is_success and bool(answer.json()["bots"])


def read_program(url: str) -> str:
    """Return the page's first program, for a server at that address."""
    found = re.search(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    if found is None:
        raise click.ClickException(f"{PAGE} has no program")
    return found[1].replace(ADDRESS, url)


def count_matches(url: str) -> int:
    """Return how many matches were played to their end there."""
    answer = httpx.get(f"{url}/v1/matches", params={"status": "over"}, timeout=20).raise_for_status()
    return sum(match["ended"] == "finished" for match in answer.json()["matches"])


@click.command()
@click.option("--wheel", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Install that one.")
def main(wheel: Path | None) -> None:
    """Time the way of somebody new to a bot that has played."""
    watch = Stopwatch()
    with tempfile.TemporaryDirectory(prefix="astrarium-first-") as name:
        folder = Path(name)
        if wheel is None:
            with watch.step("a wheel of this tree, compiled"):
                call(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, ROOT, at=folder)
            (wheel,) = folder.glob("*.whl")
        wheel = wheel.resolve()
        made_s = watch.taken_s
        with watch.step("an empty environment"):
            call(sys.executable, "-m", "venv", "env", at=folder)
        python = folder / "env" / "bin" / "python"
        with watch.step("the wheel and what a server needs, installed"):
            call(python, "-m", "pip", "install", f"{wheel}[{EXTRA}]", at=folder)
        began = time.monotonic()
        with serve(python.with_name("astrarium"), folder) as url:
            watch.console.print(f"{time.monotonic() - began:7.1f} s  a server with bots")
            watch.taken_s += time.monotonic() - began
            with watch.step("the page's first program, a match long"):
                call(python, "-c", read_program(url), at=folder)
            if not count_matches(url):
                raise click.ClickException("the bot has finished no match")
    watch.console.print(f"{watch.taken_s:7.1f} s  in all; without making the wheel {watch.taken_s - made_s:.1f} s")
    if watch.taken_s > PROMISED_S:
        raise click.ClickException(f"that is longer than {PROMISED_S} s")


if __name__ == "__main__":
    main()
