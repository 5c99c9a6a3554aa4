"""The choices of a seat, numbered, with what follows from each choice as far as the seat can know it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cli.terminal.pieces import Piece, Pieces
    from cli.terminal.wording import Wording
    from engine.contract.action import Action
    from engine.contract.state import InformationSet

#: imagined tables on which a choice is tried: what follows on all of them is certain
WORLDS = 3
#: what follows is told in so many phrases at most
PHRASES_MAX = 4
#: more choices are numbered without a look at what follows
TRIED_MAX = 40
#: fields of actions that name a piece
OF_PIECES = ("card", "tile", "world", "planet", "mission", "power", "action", "face", "place", "first", "second")
#: events that only repeat what was chosen, or that bring nothing yet
ECHOES = {
    "actions_chosen", "activated", "card_discarded", "card_kept", "card_paid", "card_put_aside", "card_selected",
    "cards_dealt", "consumed", "declined", "die_dictated", "die_removed", "die_spent", "die_turned", "discarded",
    "mission_kept", "missions_chosen", "nothing_selected", "number_called", "passed", "phase_begins", "phase_selected",
    "planet_used", "power_used", "rerolled", "rolled", "round_begins", "selector_chosen", "ship_moved",
    "standing_answer", "start_tiles", "stocked", "tableau_discarded", "tile_abandoned", "tile_given_up", "tile_placed",
    "traded", "turn_begins", "turn_ends", "wild_placed", "worker_reassigned", "workers",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action: its notation, what it is called, what follows, and the piece that it is about."""

    notation: str
    label: str
    follows: str
    piece: Piece | None

    @property
    def hint(self) -> str:
        """The text behind the label: the consequence, then the piece and its powers."""
        about = ""
        if self.piece:
            text = self.piece.text
            if text.startswith(self.label):
                # What the label says already isn't said again.
                text = text.removeprefix(self.label).partition(": ")[2]
            about = ". ".join(filter(None, (self.piece.figures, text)))
        return " · ".join(filter(None, (self.follows, about)))


def list_choices(
    actions: Sequence[Action], information_set: InformationSet | None, wording: Wording, pieces: Pieces
) -> list[Choice]:
    """Return the legal actions in words; without an information set nothing is said of what follows."""
    is_tried = information_set is not None and len(actions) <= TRIED_MAX
    return [
        Choice(
            str(action),
            wording.label(action.to_dict()),
            _foretell(information_set, action, wording) if is_tried and information_set is not None else "",
            _find_piece(action.to_dict(), pieces, wording),
        )
        for action in actions
    ]


def _find_piece(fields: dict[str, Any], pieces: Pieces, wording: Wording) -> Piece | None:
    for name in OF_PIECES:
        word = str(fields.get(name, "")).split("/")[0]
        if word in pieces.by_id:
            # A tile has two sides: the one that the label names is meant.
            side = str(fields.get("stack") or "development")
            named = pieces.find(wording.name_value(word, side))
            return named[0] if named and side == "world" else pieces.by_id[word]
    return None


def _foretell(information_set: InformationSet, action: Action, wording: Wording) -> str:
    """Return what certainly follows for the seat and the table, in a few words."""
    chance = random.Random(0)  # noqa: S311 - imagined, not secret
    common: list[dict[str, Any]] | None = None
    for _ in range(WORLDS):
        world = information_set.imagine(chance)
        try:
            events = world.submit(information_set.seat or 0, action)
        except EngineError:
            return ""
        seen = [shown for event in events if (shown := event.show_to(information_set.seat))]
        common = seen if common is None else [event for event in common if event in seen]
    return _join(common or (), information_set.seat, wording)


def _join(events: Iterable[dict[str, Any]], seat: int | None, wording: Wording) -> str:
    phrases: list[str] = []
    for event in events:
        if event["kind"] in ECHOES or event.get("seat") not in {seat, None}:
            continue
        phrase = wording.sentence(event, ["you"] * 8).removeprefix("you: ").rstrip(".")
        if phrase and phrase not in phrases:
            phrases.append(phrase)
    more = ["…"] if len(phrases) > PHRASES_MAX else []
    return "; ".join([*phrases[:PHRASES_MAX], *more])


def find_choice(text: str, choices: Sequence[Choice]) -> Choice | None:
    """Return the choice that a player means: its number, its notation, or how its label alone begins."""
    if text.isascii() and text.isdecimal():
        number = int(text)
        return choices[number - 1] if 1 <= number <= len(choices) else None
    exact = [each for each in choices if text in {each.notation, each.label.casefold()}]
    begun = [each for each in choices if each.label.casefold().startswith(text) or each.notation.startswith(text)]
    found = exact or begun
    return found[0] if len(found) == 1 else None
