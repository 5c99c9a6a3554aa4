"""Logs never hold what nobody may read there."""

from __future__ import annotations

import base64
import io
import json
import logging
import secrets
import threading

import pytest
import structlog

from services.shared import telemetry
from services.shared.settings import Settings
from tests.support.stack import free_port


@pytest.fixture
def lines(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(telemetry.sys, "stderr", stream)
    telemetry.setup_logs(Settings(log_level="info"), "test")
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


@pytest.mark.parametrize("name", sorted(telemetry.NEVER_LOGGED))
def test_a_field_that_may_not_be_written_is_blanked(lines, name):
    structlog.get_logger().info("something happened", **{name: "hidden"})
    (line,) = lines()
    assert line[name] == telemetry.REMOVED
    assert (line["event"], line["service"]) == ("something happened", "test")


def test_what_looks_like_a_secret_inside_a_text_is_blanked(lines):
    token, seed = secrets.token_urlsafe(32), secrets.token_hex(32)
    structlog.get_logger().info("refused", cause=f"Bearer {token} and {token} and {seed}", match_id="abcdefghjkmn")
    (line,) = lines()
    assert token not in line["cause"]
    assert seed not in line["cause"]
    assert line["match_id"] == "abcdefghjkmn"


def test_a_state_is_blanked_as_a_whole_though_it_begins_like_a_token(lines):
    state = base64.b64encode(bytes(300)).decode()
    for place in (0, 1, 42, 43, 44, 64, 119, 120):
        structlog.get_logger().info("refused", cause=f"no state: {state[:place]}/{state[place:]}")
    assert {line["cause"] for line in lines()} == {f"no state: {telemetry.REMOVED}"}


def test_a_traceback_is_cleaned_too(lines):
    seed = secrets.token_hex(32)
    try:
        int(seed + " and more")
    except ValueError:
        structlog.get_logger().exception("failed")
    (line,) = lines()
    assert "ValueError" in line["exception"]
    assert seed not in line["exception"]


def test_below_the_level_nothing_is_written(lines):
    structlog.get_logger().debug("detail")
    assert lines() == []


def fail_with(wrong):
    raise wrong from ValueError("alien_toy_shop")


def test_the_text_of_an_exception_is_told_only_where_it_can_not_quote_what_is_hidden(lines):
    for wrong in (KeyError("galactic_federation"), RuntimeError("galactic_federation"), OSError(28, "no space left")):
        try:
            fail_with(wrong)
        except type(wrong):
            structlog.get_logger().exception("failed")
    texts = [line["exception"] for line in lines()]
    assert [text.splitlines()[-1] for text in texts] == [
        "KeyError",
        "RuntimeError",
        "OSError: [Errno 28] no space left",
    ]
    assert all("ValueError" in text and __file__ in text for text in texts)
    assert "galactic" not in "".join(texts)
    assert '"alien_toy_shop' not in "".join(texts).replace('ValueError("alien_toy_shop")', "")


def test_lines_of_libraries_and_of_threads_have_the_same_form(lines, monkeypatch, capsys):
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", logging.WARNING)
    telemetry.setup_logs(Settings(log_level="info"), "test")
    token, state = secrets.token_urlsafe(32), base64.b64encode(secrets.token_bytes(300)).decode()

    def tell():
        logging.getLogger("celery.worker").warning("invalid message %r, %s", state, token)
        structlog.get_logger().info("told")

    thread = threading.Thread(target=tell)
    thread.start()
    thread.join()
    library, own = map(json.loads, capsys.readouterr().err.splitlines())
    assert (library["service"], library["level"]) == (own["service"], "warning") == ("test", "warning")
    assert library["event"] == f"invalid message '{telemetry.REMOVED}', {telemetry.REMOVED}"


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["192.0.2.7", "127.0.0.1"], ["127.0.0.1", "192.0.2.7"]])
def test_of_a_name_that_replicas_share_each_listens_on_its_own_address(monkeypatch, addresses):
    found = [(None, None, None, "", (each, 0)) for each in addresses]
    monkeypatch.setattr(telemetry.socket, "getaddrinfo", lambda *_: found)
    assert telemetry.own_address("metrics", free_port()) == "127.0.0.1"


def test_a_name_without_an_own_address_is_told_of(monkeypatch):
    monkeypatch.setattr(telemetry.socket, "getaddrinfo", lambda *_: [(None, None, None, "", ("192.0.2.7", 0))])
    with pytest.raises(OSError, match="ASTRARIUM_METRICS_HOST is 'metrics'"):
        telemetry.own_address("metrics", free_port())
