"""The command `astrarium verify`."""

from __future__ import annotations

import json
from typing import BinaryIO

import click

from cli.stacks import console
from engine.errors import BadRecord
from engine.replay import verify as verify_record


@click.command()
@click.argument("record", type=click.File("rb"))
def verify(record: BinaryIO) -> None:
    """Check a match's RECORD (a file, or - for standard input): commitment, every action, the result."""
    try:
        content = json.loads(record.read())
        state = verify_record(content)
    except (ValueError, RecursionError) as wrong:
        kind = "not valid" if isinstance(wrong, BadRecord) else "not JSON"
        raise click.ClickException(f"the record is {kind}: {wrong}") from wrong
    count = len(content["actions"])
    console.print(f"[green]verified[/]: {content['game']}, {content['seats']} seats, {count} actions")
    console.print(f"scores {list(state.scores())}, places {list(state.ranks())}, fingerprint {state.fingerprint()}")
