"""Absence in a match without clocks: who has owed a decision for so long that the others need not wait any more.

It is counted from what everybody knows, the last change of the match that all could see. So neither when it may be
claimed nor a refusal tells what somebody has done unseen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from services.shared.errors import CannotClaim, NotYourSeat
from services.shared.limits import limits

if TYPE_CHECKING:
    from services.game_state.match.model import Match


def find_awaited(match: Match) -> tuple[int, ...]:
    """Return the seats of accounts that owe a decision."""
    return tuple(seat for seat in match.deciding if match.seats[seat].kind == "account")


def claimable_ms(match: Match) -> int:
    """Return the unix ms from which others may claim or abort a match; 0: nobody may, as things stand."""
    owing = {match.seats[seat].account for seat in find_awaited(match)}
    if match.clocks is not None or not owing or not _find_claimants(match) - owing:
        return 0
    return match.stands_since_ms + limits().claim_after_ms


def check_claimant(match: Match, account: str) -> None:
    """Raise UnknownMatch, and NotYourSeat for whoever may never claim or abort the match."""
    match.check_visible(account)
    if account not in _find_claimants(match):
        raise NotYourSeat(f"{account!r} holds no seat of this match")


def check_claim(match: Match, account: str, at_ms: int) -> None:
    """Raise CannotClaim unless an account that may claim need not wait any more."""
    if match.clocks is not None:
        raise CannotClaim("the match has clocks: whoever has no time left is absent", reason="clock")
    if {*match.seats_of(account)} & {*match.deciding}:
        raise CannotClaim(f"{account!r} owes a decision itself", reason="own_decision")
    if not find_awaited(match):
        raise CannotClaim("no account owes a decision", reason="no_decision")
    due_ms = claimable_ms(match)
    if at_ms < due_ms:
        wait = f"no account has owed a decision for {limits().claim_after_ms} ms (claim_after_ms)"
        raise CannotClaim(wait, reason="too_early", retry_after_ms=due_ms - at_ms)


def _find_claimants(match: Match) -> set[str]:
    """Return who plays, and the creator; not if it has given up, or it could undo its loss by aborting the match."""
    return match.accounts() | ({match.creator} - {seat.resigned_by for seat in match.seats})
