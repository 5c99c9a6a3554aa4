"""Addresses of Sentinels say what is wrong with them, and never a password."""

from __future__ import annotations

import pytest
from kombu import Connection
from pydantic import ValidationError

from services.shared import jobs
from services.shared.addresses import BadAddressError, check_address, parse_sentinel
from services.shared.settings import Settings

WHOLE = "redis+sentinel://bots:se%40cret@one:1,two,[::1]:3/matches/2?sentinel_username=us&sentinel_password=pw"


def test_an_address_names_sentinels_primary_database_and_who_asks():
    found = parse_sentinel(WHOLE)
    assert found.sentinels == (("one", 1), ("two", 26379), ("::1", 3))
    assert (found.name, found.db, found.is_tls) == ("matches", 2, False)
    assert found.options == {"username": "bots", "password": "se@cret"}
    assert found.sentinel_options == {"username": "us", "password": "pw"}


def test_tls_and_its_parameters_hold_for_the_sentinels_too():
    found = parse_sentinel("rediss+sentinel://:x@one:1/matches?ssl_ca_certs=/ca")
    assert found.is_tls
    assert found.db == 0
    assert found.options["ssl_ca_certs"] == found.sentinel_options["ssl_ca_certs"] == "/ca"
    assert found.sentinel_options["ssl"] is True
    config = jobs.celery_config("rediss+sentinel://:x@one:1/matches?ssl_ca_certs=/ca")
    assert config["broker_use_ssl"] == {"ssl_cert_reqs": "required", "ssl_ca_certs": "/ca"}


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://one:1/0", "begins with redis://"),
        ("one:1", "begins with redis://"),
        ("redis+sentinel://:secret@one:1", "the primary's name"),
        ("redis+sentinel://:secret@one:1/", "the primary's name"),
        ("redis+sentinel://:secret@one:1/matches/first", "the primary's name"),
        ("redis+sentinel://:secret@one:1/two/3/4", "the primary's name"),
        ("redis+sentinel://:secret@one:1,/matches/0", "Sentinel 2 of 2 is '', not HOST:PORT"),
        ("redis+sentinel://:secret@one:1,two:99999/matches/0", "Sentinel 2 of 2 is 'two:99999'"),
        ("redis+sentinel://:secret@one:x/matches/0", "Sentinel 1 of 1 is 'one:x'"),
        ("redis+sentinel://:secret@[::1/matches/0", "no URL"),
        ("redis+sentinel://:secret@one:1/matches/0?socket_timeout=long", "bad parameter"),
    ],
)
def test_a_malformed_address_is_refused_with_what_would_be_right(url, says):
    with pytest.raises(BadAddressError) as refused:
        check_address(url)
    assert says in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_wrong_setting_is_named_without_the_password_in_it(monkeypatch):
    monkeypatch.setenv("ASTRARIUM_REDIS_URL", "redis+sentinel://:secret@one:1")
    monkeypatch.setenv("ASTRARIUM_BROKER_URL", "ftp://:secret@one:1")
    with pytest.raises(ValidationError) as refused:
        Settings()
    told = str(refused.value)
    assert "redis_url" in told
    assert "broker_url" in told
    assert "amqp://" in told
    assert "secret" not in told


def test_jobs_go_to_the_broker_if_there_is_one_and_to_the_store_otherwise():
    assert Settings(redis_url="redis://one/0").jobs_url == "redis://one/0"
    assert Settings(redis_url="redis://one/0", broker_url="amqp://two").jobs_url == "amqp://two"


def test_celery_reads_the_sentinels_of_an_address():
    config = jobs.celery_config(WHOLE)
    options = config["broker_transport_options"]
    assert isinstance(options, dict)
    assert options["master_name"] == "matches"
    assert options["sentinel_kwargs"] == {
        "username": "us",
        "password": "pw",
        "socket_timeout": 0.5,
        "socket_connect_timeout": 0.5,
    }
    read = Connection(config["broker_url"], transport_options=options)
    assert [each.rpartition("@")[2] for each in read.alt] == ["one:1/2", "two:26379/2", "[::1]:3/2"]
    assert (read.userid, read.password, read.virtual_host) == ("bots", "se@cret", "2")


def test_a_broker_that_is_no_redis_gets_no_options_of_one():
    config = jobs.celery_config("amqp://user:secret@rabbit//")
    assert config["broker_url"] == "amqp://user:secret@rabbit//"
    assert "broker_transport_options" not in config
    assert "worker_disable_prefetch" not in config
