"""Callers of a director."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grpc
import orjson
import pytest

from protos.astrarium.v1 import director_pb2, director_pb2_grpc
from tests.support.stack import Refused, Stack, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CONFIG = {"name": "Cup", "game": "roll", "format": "swiss", "seats": 2, "rounds": 2}


class Caller:
    """A client of the director."""

    def __init__(self, target: str, token: str) -> None:
        channel = grpc.insecure_channel(target)
        self.tournaments = director_pb2_grpc.TournamentServiceStub(channel)
        self.ratings = director_pb2_grpc.RatingServiceStub(channel)
        self.metadata = [("authorization", f"Bearer {token}")]

    def call(self, name: str, **fields: Any) -> Any:
        stub = self.tournaments if "Tournament" in name else self.ratings
        try:
            return getattr(stub, name)(
                getattr(director_pb2, f"{name}Request")(**fields), metadata=self.metadata, timeout=60
            )
        except grpc.RpcError as wrong:
            raise Refused(wrong) from None

    def create(self, **config: Any) -> str:
        return str(self.call("CreateTournament", config=orjson.dumps({**CONFIG, **config})).tournament_id)

    def change(self, tournament_id: str, kind: str, **fields: Any) -> Any:
        change = orjson.dumps({"kind": kind, **fields})
        return orjson.loads(self.call("ChangeTournament", tournament_id=tournament_id, change=change).tournament)

    def get(self, tournament_id: str) -> Any:
        return orjson.loads(self.call("GetTournament", tournament_id=tournament_id).tournament)

    def entries(self, tournament_id: str, since: int = 0, *, is_snapshot: bool = False) -> Iterator[tuple[int, Any]]:
        request = director_pb2.WatchTournamentRequest(tournament_id=tournament_id, since=since, is_snapshot=is_snapshot)
        for item in self.tournaments.WatchTournament(request, metadata=self.metadata, timeout=120):
            if item.cursor:
                yield item.cursor, orjson.loads(item.entry)


def start_director(stack: Stack, game_state: str, **environment: str) -> str:
    """Start a director beside that game_state and wait until it serves; return its address."""
    target = f"127.0.0.1:{free_port()}"
    where = {"ASTRARIUM_DIRECTOR_LISTEN": target, "ASTRARIUM_GAME_STATE_TARGET": game_state}
    stack._run("services.director", **where, **environment)
    with grpc.insecure_channel(target) as channel:
        grpc.channel_ready_future(channel).result(timeout=120)
    return target


def refused(do: Callable[..., Any], *arguments: Any, **fields: Any) -> str:
    """Return the word of the typed error that a call is refused with."""
    with pytest.raises(Refused) as error:
        do(*arguments, **fields)
    return error.value.error
