"""What stands against a release is told before anything is made; the version stands in one place, and others follow."""

import re
import shutil
import subprocess

import pytest

from deploy import release
from deploy.wheels import BadWheel
from tests.support.stack import ROOT

CHANGES = "# Changelog\n\n## 1.2.0 - 2026-11-30\n\nNew.\n\n## 1.1.0 - 2026-10-01\n"


def git(root, *words):
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=root, check=True, capture_output=True
    )


@pytest.fixture
def checkout(tmp_path):
    """A checkout that is ready for the release of 1.2.0."""
    root = tmp_path / "checkout"
    for name, _ in (release.SOURCE, *release.FOLLOWERS):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    release.write_version(root, "1.2.0")
    (root / "CHANGELOG.md").write_text(CHANGES)
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "All")
    return root


def test_what_is_ready_meets_no_obstacle(checkout):
    assert release.read_version(checkout) == "1.2.0"
    assert not [*release.find_obstacles(checkout, "1.2.0")]


def change(root, name, text):
    (root / name).write_text(text)
    git(root, "commit", "--quiet", "--all", "--message", "Change")


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda root: (root / "new.py").touch(), r"the checkout has changes \(new.py\): commit"),
        (lambda root: (root / "CHANGELOG.md").write_text(CHANGES + "x"), r"has changes \(CHANGELOG.md\)"),
        (lambda root: change(root, "CHANGELOG.md", CHANGES.replace("1.2.0", "1.3.0")), "no section `## 1.2.0 - DATE`"),
        (lambda root: change(root, "CHANGELOG.md", CHANGES.replace("2026-11-30", "unreleased")), "says unreleased"),
        (
            lambda root: change(root, "CHANGELOG.md", CHANGES.replace(" - 2026-11-30", "")),
            "says nothing where the date",
        ),
        (lambda root: git(root, "tag", "v1.2.0"), "the tag v1.2.0 exists"),
        (
            lambda root: change(root, "deploy/images/Dockerfile", "ARG VERSION=1.1.0\n"),
            "deploy/images/Dockerfile has 1.1.0, pyproject.toml 1.2.0: python -m deploy.release --version 1.2.0",
        ),
    ],
)
def test_what_stands_against_a_release_is_told(checkout, spoil, says, tmp_path):
    """Alone, in one sentence; nothing is made, and no tag."""
    spoil(checkout)
    tags = subprocess.check_output(["git", "tag"], cwd=checkout)
    (obstacle,) = release.find_obstacles(checkout, "1.2.0")
    assert re.search(says, obstacle)
    with pytest.raises(release.NoRelease, match=says):
        release.release(checkout, tmp_path / "dist", dry=False)
    assert not (tmp_path / "dist").exists()
    assert subprocess.check_output(["git", "tag"], cwd=checkout) == tags


@pytest.mark.parametrize("version", ["1.2", "v1.2.3", "1.2.3-beta", ""])
def test_what_is_no_version_is_not_written(checkout, version):
    with pytest.raises(release.NoRelease, match="is no version"):
        release.write_version(checkout, version)
    assert release.read_version(checkout) == "1.2.0"


def test_a_project_without_a_version_is_refused(checkout):
    change(checkout, "pyproject.toml", '[project]\nversion = "soon"\n')
    with pytest.raises(release.NoRelease, match="no version such as"):
        release.read_version(checkout)


def test_every_place_names_the_version_of_the_project():
    """Written by `python -m deploy.release --version`; no other file of the repository's own names it."""
    version = release.read_version(ROOT)
    assert all(named == {version} for named in release.find_versions(ROOT).values())


def test_without_an_engine_no_image_is_promised(monkeypatch, tmp_path):
    (tmp_path / "docker").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "docker").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert [*release.find_engine_obstacle()] == ["no Docker engine answers, which makes the image"]
    with pytest.raises(BadWheel, match="ended with code 1"):
        release.run("docker", "info")
