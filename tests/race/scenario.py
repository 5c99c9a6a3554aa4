"""Positions in a few words, and playing on from them."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.race.catalog import CARDS
from engine.race.rules import RACE

if TYPE_CHECKING:
    from collections.abc import Callable

#: ids of the cards that a scenario test is about; see `covers`
CARDS_TESTED: set[str] = set()
#: (effect, card id) of every power that a scenario test shows at work; see `shows`
POWERS_TESTED: set[tuple[str, str]] = set()
COPIES = {card.id: card.copies for card in CARDS}
SPARE = tuple(card.id for card in CARDS if card.type == "development" for _ in range(card.copies))


def covers(*ids: str) -> Callable[[Any], Any]:
    """Mark a test as a scenario of these cards."""
    assert set(ids) <= set(COPIES), set(ids) - set(COPIES)
    CARDS_TESTED.update(ids)
    return lambda test: test


def shows(*effects: str, ids: list[str]) -> Callable[[Any], Any]:
    """Mark a test as showing those powers of these cards at work."""
    POWERS_TESTED.update((effect, card) for effect in effects for card in ids)
    return covers(*ids)


def import_all() -> None:
    """Import every test module of Race, so that all marks are set."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        importlib.import_module(f"tests.race.{path.stem}")


def position(step: str, *seats: dict[str, Any], **table: Any) -> Any:
    """A table on which *step* begins now; a seat left out owns nothing."""
    padded = [*seats, *({} for _ in range(2 - len(seats)))]
    return RACE.from_description({"step": step, "seats": padded, **table})


def cards(count: int, *but: str) -> list[str]:
    """That many developments, for a hand to pay with; none of *but*."""
    found = [card for card in SPARE if card not in but][:count]
    assert len(found) == count
    return found


def act(state: Any, *lines: str) -> list[dict[str, Any]]:
    """Carry out lines such as `0 place gem_world`; return the events, secrets included."""
    events = []
    for line in lines:
        seat, notation = line.split(" ", 1)
        events += state.submit(int(seat), RACE.Action.parse(notation))
    return [event.to_dict() for event in events]


def seat(state: Any, number: int = 0) -> dict[str, Any]:
    return state.describe()["seats"][number]


def legal(state: Any, number: int = 0) -> list[str]:
    return [str(action) for action in state.legal_actions(number)]


def asked(state: Any, number: int = 0) -> str | None:
    decision = state.decision(number)
    return decision and decision["asks"]


def hand_size(state: Any, number: int = 0) -> int:
    return len(seat(state, number)["hand"])


def place(state: Any, card: str, number: int = 0, keep: tuple[str, ...] = ()) -> int:
    """Place a card, conquer or buy, and pay with other cards than *keep*; return how many cards it took."""
    events = act(state, f"{number} place {card}")
    while asked(state, number) in ("way", "pay"):
        choices = [line for line in legal(state, number) if line.split()[-1] not in keep]
        events += act(state, f"{number} {choices[0]}")
    return sum(event["kind"] == "card_paid" and event["seat"] == number for event in events)
