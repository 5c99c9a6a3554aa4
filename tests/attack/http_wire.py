"""Bytes on the gateway's wire that are almost HTTP: chunks, lengths, percent signs, lines, and plain damage."""

from __future__ import annotations

import random
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.attack.target import ANSWER_S_MAX, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.attack.target import Target

    Chance = random.Random

CONNECTIONS = 4
STATUS_LINE = re.compile(rb"HTTP/1\.1 ([0-9]{3}) ")
SERVER_ERROR = 500
BODY = b'{"game":"roll","seats":[{"kind":"account"},{"kind":"bot","level":"random"}]}'
FULL_WIDTH = "\uff15".encode()
SIZES = (
    *(b"zz", b"-1", b"+5", b"0x5", b" 5", b"5 ", b"", b"f" * 16, b"f" * 40, b"00000000000000000005", b"5;a=b"),
    *(b'5;a="', b"5;\0", b"5;a\r", b"5\n", b"\xff\xfe", FULL_WIDTH, b"1" * 9000, b"5,5", b"1e1", b"NaN"),
)
LENGTHS = (
    *(b"-1", b"+5", b"5, 5", b"5 5", b"0x5", b"abc", b"", b"9" * 25, b"1e3", FULL_WIDTH, b"65537", b"5\0", b"\t"),
    *(b"5\r\nContent-Length: 6", b"5\r\nTransfer-Encoding: chunked", b"0"),
)
CODINGS = (b"chunked, chunked", b"gzip", b"identity", b"xchunked", b"chunked\0", b"", b"chunked;q=1", b"\x0bchunked")
QUOTED = (
    *(b"%", b"%0", b"%zz", b"%00", b"%ff%fe", b"%c0%af", b"%2f..%2f", b"%0d%0aX:%20y", b"%25%32%66", b"%u0061", b"%E2"),
    *(b"\xff", b"\0", b"a" * 9000, b"%61" * 3000, b"..;/", b"//", b"?", b"#", b" ", b"%F0%9F%98", b"%ed%a0%80"),
)
HEADERS = (
    *(b"A b: c", b": empty", b"A:\0", b"A\0: b", b"A: b\r\n folded", b"A", b"A: \xff\xfe", b"X: " + b"y" * 70_000),
    *(b"Host: a\r\nHost: b", b"Connection: close, \0", b"Expect: 200-never", b"Upgrade: h2c", b"Accept: \x01"),
    *(b"Authorization: Bearer \xff", b"Cookie: =;=;\xff", b"Idempotency-Key: \xc3\xa9", b"Last-Event-ID: \xff"),
    *(b"traceparent: 00-zz-zz-zz", b"X-Request-ID: " + b"\xe2\x82\xac" * 40, b"Content-Type: application/json; \xff"),
)
LINES = (
    *(b"GET", b"GET /", b"GET / HTTP/9.9", b"GET / HTTP/1.1 x", b"G\0T / HTTP/1.1", b"get / HTTP/1.1", b"\x16\x03\x01"),
    *(b"PRI * HTTP/2.0", b"CONNECT a:1 HTTP/1.1", b"OPTIONS * HTTP/1.1", b"GET http://[::1 HTTP/1.1", b"\xff" * 50),
    *(b"GET //evil/../v1 HTTP/1.1", b"A" * 9000, b"GET / HTTP/1.1\n", b"POST /v1/matches HTTP/1.0"),
)


def _request(line: bytes, *headers: bytes, body: bytes = b"") -> bytes:
    return b"\r\n".join((line, b"Host: localhost", *headers, b"", b"")) + body


def _posted(*headers: bytes, body: bytes, token: bytes) -> bytes:
    own = (b"Authorization: Bearer " + token, b"Content-Type: application/json")
    return _request(b"POST /v1/matches HTTP/1.1", *own, *headers, body=body)


