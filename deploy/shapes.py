"""The shapes of what differs from game to game, for the OpenAPI document: `python -m deploy.shapes` writes them.

The gateway knows no rules, so it reads them from a file. Actions, events, decisions and options follow from the
engine's tables; the members of a view are those that the engine showed in a few hundred random matches.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from engine.errors import BadOptions
from engine.registry import GAMES
from services.shared.json import dump_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.contract.game import Game
    from engine.contract.vocabulary import Field

    Shape = dict[str, object]

FILE = Path(__file__).parents[1] / "services" / "gateway" / "schemas" / "games.json"
MATCHES = 12
#: views are looked at once in so many actions
STRIDE = 7
INLINE_MAX = 8
TYPES = {bool: "boolean", int: "integer", str: "string", type(None): "null"}
REF = "#/components/schemas/"
OWN_SEAT: Shape = {"type": ["integer", "null"], "description": "Whose doing it is; null: the table's."}


def capital(name: str) -> str:
    """Return a name as schemas are called."""
    return "".join(part.capitalize() for part in name.split("_"))


def refer(name: str) -> Shape:
    """Return a reference to a schema."""
    return {"$ref": REF + name}


class GameShapes:
    """The schemas of one game."""

    def __init__(self, game: Game) -> None:
        """Make them all."""
        self.game = game
        self.prefix = capital(game.name)
        self.named: dict[str, Shape] = {}
        self.words = set(map(str, _ids(game.catalog())))
        actions = [self._of_kind(kind.name, kind.text, kind.fields) for kind in game.Action.KINDS]
        self._unite("Action", "kind", {kind.name: each for kind, each in zip(game.Action.KINDS, actions, strict=True)})
        events = {
            kind.name: self._of_kind(kind.name, kind.text, kind.fields, {"seat": OWN_SEAT}, kind.secret)
            for kind in game.events
        }
        self._unite("Event", "kind", events)
        self.named[f"{self.prefix}Options"] = self._options()
        self.named[f"{self.prefix}View"] = self._view()
        self.named[f"{self.prefix}Catalog"] = infer([orjson.loads(dump_json(self.game.catalog()))], self.words)

    def _field(self, field: Field) -> Shape:
        if not isinstance(field.values, tuple):
            return {"type": "integer", "minimum": field.values[0], "maximum": field.values[-1]}
        self.words |= {*field.values}
        shape: Shape = {"type": "string", "enum": list(field.values)}
        if len(field.values) <= INLINE_MAX:
            return shape
        name = self.prefix + capital(field.name)
        if self.named.setdefault(name, shape) != shape:
            raise ValueError(f"two fields of {self.game.name} are called {field.name}, and differ")
        return refer(name)

    def _of_kind(
        self, name: str, text: str, fields: tuple[Field, ...], more: Shape | None = None, secret: tuple[str, ...] = ()
    ) -> Shape:
        members = {"kind": {"type": "string", "enum": [name]}, **(more or {})}
        members |= {field.name: self._field(field) for field in fields}
        needed = [member for member in members if member not in secret]
        return {"type": "object", "description": text, "properties": members, "required": needed}

    def _unite(self, what: str, by: str, shapes: dict[str, Shape]) -> None:
        """Name the shapes, and what each of them is."""
        names = {kind: f"{self.prefix}{what}{capital(kind)}" for kind in shapes}
        self.named |= {names[kind]: shape for kind, shape in shapes.items()}
        self.named[self.prefix + what] = {
            "oneOf": [refer(name) for name in names.values()],
            "discriminator": {"propertyName": by, "mapping": {kind: REF + name for kind, name in names.items()}},
        }

    def _options(self) -> Shape:
        members: dict[str, Shape] = {}
        for name, option in self.game.options.items():
            known = [*(option.choices or ())]
            shape: Shape = {"type": TYPES[type(option.default)]}
            if isinstance(option.default, str):
                # A description of one's own may stand for the name of a piece.
                shape = {"anyOf": [shape | {"enum": known}, {"type": "object", "additionalProperties": {}}]}
            members[name] = {"description": option.text, **shape}
        return {"type": "object", "properties": members, "additionalProperties": False}

    def _view(self) -> Shape:
        shape = infer(list(views_of(self.game)), self.words)
        members = shape["properties"]
        assert isinstance(members, dict)
        members["game"] = {"type": "string", "enum": [self.game.name]}
        members["asks"] = {"type": ["string", "null"], "enum": [*self.game.decisions, None]}
        return shape


def _ids(catalog: object) -> Iterator[object]:
    if isinstance(catalog, dict):
        if "id" in catalog:
            yield catalog["id"]
        for value in catalog.values():
            yield from _ids(value)
    elif isinstance(catalog, list | tuple):
        for value in catalog:
            yield from _ids(value)


def views_of(game: Game, first: int = 0, matches: int = MATCHES) -> Iterator[object]:
    """Yield views out of random matches at every number of seats and with every option, as they are sent."""
    chosen: list[dict[str, object]] = [{}]
    chosen += [{name: value} for name, option in game.options.items() for value in option.choices or ()]
    for seats in range(game.seats_min, game.seats_max + 1):
        for options in chosen:
            for number in range(first, first + matches):
                chance = random.Random(number)  # noqa: S311 - matches to look at
                try:
                    state = game.setup(seats, number.to_bytes(32, "little"), options)
                except BadOptions:
                    break
                while not state.is_over:
                    seat = chance.choice(state.deciding_seats())
                    state.apply(seat, chance.choice(state.legal_actions(seat)))
                    if state.is_over or chance.randrange(STRIDE * 5) == 0:
                        viewer = chance.choice([*range(seats), None])
                        yield orjson.loads(dump_json(state.view(viewer)))
                        yield orjson.loads(dump_json(state.reveal()))


def infer(values: list[object], words: set[str]) -> Shape:
    """Return the shape of values; an object whose members are *words* of the game is a map."""
    kinds = {TYPES[type(value)] for value in values if type(value) in TYPES}
    objects = [value for value in values if isinstance(value, dict)]
    lists = [value for value in values if isinstance(value, list)]
    shapes: list[Shape] = []
    if objects:
        shapes.append(_infer_object(objects, words))
    if lists:
        shapes.append({"type": "array", "items": infer([each for value in lists for each in value], words)})
    if shapes:
        shapes += [{"type": kind} for kind in sorted(kinds)]
        return shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
    if not kinds:
        return {}
    return {"type": kinds.pop() if len(kinds) == 1 else sorted(kinds)}


def _infer_object(objects: list[dict[str, object]], words: set[str]) -> Shape:
    names = list(dict.fromkeys(name for each in objects for name in each))
    if {*names} <= words:
        inner = infer([value for each in objects for value in each.values()], words)
        return {"type": "object", "additionalProperties": inner}
    members = {name: infer([each[name] for each in objects if name in each], words) for name in names}
    needed = [name for name in names if all(name in each for each in objects)]
    return {"type": "object", "properties": members, "required": needed}


def shapes() -> dict[str, Shape]:
    """Return all schemas by name: those of each game, and what holds of any game."""
    games = [GameShapes(game) for game in GAMES.values()]
    named = {name: shape for each in games for name, shape in each.named.items()}
    take_back: Shape = {
        "type": "object",
        "description": "actions were taken back",
        "properties": {
            "kind": {"type": "string", "enum": ["take_back"]},
            "seat": OWN_SEAT,
            "actions": {"type": "integer", "description": "How many stand no more."},
        },
        "required": ["kind", "seat", "actions"],
    }
    named |= {
        "TakenBack": take_back,
        "GameAction": {"anyOf": _refer_all(games, "Action")},
        "GameEvent": {"anyOf": [*_refer_all(games, "Event"), refer("TakenBack")]},
        "GameOptions": {"anyOf": _refer_all(games, "Options")},
        "GameCatalog": {"anyOf": _refer_all(games, "Catalog")},
        "GameView": {
            "oneOf": _refer_all(games, "View"),
            "discriminator": {
                "propertyName": "game",
                "mapping": {each.game.name: f"{REF}{each.prefix}View" for each in games},
            },
        },
    }
    return named


def _refer_all(games: Iterable[GameShapes], what: str) -> list[Shape]:
    return [refer(each.prefix + what) for each in games]


def examples() -> dict[str, object]:
    """Return a view, and a piece of each sort out of a catalog."""
    game = GAMES["race"]
    catalog = {
        name: value[:1] if isinstance(value, list | tuple) else value
        for name, value in GAMES["tiny_epic"].catalog().items()
    }
    return {"view": game.setup(2, bytes(32), {}).view(0), "catalog": catalog}


def write(path: Path) -> None:
    """Write the file."""
    made = {"shapes": shapes(), "examples": examples()}
    path.write_bytes(dump_json(made, option=orjson.OPT_INDENT_2) + b"\n")


def main() -> None:
    """Write the file that the gateway reads."""
    write(FILE)


if __name__ == "__main__":
    main()
