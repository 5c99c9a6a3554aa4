"""The start of `astrarium`: the commands take a moment to load, and Ctrl-C may come that early."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


def main() -> None:
    """Run the command line; Ctrl-C ends it with the status that shells expect."""
    try:
        with _ending_at_once():
            from cli.commands import run  # noqa: PLC0415 (what may be interrupted)

        ended = run()
    except KeyboardInterrupt:
        from cli.endings import INTERRUPTED  # noqa: PLC0415 (as above)

        sys.stderr.write("Aborted!\n")
        ended = INTERRUPTED
    sys.exit(ended)


@contextmanager
def _ending_at_once() -> Iterator[None]:
    """End the process by Ctrl-C: Python ignores an exception that comes in a callback of its own imports."""

    def end(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001 (what a handler is given)
        os.write(2, b"Aborted!\n")
        os._exit(128 + number)

    # Where Ctrl-C is ignored, as in the background of a script, it stays so.
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, end)
    yield
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    main()
