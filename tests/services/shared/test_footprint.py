"""A process tells what it and its children take, and when it was started."""

from __future__ import annotations

import subprocess
import sys

import pytest

from services.shared import footprint
from services.shared.footprint import Footprint
from tests.support.stack import until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="read off /proc")
MIB = 1 << 20


def told():
    return {each.name: each.samples[0].value for each in Footprint().collect()}


def test_memory_counts_what_children_take():
    before = told()["astrarium_memory_bytes"]
    assert before > MIB
    with subprocess.Popen(
        [sys.executable, "-c", f"held = bytearray(64 * {MIB}); input()"], stdin=subprocess.PIPE
    ) as child:
        until(lambda: told()["astrarium_memory_bytes"] > before + 60 * MIB)
        child.communicate(b"\n")


def test_the_start_is_the_process_own():
    assert told()["astrarium_start_time_seconds"] == told()["astrarium_start_time_seconds"] > 1e9


@pytest.mark.parametrize(("said", "most"), [("1073741824", 1 << 30), ("max", 0), ("9223372036854771712", 0), (None, 0)])
def test_the_container_says_how_much_there_may_be(tmp_path, monkeypatch, said, most):
    path = tmp_path / "memory.max"
    if said is not None:
        path.write_text(f"{said}\n")
    monkeypatch.setattr(footprint, "LIMITS", (path,))
    assert footprint.memory_max_bytes() == most
