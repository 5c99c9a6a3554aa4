"""Who may import whom, C headers and C imports included; ordinary imports are import-linter's (`make lint`)."""

import configparser
import sys

import pytest

from engine.registry import GAMES
from tests.architecture.sources import PRODUCT, ROOT, files, imported, is_within, module_of

LAYERS = (("rules",), ("phases", "scoring", "hidden", "view"), ("actions",), ("state",), ("powers",), ("catalog",))
STANDARD = {*sys.stdlib_module_names, "cython", "libc", "cpython", "libcpp"}


def engine_files():
    return files("engine") + files("engine", suffix=".pxd")


def strangers(paths, allowed):
    """What files import beyond what they may, by file."""
    found = {str(path.relative_to(ROOT)): {name.split(".")[0] for name in imported(path)} - allowed for path in paths}
    return {path: names for path, names in found.items() if names}


def test_the_rules_need_nothing_but_the_standard_library_and_cython():
    assert not strangers(engine_files(), STANDARD | {"engine"})


#: what folders of the bots may need besides the rules
OF_EXTRAS = {"ai.train": {"torch"}, "ai.environments": {"gymnasium", "numpy", "pettingzoo", "pyspiel"}}


def test_bots_need_the_rules_alone():
    """Only their training and the environments for other people's need packages."""
    found = {}
    for path in files("ai") + files("ai", suffix=".pxd"):
        allowed = [extra for folder, extra in OF_EXTRAS.items() if is_within(module_of(path), folder)]
        found |= strangers([path], STANDARD.union({"engine", "ai"}, *allowed))
    assert found == {}


def layer_of(module, game):
    """The place of a module in its game's layers, the top being 0; None for a module that is in none."""
    for height, names in enumerate(LAYERS):
        if any(is_within(module, f"engine.{game}.{name}") for name in names):
            return height
    return None


def wrong_imports(path):
    """What a file of a game imports of another game, above its own layer, or beside it."""
    module = module_of(path)
    game = module.split(".")[1]
    own = layer_of(module, game)
    for name in imported(path):
        if any(is_within(name, f"engine.{other}") for other in set(GAMES) - {game}):
            yield f"{module} imports {name} of another game"
        other = layer_of(name, game)
        if own is None or other is None:
            continue
        if other < own:
            yield f"{module} imports {name} above it"
        if own == other and not is_within(name, f"engine.{game}.phases") and not is_within(name, module):
            yield f"{module} imports {name} beside it"


def test_inside_a_game_nobody_imports_upwards_or_another_game():
    of_games = [path for path in engine_files() if {*module_of(path).split(".")[1:2]} & {*GAMES}]
    assert [wrong for path in of_games for wrong in wrong_imports(path)] == []


def test_the_contract_knows_no_game():
    """It stands below all games."""
    of_contract = [path for path in engine_files() if "contract" in path.parts]
    named = {(module_of(path), name) for path in of_contract for name in imported(path)}
    assert not {(module, name) for module, name in named if any(is_within(name, f"engine.{game}") for game in GAMES)}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_files(game):
    wanted = {"catalog", "powers", "state", "actions", "phases", "rules", "scoring", "hidden", "view"}
    here = {path.stem for path in (ROOT / "engine" / game).iterdir()}
    assert wanted <= here
    assert (ROOT / "engine" / game / "README.md").exists()


def test_every_package_stands_in_the_contracts():
    """What no contract knows could import whatever it likes."""
    rules = configparser.ConfigParser()
    rules.read(ROOT / ".importlinter")
    layers = rules["importlinter:contract:whole"]["layers"].replace("|", " ").split()
    assert sorted(rules["importlinter"]["root_packages"].split()) == sorted(PRODUCT)
    assert {*layers} == {*PRODUCT}
    assert {*rules["importlinter:contract:acyclic"]["ancestors"].split()} == {*PRODUCT}


def test_every_package_goes_into_the_image():
    """A command imports what it needs when it is asked for: one that is missing would break `--help`."""
    wanted = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"}
    assert {*PRODUCT} <= wanted
