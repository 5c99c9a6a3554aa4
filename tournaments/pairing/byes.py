"""Byes in Swiss rounds of pods: the entrants who may rest, best choice first."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.pairing.field import Contender

#: Sets of entrants that are tried for the byes: all in a small field, a few in a larger one.
BYE_CHOICES_SMALL, BYE_CHOICES_LARGE = 40, 4
SMALL_FIELD_MAX = 12


def bye_choices(players: Sequence[Contender], byes: int) -> list[tuple[Contender, ...]]:
    """Return sets of players to sit out, best first: the fewest points, the lowest seeds, nobody twice.

    Who has won a table at which nobody else was there has had as good as a bye, and comes last.
    """
    eligible = sorted(
        (player for player in players if not player.byes),
        key=lambda player: (player.forfeits_won > 0, player.points, -player.seed),
    )
    most = BYE_CHOICES_SMALL if len(players) <= SMALL_FIELD_MAX else BYE_CHOICES_LARGE
    return list(islice(combinations(eligible, byes), most))
