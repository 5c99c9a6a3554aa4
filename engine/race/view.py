"""The JSON-able picture of a hidden table: its description with counts for its piles, and each seat's strength."""

import cython
from cython.cimports.engine.race.description import describe_table
from cython.cimports.engine.race.state import seat_at


def picture_table(table):
    """Return the picture."""
    seat: cython.int
    words = describe_table(table)
    # What only the rules need tells a viewer nothing.
    for name in ("deck", "discards", "asked_seats"):
        del words[name]
    words["deck_count"] = table.deck_count
    words["discard_count"] = table.discard_count
    words["player_order"] = [seat_at(table, seat) for seat in range(table.head.seats)]
    for seat in range(table.head.seats):
        words["seats"][seat]["military"] = table.seat[seat].power.military
    return words
