"""The stack of the tests ends as an operator would end it."""

from __future__ import annotations

from tests.support.stack import Stack


def test_a_stack_ends_its_processes_in_good_order(tmp_path):
    """A process that is killed leaves no count of what it ran to `make cover`."""
    stack = Stack(tmp_path)
    stack.game_state()
    stack.bots()
    stack.close()
    assert [process.returncode for process in stack.processes] == [0, 0]
