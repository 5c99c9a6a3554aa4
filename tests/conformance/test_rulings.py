"""Every ruling of every game has a test by name or a reason in the README; every piece has a scenario."""

import importlib

import pytest

from engine.race.catalog import CARDS
from engine.registry import GAMES
from engine.roll.catalog import FACTIONS, HOME_WORLDS, TILES
from engine.tiny_epic.catalog import MATS, MISSIONS, PLANETS
from tests.conformance.rulings import COUNTS, ROOT, find_tested, named_in, readme, reasons, rulings_of
from tests.race.scenario import CARDS_TESTED, POWERS_TESTED
from tests.roll.scenario import PIECES_TESTED
from tests.tiny_epic.scenario import SHOWN

games = pytest.mark.parametrize("game", COUNTS)


@pytest.fixture(scope="module", autouse=True)
def _marks():
    """Import every test of the games, so that all marks of scenarios are set."""
    for game in COUNTS:
        for path in sorted((ROOT / "tests" / game).rglob("test_*.py")):
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def test_every_game_has_rulings():
    """A new game is not forgotten here."""
    assert set(COUNTS) == set(GAMES)


@games
def test_every_ruling_has_a_test_or_a_reason(game):
    """What is neither shown nor explained is not known to hold."""
    assert sorted(rulings_of(game) - find_tested(game) - reasons(game)) == []


@games
def test_no_test_names_what_there_is_not(game):
    """A wrong number would hide a ruling without a test."""
    assert sorted(find_tested(game) - rulings_of(game)) == []


@games
def test_no_reason_is_given_for_what_is_tested(game):
    """A reason goes when its ruling gets a test."""
    assert sorted(find_tested(game) & reasons(game)) == []


@games
def test_the_readme_maps_every_ruling(game):
    """From a ruling to the file that holds it; worked examples are tests alone."""
    rulings = rulings_of(game, [kind for kind in COUNTS[game] if kind != "E"])
    assert sorted(rulings - named_in(readme(game), game)) == []
    assert sorted(named_in(readme(game), game) - rulings) == []


def test_every_piece_of_roll_has_a_scenario():
    """Both sides of every tile, both squares of every faction, every home world."""
    sides = [side.id for tile in TILES for side in (tile.development, tile.world)]
    squares = [square.id for faction in FACTIONS for square in (faction.left, faction.right)]
    pieces = {*sides, *squares, *(home.id for home in HOME_WORLDS)}
    assert len(pieces) == 110 + 18 + 9
    assert pieces == PIECES_TESTED


def test_every_card_of_race_has_a_scenario_and_every_power_is_shown_at_work():
    """A card without powers is shown by its price or strength."""
    assert {card.id for card in CARDS} - CARDS_TESTED == set()
    assert {(power.kind, card.id) for card in CARDS for power in card.powers} - POWERS_TESTED == set()


def test_every_piece_of_tiny_epic_has_a_scenario():
    """Planets, missions, mats, and each level's attack of each mat."""
    pieces = {f"planet {planet.id}" for planet in PLANETS} | {f"mission {mission.id}" for mission in MISSIONS}
    pieces |= {f"mat {mat.id}" for mat in MATS}
    pieces |= {f"attack {mat.id} {level}" for mat in MATS for level in range(1, len(mat.attacks) + 1)}
    assert len(pieces) == 40 + 12 + 5 + 25
    assert set(SHOWN) == pieces
