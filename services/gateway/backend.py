"""Calls to game_state: one channel, tried again while a replica is away, with the caller's token."""

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
from services.shared import trail

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        self._channel = grpc.insecure_channel(target, options=CHANNEL_OPTIONS)
        self._match: Any = MatchServiceStub(self._channel)
        self._catalog: Any = CatalogServiceStub(self._channel)
        self._analysis: Any = AnalysisServiceStub(self._channel)
        self._directors = grpc.insecure_channel(director, options=CHANNEL_OPTIONS)
        self._tournament: Any = TournamentServiceStub(self._directors)
        self._series: Any = SeriesServiceStub(self._directors)
        self._rating: Any = RatingServiceStub(self._directors)

    def match(self, method: str, request: Any, seconds: float | None = None) -> Any:
        """Call a method of MatchService for the caller of this web request; raises grpc.RpcError."""
        return getattr(self._match, method)(request, timeout=seconds or CALL_S_MAX, metadata=metadata())

    def catalog(self, method: str, request: Any, seconds: float | None = None) -> Any:
        """Call a method of CatalogService; raises grpc.RpcError."""
        return getattr(self._catalog, method)(
            request, timeout=seconds or CALL_S_MAX, metadata=tuple(trail.carried().items())
        )

    def analyse(self, request: Any, seconds: float) -> Any:
        """Have a decision analysed for the caller of this web request; raises grpc.RpcError."""
        return self._analysis.AnalyseDecision(request, timeout=seconds, metadata=metadata())

    def tournament(self, method: str, request: Any) -> Any:
        """Call a method of TournamentService for the caller of this web request; raises grpc.RpcError."""
        return getattr(self._tournament, method)(request, timeout=CALL_S_MAX, metadata=metadata())

    def rating(self, method: str, request: Any) -> Any:
        """Call a method of RatingService for the caller of this web request; raises grpc.RpcError."""
        return getattr(self._rating, method)(request, timeout=CALL_S_MAX, metadata=metadata())

    def series(self, method: str, request: Any) -> Any:
        """Call a method of SeriesService for the caller of this web request; raises grpc.RpcError."""
        return getattr(self._series, method)(request, timeout=CALL_S_MAX, metadata=metadata())

    def stream_series(self, method: str, request: Any) -> Any:
        """Open a stream of SeriesService; it lasts until it is cancelled or has come to its end."""
        return getattr(self._series, method)(request, metadata=metadata())

    def watch_tournament(self, request: Any) -> Any:
        """Open a stream of a tournament's entries; it lasts until it is cancelled or the tournament is over."""
        return self._tournament.WatchTournament(request, metadata=metadata())

    def watch_account(self, request: Any, metadata: Metadata) -> Any:
        """Open a stream of the caller's events; it lasts until it is cancelled."""
        return self._match.WatchAccount(request, metadata=metadata)

    def watch(self, request: Any, metadata: Metadata) -> Iterator[Any]:
        """Open a stream of events; it lasts until it is cancelled or the match has ended."""
        stream: Iterator[Any] = self._match.WatchEvents(request, metadata=metadata)
        return stream


def metadata() -> Metadata:
    """Return what goes along with every call for the caller of this web request: the token, and the request's id."""
    return (("authorization", flask.request.headers["Authorization"]), *trail.carried().items())


def backend() -> Backend:
    """Return the connection to game_state."""
    found: Backend = flask.current_app.extensions["backend"]
    return found
