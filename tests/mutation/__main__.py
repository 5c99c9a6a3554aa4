"""`make mutate`: change one sign at a time in the modules of targets.toml, and see that a test notices.

Arguments name targets (`make mutate TARGETS="standings clocks"`); without any, all are run, one after the other. What
was done stands in build/mutation: the same command goes on where it was stopped, and runs again what has changed.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
WORK = ROOT / "build" / "mutation"
#: texts of refusals and log lines are read by people, not by tests
NEVER_MUTATED = [r"^\s*raise \w", r"^\s*log\.", r"^\s*f?\"[^\"]*\",?$"]
PYTEST = [
    "-p",
    "tests.mutation.fresh",
    "-p",
    "no:randomly",
    "-p",
    "no:schemathesis",
    "-p",
    "no:xdist",
    "--hypothesis-profile=few",
]
CHILDREN = 2
#: a mutant that never ends must not take all of the machine's memory
MEMORY_BYTES = 4 << 30
TEST_S_MAX = 20.0
PATIENCE = 3.0
#: what the tool notes of a mutant that a test noticed
KILLED = 1
NOTICED = ("killed", "timeout")
#: how much of what the tool said is shown when it gives up
END_CHARS = 3_000


def prepare(name: str, module: str, tests: list[str]) -> Path:
    """Lay out the folder in which a target is mutated: the project by links, and the tool's configuration."""
    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    tops = sorted(path.name for path in ROOT.iterdir() if (path / "__init__.py").exists())
    for top in tops:
        link = folder / top
        if not link.exists():
            link.symlink_to(ROOT / top)
    wanted = {
        "source_paths": [module],
        "also_copy": tops,
        "do_not_mutate_patterns": NEVER_MUTATED,
        # A busy machine is no killed mutant; one that never ends is given up after this many times that long.
        "timeout_constant": TEST_S_MAX,
        "timeout_multiplier": PATIENCE,
        "pytest_add_cli_args": PYTEST,
        "pytest_add_cli_args_test_selection": tests,
    }
    lines = ["[tool.mutmut]", *(f"{key} = {json.dumps(value)}" for key, value in wanted.items())]
    lines += ["[tool.pytest.ini_options]", 'addopts = "--import-mode=importlib"', 'markers = ["soak", "docker"]']
    (folder / "pyproject.toml").write_text("\n".join(lines) + "\n")
    return folder


def forget_survivors(folder: Path, module: str) -> None:
    """Let what survived be tried again: the tool runs a mutant once, and a new test may kill it."""
    meta = folder / "mutants" / f"{module}.meta"
    if meta.exists():
        known = json.loads(meta.read_text("utf-8"))
        codes = known["exit_code_by_key"]
        known["exit_code_by_key"] = {name: code if code == KILLED else None for name, code in codes.items()}
        meta.write_text(json.dumps(known), "utf-8")


def mutmut(folder: Path, *arguments: str) -> str:
    """Run the tool in a target's folder and return what it prints."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    done = subprocess.run(command, cwd=folder, text=True, check=False, stdout=subprocess.PIPE)
    return done.stdout


def run_mutants(folder: Path) -> str:
    """Run all mutants that have no result yet; return what the tool said if it gave up, else nothing."""
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(CHILDREN)]
    with (folder / "mutmut.log").open("w+", encoding="utf-8") as log:
        done = subprocess.run(command, cwd=folder, check=False, stdout=log, stderr=subprocess.STDOUT)
        log.seek(0)
        return log.read()[-END_CHARS:] or "nothing was said" if done.returncode else ""


def results(folder: Path) -> dict[str, str]:
    """Return the state of every mutant by its name: killed, survived, timeout, ..."""
    lines = (line.strip().rpartition(": ") for line in mutmut(folder, "results", "--all", "true").splitlines())
    return {name: state for name, _, state in lines if name}


def change_of(folder: Path, mutant: str) -> str:
    """Return a mutant as "original line -> mutated line"."""
    lines = mutmut(folder, "show", mutant).splitlines()
    taken, put = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign) and not line.startswith(sign * 3))
        for sign in "-+"
    )
    return f"{taken} -> {put}"


def judge(name: str, target: dict[str, list[str]], explained: dict[str, str]) -> bool:
    """Mutate one target, print what became of it, and return whether every survivor is explained."""
    folder = prepare(name, str(target["module"]), target["tests"])
    forget_survivors(folder, str(target["module"]))
    # Where the tests fail without any mutant, the tool tries none.
    if said := run_mutants(folder):
        sys.stdout.write(f"{name}: the tool gave up, and said at its end:\n{said}\n")
        return False
    states = results(folder)
    counts = Counter(states.values())
    left = {change_of(folder, mutant) for mutant, state in states.items() if state not in NOTICED}
    sys.stdout.write(
        f"{name}: {len(states)} mutants, {counts['killed']} killed, {counts['timeout']} without an end, "
        f"{len(left)} left, {len(left & set(explained))} of them explained\n"
    )
    for change in sorted(left - set(explained)):
        sys.stdout.write(f"  survived: {change}\n")
    for change in sorted(set(explained) - left):
        sys.stdout.write(f"  explained, and killed or gone: {change}\n")
    return bool(states) and left == set(explained)


def main(arguments: list[str]) -> int:
    """Run the targets and return the exit status."""
    targets = tomllib.loads((HERE / "targets.toml").read_text("utf-8"))
    explained = tomllib.loads((HERE / "survivors.toml").read_text("utf-8"))
    if unknown := set(arguments) - set(targets):
        sys.exit(f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(targets)}")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    good = [judge(name, targets[name], explained.get(name, {})) for name in arguments or targets]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
