"""The one writer of matches: work out, write by compare-and-set, do it again if overtaken, ring."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol, TypeVar
from weakref import WeakValueDictionary

from services.game_state.match.model import unknown_match
from services.game_state.store.changes import Write
from services.shared.bells import Bells
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.writing import Done, Nothing, Source, Versioned, write_change

if TYPE_CHECKING:
    from collections.abc import Callable

    from services.game_state.match.model import Match, Stored
    from services.game_state.store.levels import Levels
    from services.game_state.store.store import Reply, Store


class HasMatch(Versioned, Protocol):
    """A match in whatever form it is read."""

    @property
    def match(self) -> Match:
        """The match itself."""


Held = TypeVar("Held", bound=HasMatch)


class MatchSource(Source[Held, Write]):
    """The source of a match in whatever form, and the place to write it."""

    def __init__(self, store: Store, match_id: str) -> None:
        """Write to *store*."""
        self.store = store
        self.match_id = match_id

    async def recall(self, key: RequestKey) -> bytes | None:
        """See Source."""
        return await self.store.recall(key)

    async def write(self, held: Held, change: Write | Nothing, key: RequestKey) -> Reply:
        """See Source."""
        if isinstance(change, Nothing):
            return await self.store.remember(self.match_id, held.token, key, change.answer)
        return await self.store.write(change, key)

    def keep(self, held: Held, done: Write) -> None:
        """Let what is held go on to a write that was done."""


class StoredMatch(MatchSource["Stored"]):
    """A match as it is stored."""

    async def newest(self) -> Stored:
        """See Source."""
        return await self.store.load(self.match_id)


class UnreadMatch(MatchSource["Stored"]):
    """A match as it is stored, without its log: what is damaged there stays so, and does not matter."""

    async def newest(self) -> Stored:
        """See Source."""
        return await self.store.load_unread(self.match_id)


class Writer:
    """Changes matches."""

    def __init__(self, store: Store, levels: Levels) -> None:
        """Write to *store*; *levels* say when bots' decisions are overdue."""
        self.store = store
        self.levels = levels
        self.bells = Bells()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match_id: str) -> asyncio.Lock:
        """Return the lock that keeps this process from competing with itself for a match."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    def is_writing(self, match_id: str) -> bool:
        """Whether a change of the match is going on here."""
        lock = self._locks.get(match_id)
        return lock is not None and lock.locked()

    async def change(
        self, source: MatchSource[Held], work_out: Callable[[Held], Write | Nothing], key: RequestKey = NO_KEY
    ) -> Done[Held, Write]:
        """Write what *work_out* makes of a match, once for the same key; raise what it raises."""
        await self.levels.rows()
        async with self.lock(source.match_id):
            done = await write_change(source, work_out, key)
            if done.held is not None and done.change is not None:
                source.keep(done.held, done.change)
        if done.change is not None:
            self.bells.ring(source.match_id, done.change.token)
        return done

    async def change_stored(
        self, match_id: str, work_out: Callable[[Stored], Write | Nothing], key: RequestKey = NO_KEY
    ) -> Done[Stored, Write]:
        """Change a match as it is stored."""
        return await self.change(StoredMatch(self.store, match_id), work_out, key)

    async def change_unread(self, match_id: str, work_out: Callable[[Stored], Write | Nothing]) -> Done[Stored, Write]:
        """Change a match without reading its log, which may be damaged."""
        return await self.change(UnreadMatch(self.store, match_id), work_out)

    async def recall(self, key: RequestKey) -> str | None:
        """Return the answer to an earlier request with the key, None if there was none; raise KeyReused."""
        remembered = await self.store.recall(key)
        return None if remembered is None else key.answer_in(remembered)

    async def make(self, writes: list[Write], key: RequestKey = NO_KEY) -> str | None:
        """Make new matches, all or none, once for the same key; None says that they were made.

        Else the answer is returned that tells of the matches there are: what an earlier request with the key was
        answered or, if somebody else made the first match, the answer of these writes. Raises KeyReused, and what a
        guard refuses with.
        """
        outcome, remembered = await self.store.write(writes[0], key, writes[1:])
        if outcome == "known":
            return key.answer_in(remembered)
        return writes[0].answer if outcome == "stale" else None


def newest_match(done: Done[Held, Write], match_id: str) -> Match:
    """Return a match after a request; raise UnknownMatch if it is gone by now."""
    if done.change is not None:
        return done.change.match
    if done.held is None:
        raise unknown_match(match_id)
    return done.held.match
