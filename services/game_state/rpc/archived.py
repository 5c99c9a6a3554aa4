"""The calls about what the archive keeps for other services."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protos.astrarium.v1 import archive_pb2, archive_pb2_grpc
from services.game_state.archive.logs import TOURNAMENT
from services.rpc.caller import asking
from services.shared.errors import BadRequest, MissingScope
from services.shared.idempotency import SERVER_PREFIX

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.game_state.archive.archive import Archive

#: entries per message: a message has at most 4 MB, an entry some KB
ENTRIES = 200


class ArchivedLogs(archive_pb2_grpc.ArchiveServiceServicer):
    """Logs that are over, for the server's own accounts."""

    def __init__(self, archive: Archive) -> None:
        """Read from *archive*."""
        self._archive = archive

    async def ReadLog(
        self, request: archive_pb2.ReadLogRequest, _context: object
    ) -> AsyncIterator[archive_pb2.ReadLogResponse]:
        """See the contract."""
        if not asking().account.startswith(SERVER_PREFIX):
            raise MissingScope("the archive is read by the server's own services alone")
        if request.kind != TOURNAMENT:
            raise BadRequest(f"kind is {request.kind!r:.60}; it is {TOURNAMENT}")
        entries = await self._archive.find_log(request.kind, request.log_id)
        for start in range(0, len(entries), ENTRIES):
            yield archive_pb2.ReadLogResponse(entries=entries[start : start + ENTRIES])
