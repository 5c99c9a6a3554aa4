"""The style guide is a test."""

import ast
import re

import pytest

from tests.architecture.sources import ROOT, TOPS, files, module_of, tree

LINES_MAX = 70
# Spelled apart, so that this file does not hold what it looks for.
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3, "HA" + "CK"]) + r")\b")
SKIPPED = re.compile(r"pytest\.(mark\.)?(" + "|".join(["sk" + "ip", "xf" + "ail"]) + r")\b")


@pytest.mark.parametrize("path", files(*TOPS), ids=module_of)
def test_no_function_is_longer_than_70_lines(path):
    functions = [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = {node.name: n for node in functions if (n := node.end_lineno - node.lineno + 1) > LINES_MAX}
    assert not long


@pytest.mark.parametrize(
    "path", [*files(*TOPS), *files(*TOPS, suffix=".pxd")], ids=lambda path: str(path.relative_to(ROOT))
)
def test_nothing_is_marked_unfinished(path):
    lines = enumerate(path.read_text("utf-8").splitlines(), 1)
    assert [number for number, line in lines if UNFINISHED.search(line)] == []


@pytest.mark.parametrize("path", files("tests"), ids=module_of)
def test_no_test_is_skipped_or_expected_to_fail(path):
    """A skip needs a reason of the machine it runs on (`skipif`), never of the test."""
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in lines if SKIPPED.search(line)] == []


@pytest.mark.parametrize("path", files("engine", "ai", "services", "deploy"), ids=module_of)
def test_every_public_thing_says_what_it_is(path):
    """Module, classes and functions whose names do not begin with an underscore."""
    assert ast.get_docstring(tree(path)) or not tree(path).body
    for node in tree(path).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), node.name
