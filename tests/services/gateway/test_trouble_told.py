"""What is wrong with the store or a service is logged once a minute, not by every request that meets it."""

from __future__ import annotations

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import OutOfMemoryError
from structlog.testing import capture_logs

from services.gateway import caller
from services.shared import trouble


@pytest.fixture(autouse=True)
def _nothing_logged(monkeypatch):
    monkeypatch.setattr(trouble, "_logged", {})


@pytest.mark.parametrize(
    ("wrong", "word"), [(OutOfMemoryError("no room"), "full"), (RedisConnectionError("refused"), "away")]
)
def test_many_requests_that_meet_a_trouble_are_one_line(http, token, monkeypatch, wrong, word):
    def fail(*_, **__):
        raise wrong

    monkeypatch.setattr(caller.RecentAccounts, "find", fail)
    with capture_logs() as lines:
        for _ in range(20):
            got = http.get("/v1/matches", headers=token)
            assert (got.status_code, got.json["error"], got.json["reason"]) == (503, "Unavailable", word)
    told = [line for line in lines if line["log_level"] in ("warning", "error")]
    assert [(line["event"], line["trouble"]) for line in told] == [("trouble", word)]
