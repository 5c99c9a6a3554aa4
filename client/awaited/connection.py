"""One account's connection to a gateway: calls that are repeated, streams that are resumed."""

from __future__ import annotations

import json as json_text
import secrets
from typing import TYPE_CHECKING, Any, Self

import anyio
import httpx

from client.answers import check_answer, read_answer
from client.patience import PATIENCE_S, Patience
from client.refused import Refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from client.answers import Json
    from client.following import StreamPlace

TIMEOUT_S = 40.0
#: a stream says something every few seconds; one that is silent for longer has broken
SILENCE_S_MAX = 15.0
REPEATABLE = {"GET", "HEAD", "PUT", "DELETE"}


class AsyncConnection:
    """Sends requests to a gateway with an account's token. Paths are relative to `/v1`."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience_s: float = PATIENCE_S,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Connect to the gateway at *url*; *token* may come later from `create_account`.

        A call that fails because the server is away or busy is repeated for *patience_s* seconds (0: never), and a
        stream that breaks is resumed.
        """
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.patience_s = patience_s
        self.http = httpx.AsyncClient(
            base_url=f"{url.rstrip('/')}/v1",
            headers=headers,
            timeout=TIMEOUT_S,
            transport=transport,
            limits=httpx.Limits(max_connections=None),
        )

    async def __aenter__(self) -> Self:
        """Return itself."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connections."""
        await self.http.aclose()

    @property
    def token(self) -> str:
        """The token in use."""
        return str(self.http.headers.get("Authorization", "")).removeprefix("Bearer ")

    @token.setter
    def token(self, token: str) -> None:
        self.http.headers["Authorization"] = f"Bearer {token}"

    async def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        json: object = None,
        headers: dict[str, str] | None = None,
        is_repeatable: bool | None = None,
    ) -> httpx.Response:
        """Send a request and return its answer; raise Refused or httpx.TransportError.

        *is_repeatable*: whether it may be sent again though it may have been carried out; by default the method says.
        """
        if is_repeatable is None:
            is_repeatable = method in REPEATABLE
        patience = Patience(self.patience_s, is_repeatable=is_repeatable)
        while True:
            try:
                got = await self.http.request(method, path, params=params, json=json, headers=headers)
                check_answer(got)
            except (httpx.TransportError, Refused) as failure:
                await anyio.sleep(patience.pause_after(failure))
            else:
                return got

    async def get(self, path: str, **query: object) -> Json:
        """Get a resource; members of the query that are None are left out."""
        return read_answer(await self.request("GET", path, params=_write_query(query)))

    async def post(self, path: str, body: object = None, *, key: str | None = None) -> Json:
        """Post *body*; a repetition with the same idempotency *key* is carried out once.

        Without a key it is repeated only if it certainly was not carried out.
        """
        headers = {"Idempotency-Key": key} if key else {}
        body = {} if body is None else body
        return read_answer(await self.request("POST", path, json=body, headers=headers, is_repeatable=key is not None))

    async def post_once(self, path: str, body: object = None, *, key: str | None = None) -> Json:
        """Post *body* so that it is carried out once however often it is repeated: with a new key if none is given."""
        return await self.post(path, body, key=key or secrets.token_hex(16))

    async def post_again(self, path: str, body: object = None) -> Json:
        """Post *body* where a repetition changes nothing."""
        return read_answer(await self.request("POST", path, json={} if body is None else body, is_repeatable=True))

    async def put(self, path: str, body: object) -> Json:
        """Put *body* in the place of what is there."""
        return read_answer(await self.request("PUT", path, json=body))

    async def delete(self, path: str, **query: object) -> None:
        """Delete a resource."""
        await self.request("DELETE", path, params=_write_query(query))

    async def follow(self, path: str, place: StreamPlace, **query: object) -> AsyncIterator[Json]:
        """Yield the lines of a stream from *place* on, each once, until it is complete; breaks are mended."""
        patience = Patience(self.patience_s, is_repeatable=True)
        while True:
            try:
                async for line in self._lines(path, {**_write_query(query), **place.query()}):
                    patience.renew()
                    if place.passes(line):
                        yield line
            except (httpx.TransportError, Refused) as failure:
                await anyio.sleep(patience.pause_after(failure))
            else:
                return

    async def _lines(self, path: str, query: dict[str, Any]) -> AsyncIterator[Json]:
        timeout = httpx.Timeout(TIMEOUT_S, read=SILENCE_S_MAX)
        headers = {"Accept": "application/x-ndjson"}
        async with self.http.stream("GET", path, params=query, headers=headers, timeout=timeout) as answer:
            if not answer.is_success:
                await answer.aread()
                check_answer(answer)
            async for line in answer.aiter_lines():
                yield json_text.loads(line)


def _write_query(query: Mapping[str, object]) -> dict[str, Any]:
    """Return what a query says, in words of the interface."""
    return {name: _write_value(value) for name, value in query.items() if value is not None}


def _write_value(value: object) -> object:
    return json_text.dumps(value) if isinstance(value, bool | dict) else value
