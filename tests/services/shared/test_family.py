"""Children that are forked count on their parent's page of metrics."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.support.stack import ROOT, free_port, until

PROGRAM = """
import os, sys, time
from services.shared.family import gather_metrics
gather_metrics()
from prometheus_client.multiprocess import mark_process_dead
from services.shared import telemetry
from services.shared.settings import Settings
telemetry.setup(Settings(metrics_port=int(sys.argv[1])), "test")
children = []
for _ in range(2):
    child = os.fork()
    if child == 0:
        telemetry.CONFLICTS.inc(2)
        telemetry.STREAMS.inc(3)
        time.sleep(60)
    children.append(child)
print(os.environ["PROMETHEUS_MULTIPROC_DIR"], flush=True)
sys.stdin.readline()
os.kill(children[0], 9)
os.waitpid(children[0], 0)
mark_process_dead(children[0])
print("buried", flush=True)
sys.stdin.read()
os.kill(children[1], 9)
"""


@pytest.fixture
def family():
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(port)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        yield parent, port
        parent.kill()


def page(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        lines = [line.split() for line in answer.read().decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def test_the_parent_shows_the_sum_and_forgets_what_a_dead_child_held_open(family):
    parent, port = family
    folder = Path(parent.stdout.readline().strip())
    assert folder.is_dir()
    shown = {"astrarium_append_conflicts_total": 4, "astrarium_event_streams": 6}
    until(lambda: shown.items() <= page(port).items())
    # As a further child has it when it has only just begun.
    (folder / "counter_1.db").touch()
    assert shown.items() <= page(port).items()
    parent.stdin.write("\n")
    parent.stdin.flush()
    assert parent.stdout.readline() == "buried\n"
    assert page(port)["astrarium_append_conflicts_total"] == 4
    assert page(port)["astrarium_event_streams"] == 3
    parent.stdin.close()
    assert parent.wait(10) == 0
    assert not folder.exists()


def test_a_folder_that_was_given_is_emptied_and_stays_with_who_gave_it(tmp_path):
    folder = tmp_path / "metrics"
    folder.mkdir()
    (folder / "counter_7.db").write_bytes(b"of a process that was killed")
    program = "from services.shared.family import gather_metrics; gather_metrics()"
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(folder)}
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=True)
    assert list(folder.iterdir()) == []
