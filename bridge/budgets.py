"""The time that a program may think about one decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client import BotDecision

#: of what the clock has left, at most so much goes into one decision
REMAINING_SHARE_MAX = 0.9
LEAST_MS = 1.0


def find_budget_ms(budget_ms: float, decision: BotDecision, bank_share: float) -> float:
    """Return the time for a decision: *budget_ms*, or less if the clock asks for it.

    Of a bank one decision takes *bank_share*, and on top what the decision adds to it.
    """
    remaining_ms, clock = decision.remaining_ms, decision.match["clock"]
    if remaining_ms is None:
        return budget_ms
    most_ms = remaining_ms * REMAINING_SHARE_MAX
    if clock["kind"] == "bank":
        most_ms = min(most_ms, remaining_ms * bank_share + clock.get("increment_ms", 0))
    return max(LEAST_MS, min(budget_ms, most_ms))
