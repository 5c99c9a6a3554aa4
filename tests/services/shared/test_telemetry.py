"""Logs never hold what nobody may read there."""

from __future__ import annotations

import io
import json
import secrets

import pytest
import structlog

from services.shared import telemetry
from services.shared.settings import Settings


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
