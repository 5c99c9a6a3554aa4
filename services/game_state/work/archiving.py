"""Finished matches move to the archive: first they are there, then no more here.

Every step may be repeated, and done by several replicas at once. A match is removed only as it was archived; if it was
changed in between it goes the next time, and its newer copy takes the place of the older one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from services.shared import keys, telemetry
from services.shared.errors import MatchDamaged, Unavailable
from services.shared.limits import limits
from services.shared.now import now_ms

if TYPE_CHECKING:
    from services.game_state.archive.content import Archived
    from services.game_state.store.store import Store

#: matches that are archived in one transaction
BATCH = 50
MS = 1000
log = structlog.get_logger()


class Archiving:
    """Moves finished matches."""

    def __init__(self, store: Store) -> None:
        """Move from *store* to its archive."""
        self.store = store
        self.archive = store.archive

    async def archive_finished(self) -> int:
        """Move all matches that have been over for a while, the longest first; return how many.

        While the archive is out of reach they wait; it has been logged.
        """
        if not self.archive.is_there:
            return 0
        try:
            await self.archive.look()
            return await self._archive_all()
        except Unavailable:
            return 0

    async def _archive_all(self) -> int:
        moved = stays = 0
        before, index = now_ms() - limits().finished_match_s * MS, keys.status_index("over")
        while True:
            found = await self.store.redis.zrangebyscore(index, "-inf", before, start=stays, num=BATCH)
            gone = await self._archive([each.decode() for each in found])
            moved, stays = moved + gone, stays + len(found) - gone
            if len(found) < BATCH:
                return moved

    async def _archive(self, match_ids: list[str]) -> int:
        """Move those of the matches that can be; return how many left."""
        there = [each for each in [await self._take_along(match_id) for match_id in match_ids] if each is not None]
        refused = await self.archive.keep(there) if there else {}
        gone = 0
        for each in there:
            newer = refused.get(each.match.match_id)
            if newer is not None:
                log.warning("the archive has a newer copy of a match", match_id=each.match.match_id)
                await self.store.outdo(each, newer)
            elif await self.store.remove_archived(each):
                gone += 1
        telemetry.ARCHIVED.inc(gone)
        return gone

    async def _take_along(self, match_id: str) -> Archived | None:
        """Return a match as it goes to the archive; None if it has to stay: sealed, damaged, or not over (any more)."""
        try:
            archived = await self.store.take_along(match_id)
        except MatchDamaged:
            log.warning("a damaged match stays out of the archive", match_id=match_id)
            return None
        is_due = archived is not None and archived.match.status == "over" and not archived.match.is_sealed
        return archived if is_due else None
