"""Make the Python modules and their types from the .proto files: `python -m protos.generate`."""

from __future__ import annotations

import re
import shutil
import sys
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent
# protoc writes imports relative to the contract's root; the modules live in the package `protos`.
IMPORT = re.compile(r"^(from|import) astrarium\b", re.MULTILINE)
MENTION = re.compile(r"(?<![\w.])astrarium\.v1\.(?=\w+_pb2)")
MYPY_PLUGINS = ("protoc-gen-mypy", "protoc-gen-mypy_grpc")


def plugin(name: str) -> str:
    """Return the path of a protoc plugin that was installed beside this interpreter, or exit."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        sys.exit(f"{name} is missing: install the development extra (mypy-protobuf)")
    return f"--plugin={name}={found}"


def generate() -> None:
    """Make every module; exit with protoc's message if a .proto is wrong."""
    protos = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.proto"))
    included = [f"-I{ROOT}", f"-I{files('grpc_tools') / '_proto'}"]
    outputs = [f"--{name}_out={ROOT}" for name in ("python", "grpc_python", "mypy", "mypy_grpc")]
    if protoc.main(["protoc", *included, *map(plugin, MYPY_PLUGINS), *outputs, *protos]) != 0:
        sys.exit("the contract does not compile")
    for made in [*ROOT.rglob("*_pb2*.py"), *ROOT.rglob("*_pb2*.pyi")]:
        text = IMPORT.sub(r"\1 protos.astrarium", made.read_text())
        made.write_text(MENTION.sub("protos.astrarium.v1.", text))


if __name__ == "__main__":
    generate()
