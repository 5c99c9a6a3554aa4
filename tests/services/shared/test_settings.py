"""Settings and limits come from the environment and have names."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from pydantic import ValidationError

from services.shared import jobs
from services.shared.connections import connect, connect_sync, connect_tail
from services.shared.errors import LimitExceeded
from services.shared.limits import Limits
from services.shared.settings import Settings
from tests.support.stack import ROOT


def test_the_environment_overrides_a_default(monkeypatch):
    monkeypatch.setenv("ASTRARIUM_REDIS_URL", "redis://elsewhere:1/2")
    monkeypatch.setenv("ASTRARIUM_LIMIT_PAGE_SIZE_MAX", "7")
    assert Settings().redis_url == "redis://elsewhere:1/2"
    assert Limits().page_size_max == 7


def test_a_wrong_variable_is_named(monkeypatch):
    monkeypatch.setenv("ASTRARIUM_LOG_LEVEL", "loud")
    with pytest.raises(ValidationError, match="log_level"):
        Settings()


def test_a_limit_is_positive(monkeypatch):
    """A limit of nought is a mistake of the operator, who is told its name."""
    monkeypatch.setenv("ASTRARIUM_LIMIT_PAGE_SIZE_MAX", "0")
    with pytest.raises(ValidationError, match="page_size_max"):
        Limits()


def test_over_a_limit_the_error_names_it():
    limits = Limits()
    limits.check("page_size_max", limits.page_size_max)
    with pytest.raises(LimitExceeded) as refusal:
        limits.check("page_size_max", limits.page_size_max + 1)
    assert refusal.value.details == {"limit": "page_size_max", "limit_max": limits.page_size_max}


def test_only_tails_wait_without_end():
    url = "redis://127.0.0.1:1/0"
    for client, timeout in ((connect(url), 3.0), (connect_sync(url), 3.0), (connect_tail(url), None)):
        assert client.connection_pool.connection_kwargs["socket_timeout"] == timeout
        assert client.connection_pool.connection_kwargs["protocol"] == 3


def test_a_job_id_says_which_decision_it_is():
    assert jobs.job_id("abc", 2, 17) == "abc:2:17"
    assert jobs.celery_config("redis://x")["broker_url"] == "redis://x"


SECRET = """
from services.shared.settings import settings
print(settings().redis_url)
"""


@pytest.mark.parametrize(
    ("environment", "expected"),
    [({}, "redis://from-a-file/0"), ({"ASTRARIUM_REDIS_URL": "redis://x/1"}, "redis://x/1")],
)
def test_a_secret_comes_from_a_file_unless_the_environment_names_it(tmp_path, environment, expected):
    (tmp_path / "astrarium_redis_url").write_text("redis://from-a-file/0")
    shown = subprocess.run(
        [sys.executable, "-c", SECRET],
        cwd=ROOT,
        env=os.environ | {"ASTRARIUM_SECRETS_DIR": str(tmp_path)} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.strip() == expected


def test_a_queue_class_there_is_not_is_named():
    with pytest.raises(ValueError, match="no queue class is called 'slow'; there are instant, think"):
        jobs.queue_name("slow")
