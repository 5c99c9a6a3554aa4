"""Every ruling of Roll is tested by name, or the game's README says why it can't be; every piece has a scenario."""

import ast
import re

from engine.roll import catalog
from tests.architecture.sources import ROOT, files, tree
from tests.roll.scenario import PIECES_TESTED, import_all

RULINGS = {f"R{number}" for number in range(1, 152)}
README = ROOT / "engine" / "roll" / "README.md"
UNTESTED = re.compile(r"^- \*\*(R\d+)\*\*: .{20,}", re.MULTILINE)


def rulings_tested():
    """Rulings named in the docstring of a test of Roll."""
    named = set()
    for path in files("tests/roll"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named |= set(re.findall(r"\bR\d+\b", ast.get_docstring(node) or ""))
    return named


def rulings_untested():
    """Rulings of which the README says why no test can show them."""
    return set(UNTESTED.findall(README.read_text("utf-8")))


def test_every_ruling_has_a_test_or_a_reason():
    assert rulings_tested() <= RULINGS
    assert RULINGS - rulings_tested() - rulings_untested() == set()


def test_no_reason_is_given_for_a_ruling_that_is_tested():
    assert rulings_untested() & rulings_tested() == set()


def test_the_readme_maps_every_ruling():
    assert RULINGS - mapped_rulings() == set()


def mapped_rulings():
    """Rulings that the README names, alone or within a span such as R34-R36."""
    text = README.read_text("utf-8")
    named = set(re.findall(r"\bR\d+\b", text))
    for low, high in re.findall(r"\bR(\d+)\s*[-\N{EN DASH}]\s*R?(\d+)\b", text):
        named |= {f"R{number}" for number in range(int(low), int(high) + 1)}
    return named


def test_every_tile_side_faction_and_home_world_has_a_scenario():
    import_all()
    sides = [side.name for tile in catalog.TILES for side in (tile.development, tile.world)]
    squares = [square.name for faction in catalog.FACTIONS for square in (faction.left, faction.right)]
    homes = [home.name for home in catalog.HOME_WORLDS]
    assert len({*sides, *squares, *homes}) == 110 + 18 + 9
    assert set(PIECES_TESTED) == {*sides, *squares, *homes}
