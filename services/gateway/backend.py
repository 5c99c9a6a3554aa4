"""Calls to other services: one channel each, tried again while a replica is away, with the caller's token."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import flask
import grpc

from protos.astrarium.v1.analysis_pb2_grpc import AnalysisServiceStub
from protos.astrarium.v1.catalog_pb2_grpc import CatalogServiceStub
from protos.astrarium.v1.director_pb2_grpc import RatingServiceStub, TournamentServiceStub
from protos.astrarium.v1.match_pb2_grpc import MatchServiceStub
from protos.astrarium.v1.series_pb2_grpc import SeriesServiceStub
from services.gateway.calls import Items, Stream, calls
from services.shared import trail

if TYPE_CHECKING:
    Metadata = tuple[tuple[str, str], ...]

CALL_S_MAX = 10.0
MESSAGE_BYTES_MAX = 64 * 1024 * 1024

#: Every call may be repeated: reads change nothing, writes carry a key or are idempotent by nature.
SERVICE_CONFIG = {
    "loadBalancingConfig": [{"round_robin": {}}],
    "methodConfig": [
        {
            "name": [{}],
            "waitForReady": True,
            "retryPolicy": {
                "maxAttempts": 5,
                "initialBackoff": "0.1s",
                "maxBackoff": "1s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        },
        # An analysis that no worker takes is told to the caller, not asked for again.
        {"name": [{"service": "astrarium.v1.AnalysisService"}], "waitForReady": True},
    ],
}
CHANNEL_OPTIONS = [
    ("grpc.service_config", json.dumps(SERVICE_CONFIG)),
    ("grpc.enable_retries", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.max_receive_message_length", MESSAGE_BYTES_MAX),
]


class Backend:
    """The services of game_state and of the director as plain calls."""

    def __init__(self, target: str, director: str) -> None:
        """Open the channels to any gRPC targets; they connect by themselves and again after a break."""
        self._calls = calls()
        self._channel, self._directors = self._calls.wait(lambda: _open(target, director))
        self._match: Any = MatchServiceStub(self._channel)
        self._catalog: Any = CatalogServiceStub(self._channel)
        self._analysis: Any = AnalysisServiceStub(self._channel)
        self._tournament: Any = TournamentServiceStub(self._directors)
        self._series: Any = SeriesServiceStub(self._directors)
        self._rating: Any = RatingServiceStub(self._directors)

    def match(self, method: str, request: Any, seconds: float | None = None) -> Any:
        """Call a method of MatchService for the caller of this web request; raises grpc.RpcError."""
        return self._call(getattr(self._match, method), request, metadata(), seconds)

    def catalog(self, method: str, request: Any, seconds: float | None = None) -> Any:
        """Call a method of CatalogService; raises grpc.RpcError."""
        return self._call(getattr(self._catalog, method), request, tuple(trail.carried().items()), seconds)

    def analyse(self, request: Any, seconds: float) -> Any:
        """Have a decision analysed for the caller of this web request; raises grpc.RpcError."""
        return self._call(self._analysis.AnalyseDecision, request, metadata(), seconds)

    def tournament(self, method: str, request: Any) -> Any:
        """Call a method of TournamentService for the caller of this web request; raises grpc.RpcError."""
        return self._call(getattr(self._tournament, method), request, metadata())

    def rating(self, method: str, request: Any) -> Any:
        """Call a method of RatingService for the caller of this web request; raises grpc.RpcError."""
        return self._call(getattr(self._rating, method), request, metadata())

    def series(self, method: str, request: Any) -> Any:
        """Call a method of SeriesService for the caller of this web request; raises grpc.RpcError."""
        return self._call(getattr(self._series, method), request, metadata())

    def stream_series(self, method: str, request: Any, metadata: Metadata) -> Stream:
        """Open a stream of SeriesService; it lasts until it is cancelled or has come to its end."""
        return self._stream(getattr(self._series, method), request, metadata)

    def watch_tournament(self, request: Any, metadata: Metadata) -> Stream:
        """Open a stream of a tournament's entries; it lasts until it is cancelled or the tournament is over."""
        return self._stream(self._tournament.WatchTournament, request, metadata)

    def watch_account(self, request: Any, metadata: Metadata) -> Stream:
        """Open a stream of the caller's events; it lasts until it is cancelled."""
        return self._stream(self._match.WatchAccount, request, metadata)

    def watch(self, request: Any, metadata: Metadata) -> Items:
        """Open a stream of what happens in a match; it lasts until it is cancelled or the match has ended."""
        return Items(self._stream(self._match.WatchEvents, request, metadata))

    def _call(self, method: Any, request: Any, metadata: Metadata, seconds: float | None = None) -> Any:
        return self._calls.wait(
            lambda: method(request, timeout=seconds or CALL_S_MAX, metadata=metadata),
            is_patient=(seconds or 0) > CALL_S_MAX,
        )

    def _stream(self, method: Any, request: Any, metadata: Metadata) -> Stream:
        return Stream(self._calls, lambda: method(request, metadata=metadata))


async def _open(*targets: str) -> list[grpc.aio.Channel]:
    """Open channels on the loop that they will work on."""
    return [grpc.aio.insecure_channel(target, options=CHANNEL_OPTIONS) for target in targets]


def metadata() -> Metadata:
    """Return what goes along with every call for the caller of this web request: the token, and the request's id."""
    return (("authorization", f"Bearer {flask.g.token}"), *trail.carried().items())


def backend() -> Backend:
    """Return the connection to game_state."""
    found: Backend = flask.current_app.extensions["backend"]
    return found
