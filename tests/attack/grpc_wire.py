"""Bytes on the wire of gRPC that are almost a call: messages, metadata, and frames of HTTP/2."""

from __future__ import annotations

import random
import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

import grpc
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from tests.attack.target import ANSWER_S_MAX, Outcome
from tests.support.hostile import MODULES, grpc_calls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.attack.target import Target

    Chance = random.Random

CALLS = 4
#: a damaged request may well ask for something to wait for
WAIT_S = 2.0
FAULTS = {"INTERNAL", "UNKNOWN", "DATA_LOSS", "UNAVAILABLE"}
CLASS_NAMES = ("<class", "Error:", "Exception")
METADATA: tuple[tuple[str, str | bytes], ...] = (
    ("authorization", "Bearer"),
    ("authorization", "Basic x"),
    ("authorization", "Bearer " + "x" * 4000),
    ("authorization", "Bearer a b c"),
    ("authorization-bin", b"\xff\xfe"),
    ("x-request-id", "../../" + "y" * 500),
    ("traceparent", "00-zz-zz-zz"),
    ("tracestate", "=" * 500),
    ("grpc-trace-bin", b"\0\1\2"),
    ("grpc-tags-bin", b"\xff" * 50),
    ("user-agent", " ~ "),
)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION = (0, 1, 3, 4, 5, 6, 7, 8, 9)
END_STREAM, END_HEADERS = 1, 4


def _damage(chance: Chance, raw: bytes) -> bytes:
    """Return a message of which bytes are changed, cut off or put in; or bytes that never were one."""
    if chance.random() < 0.2:
        return chance.randbytes(chance.randint(1, 200))
    damaged = bytearray(raw or b"\x0a\x01a")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(damaged))
        match chance.randrange(4):
            case 0:
                damaged[at] ^= 1 << chance.randrange(8)
            case 1:
                damaged[at:at] = chance.randbytes(chance.randint(1, 6))
            case 2:
                damaged += b"\x0a\xff\xff\xff\x7f"
            case _:
                del damaged[max(1, at) :]
    return bytes(damaged)


def _methods(target: Target) -> list[tuple[str, bytes, bool]]:
    """Return every method with a request of its, and whether its answers are a stream."""
    own = {call.method: call for call in grpc_calls(target.known, ["a"])}
    known = {name: (call.request.SerializeToString(), call.is_stream) for name, call in own.items()}
    for module in (*MODULES, health_pb2, reflection_pb2):
        for service in module.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                if not method.client_streaming:
                    known.setdefault(f"/{service.full_name}/{method.name}", (b"", method.server_streaming))
    return [(name, raw, is_stream) for name, (raw, is_stream) in sorted(known.items())]


def _call(
    channel: grpc.Channel, method: str, raw: bytes, metadata: Iterable[tuple[str, str | bytes]], *, is_stream: bool
) -> str:
    """Make a call with these bytes; return what was wrong with the answer, or ""."""
    make: Callable[..., Callable[..., object]] = channel.unary_stream if is_stream else channel.unary_unary
    ask = make(method, request_serializer=bytes, response_deserializer=bytes)
    try:
        answer = ask(raw, metadata=tuple(metadata), timeout=WAIT_S)
        if is_stream:
            next(answer, None)
            answer.cancel()
    except grpc.RpcError as wrong:
        code, text = wrong.code().name, str(wrong.details())
        if code in FAULTS or any(name in text for name in CLASS_NAMES):
            return f"{code} {text[:120]!r} from {method} to {raw[:60]!r} {metadata}"
    return ""


def attack_messages(target: Target, inputs: int, seed: int) -> Outcome:
    """Call every method with damaged requests, and with metadata that make no sense."""
    methods = _methods(target)
    own = ("authorization", f"Bearer {target.token}")
    with target.open_channels() as channel_of, ThreadPoolExecutor(CALLS) as pool:

        def call(number: int) -> str:
            chosen = random.Random(seed * 1_000_003 + number)
            method, raw, is_stream = methods[number % len(methods)]
            metadata = [own] if chosen.random() < 0.8 else chosen.sample(METADATA, 2)
            return _call(channel_of(method), method, _damage(chosen, raw), metadata, is_stream=is_stream)

        return Outcome(inputs, [each for each in pool.map(call, range(inputs)) if each])


# -- frames ----------------------------------------------------------------------------------------


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes((kind, flags)) + struct.pack(">I", stream) + payload


def _field(name: bytes, value: bytes) -> bytes:
    """Return a header as HPACK has it: literal, in no table, not compressed."""
    return b"\0" + _length(name) + name + _length(value) + value


def _length(text: bytes) -> bytes:
    if len(text) < 0x7F:
        return bytes((len(text),))
    rest, more = len(text) - 0x7F, bytearray(b"\x7f")
    while rest >= 0x80:
        more.append(rest % 0x80 | 0x80)
        rest //= 0x80
    return bytes((*more, rest))


