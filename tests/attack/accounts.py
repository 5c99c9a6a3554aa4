"""Calls with tokens that are none, bodies that never come to their end, and one account that wants all bots."""

from __future__ import annotations

import asyncio
import itertools
import re
import resource
import secrets
import socket
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import grpc
import httpx

from bench.fairness import new_caller
from client import Client
from tests.attack.target import ANSWER_S_MAX, Outcome
from tests.support.hostile import grpc_calls, rest_requests

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.fairness import Caller
    from tests.attack.target import Target
    from tests.support.hostile import Asked, Call

HALF_BODY = b'POST /v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"name": '
STATUS = re.compile(rb"HTTP/1\.1 ([0-9]{3}) ")
#: open files beside those of the half-sent bodies
FILES_BESIDE = 500
PLAYED_S = 20.0
CUP = {"name": "Cup", "game": "roll", "format": "swiss", "seats": 2, "rounds": 9}
CUP_BOTS = 16


def _headers(target: Target) -> list[str]:
    """Return what stands where a token should: nothing that the server has given to anybody, or has no more."""
    with Client(target.stack.url) as gone:
        gone.create_account(f"gone-{secrets.token_hex(4)}")
        revoked = gone.token
        own = {"Authorization": f"Bearer {revoked}"}
        httpx.delete(f"{target.stack.url}/v1/accounts/me/tokens/this", headers=own).raise_for_status()
    return [
        *("Bearer", "Bearer a b c", "Basic YTpi", "bearer:" + target.token, target.token),
        *(f"Bearer {revoked}", f"Bearer {target.token}x", f"Bearer {target.token[:-1]}", "Bearer " + "x" * 4_000),
        *("Bearer *", "Bearer ~director", "Bearer astrarium:token:*", f"Bearer {target.token.swapcase()}"),
    ]


def _each_route(document: dict[str, object], target: Target) -> Iterator[Asked]:
    """Yield one good request for each route and method."""
    seen = set()
    for asked in rest_requests(document, target.known, ["well"]):
        name = asked.method, asked.path
        if name not in seen:
            seen.add(name)
            yield asked


def _each_call(target: Target) -> Iterator[Call]:
    """Yield one call of each method."""
    for _, calls in itertools.groupby(grpc_calls(target.known, ["well"]), lambda call: call.method):
        yield next(calls)


def attack_tokens(target: Target, inputs: int, _seed: int) -> Outcome:
    """Make every request and call with what is no token: none may be carried out, and each is told why."""
    outcome, held = Outcome(), _headers(target)
    with httpx.Client(base_url=target.stack.url, timeout=ANSWER_S_MAX) as http:
        document = http.get("/docs/openapi.json").json()
        for asked, text in itertools.islice(itertools.product(_each_route(document, target), held), inputs):
            got = http.request(
                asked.method, asked.path, **asked.options | {"headers": {"Authorization": text.encode()}}
            )
            outcome.inputs += 1
            if asked.path.startswith("/v1/") and got.status_code not in range(400, 500):
                outcome.failures.append(f"{got.status_code} {asked.method} {asked.path[:80]} with {text[:40]!r}")
    with target.open_channels() as channel_of:
        for call, text in itertools.islice(itertools.product(_each_call(target), held), inputs):
            code = _code_of(channel_of(call.method), call, text)
            outcome.inputs += 1
            if code != "UNAUTHENTICATED" and "CatalogService" not in call.method:
                outcome.failures.append(f"{code} {call.method} with {text[:40]!r}")
    return outcome


def _code_of(channel: grpc.Channel, call: Call, authorization: str) -> str:
    make = channel.unary_stream if call.is_stream else channel.unary_unary
    ask = make(call.method, type(call.request).SerializeToString, bytes)
    try:
        answer = ask(call.request, metadata=(("authorization", authorization),), timeout=ANSWER_S_MAX)
        if call.is_stream:
            list(answer)
    except grpc.RpcError as wrong:
        return str(wrong.code().name)
    return "OK"


def attack_half_bodies(target: Target, inputs: int, _seed: int) -> Outcome:
    """Hold so many requests open at once whose bodies don't come; each is refused in the end."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, inputs + FILES_BESIDE)), hard))
    address, outcome = urlsplit(target.stack.url), Outcome(inputs)
    with ExitStack() as held:
        sent = []
        for _ in range(inputs):
            connection = socket.create_connection((address.hostname or "", address.port or 0), timeout=ANSWER_S_MAX)
            held.enter_context(connection)
            connection.sendall(HALF_BODY)
            sent.append(connection)
        for connection in sent:
            answer = b""
            with suppress(OSError):
                answer = connection.recv(65536)
            status = STATUS.match(answer)
            if status is None or int(status[1]) not in range(400, 500):
                outcome.failures.append(f"{answer[:80]!r} to a body that did not come")
    return outcome


def attack_by_greed(target: Target, inputs: int, _seed: int) -> Outcome:
    """Have bots play so many matches of one account, while another one plays against a bot and waits for it."""
    return asyncio.run(_be_greedy(target, inputs))


async def _be_greedy(target: Target, inputs: int) -> Outcome:
    async with new_caller(target.stack) as greedy, new_caller(target.stack) as caller:
        made = await greedy.keep_busy(inputs)
        return await _play_beside(caller, len(made))


def attack_by_hosting(target: Target, inputs: int, _seed: int) -> Outcome:
    """Have one account host so many tournaments of bots, while another one plays against a bot and waits for it."""
    with Client(target.stack.url, patience_s=0) as host:
        host.create_account(f"host-{secrets.token_hex(4)}")
        made = [host.post("/tournaments", CUP)["id"] for _ in range(inputs)]
        for tournament_id in made:
            host.post(f"/tournaments/{tournament_id}/bots", {"level": "random", "count": CUP_BOTS})
            host.post(f"/tournaments/{tournament_id}/start", {})
        outcome = asyncio.run(_wait_beside(target, len(made)))
        for tournament_id in made:
            host.post(f"/tournaments/{tournament_id}/finish", {})
    return outcome


async def _wait_beside(target: Target, inputs: int) -> Outcome:
    async with new_caller(target.stack) as caller:
        return await _play_beside(caller, inputs)


async def _play_beside(caller: Caller, inputs: int) -> Outcome:
    """Play for a while; return how long a bot was waited for, beside so many things that another account wants."""
    waited = await caller.play_for(PLAYED_S)
    failures = [] if len(waited) > 1 else [f"a bot answered {len(waited)} times in {PLAYED_S:g} s"]
    return Outcome(inputs, failures, longest_s=max(waited, default=0.0))