def _of_chunks(chance: Chance, token: bytes) -> bytes:
    size, rest = (
        chance.choice(SIZES),
        chance.choice((b"\r\n0\r\n\r\n", b"0\r\n\r\n", b"\r\n0\r\nA b\r\n\r\n", b"", b"\n0\n\n")),
    )
    before = b"%x\r\n%s\r\n" % (len(BODY), BODY) if chance.random() < 0.3 else b""
    return _posted(b"Transfer-Encoding: chunked", body=before + size + b"\r\nhello" + rest, token=token)


def _of_lengths(chance: Chance, token: bytes) -> bytes:
    name, values = chance.choice(((b"Content-Length: ", LENGTHS), (b"Transfer-Encoding: ", CODINGS)))
    return _posted(name + chance.choice(values), body=BODY, token=token)


def _of_paths(chance: Chance, token: bytes) -> bytes:
    form = chance.choice((b"/v1/matches/%s", b"/v1/%s", b"/%s", b"/v1/matches?game=%s", b"/v1/ratings/%s?game=roll"))
    line = b"GET " + form % chance.choice(QUOTED) + b" HTTP/1.1"
    return _request(line, b"Authorization: Bearer " + token)


def _of_headers(chance: Chance, token: bytes) -> bytes:
    own = [b"Authorization: Bearer " + token, chance.choice(HEADERS)]
    chance.shuffle(own)
    return _request(chance.choice((*LINES, *[b"GET /v1/matches HTTP/1.1"] * len(LINES))), *own)


def _of_damage(chance: Chance, token: bytes) -> bytes:
    """Return a good request of which some bytes are changed, left out, doubled or put in, or the end is cut off."""
    raw = bytearray(_posted(b"Content-Length: %d" % len(BODY), body=BODY, token=token))
    for _ in range(chance.randint(1, 4)):
        if not raw:
            break
        at = chance.randrange(len(raw))
        match chance.randrange(5):
            case 0:
                raw[at] = chance.randrange(256)
            case 1:
                del raw[at : at + chance.randint(1, 8)]
            case 2:
                raw[at:at] = chance.randbytes(chance.randint(1, 8))
            case 3:
                raw[at:at] = raw[at : at + chance.randint(1, 30)]
            case _:
                del raw[max(at, 1) :]
    return bytes(raw)


KINDS: tuple[Callable[[Chance, bytes], bytes], ...] = (_of_chunks, _of_lengths, _of_paths, _of_headers, _of_damage)


def make_requests(chance: Chance, token: bytes, inputs: int) -> list[bytes]:
    """Return so many damaged requests, of each kind in turn."""
    return [KINDS[number % len(KINDS)](chance, token) for number in range(inputs)]


def _exchange(host: str, port: int, raw: bytes) -> bytes:
    """Send bytes and nothing after them; return all that comes back."""
    with socket.create_connection((host, port), timeout=ANSWER_S_MAX) as connection:
        answer = bytearray()
        try:
            connection.sendall(raw)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                answer += part
        except TimeoutError:
            raise
        except OSError:
            # A server may hang up on what it can't read, before it has come to an end.
            pass
        return bytes(answer)


def _attack_once(host: str, port: int, raw: bytes) -> str:
    """Return what was wrong with the answer, or ""."""
    try:
        answer = _exchange(host, port, raw)
    except OSError as wrong:
        return f"{wrong!r} to {raw[:120]!r}"
    # An answer's body may quote no status line: it is JSON.
    bad = [status for status in STATUS_LINE.findall(answer) if int(status) >= SERVER_ERROR]
    return f"{bad} to {raw[:160]!r}" if bad else ""


def attack_http_wire(target: Target, inputs: int, seed: int) -> Outcome:
    """Send so many damaged requests to the gateway, each over a connection of its own."""
    chance, token = random.Random(seed), target.token.encode()
    address = urlsplit(target.stack.url)
    raw = make_requests(chance, token, inputs)
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        found = pool.map(partial(_attack_once, address.hostname or "", address.port or 0), raw)
        return Outcome(inputs, [each for each in found if each])
