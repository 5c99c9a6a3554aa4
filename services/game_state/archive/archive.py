"""The archive as game_state's loop sees it: calls that wait, in few threads, for a limited time."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol, TypeVar

from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from zstandard import ZstdError

from services.game_state.archive.database import ArchiveDatabase
from services.game_state.archive.logs import SERIES, TOURNAMENT
from services.game_state.archive.search import Found
from services.game_state.match.model import refuse_damaged
from services.shared.errors import Unavailable, UnknownSeries, UnknownTournament
from services.shared.limits import limits
from services.shared.trouble import AWAY, log_trouble
from services.shared.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from services.game_state.archive.content import Archived
    from services.game_state.archive.logs import ArchivedLog
    from services.game_state.archive.results import RatedResult, RatingChange
    from services.game_state.archive.search import ArchiveQuery
    from services.shared.paging import Place

#: calls that are in the database at the same time: those that name matches, and searches
THREADS = 4
SEARCHING_THREADS = 2
RETRY_AFTER_MS = 5_000
MS = 1000
#: the error that tells of a damaged log, by its kind
UNKNOWN = {TOURNAMENT: UnknownTournament, SERIES: UnknownSeries}
Answer = TypeVar("Answer")


class Archive(Protocol):
    """The place of finished matches. Every call raises Unavailable while it is out of reach."""

    #: whether there is one: otherwise finished matches stay in Redis
    is_there: bool
    #: whether the last call reached it
    is_reached: bool

    def close(self) -> None:
        """Do nothing more."""

    async def look(self) -> None:
        """Look whether it is in reach."""

    async def keep(self, archived: Sequence[Archived]) -> dict[str, int]:
        """See ArchiveDatabase.keep."""

    async def token(self, match_id: str) -> str | None:
        """Return the token of a match; None: it is not here."""

    async def find(self, match_id: str) -> Archived | None:
        """Return a match; None: it is not here. Raises MatchDamaged."""

    async def find_all(self, match_ids: Sequence[str]) -> dict[str, Archived]:
        """Return those of the matches that are here and whole, by id."""

    async def page(self, search: ArchiveQuery, after: Place | None, count: int) -> Found:
        """See ArchiveDatabase.page."""

    async def keep_log(self, archived: ArchivedLog) -> None:
        """See ArchivedLog.keep."""

    async def find_log(self, kind: str, log_id: str) -> list[bytes]:
        """Return the entries of a log that is over, none if it is not here. Raises UnknownTournament, UnknownSeries."""

    async def keep_matches(self, series_id: str, lines: Mapping[str, bytes]) -> None:
        """See logs.keep_matches."""

    async def find_matches(self, series_id: str, places: Sequence[str]) -> dict[str, bytes]:
        """See logs.find_matches."""

    async def forget_series(self, before_ms: int, most: int) -> list[str]:
        """See logs.forget_series."""

    async def keep_results(self, kept: Sequence[RatedResult]) -> None:
        """See results.keep_results."""

    async def find_changes(self, player: str, game: str, seats: int, before: int) -> list[RatingChange]:
        """See results.find_changes."""


class NoArchive:
    """No archive: nothing is kept, and nothing found."""

    is_there = False
    is_reached = False

    def close(self) -> None:
        """Do nothing."""

    async def look(self) -> None:
        """Do nothing."""

    async def keep(self, archived: Sequence[Archived]) -> dict[str, int]:
        """Refuse: whoever moves matches has looked whether there is an archive."""
        raise AssertionError(f"there is no archive for {len(archived)} matches")

    async def token(self, match_id: str) -> None:
        """Find nothing."""

    async def find(self, match_id: str) -> None:
        """Find nothing."""

    async def find_all(self, match_ids: Sequence[str]) -> dict[str, Archived]:  # noqa: ARG002 - as Archive has it
        """Find nothing."""
        return {}

    async def page(
        self,
        search: ArchiveQuery,  # noqa: ARG002 - as Archive has it
        after: Place | None,  # noqa: ARG002 - the same
        count: int,  # noqa: ARG002 - the same
    ) -> Found:
        """Find nothing."""
        return Found([], None)

    async def keep_log(self, archived: ArchivedLog) -> None:
        """Refuse, as `keep` does."""
        raise AssertionError(f"there is no archive for {archived.kind} {archived.log_id}")

    async def find_log(self, kind: str, log_id: str) -> list[bytes]:  # noqa: ARG002 - as Archive has it
        """Find nothing."""
        return []

    async def keep_matches(self, series_id: str, lines: Mapping[str, bytes]) -> None:
        """Refuse, as `keep` does."""
        raise AssertionError(f"there is no archive for {len(lines)} matches of the series {series_id}")

    async def find_matches(self, series_id: str, places: Sequence[str]) -> dict[str, bytes]:  # noqa: ARG002 - as Archive has it
        """Find nothing."""
        return {}

    async def forget_series(self, before_ms: int, most: int) -> list[str]:  # noqa: ARG002 - as Archive has it
        """Find nothing."""
        return []

    async def keep_results(self, kept: Sequence[RatedResult]) -> None:
        """Refuse, as `keep` does."""
        raise AssertionError(f"there is no archive for {len(kept)} results")

    async def find_changes(self, player: str, game: str, seats: int, before: int) -> list[RatingChange]:  # noqa: ARG002 - as Archive has it
        """Find nothing."""
        return []


class ThreadedArchive:
    """An archive in a database, whose calls block: each in one of a few threads."""

    is_there = True

    def __init__(self, url: str) -> None:
        """Use the database at *url*; it may be out of reach."""
        self.is_reached = True
        self._database = ArchiveDatabase(url, THREADS + SEARCHING_THREADS)
        self._threads = ThreadPoolExecutor(THREADS, "archive")
        self._searching = ThreadPoolExecutor(SEARCHING_THREADS, "searching")
        self._turns = Turns()

    def close(self) -> None:
        """Do nothing more."""
        for threads in (self._threads, self._searching):
            threads.shutdown(wait=True, cancel_futures=True)
        self._database.close()

    async def _call(self, do: Callable[[], Answer], threads: ThreadPoolExecutor | None = None) -> Answer:
        try:
            async with asyncio.timeout(limits().archive_ms_max / MS):
                found = await asyncio.get_running_loop().run_in_executor(threads or self._threads, do)
        except (DBAPIError, PoolTimeoutError, CommandError, TimeoutError, OSError) as wrong:
            # Full, damaged, or made by a newer version: told in the same way, for only its operator can do anything.
            cause = type(wrong.orig).__name__ if isinstance(wrong, DBAPIError) else type(wrong).__name__
            log_trouble(AWAY, cause, of="the archive")
            self.is_reached = False
            text = "the archive of finished matches is out of reach; the same request may be repeated"
            raise Unavailable(text, retry_after_ms=RETRY_AFTER_MS) from wrong
        self.is_reached = True
        return found

    async def look(self) -> None:
        """See Archive."""
        await self._call(self._database.look)

    async def keep(self, archived: Sequence[Archived]) -> dict[str, int]:
        """See Archive."""
        return await self._call(lambda: self._database.keep(archived))

    async def token(self, match_id: str) -> str | None:
        """See Archive."""
        return await self._call(lambda: self._database.token(match_id))

    async def find(self, match_id: str) -> Archived | None:
        """See Archive."""
        try:
            return await self._call(lambda: self._database.find(match_id))
        except ZstdError as wrong:
            raise refuse_damaged(match_id) from wrong

    async def find_all(self, match_ids: Sequence[str]) -> dict[str, Archived]:
        """See Archive."""
        return await self._call(lambda: self._database.find_all(match_ids))

    async def page(self, search: ArchiveQuery, after: Place | None, count: int) -> Found:
        """See Archive."""
        async with self._turns.take(search.viewer):
            return await self._call(lambda: self._database.page(search, after, count), self._searching)

    async def keep_log(self, archived: ArchivedLog) -> None:
        """See Archive."""
        await self._call(lambda: self._database.keep_log(archived))

    async def find_log(self, kind: str, log_id: str) -> list[bytes]:
        """See Archive."""
        try:
            return await self._call(lambda: self._database.find_log(kind, log_id))
        except ZstdError as wrong:
            text = f"the archived log of the {kind} {log_id} is damaged; only a backup can bring it back"
            raise UNKNOWN[kind](text) from wrong

    async def keep_matches(self, series_id: str, lines: Mapping[str, bytes]) -> None:
        """See Archive."""
        await self._call(lambda: self._database.keep_matches(series_id, lines))

    async def find_matches(self, series_id: str, places: Sequence[str]) -> dict[str, bytes]:
        """See Archive."""
        return await self._call(lambda: self._database.find_matches(series_id, places))

    async def forget_series(self, before_ms: int, most: int) -> list[str]:
        """See Archive."""
        return await self._call(lambda: self._database.forget_series(before_ms, most))

    async def keep_results(self, kept: Sequence[RatedResult]) -> None:
        """See Archive."""
        await self._call(lambda: self._database.keep_results(kept))

    async def find_changes(self, player: str, game: str, seats: int, before: int) -> list[RatingChange]:
        """See Archive."""
        return await self._call(lambda: self._database.find_changes(player, game, seats, before))


def open_archive(url: str) -> NoArchive | ThreadedArchive:
    """Return the archive at *url*; "" means that there is none."""
    return ThreadedArchive(url) if url else NoArchive()
