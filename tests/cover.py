"""`make cover`: branch coverage of the plain Python code by the tests that need no stack.

Compiled modules are left out: their tests run in C. Processes that tests start are counted too, except those that a
test kills by SIGKILL. Arguments go to pytest instead of the whole suite: `make cover TESTS=tests/tournaments`.
"""

from __future__ import annotations

import subprocess
import sys

from tests.architecture.sources import PRODUCT, ROOT, files

#: branches of the plain code that the tests must reach, in per cent
BRANCHES_MIN = 95
#: these start whole stacks and take long; when they are named, the processes of their stacks are counted as well
STACKS = ("tests/e2e", "tests/contract", "tests/web")
COVERAGE = (sys.executable, "-m", "coverage")


def left_out() -> str:
    """Return the patterns of what is not measured: compiled and generated modules."""
    compiled = [
        path.relative_to(ROOT).as_posix() for path in files("engine", "ai") if path.with_suffix(".pxd").exists()
    ]
    return ",".join([*compiled, "protos/*"])


def main(arguments: list[str]) -> int:
    """Run the tests, print what they never reach, and return the exit status."""
    (ROOT / "build" / "coverage").mkdir(parents=True, exist_ok=True)
    chosen = arguments or ["-n", "auto", "--dist", "worksteal", *(f"--ignore={path}" for path in STACKS), "tests"]
    measured = f"--source={','.join(PRODUCT)}"
    subprocess.run([*COVERAGE, "erase"], cwd=ROOT, check=True)
    failed = subprocess.call(
        [*COVERAGE, "run", measured, f"--omit={left_out()}", "-m", "pytest", "-q", *chosen], cwd=ROOT
    )
    subprocess.run([*COVERAGE, "combine", "--quiet"], cwd=ROOT, check=True)
    least = [] if arguments else [f"--fail-under={BRANCHES_MIN}"]
    return failed or subprocess.call([*COVERAGE, "report", f"--omit={left_out()}", *least], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
