"""Toy games for the search, compiled like the real ones."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOYS = Path(__file__).with_name("toys")
BUILD = """
import sys
from Cython.Build import cythonize
from setuptools import Extension, setup
name, source, root = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
setup(name=name, script_args=["build_ext", "-b", ".", "-t", "temp"], ext_modules=cythonize(
    [Extension(name, [source])], include_path=[root, "."], language_level=3,
    compiler_directives={"infer_types": True, "cdivision": True, "wraparound": False}))
"""


@pytest.fixture(scope="session")
def pennies(tmp_path_factory):
    """The game of matching pennies."""
    place = tmp_path_factory.mktemp("toys")
    for suffix in (".py", ".pxd"):
        (place / f"pennies{suffix}").write_text((TOYS / f"pennies{suffix}").read_text())
    command = [sys.executable, "-c", BUILD, "pennies", "pennies.py", str(ROOT)]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    built = next(place.glob("pennies*.so"))
    spec = importlib.util.spec_from_file_location("pennies", built)
    module = importlib.util.module_from_spec(spec)
    sys.modules["pennies"] = module
    spec.loader.exec_module(module)
    return module.PENNIES
