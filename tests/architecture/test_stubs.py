"""Compiled modules have stubs where plain Python uses them, and the stubs say what the modules are."""

import re
import subprocess
import sys
import tomllib

import pytest

from tests.architecture.sources import PRODUCT, ROOT, TOPS, files, imported, module_of

COMPILED = {module_of(path): path.with_suffix(".py") for path in files("engine", "ai", suffix=".pxd")}
STUBBED = {module_of(path): path.with_suffix(".py") for path in files("engine", "ai", suffix=".pyi")}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
# What stubs leave out: what Cython adds to a module, module constants, and the games' own state classes.
LEFT_OUT = r"""
.*\.(__pyx_capi__|__pyx_vtable__|__test__|__reduce_cython__|__setstate_cython__)
[\w.]+\.[A-Z_]+
engine\.\w+\.rules\.\w+State
"""


def test_stubs_say_what_the_compiled_modules_are(tmp_path):
    """Names, methods, properties and arguments; a stub that knows too much or too little fails."""
    (tmp_path / "left_out").write_text(LEFT_OUT)
    command = [sys.executable, "-m", "mypy.stubtest", *sorted(STUBBED), "--concise", "--ignore-disjoint-bases"]
    command += ["--allowlist", str(tmp_path / "left_out"), "--ignore-unused-allowlist"]
    command += ["--mypy-config-file", "pyproject.toml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_stub_stands_beside_a_compiled_module():
    assert set(STUBBED) - set(COMPILED) == set()


def test_what_plain_python_imports_has_a_stub():
    plain = [path for path in files(*PRODUCT) if module_of(path) not in COMPILED]
    used = {name for path in plain for name in imported(path)} & set(COMPILED)
    assert used - set(STUBBED) == set()


def test_mypy_leaves_out_only_compiled_modules_without_a_stub():
    patterns = [re.compile(pattern) for pattern in PROJECT["tool"]["mypy"]["exclude"]]
    own = {module_of(path): path.relative_to(ROOT).as_posix() for path in files(*PRODUCT)}
    left_out = {name for name, path in own.items() if any(pattern.search(path) for pattern in patterns)}
    assert left_out == set(COMPILED) - set(STUBBED)


@pytest.mark.parametrize(
    "name", [top.rstrip("*") for top in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]]
)
def test_every_package_says_that_it_is_typed(name):
    assert (ROOT / name / "py.typed").exists()
    assert set(TOPS) >= {name}
