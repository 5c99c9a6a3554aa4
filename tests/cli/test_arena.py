"""The command `astrarium arena`: what it prints and draws, and what it says before anything is played."""

import subprocess
import sys

from click.testing import CliRunner

from cli.arena import arena


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
