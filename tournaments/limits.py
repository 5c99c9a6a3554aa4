"""The size of a tournament: every limit of the library in one place."""

from __future__ import annotations

from typing import Final

SEATS_MIN: Final = 2
SEATS_MAX: Final = 5
ROUNDS_MAX: Final = 200
CYCLES_MAX: Final = 20
ENTRANTS_MAX: Final = 1_000
#: in a round robin at tables of three to five: more would mean thousands of matches
BLOCK_ENTRANTS_MAX: Final = 100
#: for the Dutch system, which takes seconds for larger fields; pods pair those
DUTCH_ENTRANTS_MAX: Final = 128
DURATION_MS_MIN: Final = 60_000
DURATION_MS_MAX: Final = 7 * 24 * 3_600_000
#: an arena waits so long for those who are playing, so that nobody gets ahead; then it seats whoever is free
ARENA_WAIT_MS_MAX: Final = 300_000
#: matches that an entrant of an arena may miss in a row; then it is set aside until it returns
ARENA_MISSES_MAX: Final = 3
TEXT_CHARS_MAX: Final = 200
#: length of a number that is given as text, such as "1/3": a huge exponent would fill the memory
NUMBER_CHARS_MAX: Final = 30
#: tournament points, positive or negative
POINTS_MAX: Final = 1_000
#: the game's own points at one board, positive or negative: their sums are reported as 64-bit whole numbers
SCORE_MAX: Final = 10**9
#: length of a wrong value, in the text of a refusal
QUOTED_CHARS_MAX: Final = 60
