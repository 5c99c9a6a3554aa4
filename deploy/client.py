"""`python -m deploy.client`: make the parts of the client library that follow from others.

The types of what is sent and answered come from the OpenAPI document, the refusals from the server's table of errors,
and the blocking surface from the asynchronous one. A test holds the files to what they are made from.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
import unasync

from engine import errors as engine_errors
from services.shared import errors
from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    Document = dict[str, Any]  # as OpenAPI has it

ROOT = Path(__file__).resolve().parents[1]
CLIENT = ROOT / "client"
HEADER = "# Made by `python -m deploy.client`; do not edit.\n"
#: flask-smorest's own, which no operation uses
UNUSED = ("Error", "PaginationMetadata")
#: a body without the members that the surface takes as arguments -> the body, and these members
PARTS = {
    "MatchOptions": ("NewMatch", ("game", "seats")),
    "MatchesOptions": ("NewMatches", ("game", "tables")),
    "SeekOptions": ("Seek", ("game", "seats")),
    "TournamentOptions": ("NewTournament", ("name", "game", "format", "seats")),
    "SeriesOptions": ("NewSeries", ("game", "players")),
}
CODEGEN = [
    "--input-file-type=openapi",
    "--output-model-type=typing.TypedDict",
    "--target-python-version=3.11",
    "--use-standard-collections",
    "--use-union-operator",
    "--use-schema-description",
    "--use-field-description",
    "--enum-field-as-literal=all",
    "--naming-strategy=parent-prefixed",
    "--disable-timestamp",
    "--formatters=builtin",
]
#: names of the asynchronous surface -> those of the blocking one
BLOCKING = {
    "AsyncBaseTransport": "BaseTransport",
    "AsyncClient": "Client",
    "AsyncConnection": "Connection",
    "AsyncAccountDoor": "AccountDoor",
    "AsyncMatchDoor": "MatchDoor",
    "AsyncSeriesDoor": "SeriesDoor",
    "AsyncTournamentDoor": "TournamentDoor",
    "aclose": "close",
    "aiter_lines": "iter_lines",
    "anyio": "time",
    "aread": "read",
    "awaited": "blocking",
}


def read_document() -> Document:
    """Return the OpenAPI document as the types are made from it: open to members that later servers add."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "openapi.json"
        command = [sys.executable, "-m", "services.gateway.document", str(path)]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 (a fixed command)
        document: Document = _open(orjson.loads(path.read_bytes()))
    schemas = document["components"]["schemas"]
    for name in UNUSED:
        del schemas[name]
    for name, (whole, left_out) in PARTS.items():
        members = {member: shape for member, shape in schemas[whole]["properties"].items() if member not in left_out}
        schemas[name] = {"type": "object", "properties": members, "required": []}
    # Paths would only add a type for each body that has no name.
    return document | {"paths": {}}


def _open(shape: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(shape, list):
        return [_open(each) for each in shape]
    if not isinstance(shape, dict):
        return shape
    return {key: _open(value) for key, value in shape.items() if not (key == "additionalProperties" and value is False)}


def write_models(path: Path) -> None:
    """Write the types of all that is sent and answered."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "openapi.json"
        source.write_bytes(dump_json(read_document()))
        command = [sys.executable, "-m", "datamodel_code_generator", f"--input={source}", f"--output={path}", *CODEGEN]
        subprocess.run(command, check=True)  # noqa: S603 (the same)
    text = path.read_text()
    path.write_text(f'{HEADER}"""What is sent and answered, as the OpenAPI document describes it."""\n\n{text}')


def write_refusals(path: Path) -> None:
    """Write a class for each error that a client can meet."""
    classes = [
        f'class {word}(Refused):\n    """{_meaning(word)}"""\n\n    STATUS: ClassVar = {status.http}\n'
        for word, status in errors.STATUS.items()
    ]
    table = ", ".join(errors.STATUS)
    path.write_text(
        f'{HEADER}"""What the server may refuse with: a class for each of its words."""\n\n'
        "from __future__ import annotations\n\nfrom typing import ClassVar\n\nfrom client.refused import Refused\n\n\n"
        + "\n\n".join(classes)
        + "\n\n#: the word -> its class\n"
        + f"REFUSALS: dict[str, type[Refused]] = {{each.__name__: each for each in ({table})}}\n"
    )


def _meaning(word: str) -> str:
    """Return the first sentence of an error's description, or its title."""
    found = getattr(errors, word, None) or getattr(engine_errors, word, None)
    text = inspect.getdoc(found) if found is not None else None
    return (text or f"{errors.STATUS[word].title}.").partition("\n")[0]


def write_blocking(folder: Path) -> None:
    """Write the blocking surface: the asynchronous one without waiting."""
    source = CLIENT / "awaited"
    folder.mkdir(exist_ok=True)
    rule = unasync.Rule(fromdir=str(source), todir=str(folder), additional_replacements=BLOCKING)
    unasync.unasync_files([str(path) for path in sorted(source.glob("*.py"))], [rule])
    for path in folder.glob("*.py"):
        path.write_text(HEADER + path.read_text())


def tidy(paths: Iterable[Path]) -> None:
    """Sort imports and format."""
    named = [str(path) for path in paths]
    ruff = [sys.executable, "-m", "ruff"]
    fix = [*ruff, "check", "--quiet", "--fix", "--unsafe-fixes", "--select=I,F401,UP028", *named]
    subprocess.run(fix, cwd=ROOT, check=True)  # noqa: S603 (the same)
    subprocess.run([*ruff, "format", "--quiet", *named], cwd=ROOT, check=True)  # noqa: S603 (the same)


def make(folder: Path) -> list[Path]:
    """Write all made files into a folder like `client/`; return their paths."""
    folder.mkdir(exist_ok=True)
    write_models(folder / "models.py")
    write_refusals(folder / "refusals.py")
    write_blocking(folder / "blocking")
    made = [folder / "models.py", folder / "refusals.py", *sorted((folder / "blocking").glob("*.py"))]
    tidy(made)
    return made


if __name__ == "__main__":
    make(CLIENT)
