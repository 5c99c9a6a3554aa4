"""`make test`: what needs no running stack; what starts stacks of processes; the end-to-end suite again in containers.

Before them the tests of the page's scripts, which say in one line why they can't run without npm's registry.

Without a Docker engine the last part is left out and said so; E2E_REQUIRE_DOCKER=1 makes it a failure.

With TESTS_RETRIED=1, as in CI, a test that failed is run again alone, twice. If it passes both times, it is listed as
unsteady, to be mended at its cause, and the run goes on.

Arguments go to one plain pytest run instead: `make test TESTS="tests/roll -k ship"`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from deploy.local.errors import StackError
from tests.e2e.containers import missing_engine

PYTEST = (sys.executable, "-m", "pytest")
OF_THE_PAGE = (sys.executable, "-m", "deploy.page", "test")
#: tests that start stacks of processes or containers: they wait more than they work, but none must wait for long
STACKS = ("tests/e2e", "tests/services", "tests/contract", "tests/web")
#: where the time goes is printed, so that it is noticed
SLOWEST = ("--durations=15", "--durations-min=5")
ALL_AT_ONCE = ("-n", "auto", "--dist", "worksteal", *SLOWEST)
TWO_AT_ONCE = ("-n", "2", "--dist", "worksteal", *SLOWEST)
#: a file's tests share a stack: they stay with one worker, which starts it once; the longest files go first
FILES_AT_ONCE = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder", *SLOWEST)

#: what starts local processes by itself
LOCAL_ALWAYS = (
    *("test_broker.py", "test_command_line.py", "test_failover.py", "test_logs.py", "test_metrics.py"),
    "test_traces.py",
)
#: what tests the interface alone, which is the same in containers
LOCAL_ENOUGH = (
    *("test_absence.py", "test_blocks.py", "test_bot.py", "test_check_client.py", "test_connect.py"),
    *("test_duplicates.py", "test_following.py", "test_gathered.py", "test_generated_clients.py", "test_leaks.py"),
    *("test_load.py", "test_meeting.py", "test_openapi_contract.py", "test_readme.py", "test_table_talk.py"),
    *("test_terminal.py", "test_visitors.py"),
)
IN_CONTAINERS = (*(f"--ignore=tests/e2e/{name}" for name in LOCAL_ALWAYS + LOCAL_ENOUGH), "tests/e2e")


#: more failures than this are no chance
RETRIED_MAX = 8
RETRIES = 2

unsteady: list[str] = []


def main(arguments: list[str]) -> int:
    """Run the tests and return the exit status."""
    if arguments:
        return subprocess.call([*PYTEST, *arguments])
    ignored = [f"--ignore={path}" for path in STACKS]
    # All of it, whatever failed before: a run of CI tells everything that is wrong.
    statuses = [subprocess.call(OF_THE_PAGE)]
    statuses += [run_part([*ALL_AT_ONCE, *ignored, "tests"]), run_part([*FILES_AT_ONCE, *STACKS]), in_containers()]
    if unsteady:
        sys.stdout.write("unsteady (failed, then passed twice alone; to be mended at the cause):\n")
        sys.stdout.writelines(f"  {each}\n" for each in unsteady)
    return next((status for status in statuses if status), 0)


def run_part(arguments: list[str], **environment: str) -> int:
    """Run some of the tests and return the exit status; what failed is run again where that is wanted."""
    env = os.environ | environment
    with tempfile.TemporaryDirectory() as folder:
        status = subprocess.call([*PYTEST, "-o", f"cache_dir={folder}", *arguments], env=env)
        found = Path(folder, "v", "cache", "lastfailed")
        failed = sorted(json.loads(found.read_text())) if found.exists() else []
    if status != 1 or os.environ.get("TESTS_RETRIED") != "1" or not 0 < len(failed) <= RETRIED_MAX:
        return status
    for each in failed:
        if any(subprocess.call([*PYTEST, "-p", "no:cacheprovider", each], env=env) for _ in range(RETRIES)):
            return status
    unsteady.extend(failed)
    return 0


def in_containers() -> int:
    """Run the end-to-end suite on the shipped image and compose file, or say why not."""
    try:
        reason = missing_engine()
    except StackError as wrong:
        sys.exit(str(wrong))
    if reason is not None:
        sys.stdout.write(f"the end-to-end tests ran on local processes alone: {reason}\n")
        return 0
    return run_part([*TWO_AT_ONCE, *IN_CONTAINERS], E2E_STACK="containers")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
