"""`make release`: everything that a version is published with, in `dist/`, and its tag.

    python -m deploy.release --version X     # write a version wherever it stands
    python -m deploy.release                 # make it and tag it
    python -m deploy.release --dry           # say what stands against it; make no image and no tag

Packages for every Python that is here, compiled anew; the image; what all of it is made of (CycloneDX); their sums.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deploy import page
from deploy.wheels import (
    FOLDER,
    BadWheel,
    Interpreter,
    build_sdist,
    build_wheel,
    copy_compiled,
    inspect,
    make_packages,
    repair,
    run,
    unpack,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
VERSION = r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?"
#: where the version stands: pyproject.toml says it, and these follow
SOURCE = ("pyproject.toml", rf'^version = "({VERSION})"$')
FOLLOWERS = (
    ("deploy/compose.yaml", rf"ASTRARIUM_IMAGE:-astrarium:({VERSION})"),
    ("deploy/compose.workers.yaml", rf"ASTRARIUM_IMAGE:-astrarium:({VERSION})"),
    ("deploy/images/Dockerfile", rf"^ARG VERSION=({VERSION})$"),
    ("deploy/k8s/overlays/production/kustomization.yaml", rf"newTag: ({VERSION})"),
    ("deploy/k8s/overlays/replicated/kustomization.yaml", rf"newTag: ({VERSION})"),
    ("deploy/k8s/overlays/single/kustomization.yaml", rf"newTag: ({VERSION})"),
)
DATE = r"\d{4}-\d{2}-\d{2}"
SUMS = "SHA256SUMS"
SBOM = ("sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev")


class NoRelease(Exception):
    """A version can't be released; the message says why."""


def find_versions(root: Path) -> dict[str, set[str]]:
    """Return the versions that each of the files names."""
    return {
        name: set(re.findall(pattern, (root / name).read_text(), re.MULTILINE))
        for name, pattern in (SOURCE, *FOLLOWERS)
    }


def read_version(root: Path) -> str:
    """Return the version in pyproject.toml; raise NoRelease if there is none of the usual form."""
    found = find_versions(root)[SOURCE[0]]
    if len(found) != 1:
        raise NoRelease("pyproject.toml has no version such as 1.2.3 or 1.2.3rc1")
    return found.pop()


def write_version(root: Path, version: str) -> None:
    """Write a version wherever it stands; raise NoRelease if it is none."""
    if not re.fullmatch(VERSION, version):
        raise NoRelease(f"{version!r} is no version such as 1.2.3 or 1.2.3rc1")
    for name, pattern in (SOURCE, *FOLLOWERS):
        path = root / name
        text = re.sub(pattern, lambda found: found[0].replace(found[1], version), path.read_text(), flags=re.MULTILINE)
        path.write_text(text)


def find_obstacles(root: Path, version: str) -> Iterator[str]:
    """Yield whatever stands against a release, each in a sentence that says what would be right."""
    changed = run("git", "status", "--porcelain", at=root).splitlines()
    if changed:
        yield f"the checkout has changes ({', '.join(line[3:] for line in changed[:3])}): commit them first"
    for name, found in find_versions(root).items():
        if found != {version}:
            told = ", ".join(sorted(found)) or "no version"
            yield f"{name} has {told}, pyproject.toml {version}: python -m deploy.release --version {version}"
    head = re.search(rf"^## {re.escape(version)}(?: - (.+))?$", (root / "CHANGELOG.md").read_text(), re.MULTILINE)
    if head is None:
        yield f"CHANGELOG.md has no section `## {version} - DATE`"
    elif not re.fullmatch(DATE, head[1] or ""):
        yield f"CHANGELOG.md says {head[1] or 'nothing'} where the date of {version} should be (2026-01-31)"
    if run("git", "tag", "--list", f"v{version}", at=root).strip():
        yield f"the tag v{version} exists: a version is released once"


def find_engine_obstacle() -> Iterator[str]:
    """Yield what stands against making an image here."""
    try:
        run("docker", "info")
    except (BadWheel, OSError):
        yield "no Docker engine answers, which makes the image"


