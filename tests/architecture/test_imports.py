"""Who may import whom, C headers and C imports included; ordinary imports are import-linter's (`make lint`)."""

import configparser
import sys

from engine.registry import GAMES
from tests.architecture.sources import PRODUCT, ROOT, c_imported, files, imported, is_within, module_of

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


def contracts():
    """The contracts that import-linter checks: their settings by name."""
    rules = configparser.ConfigParser()
    rules.read(ROOT / ".importlinter")
    return {name.rpartition(":")[2]: rules[name] for name in rules.sections()}


def find_layers():
    """The layers inside each package that has a contract: its modules from the top down."""
    layered = [each for each in contracts().values() if each.get("type") == "layers" and "containers" in each]
    return {
        container: [{*line.split(" | ")} for line in each["layers"].strip().splitlines()]
        for each in layered
        for container in each["containers"].split()
    }


def wrong_imports(path, layers):
    """What a file of a layered package imports from above, or from beside it."""
    module = module_of(path)
    for package, names in layers.items():
        if not is_within(module, package) or module == package:
            continue
        heights = {f"{package}.{name}": height for height, layer in enumerate(names) for name in layer}
        own = next(each for each in heights if is_within(module, each))
        for name in c_imported(path):
            other = next((each for each in heights if is_within(name, each)), own)
            if other != own and heights[other] <= heights[own]:
                yield f"{module} imports {name}, which does not stand below it"


def test_c_imports_go_downwards_as_all_others():
    """By the contracts that ordinary imports keep, which import-linter checks without seeing imports through headers."""
    layers = find_layers()
    assert {f"engine.{game}" for game in GAMES} < {*layers}
    compiled = [*engine_files(), *files("ai"), *files("ai", suffix=".pxd")]
    assert [wrong for path in compiled for wrong in wrong_imports(path, layers)] == []


def test_no_game_imports_another_one_through_a_header():
    """Ordinary imports of this kind are import-linter's."""
    wrong = []
    for path in engine_files():
        own = next((game for game in GAMES if is_within(module_of(path), f"engine.{game}")), None)
        others = [f"engine.{game}" for game in GAMES if own is not None and game != own]
        wrong += [(path, name) for name in c_imported(path) for other in others if is_within(name, other)]
    assert wrong == []


def test_the_contract_knows_no_game():
    """It stands below all games."""
    of_contract = [path for path in engine_files() if "contract" in path.parts]
    named = {(module_of(path), name) for path in of_contract for name in imported(path)}
    assert not {(module, name) for module, name in named if any(is_within(name, f"engine.{game}") for game in GAMES)}


def test_every_package_stands_in_the_contracts():
    """What no contract knows could import whatever it likes."""
    known = contracts()
    assert sorted(known["importlinter"]["root_packages"].split()) == sorted(PRODUCT)
    assert {*known["whole"]["layers"].replace("|", " ").split()} == {*PRODUCT}
    assert {*known["acyclic"]["ancestors"].split()} == {*PRODUCT}


def test_every_package_has_its_layers_and_a_module_without_one_fails():
    """The contract of each package has to name all of its modules."""
    exhaustive = {name for name, each in contracts().items() if each.getboolean("exhaustive", fallback=False)}
    layered = {name for name, each in contracts().items() if "containers" in each}
    assert layered == exhaustive
    services = {f"services.{path.parent.name}" for path in (ROOT / "services").glob("*/__main__.py")}
    games = {f"engine.{game}" for game in GAMES}
    assert {*PRODUCT, *services, *games} <= {*find_layers()}


def test_every_package_goes_into_the_image():
    """A command imports what it needs when it is asked for: one that is missing would break `--help`."""
    wanted = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"}
    assert {*PRODUCT} <= wanted
