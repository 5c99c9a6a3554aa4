"""What restore.sh takes for a backup, before it touches anything."""

from __future__ import annotations

import io
import subprocess
import tarfile

import pytest

from tests.support.stack import ROOT

MANIFEST = "appendonlydir/appendonly.aof.manifest"


def restored(path):
    """Return what the script says to an operator who has not agreed yet; no stack is there to be changed."""
    done = subprocess.run(
        [ROOT / "deploy" / "restore.sh", path],
        env={"COMPOSE": "false", "PATH": "/usr/bin:/bin"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    return done.stderr


def archive(path, names):
    with tarfile.open(path, "w") as tar:
        for name in names:
            tar.addfile(tarfile.TarInfo(name), io.BytesIO())
    return path


@pytest.mark.parametrize("place", [0, 1500, 3000])
def test_a_backup_is_known_wherever_its_manifest_stands(tmp_path, place):
    """A long list of files after it must not make a backup look like none."""
    names = [f"appendonlydir/{number}.aof" for number in range(3000)]
    names.insert(place, MANIFEST)
    assert "say --yes" in restored(archive(tmp_path / "good.tar", names))


def test_what_is_no_backup_is_refused(tmp_path):
    assert "is no backup" in restored(archive(tmp_path / "wrong.tar", ["compose.yaml", "appendonlydir/1.aof"]))
    broken = tmp_path / "broken.tar"
    broken.write_bytes(b"no archive at all")
    assert "is no backup" in restored(broken)
    assert "is no backup" in restored(tmp_path / "missing.tar")
