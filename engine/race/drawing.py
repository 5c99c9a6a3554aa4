"""The lines of a drawn table of Race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.contract.drawing import count, join, list_set, name_of, spell, tally
from engine.race.catalog import CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.contract.drawing import Line
    from engine.race.catalog import Card


def _sum_up(card: Card) -> str:
    price = f"strength {card.cost}" if "military" in card.flags else str(card.cost)
    windfall = " windfall" if card.production == "windfall" else ""
    good = f", {spell(card.good)}{windfall}" if card.good != "none" else ""
    return f"{price}, {'?' if card.scoring else card.vp} VP{good}"


NAMES = {card.id: card.name for card in CARDS}
#: with what the card costs (or which strength it takes), its points and its good
FIGURES = {card.id: f"{card.name} ({_sum_up(card)})" for card in CARDS}


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
    cards = [FIGURES[card] + (" with a good" if card in goods else "") for card in seat["tableau"]]
    yield f"tableau {len(cards)}", ", ".join(cards)
    yield f"hand {len(seat['hand'])}", join(seat["hand"], FIGURES)
    yield "dealt", join(seat["drawn"], FIGURES)
    yield "set aside", join(seat["set_aside"], FIGURES)
    if seat["selected"] is not None:
        yield "placing", name_of(seat["selected"], FIGURES)
    yield "produced", tally(seat["produced"])
    if seat["quota"]:
        yield "to choose", count("card", seat["quota"])
