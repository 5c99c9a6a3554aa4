"""The start of `astrarium`: the commands take a moment to load, and Ctrl-C may come that early."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    try:
        from cli.commands import main as commands  # noqa: PLC0415 (what may be interrupted)

        commands()
    except KeyboardInterrupt:
        sys.exit("Aborted!")


if __name__ == "__main__":
    main()
