"""The tables of this process, and who waits for them to go on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from services.game_state.table.table import AT_ONCE_MAX, Table
from services.shared.bells import Bells
from services.shared.limits import limits

if TYPE_CHECKING:
    from services.game_state.store.store import Store


#: a write of this process that Redis has told of is done here after so long
WRITING_S = 0.01


class Tables:
    """Recently used tables by match id, caught up on demand."""

    def __init__(self, store: Store) -> None:
        """Read from *store*."""
        self.store = store
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._builds: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.bells = Bells()

    def lock(self, match_id: str) -> asyncio.Lock:
        """Return the lock that keeps this process from competing with itself for a match."""
        return self._lock_of(self._locks, match_id)

    @staticmethod
    def _lock_of(locks: WeakValueDictionary[str, asyncio.Lock], match_id: str) -> asyncio.Lock:
        lock = locks.get(match_id)
        if lock is None:
            lock = locks[match_id] = asyncio.Lock()
        return lock

    async def cached(self, match_id: str) -> Table:
        """Return a table that may lag behind the log; raise UnknownMatch."""
        table = self._tables.get(match_id)
        if table is None:
            return await self.fresh(match_id)
        self._tables.move_to_end(match_id)
        return table

    async def fresh(self, match_id: str, token: str | None = None) -> Table:
        """Return a table that holds all that was done before the call; raise UnknownMatch.

        With the *token* of the change one knows of, a table that has reached it is not looked up again.
        """
        table = self._tables.get(match_id)
        # Redis may have lost what it had: of its own token the table has to be the very image.
        if table is not None and (
            table.has_reached(token) if token else table.token == await self.store.token(match_id)
        ):
            self._tables.move_to_end(match_id)
            return table
        async with self._lock_of(self._builds, match_id):
            caught_up = None
            while caught_up is None:
                caught_up = await self._caught_up(match_id)
            return caught_up

    async def _caught_up(self, match_id: str) -> Table | None:
        """Load a match and return its table; None if the table went on meanwhile, and not to what was loaded."""
        table = self._tables.get(match_id)
        known = None if table is None else table.token
        stored = await self.store.load(match_id, 0 if table is None else table.count)
        if table is not None and stored.token in {known, table.token}:
            return table
        if table is None or len(stored.log) > AT_ONCE_MAX or not table.follow(stored):
            # There was no table, a short step does not lead there, or Redis has lost what it was made of.
            built = await Table.built(await self.store.load(match_id))
            if table is not None and table.token != known:
                # By a write of this process: it is no image of what Redis has lost, but others may have written since.
                return None
            table = built
            self._keep(match_id, table)
        self.bells.ring(match_id, table.token)
        return table

    def _keep(self, match_id: str, table: Table) -> None:
        self._tables[match_id] = table
        self._tables.move_to_end(match_id)
        while len(self._tables) > limits().cached_matches_max:
            self._tables.popitem(last=False)

    def forget(self, match_id: str) -> None:
        """Drop a table."""
        self._tables.pop(match_id, None)

    def hear(self, match_id: str, token: str | None) -> None:
        """Ring for what some process has done, unless the table here has it: then it was rung for already."""
        if token is not None:
            table, lock = self._tables.get(match_id), self._locks.get(match_id)
            if table is not None and table.has_reached(token):
                return
            if lock is not None and lock.locked():
                # Most likely of the write going on here, whose reply is on its way: a stream would load the match.
                asyncio.get_running_loop().call_later(WRITING_S, self.hear, match_id, token)
                return
        self.bells.ring(match_id, token)
