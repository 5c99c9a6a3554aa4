"""The page that documents the engine's contract says what the code says."""

import ast
import re

import pytest

from tests.architecture.sources import ROOT

PAGE = (ROOT / "engine/contract/README.md").read_text("utf-8")
(PYTHON,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
(CYTHON,) = re.findall(r"```cython\n(.*?)```", PAGE, re.DOTALL)
HEADER = (ROOT / "engine/contract/state.pxd").read_text("utf-8")


def members(text):
    """Each function as "Class.name" -> signature, each annotated attribute -> type; comments and bodies left out."""
    found = {}
    for node in ast.parse(text).body:
        for each in node.body if isinstance(node, ast.ClassDef) else [node]:
            prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            if isinstance(each, ast.FunctionDef):
                returns = ast.unparse(each.returns) if each.returns else None
                found[prefix + each.name] = (ast.unparse(each.args), returns)
            elif isinstance(each, ast.AnnAssign):
                found[prefix + ast.unparse(each.target)] = ast.unparse(each.annotation)
    return found


PARTS = re.split(r"^# (engine/[\w/]+\.pyi?).*$", PYTHON, flags=re.MULTILINE)[1:]


@pytest.mark.parametrize(("file", "text"), list(zip(PARTS[::2], PARTS[1::2], strict=True)))
def test_the_python_door_is_as_the_page_has_it(file, text):
    shown = members(text)
    real = members((ROOT / file).read_text("utf-8"))
    assert shown
    assert {name: real.get(name) for name in shown} == shown


def door(text):
    return [" ".join(line.split("#")[0].split()) for line in text.splitlines() if line.strip().startswith("cdef")]


def test_the_c_door_is_as_the_page_has_it_and_whole():
    of_state = HEADER.split("cdef class State:")[1].split("# Helpers")[0]
    real = [line for line in door(of_state) if "readonly" not in line]
    assert door(CYTHON) == real


def test_every_error_of_the_engine_about_play_is_explained():
    explained = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    errors = set(
        re.findall(r"^class (\w+)\(EngineError\)", (ROOT / "engine/errors.py").read_text("utf-8"), re.MULTILINE)
    )
    assert explained == errors - {"BadRecord"}
