"""Logs of `astrarium up` stay short, and their last lines are there."""

from __future__ import annotations

import stat
import subprocess
import sys

from deploy.local import rotation
from deploy.local.rotation import KEPT, rotate
from deploy.local.stack import Stack
from tests.support.stack import until


def test_a_full_log_is_put_aside_and_the_oldest_goes(tmp_path):
    log = tmp_path / "gateway.0.log"
    for number in range(KEPT + 3):
        log.write_text(f"{number}\n" * 10)
        rotate(log, bytes_max=5)
        assert log.read_text() == ""
    kept = {path.name: path.read_text()[:1] for path in tmp_path.iterdir() if path != log}
    assert kept == {f"gateway.0.log.{number}": str(KEPT + 3 - number) for number in range(1, KEPT + 1)}
    assert stat.S_IMODE((tmp_path / "gateway.0.log.1").stat().st_mode) == 0o600


def test_a_log_that_is_not_full_is_left_alone(tmp_path):
    log = tmp_path / "gateway.0.log"
    rotate(log)
    log.write_text("short\n")
    rotate(log, bytes_max=6)
    assert [path.name for path in tmp_path.iterdir()] == [log.name]


def test_a_process_goes_on_writing_where_it_was_emptied(tmp_path):
    log = tmp_path / "writer.log"
    write = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
    with (
        log.open("ab") as out,
        subprocess.Popen([sys.executable, "-c", write], stdin=subprocess.PIPE, stdout=out, text=True) as writer,
    ):
        writer.stdin.write("before\n")
        writer.stdin.flush()
        until(lambda: log.read_text() == "before\n")
        rotate(log, bytes_max=1)
        writer.stdin.write("after\n")
        writer.stdin.close()
    assert (log.read_text(), (tmp_path / "writer.log.1").read_text()) == ("after\n", "before\n")


def test_a_running_stack_rotates_its_logs(tmp_path, monkeypatch):
    monkeypatch.setattr(rotation, "LOOKED_EVERY_S", 0.05)
    monkeypatch.setattr(rotation, "rotate", lambda log: rotate(log, bytes_max=100))
    with Stack(tmp_path, bots=0) as stack:
        until((stack.data / "log/valkey.log.1").exists)
