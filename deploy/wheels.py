"""`python -m deploy.wheels`: an sdist and a manylinux wheel for each interpreter that is there, each of them tried.

    python -m deploy.wheels [--to FOLDER] [--afresh] [PYTHON ...]

The wheels are made from the sdist. What is compiled here already is taken for the interpreter that runs this, unless
`--afresh` is given. A wheel passes if auditwheel gives it a manylinux tag, and if in environments of their own the
plain package plays a series and the extra `server` starts a stack and plays a match on it. The sdist passes if pip
compiles it in an empty environment and it plays there.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import httpx

from deploy.local.stack import HOST, free_port
from engine.errors import BadRecord
from engine.replay import verify

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "dist"
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")
#: what is made of other files, and that a package has nevertheless
MADE = ("protos/**/*_pb2*.py", "protos/**/*_pb2*.pyi", "services/gateway/built*/**/*")
#: what the compilers made
COMPILED = ("engine/**/*.c", "ai/**/*.c", "build/lib.*/**/*.so")
#: a wheel without one of these serves nobody
NEEDED = (
    "astrarium/v1/match_pb2.py",
    "astrarium/v1/match_pb2_grpc.py",
    "gateway/built/index.html",
    "gateway/built_guide/index.html",
    "ai/evaluate/networks/",
    "engine/py.typed",
)
BUILD = ("setuptools>=77", "cython>=3.1", "pip")
#: what `astrarium up` prints when everything answers
READY = "Ctrl-C ends it"
ANSWER_S_MAX = 60


class BadWheel(Exception):
    """A package can't be made or does not work; the message says why."""


def find_version() -> str:
    """Return the version, which stands in pyproject.toml alone."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python that packages are made for."""

    path: Path
    version: str

    @property
    def is_own(self) -> bool:
        """Whether it is of the version that runs this."""
        return self.version == f"{sys.version_info.major}.{sys.version_info.minor}"


def run(*command: str | Path, at: Path | None = None, **environment: str) -> str:
    """Run a program and return what it prints; raise BadWheel with its last lines."""
    done = subprocess.run(  # noqa: S603 (fixed programs)
        list(map(str, command)),
        cwd=at,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        text=True,
    )
    if done.returncode:
        last = "\n".join(done.stdout.strip().splitlines()[-15:])
        raise BadWheel(f"{' '.join(map(str, command))} ended with code {done.returncode}:\n{last}")
    return done.stdout


def pip(python: Path, *words: str | Path, at: Path | None = None, **environment: str) -> None:
    """Run an interpreter's pip."""
    run(python, "-m", "pip", words[0], "--quiet", "--disable-pip-version-check", *words[1:], at=at, **environment)


def uv(*words: str | Path) -> str:
    """Run uv, which installs in seconds what takes pip a minute; return what it prints."""
    return run(sys.executable, "-m", "uv", *words)


def find_interpreter(name: str) -> Interpreter | None:
    """Return the interpreter that *name* starts, or None if there is none."""
    code = "import sys; print(sys.executable, '%d.%d' % sys.version_info[:2])"
    try:
        told = subprocess.run([name, "-c", code], capture_output=True, check=True, text=True).stdout  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return None
    path, version = told.rsplit(maxsplit=1)
    return Interpreter(Path(path), version)


def copy_sources(target: Path) -> None:
    """Copy what git knows of, and what is made of it, with the times of its files."""
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", at=ROOT).split("\0")
    made = [str(path.relative_to(ROOT)) for pattern in MADE for path in ROOT.glob(pattern)]
    _copy([name for name in (*listed, *made) if name and (ROOT / name).is_file()], target)


def copy_compiled(target: Path) -> None:
    """Copy what was compiled here for this interpreter."""
    _copy([str(path.relative_to(ROOT)) for pattern in COMPILED for path in ROOT.glob(pattern)], target)


def _copy(names: list[str], target: Path) -> None:
    for name in names:
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, place)