def _headers(target: Target, **changed: bytes) -> bytes:
    fields = {
        b":method": b"POST",
        b":scheme": b"http",
        b":path": b"/astrarium.v1.MatchService/GetMatch",
        b":authority": b"localhost",
        b"content-type": b"application/grpc",
        b"te": b"trailers",
        b"authorization": b"Bearer " + target.token.encode(),
    }
    # As names of arguments: path for :path, x_bin for x-bin.
    pseudo = {"path", "method", "scheme", "authority"}
    fields |= {(f":{name}" if name in pseudo else name.replace("_", "-")).encode(): changed[name] for name in changed}
    return b"".join(_field(name, value) for name, value in fields.items())


def call_frames(target: Target, **changed: bytes) -> bytes:
    """Return what a client sends for a call of GetMatch, with some of its headers changed."""
    message = b"\x0a\x0c" + target.known.match_id.encode()
    return (
        PREFACE
        + _frame(SETTINGS, 0, 0, b"")
        + _frame(HEADERS, END_HEADERS, 1, _headers(target, **changed))
        + _frame(DATA, END_STREAM, 1, b"\0" + struct.pack(">I", len(message)) + message)
    )


def send_frames(target: Target, raw: bytes) -> None:
    """Send bytes to game_state and read until it hangs up; raise OSError if it can't be reached for a while."""
    host, port = target.stack.grpc_target.rsplit(":", 1)
    with _connect(host, int(port)) as connection, suppress(OSError):
        connection.sendall(raw)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass


def _connect(host: str, port: int) -> socket.socket:
    """Return a connection; a server that starts anew may be away for a moment."""
    until = time.monotonic() + ANSWER_S_MAX
    while True:
        try:
            return socket.create_connection((host, port), timeout=WAIT_S)
        except ConnectionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _conversation(target: Target, chance: Chance) -> bytes:
    """Return what a client sends: a call that is wrong in its headers, its message's prefix, or its frames."""
    odd = chance.choice(
        (
            {},
            {"grpc_timeout": chance.choice((b"", b"-1S", b"99999999999999S", b"5x", b"1e3S"))},
            {"grpc_encoding": chance.choice((b"gzip", b"nonsense", b"\xff"))},
            {"content_type": chance.choice((b"", b"text/html", b"application/grpc+json", b"application/grpc;\xff"))},
            {"x_bin": b"%%%", "traceparent": b"\xff" * 20},
            {"path": b"/astrarium.v1.MatchService\xb1/GetMatch"} if chance.random() < 0.1 else {},
            {"x": b"y" * chance.choice((1, 9_000, 70_000))},
        )
    )
    message = b"\x0a\x0c" + target.known.match_id.encode()
    prefix = chance.choice((b"\0", b"\1", b"\xff")) + struct.pack(
        ">I", chance.choice((len(message), len(message), 0, 5, 2**31, 2**32 - 1))
    )
    frames = [
        _frame(SETTINGS, 0, 0, b""),
        _frame(HEADERS, END_HEADERS, 1, _headers(target, **odd)),
        _frame(DATA, END_STREAM, 1, prefix + message),
    ]
    others = (
        _frame(RST, 0, 1, b"\0\0\0\x08"),
        _frame(WINDOW, 0, 0, b"\x7f\xff\xff\xff"),
        _frame(WINDOW, 0, 1, b"\0\0\0\0"),
        _frame(PING, 0, 0, b"x" * chance.choice((7, 8))),
        _frame(CONTINUATION, END_HEADERS, 1, b"\0"),
        _frame(PUSH, END_HEADERS, 1, b"\0\0\0\x02"),
        _frame(GOAWAY, 0, 0, b"\0" * 8),
        _frame(chance.randrange(256), chance.randrange(256), chance.randrange(8), chance.randbytes(20)),
        _frame(SETTINGS, 0, 0, chance.randbytes(chance.choice((5, 6, 12)))),
    )
    for _ in range(chance.randrange(3)):
        frames.insert(chance.randint(0, len(frames)), chance.choice(others))
    raw = bytearray(PREFACE + b"".join(frames))
    if chance.random() < 0.4:
        raw[chance.randrange(len(raw))] = chance.randrange(256)
    return bytes(raw[: chance.randint(1, len(raw))] if chance.random() < 0.2 else raw)


def attack_frames(target: Target, inputs: int, seed: int) -> Outcome:
    """Send conversations in damaged frames to game_state, which must neither end nor tell of faults in its log.

    What it answers is for the library that reads the frames; nobody waits for it here.
    """
    chance, outcome = random.Random(seed), Outcome(inputs)
    for _ in range(inputs):
        raw = _conversation(target, chance)
        try:
            send_frames(target, raw)
        except OSError as wrong:
            outcome.failures.append(f"{wrong!r} before {raw[:60]!r}")
    return outcome
