"""The end of the match and the points (Race R82 to R91, R97)."""

import cython
from cython.cimports.engine.contract.state import SEATS_MAX, places_from
from cython.cimports.engine.race.powers import CARD, NO_SIX, POWERS, SCORE, WORLDS
from cython.cimports.engine.race.state import TABLEAU_END, designs, lowest, ones
from cython.cimports.libc.stdint import int32_t, uint8_t, uint64_t


def has_ended(table):
    """Whether the match ends with this round: the pool is empty, or a tableau has twelve cards (Race R82, R83)."""
    seat: cython.int
    for seat in range(table.head.seats):
        if table.seat[seat].tableau_count >= TABLEAU_END:
            return True
    return table.pool == 0


def score(table, seat):
    """Return a seat's points: chips, printed VP and what six-cost developments give (Race R85)."""
    at = cython.address(table.seat[seat])
    cards = cython.declare(uint8_t[96])
    sixes = cython.declare(uint8_t[96])
    i: cython.int
    j: cython.int
    card: cython.int
    n: cython.int = 0
    six_count: cython.int = 0
    strength: cython.int = 0
    points: cython.int = at.vp
    rest: uint64_t = at.tableau.worlds
    while rest:
        cards[n] = lowest(rest)
        n += 1
        rest &= rest - 1
    rest = designs(cython.address(at.tableau))
    while rest:
        card = WORLDS + lowest(rest)
        cards[n] = card
        n += 1
        if CARD[card].six != NO_SIX:
            sixes[six_count] = card
            six_count += 1
        rest &= rest - 1
    for i in range(n):
        points += CARD[cards[i]].vp
        strength += POWERS[cards[i]].military
    for j in range(six_count):
        row = cython.address(CARD[sixes[j]])
        for i in range(n):
            points += SCORE[row.six][cards[i]]
        points += row.vp_per_strength * strength
        if row.chips_per_vp:
            points += at.vp // row.chips_per_vp
    return points


def place_seats(table, out):
    """Write places; ties go to who has more hand cards and goods together (Race R86, R97)."""
    points = cython.declare(int32_t[SEATS_MAX])
    tie_break = cython.declare(int32_t[SEATS_MAX])
    seat: cython.int
    for seat in range(table.head.seats):
        points[seat] = score(table, seat)
        tie_break[seat] = table.seat[seat].hand_count + ones(table.seat[seat].goods)
    places_from(table.head.seats, points, tie_break, out)
