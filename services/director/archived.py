"""The part of the archive that the director fills, over game_state, which owns it: logs that are over, and results."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import grpc

from protos.astrarium.v1 import archive_pb2, archive_pb2_grpc
from services.shared import trail
from services.shared.errors import ServiceError, Unavailable, UnknownSeries, UnknownTournament

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CALL_S_MAX = 10.0
RETRY_AFTER_MS = 5_000
#: results per message, which may have 64 KB
RESULTS = 40
#: the kinds of logs, and the error of each
TOURNAMENT = "tournament"
SERIES = "series"
UNKNOWN = {TOURNAMENT: UnknownTournament, SERIES: UnknownSeries}


class RemoteArchive:
    """The archive, over game_state. Every call raises Unavailable while it is out of reach."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        """Call over *channel* with *token*."""
        self._stub = archive_pb2_grpc.ArchiveServiceStub(channel)
        self._authorization = ("authorization", f"Bearer {token}")

    def _metadata(self) -> tuple[tuple[str, str], ...]:
        return (self._authorization, *trail.carry().items())

    async def read_log(self, kind: str, log_id: str) -> list[bytes]:
        """Return the entries of a log; none: it is not there. Raises the error of the kind if it can't be read."""
        request = archive_pb2.ReadLogRequest(kind=kind, log_id=log_id)
        with _translating(UNKNOWN[kind]):
            answers = self._stub.ReadLog(request, metadata=self._metadata(), timeout=CALL_S_MAX)
            return [entry async for answer in answers for entry in answer.entries]

    async def read_matches(self, series_id: str, places: Sequence[str]) -> dict[str, bytes]:
        """Return those of a series' matches that are there, by place, in the form in which they were kept."""
        request = archive_pb2.ReadSeriesMatchesRequest(series_id=series_id, places=places)
        with _translating():
            answer = await self._stub.ReadSeriesMatches(request, metadata=self._metadata(), timeout=CALL_S_MAX)
        return dict(answer.lines)

    async def keep_results(self, results: Sequence[archive_pb2.RatedResult]) -> bool:
        """Keep results in the place of any with the same numbers; False: there is no archive, and nothing is kept."""
        is_kept = await self._keep([])
        for start in range(0, len(results) if is_kept else 0, RESULTS):
            await self._keep(results[start : start + RESULTS])
        return is_kept

    async def _keep(self, results: Sequence[archive_pb2.RatedResult]) -> bool:
        request = archive_pb2.KeepResultsRequest(results=results)
        with _translating():
            answer = await self._stub.KeepResults(request, metadata=self._metadata(), timeout=CALL_S_MAX)
        return bool(answer.is_kept)

    async def read_changes(self, player: str, game: str, seats: int, before: int) -> list[archive_pb2.RatingChange]:
        """Return the changes of a player's rating by kept results with smaller numbers than that, oldest first."""
        request = archive_pb2.ReadChangesRequest(player=player, game=game, seats=seats, before=before)
        with _translating():
            answers = self._stub.ReadChanges(request, metadata=self._metadata(), timeout=CALL_S_MAX)
            return [change async for answer in answers for change in answer.changes]


@contextmanager
def _translating(unknown: type[ServiceError] = Unavailable) -> Iterator[None]:
    """Raise Unavailable, or the error for what can't be found, instead of what gRPC raises."""
    try:
        yield
    except grpc.aio.AioRpcError as wrong:
        if wrong.code() == grpc.StatusCode.NOT_FOUND:
            raise unknown(wrong.details() or "") from wrong
        text = "the archive is out of reach; the same request may be repeated"
        raise Unavailable(text, retry_after_ms=RETRY_AFTER_MS) from wrong
