"""A gateway's stand-in before a real one: it hands on what is asked, notes it, and does what a bad network does."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Self
from urllib.parse import parse_qs, urlsplit

import httpx

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from client.answers import Json

#: headers that are the connection's own
OWN_HEADERS = {"connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "host", "date"}
#: forms of an answer that has no end of its own
STREAMS = ("application/x-ndjson", "text/event-stream")
UPSTREAM_S = 60.0
BODY_BYTES_MAX = 1 << 20


@dataclass(slots=True)
class Exchange:
    """A request that came, and what was made of it."""

    at: float
    method: str
    path: str
    query: dict[str, list[str]]
    target: str
    token: str
    key: str
    body: Json
    status: int = 0
    #: what was done to it; empty: it was handed on as it was
    fault: str = ""
    ended: float = 0.0
    #: lines of a stream that were handed on
    lines: int = 0
    answer: Json = None
    #: how many came before it
    place: int = 0


@dataclass(slots=True)
class Fault:
    """A fault done to requests that fit, so many times. A member that is None does nothing."""

    name: str
    fits: Callable[[Exchange], bool]
    times: int = 1
    #: wait before handing it on
    delay_s: float = 0.0
    #: answer this instead: status and problem; a text is a page
    answer: tuple[int, dict[str, object] | str] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    #: hand it on, but do not answer
    is_lost: bool = False
    #: change an answer
    change: Callable[[Json], Json] | None = None
    #: of a stream: what to say instead of a line
    change_line: Callable[[Json], list[Json]] | None = None
    #: of a stream: break it after so many lines
    break_after: int | None = None


class Proxy:
    """Serves on a port of this machine until it is closed."""

    def __init__(self, upstream: str, host: str = "127.0.0.1", port: int = 0) -> None:
        """Stand before the gateway at *upstream*; port 0: any that is free. Raises OSError."""
        self.exchanges: list[Exchange] = []
        self._faults: list[Fault] = []
        self._lock = threading.Lock()
        self._cuts = 0
        self.upstream = httpx.Client(base_url=upstream, timeout=UPSTREAM_S, limits=httpx.Limits(max_connections=None))
        handler = type("OwnHandler", (ProxyHandler,), {"proxy": self})
        self._server = ThreadingHTTPServer((host, port), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.1,), daemon=True)
        self._thread.start()
        self.url = f"http://{host}:{self._server.server_port}"

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Serve no longer."""
        self.cut_streams()
        self._server.shutdown()
        self._server.server_close()
        self.upstream.close()

    def add(self, fault: Fault) -> Fault:
        """Let a fault come about from here on."""
        with self._lock:
            self._faults.append(fault)
        return fault

    def remove(self, *faults: Fault) -> None:
        """End faults that have not come about as often as they might."""
        with self._lock:
            self._faults = [fault for fault in self._faults if all(fault is not each for each in faults)]

    def cut_streams(self) -> None:
        """Break every stream that is open, at its next line."""
        self._cuts += 1

    @property
    def cuts(self) -> int:
        """The number of cuts of streams."""
        return self._cuts

    def note(self, exchange: Exchange) -> Fault | None:
        """Keep a request, and return the fault that comes about."""
        with self._lock:
            exchange.place = len(self.exchanges)
            self.exchanges.append(exchange)
            for fault in self._faults:
                if fault.times > 0 and fault.fits(exchange):
                    fault.times -= 1
                    exchange.fault = fault.name
                    return fault
        return None

    def since(self, place: int) -> list[Exchange]:
        """Return the requests after so many."""
        with self._lock:
            return self.exchanges[place:]


class ProxyHandler(BaseHTTPRequestHandler):
    """Hands requests on."""

    protocol_version = "HTTP/1.1"
    proxy: Proxy

    def log_message(self, *_: object) -> None:
        """Say nothing: the exchanges tell it."""

    def handle_any(self) -> None:
        """Answer a request, as the fault says that fits it."""
        length = int(self.headers.get("Content-Length") or 0)
        if length > BODY_BYTES_MAX:
            self.close_connection = True
            return
        raw = self.rfile.read(length)
        exchange = self._read_exchange(raw)
        fault = self.proxy.note(exchange)
        try:
            self._answer(exchange, fault, raw)
        except (OSError, httpx.HTTPError):
            # The client or the server has gone away: the connection ends, as it would without us.
            self.close_connection = True
        finally:
            exchange.ended = time.monotonic()

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_PATCH = handle_any  # noqa: N815 - the library's names

    def _read_exchange(self, raw: bytes) -> Exchange:
        parts = urlsplit(self.path)
        body = None
        with contextlib.suppress(ValueError):
            body = json.loads(raw) if raw else None
        return Exchange(
            at=time.monotonic(),
            method=self.command,
            path=parts.path.removeprefix("/v1"),
            query=parse_qs(parts.query),
            target=self.path,
            token=(self.headers.get("Authorization") or "").removeprefix("Bearer "),
            key=self.headers.get("Idempotency-Key") or "",
            body=body,
        )

    def _answer(self, exchange: Exchange, fault: Fault | None, raw: bytes) -> None:
        if fault is not None and fault.delay_s:
            time.sleep(fault.delay_s)
        if fault is not None and fault.answer is not None:
            status, said = fault.answer
            exchange.status = status
            kind = "text/html" if isinstance(said, str) else "application/problem+json"
            text = said if isinstance(said, str) else json.dumps(said)
            self._say(status, text.encode(), {"Content-Type": kind, **fault.headers})
            return
        headers = {name: value for name, value in self.headers.items() if name.lower() not in OWN_HEADERS}
        headers["Accept-Encoding"] = "identity"
        with self.proxy.upstream.stream(self.command, self.path, content=raw or None, headers=headers) as got:
            exchange.status = got.status_code
            kept = {name: value for name, value in got.headers.items() if name.lower() not in OWN_HEADERS}
            if got.is_success and got.headers.get("Content-Type", "").startswith(STREAMS):
                self._hand_on_lines(exchange, fault, got, kept)
                return
            content = got.read()
        if fault is not None and fault.is_lost:
            self.close_connection = True
            return
        with contextlib.suppress(ValueError):
            exchange.answer = json.loads(content) if content else None
        if fault is not None and fault.change is not None and exchange.answer is not None:
            content = json.dumps(fault.change(exchange.answer)).encode()
        self._say(exchange.status, content, kept)

    def _say(self, status: int, content: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _hand_on_lines(
        self, exchange: Exchange, fault: Fault | None, got: httpx.Response, headers: dict[str, str]
    ) -> None:
        self.send_response(exchange.status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        cuts = self.proxy.cuts
        for said in self._lines(fault, got):
            exchange.lines += 1
            self.wfile.write(f"{len(said):x}\r\n".encode() + said + b"\r\n")
            if self.proxy.cuts > cuts or (fault is not None and exchange.lines == fault.break_after):
                # The last chunk is missing: a connection that broke.
                self.close_connection = True
                return
        self.wfile.write(b"0\r\n\r\n")

    def _lines(self, fault: Fault | None, got: httpx.Response) -> Iterator[bytes]:
        """Yield what to say: as it comes, unless lines are to be changed."""
        is_plain = not got.headers["Content-Type"].startswith(STREAMS[0])
        for line in got.iter_lines():
            if is_plain or fault is None or fault.change_line is None or not line:
                yield f"{line}\n".encode()
                continue
            for said in fault.change_line(json.loads(line)):
                yield json.dumps(said).encode() + b"\n"
