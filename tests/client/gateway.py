"""A gateway over real connections whose answers a test writes down: each request takes the next one."""

from __future__ import annotations

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class Asked:
    """A request that came."""

    def __init__(self, method, target, key, body):
        parts = urlsplit(target)
        self.method = method
        self.path = parts.path.removeprefix("/v1")
        self.query = parse_qs(parts.query)
        self.key = key
        self.body = body


class Gateway:
    """Answers by turns: `answers` holds callables that take a handler."""

    def __init__(self):
        self.asked = []
        self.answers = []
        self.url = ""


def says(body, status=200, **headers):
    """An answer with a JSON body, or a text."""

    def answer(handler):
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(raw)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(raw)

    return answer


def refuses(status, error, **members):
    return says({"error": error, "detail": f"refused: {error}", **members}, status)


def breaks(handler):
    """Take the request, answer nothing."""
    handler.close_connection = True


def streams(*lines, is_whole=True):
    """A stream of lines, which ends in order or in the middle."""

    def answer(handler):
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for line in lines:
            raw = json.dumps(line).encode() + b"\n"
            handler.wfile.write(f"{len(raw):x}\r\n".encode() + raw + b"\r\n")
        if is_whole:
            handler.wfile.write(b"0\r\n\r\n")
        # Else the last chunk is missing: the connection broke.
        handler.close_connection = True

    return answer


@contextlib.contextmanager
def serve():
    """Serve until the block ends."""
    gateway = Gateway()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one(self):
            length = int(self.headers.get("Content-Length", 0))
            body = json.loads(self.rfile.read(length)) if length else None
            gateway.asked.append(Asked(self.command, self.path, self.headers.get("Idempotency-Key"), body))
            gateway.answers.pop(0)(self)

        do_GET = do_POST = do_PUT = do_DELETE = handle_one  # noqa: N815 (the library's names)

        def log_message(self, *_):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    gateway.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield gateway
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
