"""`make test`: what needs no running stack; what starts stacks of processes; the end-to-end suite again in containers.

Without a Docker engine the last part is left out and said so; E2E_REQUIRE_DOCKER=1 makes it a failure.

Arguments go to one plain pytest run instead: `make test TESTS="tests/roll -k ship"`.
"""

from __future__ import annotations

import os
import subprocess
import sys

from deploy.local.stack import StackError
from tests.e2e.containers import missing_engine

PYTEST = (sys.executable, "-m", "pytest")
#: tests that start stacks of processes or containers: they wait more than they work, but none must wait for long
STACKS = ("tests/e2e", "tests/services", "tests/contract", "tests/web")
TWO_AT_ONCE = ("-n", "2", "--dist", "worksteal")

#: the end-to-end suite, but for what starts local processes by itself
LOCAL_ALWAYS = ("test_command_line.py", "test_logs.py", "test_metrics.py", "test_traces.py")
IN_CONTAINERS = (*(f"--ignore=tests/e2e/{name}" for name in LOCAL_ALWAYS), "tests/e2e")


def main(arguments: list[str]) -> int:
    """Run the tests and return the exit status."""
    if arguments:
        return subprocess.call([*PYTEST, *arguments])
    ignored = [f"--ignore={path}" for path in STACKS]
    parallel = subprocess.call([*PYTEST, "-n", "auto", "--dist", "worksteal", *ignored, "tests"])
    stacks = subprocess.call([*PYTEST, *TWO_AT_ONCE, *STACKS])
    return parallel or stacks or in_containers()


def in_containers() -> int:
    """Run the end-to-end suite on the shipped image and compose file, or say why not."""
    try:
        reason = missing_engine()
    except StackError as wrong:
        sys.exit(str(wrong))
    if reason is not None:
        sys.stdout.write(f"the end-to-end tests ran on local processes alone: {reason}\n")
        return 0
    return subprocess.call([*PYTEST, *TWO_AT_ONCE, *IN_CONTAINERS], env=os.environ | {"E2E_STACK": "containers"})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
