"""The command `astrarium export`: the records that a search finds, in a file that a later call continues."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import time
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from cli.options import read_options, setup_options
from cli.play import URL
from cli.stacks import console, explain_failures
from cli.tokens import VARIABLE, read_token
from client import Client
from services.shared.ends import ENDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from client.models import RecordLine

MS = 1000
#: bytes of a file that are read at once, from its end back, in search of its last line
CHUNK = 1 << 16
TOLD_S = 1.0
ENDS_OF_A_LINE = 2
#: how every line of an export begins
FIRST_MEMBER = b'{"cursor":'
TIMES = ("%Y-%m-%d", "%Y-%m-%dT%H:%M:%S")


def search_options(command: Callable[..., object]) -> Callable[..., object]:
    """Add the options that say which matches are wanted."""
    for option in (
        click.option("--game", help="Only matches of this game."),
        click.option("--seats", type=click.IntRange(1), help="Only tables with this number of seats."),
        click.option(
            "--clock", type=click.Choice(["none", "decision", "bank"]), help="Only matches with this kind of clock."
        ),
        click.option("--player", help="Only matches in which this account, or bot:LEVEL, played or gave up."),
        click.option(
            "--opponent", multiple=True, help="Only matches in which this one played as well; may be repeated."
        ),
        setup_options,
        click.option("--tournament", help="Only matches of the tournament with this id."),
        click.option("--won-by", help="Only matches in which this account, or bot:LEVEL, is first."),
        click.option("--ended", type=click.Choice(ENDS), help="Only matches that ended this way."),
        click.option(
            "--from",
            "ended_from",
            type=click.DateTime(TIMES),
            help="Only matches that ended at this time or later (UTC).",
        ),
        click.option(
            "--until", "ended_until", type=click.DateTime(TIMES), help="Only matches that ended before this time (UTC)."
        ),
        click.option("--length-min", type=click.IntRange(1), help="Only matches of at least this many actions."),
        click.option("--length-max", type=click.IntRange(1), help="Only matches of at most this many actions."),
    ):
        command = option(command)
    return command


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--url", default=URL, show_default=True, help="The gateway.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    help=f"File with your account's token, for your private matches (or the token in {VARIABLE}).",
)
@click.option(
    "--parquet",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Then also write all of FILE as Parquet (extra: parquet).",
)
@search_options
def export(file: Path, url: str, token_file: Path | None, parquet: Path | None, **search: Any) -> None:  # noqa: ANN401 - as the options have them
    """Write the records of finished matches to FILE, one JSON object per line, oldest end first.

    If FILE has records, those after its last one are added: after a break the same command continues, and on another
    day it adds matches that have ended since. `astrarium verify FILE` checks every line.
    """
    if parquet is not None and find_spec("pyarrow") is None:
        raise click.ClickException("Parquet needs an extra: pip install 'astrarium[parquet]'")
    query = _write_query(**search)
    with explain_failures(), _open(file) as out, Client(url, read_token(token_file)) as client:
        since = _find_end(out, file)
        added = _append(client.records(since, **query), out)
    behind = f" behind {since}" if since else ""
    console.print(f"{file}: {added} records added{behind}", soft_wrap=True, markup=False)
    if parquet is not None:
        from cli.parquet import write_parquet  # noqa: PLC0415 (an extra)

        console.print(f"{parquet}: {write_parquet(file, parquet)} records", soft_wrap=True, markup=False)


def _write_query(
    *,
    ended_from: datetime | None,
    ended_until: datetime | None,
    options: tuple[str, ...],
    **query: Any,  # noqa: ANN401 - as the interface takes them
) -> dict[str, Any]:
    """Return a search as the interface takes it."""
    bounds = {"ended_from_ms": ended_from, "ended_until_ms": ended_until}
    query |= {name: None if at is None else int(at.replace(tzinfo=UTC).timestamp() * MS) for name, at in bounds.items()}
    return query | {"options": read_options(options) or None, "opponent": list(query["opponent"]) or None}


@contextlib.contextmanager
def _open(file: Path) -> Iterator[BinaryIO]:
    """Open a file to go on with it, for this command alone; raise ClickException."""
    try:
        out = os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
    except OSError as wrong:
        raise click.ClickException(str(wrong)) from wrong
    with out:
        try:
            fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as wrong:
            raise click.ClickException(f"another command writes to {file}") from wrong
        yield out


def _find_end(out: BinaryIO, file: Path) -> str:
    """Cut off a line that was not written whole; return the cursor of the last one ("": there is none)."""
    end, tail = out.seek(0, os.SEEK_END), b""
    # Two ends of lines enclose the last whole one.
    while len(tail) < end and tail.count(b"\n") < ENDS_OF_A_LINE:
        step = min(CHUNK, end - len(tail))
        out.seek(end - len(tail) - step)
        tail = out.read(step) + tail
    whole, newline, rest = tail.rpartition(b"\n")
    last = whole.rpartition(b"\n")[2]
    try:
        cursor = str(json.loads(last)["cursor"]) if newline else ""
        is_ours = newline or FIRST_MEMBER.startswith(rest[: len(FIRST_MEMBER)])
    except (ValueError, KeyError, TypeError):
        is_ours = False
    if not is_ours:
        raise click.ClickException(f"{file} doesn't end with a record of an export: name another file")
    out.truncate(end - len(rest))
    out.seek(0, os.SEEK_END)
    return cursor


def _append(records: Iterator[RecordLine], out: BinaryIO) -> int:
    """Write records behind what is there, and return how many; what was written stays if the rest fails."""
    count, told_s = 0, time.monotonic()
    with console.status("exporting") as status:
        for record in records:
            out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
            count += 1
            if time.monotonic() - told_s > TOLD_S:
                out.flush()
                status.update(f"exporting: {count} records")
                told_s = time.monotonic()
        out.flush()
        os.fsync(out.fileno())
    return count
