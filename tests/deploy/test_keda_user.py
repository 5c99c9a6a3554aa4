"""KEDA's scaler has a user of its own in Valkey: it reads how much there is to do, and nothing else."""

from __future__ import annotations

import subprocess

import pytest
import yaml
from redis import Redis
from redis.exceptions import ResponseError

from services.shared import jobs, keys
from tests.deploy.test_secrets import DEPLOY
from tests.support.stack import Stack

#: as the scaler asks for the length of a list or of a sorted set
COUNT = """
local count = {zset = 'ZCARD', list = 'LLEN', none = 'LLEN'}
return redis.call(count[redis.call('TYPE', KEYS[1]).ok], KEYS[1])
"""


@pytest.fixture(scope="module")
def stack(tmp_path_factory):
    """A Valkey that knows that user as an installation has it."""
    folder = tmp_path_factory.mktemp("keda-user")
    subprocess.run([DEPLOY / "secrets.sh", folder / "secrets"], check=True, capture_output=True)
    users = [line.split() for line in (folder / "secrets" / "valkey_users").read_text().splitlines()]
    (rules,) = [rules for _, name, *rules in users if name == "keda"]
    running = Stack(folder)
    running.redis.execute_command("ACL", "SETUSER", "keda", *rules)
    yield running
    running.close()


@pytest.fixture(scope="module")
def keda(stack):
    password = (stack.folder / "secrets" / "keda_password").read_text()
    with Redis("127.0.0.1", stack.valkey.port, username="keda", password=password) as own:
        yield own


def names():
    """What the scalers count."""
    scalers = yaml.safe_load_all((DEPLOY / "k8s/components/keda/scaler.yaml").read_text())
    return [each["spec"]["triggers"][0]["metadata"]["listName"] for each in scalers if each["kind"] == "ScaledObject"]


@pytest.mark.parametrize("name", names())
def test_it_counts_what_its_scalers_count(keda, stack, name):
    assert keda.eval(COUNT, 1, name) == 0
    if name.startswith(keys.OWED):
        stack.redis.zadd(name, {"a:0:1": 1, "b:1:7": 2, "c:1:7": 3})
    else:
        stack.redis.rpush(name, "1", "2", "3")
    assert keda.eval(COUNT, 1, name) == 3


@pytest.mark.parametrize("key", [keys.DEADLINES, keys.OUTBOX, keys.ANSWERS, keys.LEVELS, keys.log("k3v9m2x8q7r5")])
def test_it_reaches_nothing_else(keda, key):
    """Not even by the script that the scaler runs."""
    with pytest.raises(ResponseError, match=r"(?i)permission"):
        keda.eval(COUNT, 1, key)


@pytest.mark.parametrize(
    "command", [("LRANGE", jobs.queue_name("think"), 0, -1), ("ZRANGE", keys.OWED + "think", 0, 9)]
)
def test_it_sees_no_job(keda, command):
    """It counts what is there, and reads none of it."""
    with pytest.raises(ResponseError, match=r"(?i)permission"):
        keda.execute_command(*command)
