"""Every ruling and worked example of Race has a test by name or a reason in the README; every card a scenario."""

import ast
import re
from pathlib import Path

from engine.race.catalog import CARDS
from tests.race.scenario import CARDS_TESTED, POWERS_TESTED, import_all

HERE = Path(__file__).parent
README = HERE.parents[1] / "engine" / "race" / "README.md"
RULINGS = {f"R{number}" for number in range(1, 103)}
EXAMPLES = {f"E{number}" for number in range(1, 37)}
UNTESTED = re.compile(r"^- \*\*([RE]\d+)\*\*: .{20,}", re.MULTILINE)


def named_in_tests():
    """Rulings and examples named in the docstring of a test of Race."""
    named = set()
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = ast.get_docstring(node) or ""
                named |= set(re.findall(r"\b[RE]\d+\b", words))
                for low, high in re.findall(r"\bR(\d+) to R(\d+)\b", words):
                    named |= {f"R{number}" for number in range(int(low), int(high) + 1)}
    return named


def reasons():
    return set(UNTESTED.findall(README.read_text("utf-8")))


def test_every_ruling_has_a_test_or_a_reason():
    assert RULINGS - named_in_tests() - reasons() == set()


def test_every_worked_example_is_a_test():
    assert EXAMPLES - named_in_tests() == set()


def test_no_test_names_what_there_is_not_and_no_reason_is_given_for_what_is_tested():
    assert named_in_tests() <= RULINGS | EXAMPLES
    assert reasons() & named_in_tests() == set()


def test_the_readme_maps_every_ruling():
    text = README.read_text("utf-8")
    mapped = set(re.findall(r"\bR\d+\b", text))
    for low, high in re.findall(r"\bR(\d+)-R(\d+)\b", text):
        mapped |= {f"R{number}" for number in range(int(low), int(high) + 1)}
    assert RULINGS - mapped == set()
    assert mapped <= RULINGS


def test_every_card_has_a_scenario_and_every_power_is_shown_at_work():
    import_all()
    assert {card.id for card in CARDS} - CARDS_TESTED == set()
    powers = {(power.effect, card.id) for card in CARDS for power in card.powers}
    assert powers - POWERS_TESTED == set()
