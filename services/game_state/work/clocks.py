"""Seats whose time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from services.game_state.store.store import CLAIMED_MAX
from services.game_state.work.outbox import GONE_MS
from services.game_state.work.repeating import do_all
from services.shared.errors import MatchDamaged, RulesVersionGone, UnknownMatch
from services.shared.now import now_ms

if TYPE_CHECKING:
    from services.game_state.cases.leaving import Leaving
    from services.game_state.store.store import Store

AGAIN_MS = 500
log = structlog.get_logger()


class OverdueSeats:
    """Acts on the seats whose time is up."""

    def __init__(self, store: Store, leaving: Leaving) -> None:
        """Find them in *store*, act by *leaving*."""
        self.store = store
        self.leaving = leaving

    async def end_overdue(self) -> None:
        """Act on seats whose time is up, each match by one replica; whatever fails is tried again soon.

        Without a pause while there are more: a whole tournament may be away at the same moment.
        """
        while True:
            now = now_ms()
            due = await self.store.claim_timeouts(now, now + AGAIN_MS)
            await do_all(map(self._end_overdue, due))
            if len(due) < CLAIMED_MAX:
                return

    async def _end_overdue(self, match_id: str) -> None:
        try:
            await self.leaving.end_overdue(match_id)
        except UnknownMatch:
            await self.store.forget_clock(match_id)
        except (RulesVersionGone, MatchDamaged) as refusal:
            log.warning("nobody's time ends in a match", match_id=match_id, cause=type(refusal).__name__)
            await self.store.postpone_clock(match_id, now_ms() + GONE_MS)
