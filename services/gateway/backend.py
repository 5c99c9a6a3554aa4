"""Calls to other services: one channel each, with the caller's token, and with retries while a replica is away."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

import flask
import grpc
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub

from protos.astrarium.v1.analysis_pb2_grpc import AnalysisServiceStub
from protos.astrarium.v1.catalog_pb2_grpc import CatalogServiceStub
from protos.astrarium.v1.director_pb2_grpc import RatingServiceStub, TournamentServiceStub
from protos.astrarium.v1.match_pb2_grpc import MatchServiceStub
from protos.astrarium.v1.operator_pb2_grpc import OperatorServiceStub
from protos.astrarium.v1.series_pb2_grpc import SeriesServiceStub
from services.gateway.caller import accounts, visitors
from services.gateway.grpc_loop import Items, Stream, calls
from services.shared import trail
from services.shared.tokens import GATEWAY

if TYPE_CHECKING:
    from grpc.aio import UnaryStreamMultiCallable, UnaryUnaryMultiCallable

    from protos.astrarium.v1 import match_pb2

    Metadata = tuple[tuple[str, str], ...]

Request = TypeVar("Request")
Answer = TypeVar("Answer")

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
        # If no worker takes an analysis, the caller is told; it is not tried again.
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
        self._health: Any = HealthStub(self._channel)  # Any: its methods are set when it is made
        self.matches = MatchServiceStub(self._channel)
        self.catalog = CatalogServiceStub(self._channel)
        self.analyses = AnalysisServiceStub(self._channel)
        self.operator = OperatorServiceStub(self._channel)
        self.tournaments = TournamentServiceStub(self._directors)
        self.series = SeriesServiceStub(self._directors)
        self.ratings = RatingServiceStub(self._directors)

    def ask(self, method: UnaryUnaryMultiCallable[Request, Answer], request: Request, wait_s: float = 0.0) -> Answer:
        """Call a method for the caller of this web request, which may wait by itself; raises grpc.RpcError."""
        sent = metadata()
        return self._calls.wait(
            lambda: method(request, timeout=CALL_S_MAX + wait_s, metadata=sent), is_patient=wait_s > 0
        )

    def look_up(self, method: UnaryUnaryMultiCallable[Request, Answer], request: Request) -> Answer:
        """Call a method that needs no token; raises grpc.RpcError."""
        sent = _proof()
        return self._calls.wait(lambda: method(request, timeout=CALL_S_MAX, metadata=sent))

    def is_serving(self, seconds: float) -> bool:
        """Whether game_state says within that time that it serves."""
        try:
            found = self._calls.wait(lambda: self._health.Check(health_pb2.HealthCheckRequest(), timeout=seconds))
        except grpc.RpcError:
            return False
        return bool(found.status == health_pb2.HealthCheckResponse.SERVING)

    def stream(
        self, method: UnaryStreamMultiCallable[Request, Answer], request: Request, metadata: Metadata
    ) -> Stream[Request, Answer]:
        """Open a stream; it lasts until it is cancelled or has come to its end."""
        return Stream(self._calls, lambda: method(request, metadata=metadata))

    def watch(self, request: match_pb2.WatchEventsRequest, metadata: Metadata) -> Items:
        """Open a stream of what happens in a match; it lasts until it is cancelled or the match has ended."""
        return Items(self.stream(self.matches.WatchEvents, request, metadata))


async def _open(*targets: str) -> list[grpc.aio.Channel]:
    """Open channels on the loop that they will work on."""
    return [grpc.aio.insecure_channel(target, options=CHANNEL_OPTIONS) for target in targets]


def metadata() -> Metadata:
    """Return the metadata of every call for the caller of this web request: tokens, and the request's id."""
    return (("authorization", f"Bearer {flask.g.token}"), *_proof())


def _proof() -> Metadata:
    """Return the metadata of every call: what tells that it comes from a gateway, and the request's id."""
    return ((GATEWAY, visitors().find_proof(accounts())), *trail.carry().items())


def backend() -> Backend:
    """Return the connection to game_state."""
    found: Backend = flask.current_app.extensions["backend"]
    return found
