"""Every piece of a game by name: what it is, costs, brings and does."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.contract.game import Game

#: how alike a name has to be
ALIKE = 0.6
FOUND_MAX = 5
#: what a piece is called whose sort does not say it
SORTS = {"cards": "card", "planets": "planet", "missions": "secret mission"}
SORTS |= {"rogue_mats": "mat of the rogue", "dice": "die", "levels": "level"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A side of a tile, a card, a planet, a mission, a face: its id, name, figures in words, powers in words."""

    id: str
    name: str
    figures: str
    text: str


class Pieces:
    """All pieces of a game."""

    def __init__(self, game: Game) -> None:
        """Read the catalog."""
        self._pieces = tuple(
            piece for sort, listed in game.catalog().items() for piece in _read_pieces(listed, SORTS.get(sort, ""))
        )
        #: sides of tiles stand in this order: a tile goes by its development
        self.by_id: dict[str, Piece] = {}
        for piece in self._pieces:
            self.by_id.setdefault(piece.id, piece)

    def find(self, wanted: str) -> list[Piece]:
        """Return the pieces that a player may mean, the likeliest first; none if nothing is alike."""
        text = _fold(wanted)
        if not text:
            return []
        names = {_fold(piece.name): piece for piece in reversed(self._pieces)}
        if text in names:
            return [names[text]]
        within = sorted((name for name in names if all(word in name for word in text.split())), key=len)
        alike = difflib.get_close_matches(text, names, FOUND_MAX, ALIKE)
        return [names[name] for name in dict.fromkeys([*within, *alike])][:FOUND_MAX]


def _fold(name: str) -> str:
    return " ".join(re.findall(r"\w+", name.casefold().replace("'", "").replace("_", " ")))


def _read_pieces(listed: object, sort: str) -> Iterator[Piece]:
    """Yield whatever has a text and a name or id of its own: both sides of a tile, each square of a faction."""
    if isinstance(listed, dict) and "text" in listed and ("name" in listed or "id" in listed):
        word = str(listed.get("id", ""))
        text = " ".join(filter(None, (listed["text"], listed.get("scoring_text"))))
        yield Piece(word, str(listed.get("name") or word.replace("_", " ")).strip(), _sum_up(listed, sort), text)
    elif isinstance(listed, dict | list | tuple):
        for each in listed.values() if isinstance(listed, dict) else listed:
            yield from _read_pieces(each, sort)


def _sum_up(piece: dict[str, Any], sort: str) -> str:
    """Return what a piece is, costs and brings, in words of the printed games."""
    flags = piece.get("flags", ())
    said = [piece.get("type") or sort]
    said += [flag for flag in flags if flag != "military"]
    if "cost" in piece:
        said.append(f"strength {piece['cost']}" if "military" in flags else f"costs {piece['cost']}")
    if "track" in piece:
        said.append(f"{piece['track']} track of {piece['length']}, {piece['resource']}")
    if "vp" in piece and isinstance(piece["vp"], int):
        said.append("points by what you have" if piece.get("scoring") else f"{piece['vp']} VP")
    elif piece.get("scoring"):
        said.append("points by what you have, too")
    good = piece.get("good") or piece.get("color")
    if good and good != "gray":
        said.append(f"{good.replace('_', ' ')}{' windfall' if piece.get('production') == 'windfall' else ''}")
    return ", ".join(filter(None, said))
