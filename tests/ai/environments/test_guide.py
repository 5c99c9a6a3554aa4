"""The guide for research is true: its programs run, one after another, and its agent has learned something."""

import os
import re
import subprocess
import sys

import pytest

from engine.registry import GAMES
from tests.architecture.sources import ROOT

pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")

PAGE = (ROOT / "docs/research.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def printed():
    """What all programs of the page print, run in one process in the page's order."""
    program = "\n".join(BLOCKS)
    # The arrays are small: threads for them would only wait for each other on a busy machine.
    alone = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_program_of_the_guide_runs(printed):
    """The position is drawn, the search finds an action."""
    assert len(BLOCKS) >= 4
    assert "<race information set of seat" in printed
    assert "Race for the Galaxy\n  round" in printed
    actions = {str(action) for action in GAMES["race"].enumerate_actions()}
    assert actions & set(printed.splitlines())


def test_the_agent_of_the_guide_beats_chance(printed):
    """By far: it wins at least three quarters."""
    won = re.search(r"won (\d+)% of 40 matches against chance", printed)
    assert int(won[1]) >= 75


def test_the_guide_counts_the_actions_right():
    """As the games do."""
    counts = {name: len(list(game.enumerate_actions())) for name, game in GAMES.items()}
    said = " ".join(PAGE.split())
    assert f"{counts['roll']:,} in Roll, {counts['race']:,} in Race and {counts['tiny_epic']} in Tiny Epic" in said
