"""What must hold of a position, an action and an event of any game."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from engine.errors import IllegalAction
from tests.conformance.pieces import PIECES

if TYPE_CHECKING:
    import random

SHOWN_MAX = 64


def assert_sound(state: Any) -> None:
    """The one who is asked can answer, the pieces are all there, and nobody else is asked."""
    deciding = state.deciding_seats()
    assert state.is_over == (not deciding)
    assert len(deciding) <= 1 or state.is_simultaneous, "only unseen choices are made together"
    for seat in range(state.seats):
        legal = state.legal_actions(seat)
        decision = state.decision(seat)
        if seat not in deciding:
            assert legal == []
            assert decision is None
            continue
        assert legal, f"seat {seat} is asked {decision} and can't answer"
        assert len(set(legal)) == len(legal), f"seat {seat} has an action twice"
        assert set(decision) == {"asks", "rule", "text"}
        assert all(decision.values())
    assert len(state.scores()) == len(state.ranks()) == state.seats


def pieces(state: Any) -> Any:
    return PIECES[state.game.name](state.describe())


def assert_spelled(action: Any) -> None:
    """Code, dict and notation are the same action."""
    kind = type(action)
    assert kind.from_dict(json.loads(json.dumps(action.to_dict()))) == action
    assert kind.parse(str(action)) == action
    assert kind(action.code) == action


def any_action(game: Any, kind: Any, chance: random.Random) -> Any:
    """An action of that kind with fields at random: seldom a legal one."""
    return game.Action.from_dict({"kind": kind.name} | {f.name: chance.choice(f.values) for f in kind.fields})


def assert_refuses_the_rest(state: Any, seat: int, chance: random.Random, each: int = 2) -> None:
    """Whatever is not in the list of legal actions is refused, for a reason, and changes nothing."""
    before = state.to_bytes()
    legal = state.legal_actions(seat)
    shown = tuple(str(action) for action in legal[:SHOWN_MAX])
    for kind in state.game.Action.KINDS:
        for action in (any_action(state.game, kind, chance) for _ in range(each)):
            if action in legal:
                continue
            with pytest.raises(IllegalAction) as refused:
                state.submit(seat, action)
            assert re.fullmatch(r"[a-z][a-z_]*", refused.value.reason)
            assert refused.value.rule, f"{action}: no ruling named"
            assert str(refused.value)
            assert (refused.value.seat, refused.value.legal, refused.value.index) == (seat, shown, 0)
            assert state.to_bytes() == before


def assert_events_consistent(state: Any, events: list[Any]) -> None:
    """Nobody sees a wrong fact, the actor sees it whole, a spectator sees what all others see."""
    for event in events:
        whole = event.to_dict()
        assert json.loads(json.dumps(whole)) == whole
        assert whole["seat"] is None or 0 <= whole["seat"] < state.seats
        for_all = event.show_to(None)
        for seat in range(state.seats):
            seen = event.show_to(seat)
            if seat == whole["seat"]:
                assert seen == whole
            else:
                assert seen == for_all
        if for_all is not None:
            assert for_all.items() <= whole.items()
            assert {"kind", "seat"} <= set(for_all)


def seen(events: list[Any], viewer: int | None) -> list[dict[str, Any]]:
    return [fact for event in events if (fact := event.show_to(viewer)) is not None]


def shown_without_finished(view):
    """A view but for who has finished a simultaneous step, which is open and which no imagined table tells."""
    return view | {"deciding_seats": [], "asks": None, "seats": [seat | {"asks": None} for seat in view["seats"]]}
