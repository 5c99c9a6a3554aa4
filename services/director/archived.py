"""Logs of tournaments in the archive, which game_state keeps."""

from __future__ import annotations

import grpc

from protos.astrarium.v1 import archive_pb2, archive_pb2_grpc
from services.shared import trail
from services.shared.errors import Unavailable, UnknownTournament

CALL_S_MAX = 10.0
RETRY_AFTER_MS = 5_000


class ArchivedTournaments:
    """Reads logs that have left Redis."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        """Read over *channel* with *token*."""
        self._stub = archive_pb2_grpc.ArchiveServiceStub(channel)
        self._authorization = ("authorization", f"Bearer {token}")

    async def read(self, tournament_id: str) -> list[bytes]:
        """Return the entries of a tournament's log; none: it is not there. Raises Unavailable, UnknownTournament."""
        request = archive_pb2.ReadLogRequest(kind="tournament", log_id=tournament_id)
        metadata = (self._authorization, *trail.carry().items())
        try:
            answers = self._stub.ReadLog(request, metadata=metadata, timeout=CALL_S_MAX)
            return [entry async for answer in answers for entry in answer.entries]
        except grpc.aio.AioRpcError as wrong:
            if wrong.code() == grpc.StatusCode.NOT_FOUND:
                raise UnknownTournament(wrong.details() or "") from wrong
            text = "the archive of finished tournaments is out of reach; the same request may be repeated"
            raise Unavailable(text, retry_after_ms=RETRY_AFTER_MS) from wrong
