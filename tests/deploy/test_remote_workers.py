"""A worker on another machine reaches Valkey by TLS, knows it by its certificate, and takes jobs."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from services.shared import keys
from tests.services.bots.test_turn import send_job
from tests.support.stack import Stack, until
from tests.support.tls_door import LOCALHOST, make_secrets, open_door


@pytest.fixture
def secrets(tmp_path):
    """What the server's operator makes, for this machine's address."""
    return make_secrets(tmp_path / "secrets", LOCALHOST)


@pytest.fixture
def door(tmp_path, secrets):
    with open_door(secrets, tmp_path / "data") as opened:
        yield opened


def remote_url(secrets, door, ca=None):
    """The address as it is handed to the other machine, with the certificate where it lies here."""
    url = (secrets / "remote_bots_redis_url").read_text()
    return url.replace(":6380/", f":{door.port}/").replace("/run/secrets/valkey_ca", str(ca or secrets / "valkey_ca"))


def test_a_worker_takes_jobs_over_tls(secrets, door, tmp_path):
    redis = Redis.from_url(door.url)
    worker = Stack(tmp_path / "elsewhere")
    try:
        worker.redis_url = remote_url(secrets, door)
        worker._run("services.bots")
        until(lambda: redis.exists(keys.LEVELS))
        send_job(door.url, "think")
        until(lambda: redis.xlen(keys.ANSWERS) == 1)
    finally:
        worker.close()


def test_who_only_pretends_to_be_valkey_is_not_spoken_to(secrets, door, tmp_path):
    other = make_secrets(tmp_path / "other", LOCALHOST)
    with pytest.raises(RedisConnectionError, match="certificate verify failed"):
        Redis.from_url(remote_url(secrets, door, other / "valkey_ca")).ping()
    assert Redis.from_url(remote_url(secrets, door)).ping()


def test_what_goes_to_the_other_machine_holds_no_key_but_the_bots_password(secrets):
    sent = (secrets / "remote_bots_redis_url").read_text() + (secrets / "valkey_ca").read_text()
    assert "PRIVATE KEY" not in sent
    assert urlsplit((secrets / "redis_url").read_text()).password not in sent
