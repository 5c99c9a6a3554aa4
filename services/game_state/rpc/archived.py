"""The calls about what the archive keeps for the director."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from protos.astrarium.v1 import archive_pb2, archive_pb2_grpc
from services.game_state.archive.logs import KINDS
from services.game_state.archive.results import RatedResult, RatingChange
from services.rpc.caller import asking
from services.shared.errors import BadRequest, MissingScope
from services.shared.idempotency import SERVER_PREFIX

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.game_state.archive.archive import Archive

#: entries per message: a message has at most 4 MB, an entry some KB
ENTRIES = 200
CHANGES = 2_000
#: of a series' matches, each with its record
PLACES_MAX = 100


def _check_caller() -> None:
    """Raise MissingScope unless the server itself asks."""
    if not asking().account.startswith(SERVER_PREFIX):
        raise MissingScope("the archive is read by the server's own services alone")


class ArchiveCalls(archive_pb2_grpc.ArchiveServiceServicer):
    """Logs that are over and results that were counted, for the server's own accounts."""

    def __init__(self, archive: Archive) -> None:
        """Read from *archive*."""
        self._archive = archive

    async def ReadLog(
        self, request: archive_pb2.ReadLogRequest, _context: object
    ) -> AsyncIterator[archive_pb2.ReadLogResponse]:
        """See the contract."""
        _check_caller()
        if request.kind not in KINDS:
            raise BadRequest(f"kind is {request.kind!r:.60}; it is {' or '.join(KINDS)}")
        entries = await self._archive.find_log(request.kind, request.log_id)
        for start in range(0, len(entries), ENTRIES):
            yield archive_pb2.ReadLogResponse(entries=entries[start : start + ENTRIES])

    async def ReadSeriesMatches(
        self, request: archive_pb2.ReadSeriesMatchesRequest, _context: object
    ) -> archive_pb2.ReadSeriesMatchesResponse:
        """See the contract."""
        _check_caller()
        if len(request.places) > PLACES_MAX:
            raise BadRequest(f"{len(request.places)} places at once; {PLACES_MAX} are allowed")
        found = await self._archive.find_matches(request.series_id, list(request.places))
        return archive_pb2.ReadSeriesMatchesResponse(lines=found)

    async def KeepResults(
        self, request: archive_pb2.KeepResultsRequest, _context: object
    ) -> archive_pb2.KeepResultsResponse:
        """See the contract."""
        _check_caller()
        if self._archive.is_there and request.results:
            await self._archive.keep_results([_result_of(each) for each in request.results])
        return archive_pb2.KeepResultsResponse(is_kept=self._archive.is_there)

    async def ReadChanges(
        self, request: archive_pb2.ReadChangesRequest, _context: object
    ) -> AsyncIterator[archive_pb2.ReadChangesResponse]:
        """See the contract."""
        _check_caller()
        found = await self._archive.find_changes(request.player, request.game, request.seats, request.before)
        for start in range(0, len(found), CHANGES):
            part = [archive_pb2.RatingChange(**asdict(change)) for change in found[start : start + CHANGES]]
            yield archive_pb2.ReadChangesResponse(changes=part)


def _result_of(told: archive_pb2.RatedResult) -> RatedResult:
    changes = tuple(
        RatingChange(each.player, each.at_ms, each.source, each.rank, each.mean, each.deviation)
        for each in told.changes
    )
    return RatedResult(told.number, told.game, told.seats, told.result, changes)
