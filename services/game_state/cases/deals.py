"""Deals that several matches share: the boards of a duplicate table.

A deal's seed is drawn here when its first match is made, and told to nobody, not even to the director. Until the deal
is released its matches are sealed: everybody may know about them, but nobody gets their records and analyses, or what
spectators would see, because these reveal what the others have yet to play.

A release ends what still runs, and only then unseals the matches, one after the other; each step may be repeated. So if
a process dies in between, matches stay sealed, and none is open while another is played. Commitments don't reveal a
shared seed, because they contain the match's id.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from services.game_state.store.changes import Write
from services.shared import keys
from services.shared.limits import limits
from services.shared.writing import NOTHING, Nothing

if TYPE_CHECKING:
    from services.game_state.cases.leaving import Leaving
    from services.game_state.cases.seats import Seats
    from services.game_state.match.model import Stored


class Deals:
    """The end of deals."""

    def __init__(self, seats: Seats, leaving: Leaving) -> None:
        """Work by these."""
        self.seats = seats
        self.writer = seats.writer
        self.leaving = leaving
        self.redis = seats.redis

    async def release(self, deal: str) -> None:
        """End the matches of a deal that go on, then let everybody see them all; doing it again changes nothing."""
        await self.redis.hset(keys.deal(deal), "released", 1)
        ids = sorted(each.decode() for each in await self.redis.smembers(keys.deal_matches(deal)))
        for match_id in ids:
            await self.seats.discard(match_id)
        for match in await self.seats.store.matches(ids):
            await self.leaving.adjudicate(match.match_id)
        for match in await self.seats.store.matches(ids):
            await self._unseal(match.match_id)
        # As long as a repeated request may ask for one of its matches.
        for key in (keys.deal(deal), keys.deal_matches(deal)):
            await self.redis.expire(key, limits().idempotency_key_s)

    async def _unseal(self, match_id: str) -> None:
        """Let everybody see a match, and its record."""

        def unseal(stored: Stored) -> Write | Nothing:
            match = stored.match
            return Write(replace(match, is_sealed=False), stored.token) if match.is_sealed else NOTHING

        await self.writer.change_unread(match_id, unseal)
