"""Parts that need more than the plain package, and the refusal where that is not installed."""

from __future__ import annotations

import click

#: command -> the extra that has its packages
EXTRAS = {"admin": "server", "connect": "connect", "demo": "server", "tournament": "tournament", "up": "server"}
#: our own packages; if one of them can't be imported, no extra helps
OURS = {"ai", "bench", "bridge", "cli", "client", "deploy", "engine", "protos", "services", "tournaments"}


def explain_missing(what: str, extra: str, missing: ModuleNotFoundError) -> click.ClickException:
    """Return an error of one line: *what* needs an extra, and how it is installed."""
    return click.ClickException(
        f"{what} needs more than the plain package ({missing.name}): pip install 'astrarium[{extra}]'"
    )
