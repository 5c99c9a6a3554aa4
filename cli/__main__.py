"""The start of `astrarium`: the commands take a moment to load, and Ctrl-C may come that early."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it with the status that shells expect."""
    try:
        from cli.commands import run  # noqa: PLC0415 (what may be interrupted)

        ended = run()
    except KeyboardInterrupt:
        from cli.endings import INTERRUPTED  # noqa: PLC0415 (as above)

        sys.stderr.write("Aborted!\n")
        ended = INTERRUPTED
    sys.exit(ended)


if __name__ == "__main__":
    main()
