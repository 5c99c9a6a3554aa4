"""The one writer of matches: load, work out, write by compare-and-set, do it again if overtaken, ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from services.shared.errors import Unavailable
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.game_state.match.model import Match, Stored
    from services.game_state.store.changes import Write
    from services.game_state.store.levels import Levels
    from services.game_state.store.store import Store
    from services.shared.bells import Bells


class Writer:
    """Changes matches as they are stored."""

    def __init__(self, store: Store, bells: Bells, levels: Levels) -> None:
        """Write to *store*, ring *bells*; *levels* say when bots' decisions are overdue."""
        self.store = store
        self.bells = bells
        self.levels = levels

    async def change(self, match_id: str, changed: Callable[[Stored], Write | None]) -> Match:
        """Write what *changed* makes of the match until it was done on the newest one; None: nothing to do."""
        await self.levels.rows()
        for _ in range(limits().submissions_retried_max):
            stored = await self.store.load(match_id)
            write = changed(stored)
            if write is None:
                return stored.match
            if (await self.store.write(write))[0] == "done":
                self.bells.ring(match_id, write.token)
                return write.match
        raise Unavailable("the match changes too fast; try again", retry_after_ms=100)
