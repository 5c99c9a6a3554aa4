"""The tables of this process, and who waits for them to go on."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from services.game_state.match.downtime import give_back
from services.game_state.store.writer import MatchSource, Writer
from services.game_state.table.cache import TableCache
from services.game_state.table.table import AT_ONCE_MAX, Submission, Table
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.turns import Turns, asker

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.game_state.store.changes import Write
    from services.shared.writing import Done, Nothing

#: a write of this process that Redis has told of is done here after so long
WRITING_S = 0.01


class Tables:
    """Recently used tables by match id, caught up on demand."""

    def __init__(self, writer: Writer) -> None:
        """Read from the store of *writer*."""
        self.writer = writer
        self.store = writer.store
        self.bells = writer.bells
        self._tables = TableCache()
        #: a replay takes the loop some milliseconds: of many for one account each gives way to what others ask
        self._turns = Turns()
        self._builds: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def find(self, match_id: str) -> Table:
        """Return a table that may lag behind the log; raise UnknownMatch."""
        table = self._tables.get(match_id)
        if table is None:
            return await self.fresh(match_id)
        self.touch(match_id, table)
        return await self._without_downtime(table)

    async def fresh(self, match_id: str, token: str | None = None) -> Table:
        """Return a table that holds all that was done before the call; raise UnknownMatch.

        With the *token* of the change one knows of, a table that has reached it is not looked up again.
        """
        return await self._without_downtime(await self._fresh(match_id, token))

    async def _without_downtime(self, table: Table) -> Table:
        """Return a table whose match has had back whatever downtime there was, so that nobody's time ends by it."""
        await self.store.downtimes.look()
        table.match = give_back(table.match, self.store.downtimes.all)
        return table

    async def _fresh(self, match_id: str, token: str | None) -> Table:
        table = self._tables.get(match_id)
        # Redis may have lost what it had: of its own token the table has to be the very image.
        if table is not None and (
            table.has_reached(token) if token else table.token == await self.store.token(match_id)
        ):
            self.touch(match_id, table)
            return table
        async with self._builds.setdefault(match_id, asyncio.Lock()):
            caught_up = None
            while caught_up is None:
                caught_up = await self._catch_up(match_id)
            return caught_up

    async def _catch_up(self, match_id: str) -> Table | None:
        """Load a match and return its table; None if the table went on meanwhile, and not to what was loaded."""
        table = self._tables.get(match_id)
        if table is None:
            return self._use(match_id, await self._build(match_id))
        known = table.token
        stored = await self.store.load(match_id, table.count)
        if stored.token in {known, table.token}:
            return table
        if len(stored.log) > AT_ONCE_MAX or not table.follow(stored):
            # A short step does not lead there, or Redis has lost what the table was made of.
            built = await self._build(match_id)
            if table.token != known:
                # By a write of this process: it is no image of what Redis has lost, but others may have written since.
                return None
            table = built
        return self._use(match_id, table)

    async def _build(self, match_id: str) -> Table:
        async with self._turns.take(account) if (account := asker.get()) else nullcontext():
            return await Table.build(await self.store.load(match_id))

    def _use(self, match_id: str, table: Table) -> Table:
        self._tables.use(match_id, table)
        self.bells.ring(match_id, table.token)
        return table

    def hear(self, match_id: str, token: str | None) -> None:
        """Ring for what some process has done, unless the table here has it: then it was rung for already."""
        if token is not None:
            table = self._tables.get(match_id)
            if table is not None and table.has_reached(token):
                return
            if self.writer.is_writing(match_id):
                # Most likely of the write going on here, whose reply is on its way: a stream would load the match.
                asyncio.get_running_loop().call_later(WRITING_S, self.hear, match_id, token)
                return
        self.bells.ring(match_id, token)

    def touch(self, match_id: str, table: Table) -> None:
        """Take note that a table was used and may have grown, unless another one has taken its place."""
        if self._tables.get(match_id) in {None, table}:
            self._tables.use(match_id, table)

    # -- changes -----------------------------------------------------------------------------------

    async def change(
        self, match_id: str, work_out: Callable[[Table], Write | Nothing], key: RequestKey = NO_KEY
    ) -> Done[Table, Write]:
        """Change a match as it is on its table; see Writer.change."""
        return await self.writer.change(MatchAtHand(self, match_id), work_out, key)


class MatchAtHand(MatchSource[Table]):
    """A match on its table; with *may_lag* a change is worked out first on what is at hand."""

    def __init__(self, tables: Tables, match_id: str, *, may_lag: bool = False) -> None:
        """Read from *tables*."""
        super().__init__(tables.store, match_id)
        self.tables = tables
        self.may_lag = may_lag
        #: what was worked out lately: the table goes on to it without a replay
        self.submission: Submission | None = None

    async def first(self) -> Table:
        """See Source."""
        return await (self.tables.find if self.may_lag else self.tables.fresh)(self.match_id)

    async def newest(self) -> Table:
        """See Source."""
        return await self.tables.fresh(self.match_id)

    def keep(self, held: Table, done: Write) -> None:
        """See MatchSource."""
        # A reader may have caught the table up meanwhile. What is taken back is replayed.
        if held.token == done.expected and (self.submission is not None or not done.entries):
            held.commit(done.match, done.token, self.submission, done.entries)
            self.tables.touch(self.match_id, held)
