"""What stands in which line when a table of Race is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.contract.drawing import count, join, list_set, name_of, spell, tally
from engine.race.catalog import CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.contract.drawing import Line

NAMES = {card.id: card.name for card in CARDS}


def say_table(view: dict[str, Any]) -> Iterator[Line]:
    """Yield what is common."""
    again = " (again)" if view["is_second_phase"] else ""
    yield "round", f"{view['round']}, {spell(view['step'])}{again}"
    yield "VP pool", count("chip", view["vp_pool"])
    yield "cards", f"{view['deck_count']} in the deck, {view['discard_count']} discarded"
    yield "player order", join(str(seat) for seat in view["player_order"])
    yield "under way", list_set(view["progress"])


def say_seat(_view: dict[str, Any], seat: dict[str, Any]) -> Iterator[Line]:
    """Yield what lies before a seat. What it put away lies in the discard pile."""
    goods = seat["goods"]
    yield "has", f"{count('VP chip', seat['vp_chips'])}, military {seat['military']}"
    yield "actions", join(seat["actions"])
    cards = [NAMES[card] + (" (good)" if card in goods else "") for card in seat["tableau"]]
    yield f"tableau {len(cards)}", ", ".join(cards)
    yield f"hand {len(seat['hand'])}", join(seat["hand"], NAMES)
    yield "dealt", join(seat["drawn"], NAMES)
    yield "set aside", join(seat["set_aside"], NAMES)
    if seat["selected"] is not None:
        yield "placing", name_of(seat["selected"], NAMES)
    yield "produced", tally(seat["produced"])
    if seat["quota"]:
        yield "to choose", count("card", seat["quota"])
