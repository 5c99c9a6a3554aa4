"""Names are as long as asked for, never come again, and differ in processes that were forked from one."""

from __future__ import annotations

import os

from services.shared.unique import new_name


def test_names_are_hexadecimal_and_differ():
    names = {new_name(64) for _ in range(1000)}
    assert len(names) == 1000
    assert all(len(name) == 16 and int(name, 16) >= 0 for name in names)
    assert len(new_name(128)) == 32


def test_forked_processes_choose_different_names():
    read, write = os.pipe()
    if os.fork() == 0:
        os.write(write, new_name(128).encode())
        os._exit(0)
    os.wait()
    assert os.read(read, 32).decode() != new_name(128)
    os.close(read)
    os.close(write)
