"""Who may import whom, C headers and C imports included; ordinary imports are import-linter's (`make lint`)."""

import sys

import pytest

from engine.registry import GAMES
from tests.architecture.sources import ROOT, files, imported, is_within, module_of

LAYERS = (("rules",), ("phases", "scoring", "hidden", "view"), ("actions",), ("state",), ("powers",), ("catalog",))
STANDARD = {*sys.stdlib_module_names, "cython", "libc", "cpython", "libcpp"}


def engine_files():
    return files("engine") + files("engine", suffix=".pxd")


@pytest.mark.parametrize("path", engine_files(), ids=module_of)
def test_the_rules_need_nothing_but_the_standard_library_and_cython(path):
    strangers = {name.split(".")[0] for name in imported(path)} - STANDARD - {"engine"}
    assert not strangers, f"{path.relative_to(ROOT)} imports {strangers}"


@pytest.mark.parametrize("path", files("ai") + files("ai", suffix=".pxd"), ids=module_of)
def test_bots_need_the_rules_and_numpy_for_evaluation_alone(path):
    allowed = STANDARD | {"engine", "ai"}
    if is_within(module_of(path), "ai.evaluate"):
        allowed |= {"numpy"}
    strangers = {name.split(".")[0] for name in imported(path)} - allowed
    assert not strangers, f"{path.relative_to(ROOT)} imports {strangers}"


def layer_of(module, game):
    """The place of a module in its game's layers, the top being 0; None for a module that is in none."""
    for height, names in enumerate(LAYERS):
        if any(is_within(module, f"engine.{game}.{name}") for name in names):
            return height
    return None


@pytest.mark.parametrize("path", [path for path in engine_files() if path.parent.name != "engine"], ids=module_of)
def test_inside_a_game_nobody_imports_upwards_or_another_game(path):
    module = module_of(path)
    game = module.split(".")[1]
    if game not in GAMES:
        return
    own = layer_of(module, game)
    for name in imported(path):
        assert not any(is_within(name, f"engine.{other}") for other in set(GAMES) - {game}), f"{module} imports {name}"
        other = layer_of(name, game)
        if own is None or other is None:
            continue
        assert other >= own, f"{module} imports {name} above it"
        if own == other and not is_within(name, f"engine.{game}.phases"):
            assert is_within(name, module), f"{module} imports {name} beside it"


@pytest.mark.parametrize("path", [path for path in engine_files() if "contract" in path.parts], ids=module_of)
def test_the_contract_knows_no_game(path):
    for name in imported(path):
        assert not any(is_within(name, f"engine.{game}") for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_files(game):
    wanted = {"catalog", "powers", "state", "actions", "phases", "rules", "scoring", "hidden", "view"}
    here = {path.stem for path in (ROOT / "engine" / game).iterdir()}
    assert wanted <= here
    assert (ROOT / "engine" / game / "README.md").exists()
