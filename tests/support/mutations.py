"""Small changes to a tree of words, for tests that feed a program what is nearly right."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

JUNK = [
    None,
    True,
    -1,
    0,
    1,
    3,
    12,
    10**12,
    2**64,
    1.5,
    float("nan"),
    "",
    "x",
    "9" * 5000,
    [],
    {},
    [0],
    ["x"],
    {"x": 1},
]
KINDS = ("drop", "junk", "nudge", "double", "swap", "add")


def paths(tree: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a tree of dicts and lists."""
    yield here
    below = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in below:
        yield from paths(value, (*here, key))


def at(tree: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def mutate(tree: Any, chance: random.Random) -> None:
    """Change one place of a description."""
    where = chance.choice(list(paths(tree))[1:])
    parent, key = at(tree, where[:-1]), where[-1]
    match chance.choice(KINDS):
        case "drop":
            del parent[key]
        case "junk":
            parent[key] = copy.deepcopy(chance.choice(JUNK))
        case "nudge" if isinstance(parent[key], int):
            parent[key] += chance.choice([-2, -1, 1, 2, 7, 300])
        case "double" if isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        case "add" if isinstance(parent, dict):
            parent[chance.choice(["x", "dice", "seats", "0"])] = copy.deepcopy(chance.choice(JUNK))
        case _:
            source = chance.choice(list(paths(tree))[1:])
            if source[: len(where)] != where and where[: len(source)] != source:
                parent[key] = copy.deepcopy(at(tree, source))
