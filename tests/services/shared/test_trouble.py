"""Away, full and behind are two words, taken from what Redis says, and logged once a minute each."""

from __future__ import annotations

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import OutOfMemoryError, ReadOnlyError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError
from structlog.testing import capture_logs

from services.shared import trouble


@pytest.fixture(autouse=True)
def _nothing_logged(monkeypatch):
    monkeypatch.setattr(trouble, "_logged", {})


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        (OutOfMemoryError("command not allowed when used memory > 'maxmemory'."), "full"),
        (ResponseError("MISCONF Errors writing to the AOF file: No space left on device"), "full"),
        (ResponseError("NOREPLICAS Not enough good replicas to write."), "behind"),
        (ResponseError("Command # 1 (SET a b) of pipeline caused error: ('MISCONF Errors writing',)"), "full"),
        (ResponseError('Command # 2 (SET a b) of pipeline caused error: ("NOREPLICAS Not enough",)'), "behind"),
        (ReadOnlyError("You can't write against a read only replica."), "away"),
        (RedisConnectionError("refused"), "away"),
        (RedisTimeoutError("silent"), "away"),
        (ResponseError("WRONGTYPE Operation against a key holding the wrong kind of value"), None),
        (ValueError("no error of Redis"), None),
    ],
)
def test_what_redis_says_is_one_of_two_words_or_neither(wrong, word):
    assert trouble.trouble_of(wrong) == word


def test_a_full_redis_says_so_itself_to_a_command_a_script_and_a_transaction(redis):
    redis.config_set("maxmemory", 1)
    try:
        script = redis.register_script("return redis.call('SET', KEYS[1], 1)")
        for write in (
            lambda: redis.set("key", 1),
            lambda: script(keys=["key"]),
            lambda: redis.pipeline(transaction=True).set("key", 1).execute(),
        ):
            with pytest.raises(ResponseError) as refused:
                write()
            assert trouble.trouble_of(refused.value) == "full"
        assert trouble.is_full(redis.info("memory", "persistence"))
    finally:
        redis.config_set("maxmemory", 0)
    assert not trouble.is_full(redis.info("memory", "persistence"))


def test_a_trouble_is_logged_once_a_minute_with_its_cause(monkeypatch):
    now = 1_000_000.0
    monkeypatch.setattr(trouble.time, "monotonic", lambda: now)
    with capture_logs() as lines:
        for second in range(121):
            monkeypatch.setattr(trouble.time, "monotonic", lambda second=second: now + second)
            trouble.note_trouble(OutOfMemoryError("full"))
            trouble.note_trouble(ValueError("not ours"))
    told = [(line["trouble"], line["cause"], line["unlogged"]) for line in lines]
    assert told == [("full", "OutOfMemoryError", 0), ("full", "OutOfMemoryError", 59), ("full", "OutOfMemoryError", 59)]


def test_the_refusal_names_the_word_and_says_when_to_come_again():
    refusal = trouble.unavailable("full")
    assert refusal.details == {"reason": "full", "retry_after_ms": 5_000}
    assert "full" in str(refusal)
