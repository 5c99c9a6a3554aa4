"""Every piece has a scenario and every ruling a test by name, or the README says why it can't have one."""

import ast
import importlib
import re
from pathlib import Path

from engine.tiny_epic import catalog
from tests.tiny_epic.scenario import SHOWN

HERE = Path(__file__).parent
README = HERE.parents[1] / "engine" / "tiny_epic" / "README.md"
COUNTS = {"R": 82, "S": 37, "P": 40, "D": 30, "Q": 5}
RULINGS = {
    f"{letter}{number:0{1 if letter == 'Q' else 2}d}"
    for letter, count in COUNTS.items()
    for number in range(1, count + 1)
}
NAMED = re.compile(r"\b([RSPD]\d\d|Q\d)\b")
REASON = re.compile(r"^- \*\*([RSPDQ]\d+)\*\*: .{20,}", re.MULTILINE)
SPAN = re.compile(r"\b([RSPDQ])(\d+)-[RSPDQ]?(\d+)\b")


def named_in_tests():
    named = set()
    for path in HERE.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named |= set(NAMED.findall(ast.get_docstring(node) or ""))
    return named


def reasons():
    return set(REASON.findall(README.read_text("utf-8")))


def mapped():
    text = README.read_text("utf-8")
    named = set(NAMED.findall(text))
    for letter, low, high in SPAN.findall(text):
        named |= {f"{letter}{number:0{len(low)}d}" for number in range(int(low), int(high) + 1)}
    return named


def test_every_ruling_has_a_test_or_a_reason():
    assert named_in_tests() <= RULINGS
    assert sorted(RULINGS - named_in_tests() - reasons()) == []
    assert sorted(named_in_tests() & reasons()) == []


def test_the_readme_maps_every_ruling():
    assert sorted(RULINGS - mapped()) == []


def test_every_piece_has_a_scenario():
    for path in HERE.rglob("test_*.py"):
        importlib.import_module(".".join(path.relative_to(HERE.parents[1]).with_suffix("").parts))
    pieces = {f"planet {planet.id}" for planet in catalog.PLANETS}
    pieces |= {f"mission {mission.id}" for mission in catalog.MISSIONS}
    pieces |= {f"mat {mat.id}" for mat in catalog.MATS}
    pieces |= {f"attack {mat.id} {level}" for mat in catalog.MATS for level in range(1, len(mat.attacks) + 1)}
    assert len(pieces) == 40 + 12 + 5 + 25
    assert set(SHOWN) == pieces
