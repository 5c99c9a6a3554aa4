"""JSON is written in one place: what orjson itself returns holds 4 KB of memory for as long as it is kept."""

import ast

from tests.architecture.findings import demand_none
from tests.architecture.sources import PRODUCT, files, place, tree

WRITER = "services/shared/json.py"


def names_dumps(node):
    """Whether a node is `orjson.dumps`, or imports it."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "orjson" and any(alias.name == "dumps" for alias in node.names)
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "dumps"
        and isinstance(node.value, ast.Name)
        and node.value.id == "orjson"
    )


def test_only_dump_json_calls_orjson_to_write():
    found = {}
    for path in files(*PRODUCT):
        if path.as_posix().endswith(WRITER):
            continue
        places = [place(path, node) for node in ast.walk(tree(path)) if names_dumps(node)]
        if places:
            found[path.stem] = places
    demand_none("JSON is written past services.shared.json.dump_json", found)
