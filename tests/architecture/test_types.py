"""Type checkers see the engine as it is: whoever misspells something of its door is told so."""

import re
import subprocess
import sys

import pytest

from tests.architecture.sources import ROOT

RIGHT = """
import random
from ai.levels import choose
from engine.contract.state import InformationSet, State
from engine.registry import GAMES, find_game

game = find_game("roll")
assert game in GAMES.values()
state: State = game.setup(2, bytes(32), {})
for seat in state.deciding_seats():
    info: InformationSet = state.information_set(seat)
    action = choose(info, "greedy", seed=1)
    same = game.Action.parse(str(action)) == game.Action.from_dict(action.to_dict()) == info.legal_actions()[0]
    for event in state.clone().submit(seat, action):
        kind: str = event.kind.name
        fact: dict[str, str | int | None] | None = event.show_to(None)
    decision = info.decision()
    assert decision is not None
    text: str = decision["asks"]
    imagined: State = info.imagine(random.Random(1))
points: tuple[int, ...] = state.scores()
back: State = game.from_bytes(state.to_bytes())
"""

#: a wrong line, and the code of the error it must get
WRONG = [
    ('find_game("roll").setup(2, bytes(32)).sumbit(0, action)', "attr-defined"),
    ("state.submit(0, 17)", "arg-type"),
    ('state.submit("0", action)', "arg-type"),
    ("state.submit(seat=0, choice=action)", "call-arg"),
    ('game.setup(2, "seed")', "arg-type"),
    ("game.setup(2, bytes(32), option={})", "call-arg"),
    ("info.seed", "attr-defined"),
    ("info.legal_actions(0)", "call-arg"),
    ("info.imagine(7)", "arg-type"),
    ("state.submit(0, action)[0].actor", "attr-defined"),
    ("state.submit(0, action).kind", "attr-defined"),
    ("action.notation", "attr-defined"),
    ("game.Action.prase('pass')", "attr-defined"),
    ("state.is_over()", "operator"),
    ("state.decision(0)['asks']", "index"),
    ("find_game(1)", "arg-type"),
    ('choose(state, "greedy")', "arg-type"),
    ("state.head()", "attr-defined"),
]


@pytest.fixture(scope="module")
def complaints(tmp_path_factory):
    """What mypy says of the right program and of each wrong line: line -> codes."""
    folder = tmp_path_factory.mktemp("typed")
    program = RIGHT + "".join(f"{line}\n" for line, _ in WRONG)
    (folder / "program.py").write_text(program)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file", "pyproject.toml"]
    command += ["--cache-dir", str(ROOT / "build/mypy_of_tests"), str(folder / "program.py")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stdout + done.stderr
    found = {}
    for number, code in re.findall(r"program\.py:(\d+): error: .*\[([\w-]+)\]$", done.stdout, re.MULTILINE):
        found.setdefault(int(number), []).append(code)
    assert done.stdout.count(": error:") == sum(map(len, found.values())), done.stdout
    return found


def test_a_right_program_passes(complaints):
    """What uses the engine as the contract says is not complained of."""
    assert {line: codes for line, codes in complaints.items() if line <= RIGHT.count("\n")} == {}


@pytest.mark.parametrize(("place", "line", "code"), [(n, *wrong) for n, wrong in enumerate(WRONG, 1)])
def test_a_mistake_is_found_at_its_line(complaints, place, line, code):
    assert complaints.get(RIGHT.count("\n") + place) == [code], line
