"""Downtime given back: what a running match does not count, because nobody could play.

Its clocks stand still meanwhile, and nobody was absent.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from services.shared.clocks import Clocks
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from services.game_state.match.model import Downtime, Match


def give_back(match: Match, downtimes: Sequence[Downtime]) -> Match:
    """Return a match as it is without *downtimes* (in order): of each one that it has lived through, once."""
    known_ms = match.downtimes[-1].until_ms if match.downtimes else match.started_ms
    if match.status != "running" or not downtimes or downtimes[-1].until_ms <= known_ms:
        return match
    missed = tuple(each for each in downtimes if each.until_ms > known_ms)
    since_ms = match.stands_since_ms
    for each in missed:
        since_ms += max(0, each.until_ms - max(each.from_ms, since_ms))
    match = replace(match, stands_since_ms=since_ms)
    for each in missed:
        match = match.with_clocks(partial(Clocks.skip, from_ms=each.from_ms, until_ms=each.until_ms))
    return replace(match, downtimes=(*match.downtimes, *missed))


def is_soon_after_downtime(downtimes: Sequence[Downtime], at_ms: int) -> bool:
    """Whether players may not have found their way back yet: what is lost by time then is not rated.

    So it is in matches, too, that have begun since: a tournament's begin by themselves.
    """
    return bool(downtimes) and at_ms - downtimes[-1].until_ms < limits().unrated_after_downtime_ms
