"""Tests say what they are for, and can fail."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache

import pytest

from tests.architecture.asserting import Asserting
from tests.architecture.findings import demand_none
from tests.architecture.sources import FUNCTIONS, files, place, tree

#: a name of so many words is a sentence; a shorter one needs a docstring
NAME_WORDS_MIN = 5


@cache
def all_asserting():
    return Asserting()


def all_tests():
    for path in files("tests"):
        for node in ast.walk(tree(path)):
            if isinstance(node, FUNCTIONS) and node.name.startswith("test_"):
                yield node, place(path, node)


def test_no_test_can_pass_without_asserting_anything():
    asserting, found = all_asserting(), defaultdict(list)
    for node, where in all_tests():
        if not asserting.test(node):
            found[node.name].append(where)
    demand_none("a test can pass without asserting anything", found)


def test_every_test_says_its_purpose_in_a_sentence():
    found = defaultdict(list)
    for node, where in all_tests():
        if len(node.name.removeprefix("test_").split("_")) < NAME_WORDS_MIN and not ast.get_docstring(node):
            found[node.name].append(where)
    demand_none("a test has neither a docstring nor a sentence for a name", found)


SILENT = [
    "pass",
    "for each in found: assert each",
    "if found: assert found",
    "while found: assert found.pop()",
    "def inner(): assert False",
    "for each in []: assert each",
    "unknown_helper()",
    "if not found: return\nassert found",
    "for each in (1, 2):\n  if each in found: continue\n  assert each",
    "with nothing():\n  if not found: return\nassert found",
]
LOUD = [
    "assert found",
    "for each in (1, 2): assert each",
    "if found: assert found\nelse: raises(ValueError)",
    "with raises(ValueError): f()",
    "try: assert found\nfinally: f()",
    "run(('true',), check=True)",
    "for each in found:\n  if each: continue\nassert found",
    "def inner(): return 1\nassert inner()",
    "try: f()\nexcept ValueError: return\nassert found",
    "assert found\nif found: return\nf()",
]


@pytest.mark.parametrize("body", [*SILENT, *LOUD])
def test_a_body_is_known_to_assert_or_not(body):
    assert all_asserting().block(ast.parse(body).body) == (body in LOUD)
