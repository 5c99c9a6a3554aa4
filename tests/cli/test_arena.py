"""The command `astrarium arena`: what it prints and draws, and what it says before anything is played."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from cli.arena import arena
from engine.registry import GAMES


def test_the_arena_draws_and_prints_ratings(tmp_path):
    base = ["roll", "--players", "greedy,random", "--pairs", "2", "--workers", "1", f"--out={tmp_path / 'a.jsonl'}"]
    done = CliRunner().invoke(arena, [*base, f"--plot={tmp_path / 'a.svg'}"])
    assert done.exit_code == 0, done.output
    assert "ratings" in done.output
    assert "greedy against random: " in done.output
    assert "likelihood of superiority" in done.output
    assert (tmp_path / "a.svg").read_text().count("<svg") == 1
    wrong = CliRunner().invoke(arena, [*base, f"--plot={tmp_path / 'a.gif'}"])
    assert (wrong.exit_code, "neither .svg nor .png" in wrong.output) == (2, True)
    loose = ["roll", "--players", "greedy,random", "--pairs", "1", "--workers", "1", f"--out={tmp_path / 'b.jsonl'}"]
    done = CliRunner().invoke(arena, [*loose, "--no-duplicates", "--fixed-seats", "--json"])
    assert done.exit_code == 0, done.output
    assert '"is_duplicate": false' in done.output


def test_without_matplotlib_one_is_told_before_anything_is_played(tmp_path):
    """In a process that can't find it; no series is begun."""
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import importlib.util as u; real = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'matplotlib' else real(name, *rest)\n"
        "from cli.arena import arena; arena()"
    )
    out = tmp_path / "a.jsonl"
    command = ["roll", "--players", "greedy,random", f"--out={out}", f"--plot={tmp_path / 'a.png'}"]
    done = subprocess.run(
        [sys.executable, "-c", code, *command], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 1
    assert "astrarium[plot]" in done.stderr
    assert not out.exists()


def test_a_series_begins_at_openings_and_ends_at_a_limit(tmp_path):
    """Each opening once unless told otherwise; what ended as it stood is counted."""
    state = GAMES["race"].setup(2, bytes(32))
    file = tmp_path / "openings.jsonl"
    file.write_text("".join(json.dumps(words) + "\n" for words in (state.describe(), state.view(0), state.view(1))))
    base = ["race", "--players", "me=greedy,random", "--workers", "1", f"--out={tmp_path / 'a.jsonl'}"]
    done = CliRunner().invoke(arena, [*base, f"--openings={file}", "--max-decisions", "9"])
    assert done.exit_code == 0, done.output
    assert "6 matches were ended before they were over" in done.output
    assert "me against random: " in done.output
    again = CliRunner().invoke(arena, [*base, f"--openings={file}", "--max-decisions", "9", "--json"])
    told = json.loads(again.stdout)
    assert (told["adjudicated"], told["groups"][0]["matches"], told["plan"]["openings"]["count"]) == (6, 6, 3)
    other = CliRunner().invoke(arena, [*base, "--pairs", "3"])
    assert (other.exit_code, "holds another series (" in other.output) == (1, True)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--openings=none.jsonl"], "none.jsonl can't be read"),
        (["--openings=/"], "is a directory"),
        ([f"--openings={__file__}"], "line 1: Extra data"),
        (["--max-decisions", "0"], "0 is not in the range"),
        (["--pairs", "0"], "pairs is 0"),
        (["--tables", "9"], "tables is 9"),
        (["--workers", "0"], "workers is 0"),
        (["--option", "advanced"], "advanced"),
        (["--option", "no=1"], "option 'no' is unknown"),
        (["--players", "a=greedy,a=random"], "two players are called 'a'"),
        (["--players", "cmd:,greedy"], "names no program"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(tmp_path, options, says):
    base = ["race", "--players", "greedy,random", f"--out={tmp_path / 'a.jsonl'}"]
    done = CliRunner().invoke(arena, [*base, *options])
    assert done.exit_code in {1, 2}
    assert says in done.output.splitlines()[-1]
    assert isinstance(done.exception, SystemExit)