def build_sdist(work: Path, to: Path) -> Path:
    """Make the sdist and return its path."""
    sources = work / "checkout"
    copy_sources(sources)
    command = [sys.executable, "setup.py", "--quiet", "sdist", "--dist-dir", str(to)]
    run(*command, at=sources, ASTRARIUM_COMPILE="0")
    (sdist,) = to.glob("astrarium-*.tar.gz")
    return sdist


def unpack(sdist: Path, work: Path) -> Path:
    """Unpack an sdist and return its folder."""
    with tarfile.open(sdist) as archive:
        archive.extractall(work, filter="data")
    return work / sdist.name.removesuffix(".tar.gz")


def build_wheel(source: Path, interpreter: Interpreter, work: Path) -> Path:
    """Make a wheel from an unpacked sdist, and return its path."""
    python = Path(sys.executable)
    if not interpreter.is_own:
        python = make_environment(interpreter.path, work / f"tools-{interpreter.version}")
        uv("pip", "install", "--python", python, *BUILD)
    folder = work / f"made-{interpreter.version}"
    pip(python, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ".", at=source)
    (wheel,) = folder.glob("*.whl")
    return wheel


def repair(wheel: Path, to: Path) -> Path:
    """Give a wheel the manylinux tag that auditwheel finds for it; return the path of the wheel that has it."""
    work = wheel.parent / "audited"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", work, wheel, PATH=path)
    (audited,) = work.glob("*.whl")
    if "manylinux" not in audited.name:
        raise BadWheel(f"auditwheel gave no manylinux tag: {audited.name}")
    to.mkdir(parents=True, exist_ok=True)
    return Path(shutil.move(audited, to / audited.name))


def inspect(wheel: Path) -> None:
    """Raise BadWheel if a wheel lacks what is made while building, or has what nobody needs."""
    names = zipfile.ZipFile(wheel).namelist()
    extra = [name for name in names if name.endswith((".c", ".o")) or name.startswith(("tests/", "web/"))]
    if extra:
        raise BadWheel(f"{wheel.name} has {', '.join(extra[:3])}, which nobody needs")
    lacking = [part for part in NEEDED if not any(part in name for name in names)]
    compiled = {name.partition(".")[0] for name in names if name.endswith(".so")}
    headers = {name.removesuffix(".pxd") for name in names if name.endswith(".pxd")}
    lacking += sorted(f"{name} (compiled)" for name in headers - compiled if f"{name}.py" in names)
    if lacking or not headers:
        raise BadWheel(f"{wheel.name} lacks {', '.join(lacking[:3]) or 'all headers'}")


def make_environment(python: Path, folder: Path) -> Path:
    """Make an empty environment and return its interpreter."""
    uv("venv", "--python", python, folder)
    return folder / "bin" / "python"


def install(python: Path, folder: Path, package: Path, extra: str = "") -> Path:
    """Install a package into an environment of its own; return the program `astrarium` there."""
    inside = make_environment(python, folder)
    uv("pip", "install", "--python", inside, "--only-binary", ":all:", f"{package}{extra and f'[{extra}]'}")
    return folder / "bin" / "astrarium"


def try_sdist(sdist: Path, work: Path) -> None:
    """Install the sdist as those do for whom there is no wheel: by pip, which compiles it; then use it."""
    folder = work / "try-sdist"
    run(sys.executable, "-m", "venv", folder)
    pip(folder / "bin" / "python", "install", sdist)
    try_plain(folder / "bin" / "astrarium", folder)


def try_plain(program: Path, folder: Path) -> str:
    """Play a short series with the plain package; return its version."""
    version = run(program, "--version", at=folder).strip()
    out = folder / "series.jsonl"
    told = run(
        program, *f"arena race --players level2,level1 --pairs 2 --workers 1 --json --out {out}".split(), at=folder
    )
    (group,) = json.loads(told[told.index("{") :])["groups"]
    if group["matches"] != 4 or group["forfeits"]:  # noqa: PLR2004 (two pairs)
        raise BadWheel(f"the arena played {group}")
    return version


