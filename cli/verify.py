"""The command `astrarium verify`."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, BinaryIO

import click

from cli.stacks import console
from engine.errors import BadRecord
from engine.replay import verify as verify_record

if TYPE_CHECKING:
    from collections.abc import Iterator

#: faults of a file that are told one by one
SHOWN_MAX = 20


@click.command()
@click.argument("record", type=click.File("rb"))
def verify(record: BinaryIO) -> None:
    """Check a match's RECORD (a file, or - for standard input): commitment, every action, the result.

    The file may also have a record on each line, as `astrarium export` writes them.
    """
    first = record.readline()
    second = record.readline()
    if _is_object(first) and second.strip():
        _verify_all(itertools.chain([first, second], record))
        return
    try:
        content = json.loads(first + second + record.read())
        state = verify_record(content)
    except (ValueError, RecursionError) as wrong:
        raise click.ClickException(f"the record is {_tell(wrong)}") from wrong
    count = len(content["actions"])
    console.print(f"[green]verified[/]: {content['game']}, {content['seats']} seats, {count} actions")
    console.print(f"scores {list(state.scores())}, places {list(state.ranks())}, fingerprint {state.fingerprint()}")


def _verify_all(lines: Iterator[bytes]) -> None:
    """Check a record on every line; raise ClickException if one is not valid."""
    verified = wrong = 0
    for number, line in enumerate(lines, 1):
        try:
            verify_record(json.loads(line))
        except (ValueError, RecursionError) as fault:
            wrong += 1
            if wrong <= SHOWN_MAX:
                click.echo(f"line {number}: the record is {_tell(fault)}", err=True)
        else:
            verified += 1
    console.print(f"[green]verified[/]: {verified} records")
    if wrong:
        raise click.ClickException(f"{wrong} of {verified + wrong} records are not valid")


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _tell(wrong: ValueError | RecursionError) -> str:
    return f"{'not valid' if isinstance(wrong, BadRecord) else 'not JSON'}: {wrong}"
