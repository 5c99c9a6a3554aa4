"""Ports are chosen once, whoever chooses at the same time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
COUNT = 150
CHOOSE = f"""
import secrets, sys
secrets.randbelow = lambda _: 7
from deploy.local.stack import free_port
print(*(free_port() for _ in range({COUNT})), flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="names of sockets without a file are Linux's")
def test_two_processes_that_begin_at_the_same_place_choose_different_ports():
    """No server listens on any of them yet."""
    choosing = [
        subprocess.Popen(
            [sys.executable, "-c", CHOOSE], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    chosen = [set(map(int, process.stdout.readline().split())) for process in choosing]
    for process in choosing:
        process.communicate(timeout=60)
    assert [len(each) for each in chosen] == [COUNT] * 2
    assert not chosen[0] & chosen[1]
