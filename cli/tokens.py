"""Tokens on the command line: in files for their owner alone, or in the environment; never shown, never an argument."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

import click

STANDARD = "-"
FOLDER_MODE, FILE_MODE = 0o700, 0o600
OTHERS = 0o077
VARIABLE = "ASTRARIUM_TOKEN"
#: where the tokens of accounts are kept that `astrarium play` has made; XDG_CONFIG_HOME moves it
FOLDER = "astrarium"


def read_token(path: Path | None) -> str | None:
    """Return the token in a file, or else in the environment, or None; raise ClickException if it is not good."""
    source, text = VARIABLE, os.environ.get(VARIABLE, "")
    if path is not None:
        source = str(path)
        try:
            mode, text = path.stat().st_mode, path.read_text("utf-8")
        except (OSError, ValueError) as wrong:
            raise click.ClickException(f"{path} gives no token ({wrong})") from wrong
        if mode & OTHERS:
            raise click.ClickException(f"others may read {path}, and so play as you: chmod 600 {path}")
    elif not text:
        return None
    if not re.fullmatch(r"[\w-]+", token := text.strip(), re.ASCII):
        raise click.ClickException(f"{source} gives no token: a token is letters, digits, - and _")
    return token


def prepare_folder(url: str) -> Path:
    """Return the folder for tokens of the server at *url*, which is made if need be; raise ClickException."""
    at = urlsplit(url)
    server = re.sub(r"[^\w.-]+", "-", f"{at.hostname}-{at.port or at.scheme}{at.path}".rstrip("/"))
    folder = Path(click.get_app_dir(FOLDER)) / server
    try:
        folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    except OSError as wrong:
        raise click.ClickException(f"no place for your token ({wrong}); XDG_CONFIG_HOME may name another") from wrong
    return folder


def write_secret(text: str, path: Path) -> None:
    """Write a secret to a file for its owner alone, or to standard output unless somebody would see it there."""
    if str(path) == STANDARD:
        if sys.stdout.isatty():
            raise click.ClickException("a token is not shown on a terminal: name a file, or send the output to one")
        click.echo(text)
        return
    try:
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "w") as file:
            file.write(text)
    except OSError as wrong:
        raise click.ClickException(str(wrong)) from wrong
