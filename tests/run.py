"""`make test`: first everything that needs no running stack, in parallel, then the end-to-end suite.

Arguments go to one plain pytest run instead: `make test TESTS="tests/roll -k ship"`.
"""

from __future__ import annotations

import subprocess
import sys

PYTEST = (sys.executable, "-m", "pytest")
#: tests that start stacks of processes or containers, and so must not share the machine with others
ALONE = ("tests/e2e", "tests/services", "tests/contract")


def main(arguments: list[str]) -> int:
    """Run the tests and return the exit status."""
    if arguments:
        return subprocess.call([*PYTEST, *arguments])
    ignored = [f"--ignore={path}" for path in ALONE]
    parallel = subprocess.call([*PYTEST, "-n", "auto", "--dist", "worksteal", *ignored, "tests"])
    alone = subprocess.call([*PYTEST, *ALONE])
    return parallel or alone


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
