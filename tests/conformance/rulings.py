"""The rulings of each game, how a docstring or a README names them, and which scenarios show its pieces."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[2]
#: game -> kind of ruling -> how many there are; Race's E are worked examples
COUNTS = {
    "roll": {"R": 151},
    "race": {"R": 102, "E": 36},
    "tiny_epic": {"R": 82, "S": 37, "P": 40, "D": 30, "Q": 5},
}
NAMED = re.compile(r"\b([A-Z])(\d+)\b")
SPAN = re.compile(r"\b([A-Z])(\d+)(?:\s*-\s*| to )(?:\1)?(\d+)\b")
REASON = re.compile(r"^- \*\*([A-Z]\d+)\*\*: .{20,}", re.MULTILINE)


def rulings_of(game: str, kinds: Iterable[str] = "") -> set[str]:
    """Every ruling of a game, as `R7`; only those of *kinds* where they are given."""
    counts = COUNTS[game]
    return {f"{kind}{number}" for kind in kinds or counts for number in range(1, counts[kind] + 1)}


def named_in(text: str, game: str) -> set[str]:
    """The rulings of a game that a text names, alone or within a span such as R34-R36 or R34 to R36."""
    kinds = COUNTS[game]
    named = {f"{kind}{int(number)}" for kind, number in NAMED.findall(text) if kind in kinds}
    for kind, low, high in SPAN.findall(text):
        if kind in kinds:
            named |= {f"{kind}{number}" for number in range(int(low), int(high) + 1)}
    return named


def readme(game: str) -> str:
    return (ROOT / "engine" / game / "README.md").read_text("utf-8")


def reasons(game: str) -> set[str]:
    """The rulings of which the README says why no test can show them."""
    return {f"{name[0]}{int(name[1:])}" for name in REASON.findall(readme(game))}


def find_tested(game: str) -> set[str]:
    """The rulings that docstrings of the game's tests name."""
    named = set()
    for path in sorted((ROOT / "tests" / game).rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named |= named_in(ast.get_docstring(node) or "", game)
    return named
