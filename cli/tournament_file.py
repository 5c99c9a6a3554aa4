"""Read a tournament for this machine from a TOML file."""

from __future__ import annotations

import hashlib
import tomllib
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import Field, model_validator

from ai.arena.players import make_player
from ai.arena.program import PROGRAM_PREFIX
from tournaments.config import Text
from tournaments.errors import BadConfig
from tournaments.limits import ENTRANTS_MAX
from tournaments.reading import StrictModel, read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def read_file(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a tournament's configuration and entrants from TOML; raise BadConfig, which names what is wrong."""
    try:
        d = tomllib.loads(path.read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadConfig(f"{path} is no TOML: {wrong}") from wrong
    rows = d.pop("entrants", None)
    if not isinstance(rows, list) or not rows:
        raise BadConfig("name at least two entrants, each as [[entrants]] with a level or a command")
    seed = d.get("seed", 1)
    if type(seed) is int:
        d["seed"] = hashlib.sha256(f"tournament {seed}".encode()).hexdigest()
    d.setdefault("name", path.stem)
    read_rows = [read(EntrantRow, row, f"entrants.{number}") for number, row in enumerate(rows)]
    entrants = [entrant for row in read_rows for entrant in _entrants(row, d.get("game"))]
    if len({entrant["name"] for entrant in entrants}) != len(entrants):
        raise BadConfig("two entrants have the same name")
    return d, [{"id": f"e{number:03}", **entrant} for number, entrant in enumerate(entrants)]


class EntrantRow(StrictModel):
    """One [[entrants]] of a file: a level or a program's command, once or `count` times."""

    level: Text | None = None
    command: Annotated[str, Field(min_length=1)] | None = None
    name: Text | None = None
    count: Annotated[int, Field(ge=1, le=ENTRANTS_MAX)] = 1
    rating: float = 0
    challenger: bool = False

    @model_validator(mode="after")
    def _check_who_it_is(self) -> Self:
        if (self.level is None) == (self.command is None):
            raise ValueError("an entrant has either a level or a command")
        return self


def _entrants(row: EntrantRow, game: object) -> Iterator[dict[str, Any]]:
    """Yield the entrants of one row: `count` of them, numbered if there are several."""
    spec = row.level if row.level is not None else f"{PROGRAM_PREFIX}{row.command}"
    make_player(spec, str(game)).close()
    name = row.name or row.level or "program"
    for number in range(1, row.count + 1):
        yield {
            "name": name if row.count == 1 else f"{name} {number}",
            "player": "program" if row.level is None else "bot",
            "level": spec,
            "rating": row.rating,
            "is_challenger": row.challenger,
        }
