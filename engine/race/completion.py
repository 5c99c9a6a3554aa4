"""A description of one table that looks as a view says: what the viewer can't know is filled in somehow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.contract.vocabulary import HIDDEN, OF_VIEW, OF_VIEWED_SEAT
from engine.errors import BadDescription
from engine.race.catalog import CARDS

if TYPE_CHECKING:
    from random import Random

    Words = dict[str, Any]

#: what the view of the table, and of a seat, has more than a description
WORKED_OUT = {*OF_VIEW, "deck_count", "discard_count"}
SEAT_WORKED_OUT = {*OF_VIEWED_SEAT, "military"}
#: seats that have an answer to give in these decisions have a quota
BY_QUOTA = ("opening_discard", "keep", "hand_limit")
BY_HAND = ("development", "world")
BY_ALL = ("action", "two_actions")


def complete_view(view: Words, rng: Random) -> Words:
    """Return the description of a table that *view* may show; raise BadDescription or what comes of malformed parts."""
    words = {key: value for key, value in view.items() if key not in WORKED_OUT}
    seats = words["seats"] = [
        {key: value for key, value in seat.items() if key not in SEAT_WORKED_OUT} for seat in view["seats"]
    ]
    viewer = view["viewer"]
    pool = _find_unknown(seats, viewer)
    rng.shuffle(pool)
    for seat in seats:
        for place in ("hand", "drawn"):
            seat[place] = [_deal(pool) if card == HIDDEN else card for card in seat[place]]
        seat["goods"] = {world: _deal(pool) if face == HIDDEN else face for world, face in seat["goods"].items()}
    put_away = [] if viewer is None else seats[viewer]["put_away"]
    wanted = view["discard_count"] - len(put_away)
    if not 0 <= wanted <= len(pool):
        raise BadDescription(f"discard_count is {view['discard_count']}; the cards seen leave no such number")
    words["discards"] = put_away + pool[:wanted]
    words["deck"] = pool[wanted:]
    if view["asks"] in (*BY_QUOTA, *BY_HAND, *BY_ALL):
        _ask_all(words, view["asks"], viewer)
    return words


def _find_unknown(seats: list[Words], viewer: int | None) -> list[str]:
    """Return the cards that the viewer does not see."""
    left = [card.id for card in CARDS for _ in range(card.copies)]
    for seat in seats:
        for card in [*seat["tableau"], *seat["hand"], *seat["drawn"], *seat["set_aside"], *seat["goods"].values()]:
            if card != HIDDEN:
                left.remove(card)
    for card in [] if viewer is None else seats[viewer]["put_away"]:
        left.remove(card)
    return left


def _deal(pool: list[str]) -> str:
    if not pool:
        raise BadDescription("more cards are hidden than the game has left")
    return pool.pop()


def _ask_all(words: Words, asked: str, viewer: int | None) -> None:
    """Let the others decide still, as they stood when the step began."""
    words["asked_seats"] = []
    for number, seat in enumerate(words["seats"]):
        is_asked = (
            seat["quota"] > 0 or bool(seat["set_aside"])
            if asked in BY_QUOTA
            else bool(seat["hand"])
            if asked in BY_HAND
            else True
        )
        if is_asked:
            words["asked_seats"].append(number)
            if number != viewer:
                seat["asks"] = asked
