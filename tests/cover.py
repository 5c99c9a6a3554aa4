"""`make cover`: branch coverage of the plain Python code, by the tests that run it.

Compiled modules are left out: their tests run in C. So are the tests of the games, which hardly run anything else, and
benchmarks. Processes that tests start are counted too, forked or not, except those that a test kills by SIGKILL: the
figure is a lower bound. Arguments go to pytest instead of all parts: `make cover TESTS=tests/tournaments`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

from tests.architecture.sources import PRODUCT, ROOT, files

#: branches of the plain code that the tests must reach, in per cent
BRANCHES_MIN = 95
COVERAGE = (sys.executable, "-m", "coverage")
REPORT = ROOT / "build" / "coverage" / "report.json"
#: those of whole stacks that go through the product; the others break machines, count loads or read pages
STACKS = (
    *("absence", "archive", "bot", "check_client", "command_line", "connect", "duplicates", "endings", "following"),
    *("gathered", "grpc_session", "guest_names", "meeting", "metrics", "rest_session", "series", "streams"),
    *("table_talk", "terminal", "tournaments", "visitors"),
)
#: each is counted by itself, so that a run that was stopped has something to show
PARTS = (
    ("tests/tournaments", "tests/client", "tests/cli", "tests/bridge", "tests/support"),
    ("tests/services/shared", "tests/services/rpc", "tests/services/gateway", "tests/services/bots"),
    ("tests/services/game_state", "tests/services/director"),
    tuple(f"tests/e2e/test_{name}.py" for name in STACKS),
    ("tests/deploy", "tests/contract", "tests/ai", "tests/engine"),
)
#: lines are reached by few examples as well as by many
PYTEST = ("-m", "pytest", "-q", "--hypothesis-profile=few")
WORKERS = ("-n", "2", "--dist", "worksteal")
#: what is not measured, besides compiled modules: what is generated, what Python starts without any package (it is
#: tested by tests/ai/test_keeper.py), and what needs a library that is not here
LEFT_OUT = (
    *("bench/*", "protos/*", "client/models.py", "client/refusals.py", "ai/arena/keeper.py"),
    *(() if find_spec("torch") else ("ai/train/*", "cli/train.py")),
    *(() if find_spec("pyspiel") else ("ai/environments/openspiel.py",)),
)


def left_out() -> str:
    """Return the patterns of what is not measured: compiled and generated modules, and benchmarks."""
    compiled = [
        path.relative_to(ROOT).as_posix() for path in files("engine", "ai") if path.with_suffix(".pxd").exists()
    ]
    return ",".join([*compiled, *LEFT_OUT])


def print_folders() -> None:
    """Print what is reached by folder, the least first."""
    subprocess.run([*COVERAGE, "json", "--quiet", f"--omit={left_out()}", "-o", str(REPORT)], cwd=ROOT, check=True)
    there: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    for name, each in json.loads(REPORT.read_text("utf-8"))["files"].items():
        folder, found = Path(name).parent.as_posix(), each["summary"]
        there[folder] += found["num_statements"] + found["num_branches"]
        reached[folder] += found["covered_lines"] + found["covered_branches"]
    rows = sorted((100 * reached[folder] / max(1, there[folder]), folder) for folder in there)
    sys.stdout.writelines(f"{share:6.1f} %  {there[folder]:6}  {folder}\n" for share, folder in rows if there[folder])


def main(arguments: list[str]) -> int:
    """Run the tests, print what they never reach, and return the exit status."""
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    measured = (f"--source={','.join(PRODUCT)}", f"--omit={left_out()}")
    subprocess.run([*COVERAGE, "erase"], cwd=ROOT, check=True)
    parts = [tuple(arguments)] if arguments else [(*WORKERS, *part) for part in PARTS]
    statuses = [subprocess.call([*COVERAGE, "run", *measured, *PYTEST, *part], cwd=ROOT) for part in parts]
    subprocess.run([*COVERAGE, "combine", "--quiet"], cwd=ROOT, check=True)
    least = () if arguments else (f"--fail-under={BRANCHES_MIN}",)
    reported = subprocess.call([*COVERAGE, "report", f"--omit={left_out()}", *least], cwd=ROOT)
    print_folders()
    return next((status for status in (*statuses, reported) if status), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