def try_server(program: Path, folder: Path) -> dict[str, Any]:
    """Start a stack with `up` and look at its page; then let `demo` play a match, verify its record and return it."""
    port, grpc_port = free_port(), free_port()
    command = [str(program), "up", f"--port={port}", f"--grpc-port={grpc_port}", "--bots=1", f"--data={folder / 'up'}"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as up:  # noqa: S603
        assert up.stdout is not None
        told = []
        for line in up.stdout:
            told.append(line)
            if READY in line:
                break
        try:
            if up.poll() is None:
                _look(f"http://{HOST}:{port}")
        finally:
            up.send_signal(signal.SIGINT)
            told += up.stdout
    if up.returncode:
        raise BadWheel(f"`astrarium up` ended with code {up.returncode}:\n{''.join(told)}")
    file = folder / "record.json"
    run(program, "demo", "--game", "race", "--record", file, at=folder)
    record: dict[str, Any] = json.loads(file.read_text())
    try:
        verify(record)
    except BadRecord as wrong:
        raise BadWheel(f"the demonstration's record does not verify: {wrong}") from wrong
    return record


def _look(url: str) -> None:
    """See that a stack has its games and its page; raise BadWheel."""
    games = httpx.get(f"{url}/v1/games", timeout=ANSWER_S_MAX)
    page = httpx.get(f"{url}/", headers={"Accept": "text/html"}, timeout=ANSWER_S_MAX)
    if games.status_code != httpx.codes.OK:
        raise BadWheel(f"`astrarium up` answers {games.status_code} where its games should be")
    if page.status_code != httpx.codes.OK or "<script" not in page.text:
        raise BadWheel(f"`astrarium up` answers {page.status_code} where the browser client should be")


@click.command()
@click.argument("pythons", nargs=-1)
@click.option("--to", type=click.Path(path_type=Path, file_okay=False), default=FOLDER, help="Where the packages go.")
@click.option("--afresh", is_flag=True, help="Compile everything anew.")
def main(pythons: tuple[str, ...], to: Path, *, afresh: bool) -> None:
    """Make packages and try them."""
    try:
        make_packages(pythons, to.resolve(), afresh=afresh)
    except BadWheel as wrong:
        raise click.ClickException(str(wrong)) from wrong


def make_packages(pythons: tuple[str, ...], to: Path, *, afresh: bool = False) -> None:
    """Make an sdist and the wheels of all interpreters that are there, and try them; raise BadWheel."""
    found = {name: find_interpreter(name) for name in pythons or PYTHONS}
    absent = [name for name, interpreter in found.items() if interpreter is None]
    if absent and pythons:
        raise BadWheel(f"there is no {', '.join(absent)} here")
    to.mkdir(parents=True, exist_ok=True)
    for old in (*to.glob("astrarium-*.whl"), *to.glob("astrarium-*.tar.gz")):
        old.unlink()
    with tempfile.TemporaryDirectory(prefix="astrarium-wheels-") as made:
        work = Path(made)
        sdist = build_sdist(work, to)
        click.echo(f"{sdist.name}: {sdist.stat().st_size:,} bytes")
        source = unpack(sdist, work)
        if not afresh:
            copy_compiled(source)
        for name, interpreter in found.items():
            if interpreter is None:
                click.echo(f"{name}: not here, no wheel")
                continue
            wheel = repair(build_wheel(source, interpreter, work), to)
            inspect(wheel)
            try_wheel(wheel, interpreter, work)
            click.echo(f"{wheel.name}: {wheel.stat().st_size:,} bytes, tried with Python {interpreter.version}")
        try_sdist(sdist, work)
        click.echo(f"{sdist.name}: compiled by pip and tried")


def try_wheel(wheel: Path, interpreter: Interpreter, work: Path) -> None:
    """Install a wheel into empty environments, plain and as a server, and use it there; raise BadWheel."""
    for extra in ("", "server"):
        folder = work / f"try-{interpreter.version}-{extra or 'plain'}"
        program = install(interpreter.path, folder, wheel, extra)
        if extra:
            try_server(program, folder)
        else:
            try_plain(program, folder)


if __name__ == "__main__":
    main()
