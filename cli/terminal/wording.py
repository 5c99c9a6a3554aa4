"""Actions, events and values of a game in words: the browser client's English (made by `deploy.wording`)."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.contract.game import Game

FOLDER = Path(__file__).parent
#: events of Race that name their card to whoever may know it
SECRET = ("card_drawn", "card_paid", "card_discarded")
#: which side of a tile of Roll an action or an event is about
SIDES = {"begin": "development", "development_built": "development", "world_settled": "world"}
#: "a" before what needs "an"
ARTICLE = re.compile(r"\b([Aa])(?= [AEIOU])")
TAKE_BACK = "take_back"


class Wording:
    """The vocabulary of one game."""

    def __init__(self, game: Game) -> None:
        """Read a game's words and the names of its pieces."""
        self.game = game
        self._said: dict[str, Any] = json.loads((FOLDER / f"{game.name}.json").read_text("utf-8"))
        drawing = importlib.import_module(f"engine.{game.name}.drawing")
        self.names: dict[str, str] = {**drawing.NAMES, **getattr(drawing, "FACE_NAMES", {})}
        self._worlds: dict[str, str] = getattr(drawing, "WORLD_NAMES", {})
        self._events = {kind.name: kind.text for kind in game.events}

    def question(self, asks: str, text: str) -> str:
        """Return what is asked."""
        return str(self._said.get(f"asks.{asks}", text))

    def label(self, action: Mapping[str, Any]) -> str:
        """Return an action as a choice."""
        kind = str(action["kind"])
        values = self._values(action, str(action.get("stack") or SIDES.get(kind, "development")))
        said = self._fill(f"action.{kind}", values)
        return said or " ".join([kind.replace("_", " ").capitalize(), *map(str, values.values())])

    def sentence(self, event: Mapping[str, Any], names: Sequence[str]) -> str:
        """Return an event as a sentence, *names* being those of the seats; "" if it is not worth one."""
        kind, seat = str(event["kind"]), event.get("seat")
        who = "" if seat is None else names[seat] if seat < len(names) else "The rogue"
        if kind == TAKE_BACK:
            return f"{who}: actions taken back: {event.get('actions')}."
        values = self._values(event, str(event.get("stack") or SIDES.get(kind, "development")))
        count = next((event[name] for name in ("count", "amount") if isinstance(event.get(name), int)), None)
        said = self._fill(
            f"event.{_wording_of(event)}",
            {"who": who or "The rogue", **values} | ({} if count is None else {"count": count}),
        )
        if said is not None:
            return said
        told = ", ".join(map(str, values.values()))
        what = self._events.get(kind, kind.replace("_", " "))
        return f"{who} {what}{f': {told}' if told else ''}.".strip().capitalize()

    def name_value(self, value: object, side: str = "development") -> str:
        """Return a value of an action or event in words."""
        first, _, rest = str(value).partition("/")
        worlds = self._worlds if side == "world" else {}
        name = worlds.get(first) or self.names.get(first) or self._said.get(f"value.{first}") or first.replace("_", " ")
        return f"{name} ({self._said.get(f'value.{rest}', rest)})" if rest else str(name)

    def _values(self, fields: Mapping[str, Any], side: str) -> dict[str, object]:
        values: dict[str, object] = {}
        for name, value in fields.items():
            if name in {"kind", "seat"} or value is None:
                continue
            if name == "galaxy" and isinstance(value, int):
                # Players are counted from one wherever they are shown.
                values[name] = value + 1
            else:
                values[name] = value if isinstance(value, int) else self.name_value(value, side)
        return values

    def _fill(self, key: str, values: Mapping[str, object]) -> str | None:
        said = self._said.get(key)
        if said is None:
            return None
        if isinstance(said, dict):
            said = said["one" if values.get("count") == 1 else "other"]
        return ARTICLE.sub(r"\1n", str(said).format_map(_Kept(values)))


class _Kept(dict[str, object]):
    """Values, with what is missing left as it stands."""

    def __missing__(self, key: str) -> str:
        """Return the place itself."""
        return f"{{{key}}}"


def _wording_of(event: Mapping[str, Any]) -> str:
    """Return under which word an event is said: Race knows some of them in two forms."""
    kind = str(event["kind"])
    if kind in SECRET and event.get("card") is None:
        return f"{kind}_unseen"
    if kind.startswith("actions_") and event.get("second") == "none":
        return f"{kind}_one"
    return "card_turned_hit" if kind == "card_turned" and event.get("is_hit") == 1 else kind
