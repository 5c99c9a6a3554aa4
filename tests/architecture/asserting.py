"""Whether a test can pass without having asserted anything.

An assertion counts if it is always reached: not in a branch without its counterpart, not in a loop that may run over
nothing, not after a way out. A call counts if what it calls always asserts.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache

from tests.architecture.sources import FUNCTIONS, files, tree

#: calls that fail by themselves: of libraries, and what comes back only with what it waited for
ASSERTING = {"raises", "fail", "warns", "check_returncode", "call_and_validate", "validate", "until"}
#: calls that give at least one item: no match is over before its first action
NEVER_EMPTY = {"range", "count", "random_match"}
#: builtins that give as many items as they are given
AS_MANY = {"enumerate", "sorted", "reversed", "list", "tuple", "set", "zip", "product", "items", "values", "keys"}


def name_called(call):
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def is_never_empty(over, full=frozenset()):
    """Whether a loop over an expression is sure to run: a written collection, a constant, a range, a name in *full*."""
    if isinstance(over, ast.Tuple | ast.List | ast.Set):
        return any(not isinstance(each, ast.Starred) or is_never_empty(each.value, full) for each in over.elts)
    if isinstance(over, ast.Dict):
        return bool(over.keys)
    if isinstance(over, ast.Constant):
        return bool(over.value)
    if isinstance(over, ast.Name | ast.Attribute):
        name = over.id if isinstance(over, ast.Name) else over.attr
        return name.isupper() or name in full
    if isinstance(over, ast.Subscript):
        # A beginning of what has one: `positions[:5]`.
        return isinstance(over.slice, ast.Slice) and not over.slice.lower and is_never_empty(over.value, full)
    if isinstance(over, ast.Call) and name_called(over) in AS_MANY:
        parts = [is_never_empty(part, full) for part in over.args or [getattr(over.func, "value", over.func)]]
        # Of collections that are as long as each other one is enough.
        return any(parts) if any(each.arg == "strict" for each in over.keywords) else all(parts)
    return isinstance(over, ast.Call) and name_called(over) in NEVER_EMPTY


def is_checked_run(call):
    """Whether a call is of a program that must end well."""
    return any(each.arg == "check" and getattr(each.value, "value", False) is True for each in call.keywords)


@cache
def names_called(node):
    """Return the names of all calls in an expression; None for one of a program that must end well."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    return {None if is_checked_run(call) else name_called(call) for call in calls}


@cache
def may_leave(node, ways=(ast.Return, ast.Continue, ast.Break)):
    """Whether a statement may end the block that it stands in; functions and loops within it have their own ways out.

    What is refused as it should be needs no further look.
    """
    if isinstance(node, (*FUNCTIONS, ast.ExceptHandler, ast.expr)):
        return False
    if isinstance(node, ast.For | ast.AsyncFor | ast.While):
        ways = (ast.Return,)
    return isinstance(node, ways) or any(may_leave(each, ways) for each in ast.iter_child_nodes(node))


class Asserting:
    """Which functions always assert: those that the tests' folders define, by name."""

    def __init__(self):
        functions = defaultdict(list)
        for path in files("tests"):
            for node in ast.walk(tree(path)):
                if isinstance(node, FUNCTIONS):
                    functions[node.name].append(node)
        self.known = set(ASSERTING)
        self.full = frozenset()
        size = 0
        while size != len(self.known):
            size = len(self.known)
            self.known |= {name for name, nodes in functions.items() if any(self.block(node.body) for node in nodes)}

    def test(self, node):
        """Whether a test always asserts. A function within it hides others of its name.

        A fixture that asserts is taken to assert that it gives something, so a loop over it runs.
        """
        inner = {each.name: each for each in ast.walk(node) if isinstance(each, FUNCTIONS) and each is not node}
        silent = {name for name, each in inner.items() if not self.block(each.body)}
        known = self.known
        written = {
            each.targets[0].id
            for each in node.body
            if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name) and is_never_empty(each.value)
        }
        self.full = frozenset(({arg.arg for arg in node.args.args} & known) | written)
        self.known = (known | set(inner)) - silent
        try:
            return self.block(node.body)
        finally:
            self.known, self.full = known, frozenset()

    def block(self, body):
        for node in body:
            if self.statement(node):
                return True
            if may_leave(node):
                return False
        return False

    def expression(self, node):
        names = names_called(node)
        return None in names or not self.known.isdisjoint(names)

    def statement(self, node):
        match node:
            case ast.Assert() | ast.Raise():
                return True
            case ast.With() | ast.AsyncWith():
                return any(self.expression(item.context_expr) for item in node.items) or self.block(node.body)
            case ast.Try():
                return self.block(node.body) or self.block(node.orelse) or self.block(node.finalbody)
            case ast.For() | ast.AsyncFor():
                return self.expression(node.iter) or (is_never_empty(node.iter, self.full) and self.block(node.body))
            case ast.While():
                return self.expression(node.test) or (isinstance(node.test, ast.Constant) and self.block(node.body))
            case ast.If():
                return self.expression(node.test) or (self.block(node.body) and self.block(node.orelse))
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return False
        return any(self.expression(each) for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr))
