"""A dry release, and what is installed with pip from it: in empty environments, plain and as a server."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
import tarfile
import zipfile

import pytest

from deploy import wheels
from tests.support.stack import ROOT

pytestmark = [
    pytest.mark.timeout(900),
    pytest.mark.skipif(sys.platform != "linux", reason="auditwheel looks at Linux wheels"),
    pytest.mark.skipif(
        not all((ROOT / "services/gateway" / name / "index.html").is_file() for name in ("built", "built_guide")),
        reason="the browser client or the guide was not built",
    ),
]
OWN = wheels.Interpreter(wheels.Path(sys.executable), f"{sys.version_info.major}.{sys.version_info.minor}")
NEEDS = [
    (["up"], "server"),
    (["up", "--no-such-option"], "server"),
    (["admin", "matches"], "server"),
    (["demo"], "server"),
    (["connect", "--level", "level1"], "connect"),
    (["tournament", "file.toml"], "tournament"),
]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder with a dry release and an environment with its plain package, made once for all workers."""
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if shared.name.startswith("popen-") else shared
    found = shared / "packages"
    with (shared / "packages.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (found / "made").exists():
            found.mkdir(exist_ok=True)
            told = wheels.run(sys.executable, "-m", "deploy.release", "--dry", "--to", found / "dist", at=ROOT)
            (found / "told").write_text(told)
            wheels.install(OWN.path, found / "plain", wheel_of(found))
            (found / "made").touch()
    return found


def wheel_of(folder):
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel


def test_a_dry_release_tells_what_it_made_and_makes_no_tag(folder):
    """`sha256sum --check` takes the sums; the parts are all that the image pins, and what the page has inside."""
    dist, version = folder / "dist", wheels.find_version()
    told = (folder / "told").read_text()
    assert told.endswith(f"dry: no image, no tag v{version}\n")
    wheels.run("sha256sum", "--check", "--strict", "SHA256SUMS", at=dist)
    sums = (dist / "SHA256SUMS").read_text()
    assert sums in told
    assert {line.split("  ")[1] for line in sums.splitlines()} == {path.name for path in dist.iterdir()} - {
        "SHA256SUMS"
    }
    python, page = (
        json.loads((dist / f"astrarium-{version}.{name}.cdx.json").read_text()) for name in ("python", "page")
    )
    assert {"flask", "grpcio", "celery"} <= {part["name"] for part in python["components"] if part["version"]}
    assert {"preact", "openapi-fetch"} <= {part["name"] for part in page["components"] if part["version"]}
    for parts in (python, page):
        assert (parts["bomFormat"], parts["metadata"]["component"]["version"]) == ("CycloneDX", version)
    assert not list(dist.glob("*.image"))


def test_the_wheel_has_what_was_made_and_no_sources_in_c(folder):
    wheel = wheel_of(folder)
    wheels.inspect(wheel)
    assert "manylinux" in wheel.name
    listed = set(zipfile.ZipFile(wheel).namelist())
    for path in (ROOT / "services/gateway").glob("built*/**/*"):
        assert not path.is_file() or path.relative_to(ROOT).as_posix() in listed


def test_the_sdist_has_every_source_of_the_packages(folder):
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        listed = {name.partition("/")[2] for name in archive.getnames()}
    assert not [name for name in listed if name.endswith((".c", ".so"))]
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    tops = ("engine/", "ai/", "client/", "bridge/", "cli/", "tournaments/", "services/", "protos/")
    needed = {name for name in tracked if name.startswith(tops) and name.endswith((".py", ".pxd", ".pyi", ".proto"))}
    assert len(needed) > 400
    assert needed | {"setup.py", "pyproject.toml", "LICENSE", "CHANGELOG.md"} <= listed


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda names: names | {"engine/rng.c": b""}, "has engine/rng.c"),
        (lambda names: names | {"tests/test_all.py": b""}, "has tests/test_all.py"),
        (lambda names: {n: t for n, t in names.items() if "built/" not in n}, "lacks gateway/built/index.html"),
        (lambda names: {n: t for n, t in names.items() if "guide/" not in n}, "lacks gateway/built_guide/index.html"),
        (lambda names: {n: t for n, t in names.items() if "_grpc.py" not in n}, "lacks astrarium/v1/match_pb2_grpc.py"),
        (lambda names: {n: t for n, t in names.items() if not n.endswith(".so")}, r"lacks .*\(compiled\)"),
    ],
)
def test_a_wheel_that_is_not_whole_is_refused(folder, tmp_path, change, says):
    whole = dict.fromkeys(zipfile.ZipFile(wheel_of(folder)).namelist(), b"")
    wheel = tmp_path / "astrarium.whl"
    with zipfile.ZipFile(wheel, "w") as changed:
        for name, text in change(whole).items():
            changed.writestr(name, text)
    with pytest.raises(wheels.BadWheel, match=says):
        wheels.inspect(wheel)


def test_the_plain_package_plays_with_httpx_click_and_rich_alone(folder, tmp_path):
    program = folder / "plain/bin/astrarium"
    assert wheels.try_plain(program, tmp_path) == wheels.find_version()
    listed = wheels.uv("pip", "freeze", "--exclude", "astrarium", "--python", folder / "plain/bin/python")
    assert not {"grpcio", "celery", "flask", "pydantic", "numpy", "redis"} & {
        line.partition("==")[0].lower() for line in listed.split()
    }
    code = "import client, ai.search.run, ai.arena.series, ai.environments, engine.registry, cli.play, cli.export"
    wheels.run(folder / "plain/bin/python", "-c", code, at=tmp_path)


@pytest.mark.parametrize(("command", "extra"), NEEDS)
def test_a_command_says_in_one_line_which_extra_it_needs(folder, tmp_path, command, extra):
    done = subprocess.run(
        [folder / "plain/bin/astrarium", *command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert f"pip install 'astrarium[{extra}]'" in line
    assert not done.stdout


def test_help_lists_every_command_of_the_plain_package(folder, tmp_path):
    told = wheels.run(folder / "plain/bin/astrarium", "--help", at=tmp_path)
    assert "up            (needs the extra server)" in told
    assert "arena         Let bots and programs play" in told


def test_with_its_extra_a_server_starts_and_plays(folder, tmp_path):
    """The page is served, and the demonstration's record verifies."""
    program = wheels.install(OWN.path, tmp_path / "server", wheel_of(folder), "server")
    record = wheels.try_server(program, tmp_path)
    assert (record["game"], record["seats"], record["ended"]) == ("race", 4, "finished")
