"""The project's own source files, for tests that read them."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
#: folders of Python code; what is not there yet, or has gone, does no harm
PRODUCT = tuple(
    sorted(
        path.name for path in ROOT.iterdir() if path.name not in ("tests", "build") and (path / "__init__.py").exists()
    )
)
TOPS = (*PRODUCT, "tests")
GENERATED = ("_pb2.py", "_pb2_grpc.py", "_pb2.pyi")
#: what generators wrote: with habits of their own, and with the server's names for what is the server's
MADE = {ROOT / "client" / name for name in ("models.py", "refusals.py")}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def files(*tops: str, suffix: str = ".py") -> list[Path]:
    """Every hand-written file with that suffix under the given folders."""
    found = [path for top in tops for path in sorted((ROOT / top).rglob(f"*{suffix}"))]
    return [
        path
        for path in found
        if not path.name.endswith(GENERATED) and path not in MADE and not {"build", "node_modules"} & {*path.parts}
    ]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def place(path: Path, node: ast.AST | int) -> str:
    """Where something stands, as a terminal opens it."""
    return f"{path.relative_to(ROOT)}:{node if isinstance(node, int) else node.lineno}"


def module_of(path: Path) -> str:
    """The dotted name of the module a file holds or is the header of."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


HEADER_IMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+)?c?import\s+([\w.]+)", re.MULTILINE)


def imported(path: Path) -> Iterator[str]:
    """Every module a file or C header names in an import, C imports under the real module's name."""
    if path.suffix == ".pxd":
        for source, name in HEADER_IMPORT.findall(path.read_text("utf-8")):
            yield source or name
        return
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("cython.cimports.") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            source = node.module.removeprefix("cython.cimports.")
            yield source
            # `from package import module` names the module in the second half.
            yield from (f"{source}.{alias.name}" for alias in node.names)


def c_imported(path: Path) -> Iterator[str]:
    """Every module whose C header a file or C header imports."""
    if path.suffix == ".pxd":
        yield from imported(path)
        return
    for node in ast.walk(tree(path)):
        source = node.module if isinstance(node, ast.ImportFrom) else None
        if source and source.startswith("cython.cimports."):
            yield source.removeprefix("cython.cimports.")


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")
