"""The lock files pin, with hashes, all that pyproject.toml asks for."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "deploy/images"
EXTRAS = re.findall(r"--extra (\w+)", (IMAGES / "lock.sh").read_text())
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)", re.MULTILINE)


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(lock):
    return {normal(name): version for name, version in PINNED.findall((IMAGES / lock).read_text())}


def wanted():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    build = [line for line in (IMAGES / "build.in").read_text().splitlines() if line and not line.startswith("#")]
    run = set(project["dependencies"]).union(*(extra(project, name) for name in EXTRAS))
    return [("requirements.lock", each) for each in sorted(run)] + [("build.lock", each) for each in build]


def extra(project, name):
    """What an extra asks for, and the extras that it names."""
    found = set()
    for each in project["optional-dependencies"][name]:
        asked = Requirement(each)
        found |= (
            {each} if asked.name != project["name"] else set().union(*(extra(project, more) for more in asked.extras))
        )
    return found


@pytest.mark.parametrize(("lock", "requirement"), wanted())
def test_a_requirement_is_pinned_to_a_version_it_allows(lock, requirement):
    asked = Requirement(requirement)
    version = pinned(lock).get(normal(asked.name))
    assert version, f"{lock} lacks {asked.name}: run deploy/images/lock.sh"
    assert asked.specifier.contains(version), f"{lock} is older than pyproject.toml: run deploy/images/lock.sh"


@pytest.mark.parametrize("lock", ["requirements.lock", "build.lock"])
def test_every_pin_has_a_hash(lock):
    entries = re.split(r"^(?=[A-Za-z0-9])", (IMAGES / lock).read_text(), flags=re.MULTILINE)
    without = [each.split()[0] for each in entries if "==" in each.split("\n")[0] and "--hash=sha256:" not in each]
    assert pinned(lock)
    assert not without


def test_the_build_requirements_are_those_of_pyproject():
    system = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    build = {
        Requirement(line).name for line in (IMAGES / "build.in").read_text().splitlines() if not line.startswith("#")
    }
    assert {Requirement(each).name for each in system} <= build


def test_generated_code_and_its_library_fit():
    """Modules made by a newer protobuf than the one at run time refuse to be imported."""
    run, build = pinned("requirements.lock"), pinned("build.lock")
    assert run["protobuf"] == build["protobuf"]
    assert tuple(map(int, run["grpcio"].split("."))) >= tuple(map(int, build["grpcio-tools"].split(".")))
