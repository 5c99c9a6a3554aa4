"""`Any` turns type checking off: in the services each one has its reason beside it, and there are few."""

import ast

import pytest

from tests.architecture.sources import ROOT, files

MOST = 60


def mentions(path):
    """The lines in which a file says Any, its import aside."""
    tree = ast.parse(path.read_text("utf-8"))
    return sorted(node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "Any")


def test_the_services_say_any_less_than_60_times():
    found = {str(path.relative_to(ROOT)): len(mentions(path)) for path in files("services")}
    assert sum(found.values()) < MOST, {path: count for path, count in found.items() if count}


@pytest.mark.parametrize("path", [path for path in files("services") if mentions(path)], ids=lambda path: path.stem)
def test_every_any_has_its_reason_beside_it(path):
    """A comment in the same line, or in the one above."""
    lines = ["", *path.read_text("utf-8").splitlines()]
    bare = [number for number in mentions(path) if not any("#" in lines[at] for at in (number, number - 1))]
    assert bare == [], f"{path.relative_to(ROOT)} says Any without a reason"
