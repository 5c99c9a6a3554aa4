"""A small client of the REST interface, for the demonstration, the terminal and the tests."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import httpx

if TYPE_CHECKING:
    from collections.abc import Iterator

#: an answer of the interface: the OpenAPI document describes its members
Json: TypeAlias = Any
WAIT_S = 20
TIMEOUT_S = 40.0
SILENCE_S_MAX = 15.0
RESUME_S = 0.3
RESUME_S_MAX = 60.0


class Refused(Exception):
    """The server refused; `problem` is its whole answer, `error` the word for programs."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        """Keep the HTTP status and the problem details."""
        self.status = status
        self.problem = problem
        self.error = str(problem.get("error", "Internal"))
        super().__init__(str(problem.get("detail", f"the server answered {status}")))


class Client:
    """One account's connection to a gateway. Paths are relative to `/v1`."""

    def __init__(self, url: str, token: str | None = None, transport: httpx.BaseTransport | None = None) -> None:
        """Connect to the gateway at *url*; *token* may come later from `create_account`."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=f"{url}/v1", headers=headers, timeout=TIMEOUT_S, transport=transport)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self.http.close()

    @property
    def token(self) -> str:
        """The token in use."""
        return str(self.http.headers.get("Authorization", "")).removeprefix("Bearer ")

    def request(
        self,
        method: str,
        path: str,
        *,
        params: dict[str, Any] | None = None,
        json: object = None,
        headers: dict[str, str] | None = None,
    ) -> Json:
        """Send a request and return the JSON of its answer; raise Refused or httpx.TransportError."""
        got = self.http.request(method, path, params=params, json=json, headers=headers)
        return _read_answer(got)

    def get(self, path: str, **query: object) -> Json:
        """Get a resource."""
        return self.request("GET", path, params={name: value for name, value in query.items() if value is not None})

    def post(self, path: str, body: object = None, *, key: str | None = None) -> Json:
        """Post *body*; a repetition with the same idempotency *key* is carried out once."""
        headers = {"Idempotency-Key": key} if key else {}
        return self.request("POST", path, json={} if body is None else body, headers=headers)

    def create_account(self, name: str, kind: str = "person") -> dict[str, Any]:
        """Make an account and use its token from here on."""
        made: dict[str, Any] = self.post("/accounts", {"name": name, "kind": kind})
        self.http.headers["Authorization"] = f"Bearer {made['token']}"
        return made

    def create_match(self, game: str, seats: list[dict[str, Any]], **options: object) -> dict[str, Any]:
        """Make a match; *options* are further members of the body."""
        made: dict[str, Any] = self.post("/matches", {"game": game, "seats": seats, **options})
        return made

    def match(self, match_id: str) -> dict[str, Any]:
        """Get a match."""
        got: dict[str, Any] = self.get(f"/matches/{match_id}")
        return got

    def decision(self, match_id: str, wait_s: float = WAIT_S, seat: int | None = None) -> dict[str, Any]:
        """Wait until the seat owes a decision or the match is over, or the time is up."""
        got: dict[str, Any] = self.get(f"/matches/{match_id}/decision", wait_s=wait_s, seat=seat)
        return got

    def submit(
        self, match_id: str, version: int, *actions: dict[str, Any] | str, key: str | None = None, **body: object
    ) -> dict[str, Any]:
        """Submit actions, objects or notations, all or none."""
        body |= {"version": version, "actions": list(actions)}
        got: dict[str, Any] = self.post(f"/matches/{match_id}/actions", body, key=key)
        return got

    def lines(self, match_id: str, since: int = 0, seat: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the lines of the event stream until the match is over, resuming where it drops."""
        heard = time.monotonic()
        while True:
            try:
                for line in self._lines_once(match_id, since, seat):
                    heard = time.monotonic()
                    since = line.get("cursor", since)
                    yield line
                    if line["type"] == "match" and line["match"]["status"] == "over":
                        return
            except httpx.TransportError:
                if time.monotonic() - heard > RESUME_S_MAX:
                    raise
            time.sleep(RESUME_S)

    def lines_so_far(self, match_id: str, since: int = 0, seat: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the lines that there are after *since*, and end."""
        return self._lines_once(match_id, since, seat, follow="false")

    def _lines_once(self, match_id: str, since: int, seat: int | None, **query: str | int) -> Iterator[dict[str, Any]]:
        query |= {"since": since} | ({} if seat is None else {"seat": seat})
        timeout = httpx.Timeout(TIMEOUT_S, read=SILENCE_S_MAX)
        headers = {"Accept": "application/x-ndjson"}
        path = f"/matches/{match_id}/events"
        with self.http.stream("GET", path, params=query, headers=headers, timeout=timeout) as answer:
            if not answer.is_success:
                answer.read()
                _read_answer(answer)
            for line in answer.iter_lines():
                yield json.loads(line)


def _read_answer(answer: httpx.Response) -> Json:
    """Return an answer's JSON, or raise Refused with its problem details."""
    if answer.is_success:
        return answer.json() if answer.content else None
    try:
        problem = answer.json()
    except ValueError:
        problem = {}
    raise Refused(answer.status_code, problem if isinstance(problem, dict) else {})
