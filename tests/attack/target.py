"""What is attacked: an installation of its own on this machine, and a bystander who only wants to go on."""

from __future__ import annotations

import secrets
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import grpc
import httpx

from client import Client
from deploy.local.stack import Stack
from tests.support.hostile import LIGHT, Known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

#: who sends thousands of requests within seconds is else stopped before anything is tried
FREE = {
    f"ASTRARIUM_LIMIT_{name}": "100000000"
    for name in (
        "REQUESTS_PER_MINUTE_MAX",
        "VISITOR_REQUESTS_PER_MINUTE_MAX",
        "ACCOUNTS_PER_HOUR_PER_ADDRESS_MAX",
        "CHAT_MESSAGES_PER_MINUTE_MAX",
    )
}
#: in the names of the director's services
OF_DIRECTOR = ("Tournament", "Rating", "Series")
PAUSE_S = 0.02
ANSWER_S_MAX = 60.0


class Target(NamedTuple):
    """An installation, what there is on it, and the token of somebody to whom none of it belongs."""

    stack: Stack
    known: Known
    token: str

    @contextmanager
    def open_channels(self) -> Iterator[Callable[[str], grpc.Channel]]:
        """Open a channel to each gRPC service; yield what returns the one for a method."""
        with (
            grpc.insecure_channel(self.stack.grpc_target) as matches,
            grpc.insecure_channel(f"127.0.0.1:{self.stack.director_port}") as director,
        ):
            yield lambda method: director if any(word in method for word in OF_DIRECTOR) else matches


@dataclass(slots=True)
class Outcome:
    """How an attack went: how much was sent, and what should not have been answered."""

    inputs: int = 0
    failures: list[str] = field(default_factory=list)
    #: how long the longest answer took that somebody else waited for meanwhile
    longest_s: float = 0.0


def make_stack(folder: Path) -> Stack:
    """Return an installation in which nobody is stopped for sending much."""
    return Stack(folder, settings=FREE)


def make_target(stack: Stack) -> Target:
    """Return a running installation with a private match (a log, a chat), a tournament and a series on it."""
    host, stranger = (f"{kind}-{secrets.token_hex(4)}" for kind in ("host", "stranger"))
    with Client(stack.url, patience_s=0) as client:
        client.create_account(host)
        seats = [{"kind": "account"}, {"kind": "bot", "level": "random"}]
        match_id = client.create_match("roll", seats, is_private=True, starts_when_full=True)["id"]
        client.post(f"/matches/{match_id}/chat", {"text": "well"})
        config = {"name": "Cup", "game": "roll", "format": "swiss", "seats": 2}
        known = Known(
            match_id,
            client.post("/tournaments", config)["id"],
            client.post("/series", {"game": "roll", **LIGHT})["id"],
            host,
        )
    with Client(stack.url, patience_s=0) as client:
        client.create_account(stranger)
        return Target(stack, known, client.token)


class Bystander(threading.Thread):
    """Somebody who asks for one thing after the other, and remembers how long the longest answer took."""

    def __init__(self, target: Target) -> None:
        super().__init__(daemon=True)
        self._http = httpx.Client(base_url=target.stack.url, timeout=ANSWER_S_MAX)
        self._is_over = threading.Event()
        self.longest_s = 0.0
        self.failures: list[str] = []
        with Client(target.stack.url, patience_s=0) as client:
            client.create_account(f"by-{secrets.token_hex(5)}")
            self._http.headers["Authorization"] = f"Bearer {client.token}"
        self.start()

    def run(self) -> None:
        """Ask until told to stop."""
        while not self._is_over.wait(PAUSE_S):
            for path in ("/v1/accounts/me", "/v1/matches?page_size=5"):
                began = time.monotonic()
                try:
                    status = self._http.get(path).status_code
                except httpx.HTTPError as wrong:
                    self.failures.append(f"bystander: {wrong!r}")
                else:
                    if status != httpx.codes.OK:
                        self.failures.append(f"bystander: {path} {status}")
                self.longest_s = max(self.longest_s, time.monotonic() - began)

    def stop(self) -> None:
        """Let it go."""
        self._is_over.set()
        self.join(ANSWER_S_MAX)
        self._http.close()


def faults_in_logs(stack: Stack) -> list[str]:
    """Return the lines in which the server's processes tell of faults of their own; a client's mistake is none."""
    marks = ("Traceback", '"level":"error"', '"level":"critical"', '"level": "error"', '"level": "critical"')
    return [
        f"{path.name}: {line[:300]}"
        for path in sorted(stack.data.glob("log/*"))
        for line in path.read_text(errors="replace").splitlines()
        if any(mark in line for mark in marks)
    ]
