"""Facts: what each seat may know of them is declared once, in the kind."""

import json

import pytest

from engine.contract.event import Event, EventKind
from engine.contract.vocabulary import Field

CARD = Field("card", ("alpha", "beta"))
COUNT = Field("count", range(9))

OPEN = EventKind("paid", (COUNT,), "Somebody paid.")
VEILED = EventKind("drew", (COUNT, CARD), "Somebody drew.", secret=("card",))
PRIVATE = EventKind("looked", (CARD,), "Somebody looked.", private=True)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_everybody_sees_an_open_fact_whole(viewer):
    assert Event(OPEN, 1, (4,)).show_to(viewer) == {"kind": "paid", "seat": 1, "count": 4}


def test_a_secret_field_is_for_the_own_seat_alone():
    event = Event(VEILED, 1, (2, 1))
    assert event.show_to(1) == event.to_dict() == {"kind": "drew", "seat": 1, "count": 2, "card": "beta"}
    for other in (0, 2, None):
        assert event.show_to(other) == {"kind": "drew", "seat": 1, "count": 2}


def test_a_private_fact_is_unknown_to_others():
    event = Event(PRIVATE, 0, (0,))
    assert event.show_to(0) == {"kind": "looked", "seat": 0, "card": "alpha"}
    assert event.show_to(1) is None
    assert event.show_to(None) is None


def test_a_secret_of_the_table_is_hidden_from_spectators_too():
    """Seat None is the table where an event has it, and a spectator where a viewer does: not the same."""
    event = Event(VEILED, None, (2, 1))
    for viewer in (0, None):
        assert event.show_to(viewer) == {"kind": "drew", "seat": None, "count": 2}


def test_a_fact_is_json_able():
    whole = Event(VEILED, 1, (2, 1)).to_dict()
    assert json.loads(json.dumps(whole)) == whole
