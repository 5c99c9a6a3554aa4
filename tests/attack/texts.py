"""Texts that no honest client sends, in every place of every request that takes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import grpc
import httpx

from tests.attack.target import ANSWER_S_MAX, Outcome
from tests.support.hostile import grpc_calls, hostile_texts, rest_requests

if TYPE_CHECKING:
    from tests.attack.target import Target
    from tests.support.hostile import Call

Input = TypeVar("Input")
#: what no client may be told: that the server failed, or what stands behind it
FAULTS = {"INTERNAL", "UNKNOWN", "DATA_LOSS", "DEADLINE_EXCEEDED", "UNAVAILABLE", "UNIMPLEMENTED"}


def code_of(channel: grpc.Channel, call: Call, token: str) -> str:
    """Return the name of the status of a call."""
    make = channel.unary_stream if call.is_stream else channel.unary_unary
    ask = make(call.method, type(call.request).SerializeToString, bytes)
    try:
        answer = ask(call.request, metadata=(("authorization", f"Bearer {token}"),), timeout=ANSWER_S_MAX)
        if call.is_stream:
            list(answer)
    except grpc.RpcError as wrong:
        return str(wrong.code().name)
    return "OK"


def _some(of_all: list[Input], most: int) -> list[Input]:
    """Return up to so many, from the whole list; as its length of texts is a prime, each place gets other ones."""
    return of_all[:: -(-len(of_all) // most)]


def attack_texts_by_grpc(target: Target, inputs: int, _seed: int) -> Outcome:
    """Make every call with each text in each of its fields; if there are more than so many, with some of the texts."""
    outcome = Outcome()
    with target.open_channels() as channel_of:
        for call in _some(list(grpc_calls(target.known, hostile_texts(target.known))), inputs):
            code = code_of(channel_of(call.method), call, target.token)
            outcome.inputs += 1
            if code in FAULTS:
                outcome.failures.append(f"{code} {call.method} {call.place}")
    return outcome


def attack_texts_by_rest(target: Target, inputs: int, _seed: int) -> Outcome:
    """Make every request with each text in each place; if there are more than so many, with some of the texts."""
    outcome = Outcome()
    headers = {"Authorization": f"Bearer {target.token}", "Accept": "application/json, application/x-ndjson"}
    with httpx.Client(base_url=target.stack.url, timeout=ANSWER_S_MAX, headers=headers) as http:
        document = http.get("/docs/openapi.json").json()
        for asked in _some(list(rest_requests(document, target.known, hostile_texts(target.known))), inputs):
            got = http.request(asked.method, asked.path, **asked.options)
            outcome.inputs += 1
            if got.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
                outcome.failures.append(f"{got.status_code} {asked.method} {asked.path[:80]} {asked.place}")
    return outcome
