"""Setup options on the command line: NAME=VALUE, or NAME=@FILE for long values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click


def read_options(words: tuple[str, ...]) -> dict[str, Any]:
    """Turn `name=value` words into options; values that are JSON are read as JSON.

    `name=@file` takes the value from a JSON file, such as your own rogue mat. Raises click.BadParameter.
    """
    options: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise click.BadParameter(f"{word!r} is not NAME=VALUE", param_hint="--option")
        if value.startswith("@"):
            options[name] = _read(Path(value[1:]))
            continue
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_text())
    except OSError as wrong:
        raise click.BadParameter(f"{path} can't be read: {wrong.strerror}", param_hint="--option") from wrong
    except ValueError as wrong:
        raise click.BadParameter(f"{path} is not JSON: {wrong}", param_hint="--option") from wrong


setup_options = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setup option of the game; NAME=@FILE takes JSON from a file (a rogue mat of your own).",
)
