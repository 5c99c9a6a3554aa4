"""What `make` does in a folder that is not as it should be: the folder's name has blanks, an earlier run was cut off."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tests.support.stack import ROOT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="no make here")


@pytest.fixture
def folder(tmp_path):
    """A checkout as far as make looks at it; pip finds no package, so that setting up ends where it would install."""
    path = tmp_path / "my games"
    path.mkdir()
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, path)
    return path


def make(folder, *words):
    # As a user calls it, not as a part of the `make test` that these tests may run in.
    own = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}}
    return subprocess.run(
        ["make", f"PYTHON={sys.executable}", *words],
        cwd=folder,
        env=own | {"PIP_NO_INDEX": "1"},
        check=False,
        capture_output=True,
        text=True,
    )


def has_pip(folder):
    python = folder / ".venv" / "bin" / "python"
    return subprocess.run([python, "-m", "pip", "--version"], check=False, capture_output=True).returncode == 0


def test_an_environment_that_was_left_unfinished_is_made_anew(folder):
    """So does `python -m venv` leave it where it is interrupted, or where Debian's python3-venv is missing."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", ".venv"], cwd=folder, check=True)
    assert not has_pip(folder)
    done = make(folder, ".venv/.installed")
    assert "No module named pip" not in done.stderr
    assert "No matching distribution" in done.stderr
    assert has_pip(folder)


def test_an_environment_that_stands_is_kept(folder):
    subprocess.run([sys.executable, "-m", "venv", ".venv"], cwd=folder, check=True)
    mark = folder / ".venv" / "mark"
    mark.touch()
    make(folder, ".venv/.installed")
    assert mark.exists()


def test_the_sanitizers_get_their_interpreter_whatever_the_folder_is_called(folder):
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (folder / ".venv" / ".installed").touch()
    script = folder / "tests" / "simulation" / "sanitize.sh"
    script.parent.mkdir(parents=True)
    script.write_text('#!/bin/sh\nprintf %s "$PYTHON" > interpreter\n')
    script.chmod(0o755)
    done = make(folder, "--old-file=setup", "sanitize")
    assert (folder / "interpreter").read_text() == str(folder / ".venv" / "bin" / "python"), done.stderr


def test_a_release_is_dry_where_that_is_asked(folder):
    for words, options in (([], ""), (["DRY=1"], " --dry")):
        done = make(folder, "--dry-run", "release", *words)
        assert done.stdout.rstrip().endswith(f"-m deploy.release{options}"), done.stderr


def test_where_uv_can_not_install_pip_does(folder):
    """pip reads settings, of a mirror for example, that uv does not know."""
    subprocess.run([sys.executable, "-m", "venv", ".venv"], cwd=folder, check=True)
    (folder / ".venv" / ".tools").touch()
    done = make(folder, ".venv/.installed")
    assert "No module named uv" in done.stderr
    assert "error: " in done.stderr.partition("No module named uv")[2].casefold(), done.stderr
    assert not (folder / ".venv" / ".installed").exists()