def build_quickly(to: Path) -> None:
    """Make the sdist and this interpreter's wheel of what is compiled already, and don't try them."""
    to.mkdir(parents=True, exist_ok=True)
    own = Interpreter(Path(sys.executable), f"{sys.version_info.major}.{sys.version_info.minor}")
    with tempfile.TemporaryDirectory(prefix="astrarium-release-") as made:
        work = Path(made)
        source = unpack(build_sdist(work, to), work)
        copy_compiled(source)
        inspect(repair(build_wheel(source, own, work), to))


def build_image(version: str, to: Path) -> None:
    """Make the image; its id is written beside the packages. BASE_IMAGE and BUILD_IMAGE name other bases."""
    revision, tag = run("git", "rev-parse", "HEAD", at=ROOT).strip(), f"astrarium:{version}"
    told = [f"--build-arg={name}" for name in ("BASE_IMAGE", "BUILD_IMAGE") if name in os.environ]
    told += [f"--build-arg=VERSION={version}", f"--build-arg=REVISION={revision}"]
    run("docker", "build", *told, "--file", "deploy/images/Dockerfile", "--tag", tag, ".", at=ROOT)
    name = run("docker", "image", "inspect", "--format", "{{.Id}}", tag).strip()
    (to / f"astrarium-{version}.image").write_text(f"{tag} {name}\n")


def write_parts(version: str, to: Path) -> None:
    """Write what a server and its page are made of, as CycloneDX: what the image pins, and what the page has inside."""
    parts = to / f"astrarium-{version}.python.cdx.json"
    command = ["-m", "cyclonedx_py", "requirements", "--pyproject", "pyproject.toml", "--output-reproducible"]
    run(sys.executable, *command, "--output-file", parts, "deploy/images/requirements.lock", at=ROOT)
    with tempfile.TemporaryDirectory(prefix="astrarium-release-") as made:
        folder = Path(made) / "astrarium-web"
        folder.mkdir()
        # npm names parts of a package that has a version alone.
        for name in ("package.json", "package-lock.json"):
            words = json.loads((page.WEB / name).read_text()) | {"version": version}
            if "packages" in words:
                words["packages"][""]["version"] = version
            (folder / name).write_text(json.dumps(words))
        done = page.npm("--prefix", str(folder), *SBOM)
    if done.returncode:
        raise NoRelease(f"npm does not tell what the page is made of: {done.stderr.strip()}")
    (to / f"astrarium-{version}.page.cdx.json").write_text(done.stdout)


def write_sums(to: Path) -> None:
    """Write the SHA-256 of every file, in the form that `sha256sum --check` reads."""
    files = sorted(path for path in to.iterdir() if path.is_file() and path.name != SUMS)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (to / SUMS).write_text("".join(lines))


def release(root: Path, to: Path, *, dry: bool) -> None:
    """Make a release; raise NoRelease with everything that stands against it."""
    version = read_version(root)
    obstacles = [*find_obstacles(root, version), *find_engine_obstacle()]
    if obstacles and not dry:
        raise NoRelease("\n".join((f"{version} can't be released:", *(f"  {each}" for each in obstacles))))
    for each in obstacles:
        click.echo(f"stands against {version}: {each}")
    shutil.rmtree(to, ignore_errors=True)
    if dry:
        build_quickly(to)
    else:
        make_packages((), to, afresh=True)
        build_image(version, to)
    write_parts(version, to)
    write_sums(to)
    for line in (to / SUMS).read_text().splitlines():
        click.echo(line)
    if dry:
        click.echo(f"dry: no image, no tag v{version}")
        return
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Astrarium {version}", at=root)
    click.echo(f"tagged v{version}; now push the tag and the image, and publish {to}")


@click.command()
@click.option("--version", help="Write this version wherever it stands, and make nothing.")
@click.option("--dry", is_flag=True, help="Say what stands against a release; make this Python's packages alone.")
@click.option("--to", type=click.Path(path_type=Path, file_okay=False), default=FOLDER, help="Where everything goes.")
def main(version: str | None, to: Path, *, dry: bool) -> None:
    """Release the version that pyproject.toml names."""
    try:
        if version is not None:
            write_version(ROOT, version)
        else:
            release(ROOT, to.resolve(), dry=dry)
    except (NoRelease, BadWheel, page.NoPage) as wrong:
        raise click.ClickException(str(wrong)) from wrong


if __name__ == "__main__":
    main()
