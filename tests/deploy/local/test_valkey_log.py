"""A log that Valkey refuses to load is mended: whole transactions stay, damaged ones go as wholes, a copy is kept."""

import signal
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis import Redis

from deploy.local.errors import StackError
from deploy.local.stack import Stack
from deploy.local.valkey_log import FOLDER, LogDamagedError, mend

MANIFEST = "file appendonly.aof.1.base.rdb seq 1 type b\nfile appendonly.aof.1.incr.aof seq 1 type i\n"
NAME = "appendonly.aof.1.incr.aof"


def entry(*words):
    """A command as Valkey writes it."""
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)


def transaction(number):
    """One of some commands, as a script leaves it."""
    body = [entry(b"RPUSH", b"log", b"%d.%d" % (number, each)) for each in range(number % 3 + 1)]
    return b"".join([entry(b"MULTI"), *body, entry(b"EXEC")])


def folder(tmp_path_factory, log):
    """A data folder with this log."""
    data = tmp_path_factory.mktemp("data")
    (data / FOLDER).mkdir()
    (data / FOLDER / "appendonly.aof.manifest").write_text(MANIFEST)
    (data / FOLDER / NAME).write_bytes(log)
    return data


START = entry(b"SELECT", b"0")
TRANSACTIONS = [transaction(number) for number in range(6)]
WHOLE = START + b"".join(TRANSACTIONS)


def test_a_whole_log_is_left_alone(tmp_path_factory):
    """Nothing is written, no copy is made."""
    data = folder(tmp_path_factory, WHOLE + b"#TS:1700000000\r\n")
    assert mend(data) == []
    assert not (data / "damaged").exists()


@given(
    cut=st.integers(len(START), len(WHOLE) - 1), tail=st.sampled_from([b"", b"\0" * 4096, b"\xff*3\r\n$3\r\nSE", b"*"])
)
def test_a_torn_end_loses_the_last_transaction_alone(tmp_path_factory, cut, tail):
    """Wherever the file was cut, and whatever stands behind: what was whole stays, to the byte."""
    data = folder(tmp_path_factory, WHOLE[:cut] + tail)
    kept = START
    for each in TRANSACTIONS:
        if len(kept + each) > cut:
            break
        kept += each
    done = mend(data)
    assert (data / FOLDER / NAME).read_bytes() == kept
    if WHOLE[:cut] + tail == kept:
        assert done == []
        return
    (one,) = done
    assert one.is_torn
    assert one.copy.read_bytes() == WHOLE[:cut] + tail
    assert "cut off" in str(one)
    assert stat.S_IMODE(one.copy.stat().st_mode) == 0o600
    assert mend(data) == []


@given(
    start=st.integers(len(START), len(WHOLE) - 200),
    size=st.integers(1, 60),
    letter=st.sampled_from([b"\0", b"\xfe", b"*"]),
)
def test_damage_in_the_middle_loses_what_it_hit_and_nothing_else(tmp_path_factory, start, size, letter):
    """Transactions behind it, and before it, stay whole; those hit are gone as wholes or, if they still read, stay."""
    damaged = WHOLE[:start] + letter * size + WHOLE[start + size :]
    data = folder(tmp_path_factory, damaged)
    mend(data)
    log = (data / FOLDER / NAME).read_bytes()
    place = len(START)
    for each in TRANSACTIONS:
        is_hit = start < place + len(each) and place < start + size
        assert is_hit or each in log
        place += len(each)
    assert log.count(entry(b"MULTI")) == log.count(entry(b"EXEC"))
    assert mend(data) == []


@pytest.mark.parametrize("manifest", [b"\0" * 80, b"file ../../x seq 1 type i\n", b"nonsense\n"])
def test_a_damaged_manifest_is_named(tmp_path_factory, manifest):
    """Nothing can be read without it; the message says what would help."""
    data = folder(tmp_path_factory, WHOLE)
    (data / FOLDER / "appendonly.aof.manifest").write_bytes(manifest)
    with pytest.raises(LogDamagedError, match="restore the newest backup"):
        mend(data)


def pushed(stack):
    """A client of the stack's Valkey."""
    return Redis.from_url(stack.redis_url)


@pytest.mark.parametrize(
    "tail", [b"\0" * 4096, b"garbage\xff\xfe", b"*3\r\n$3\r\nSET\r\n$1\r\na\r\n$5\r\nha", entry(b"MULTI")]
)
def test_valkey_starts_on_a_torn_log_and_the_operator_is_told(tmp_path, tail):
    """The real server, which refuses such a file; what was answered is there."""
    stack = Stack(tmp_path, bots=0)
    stack.start_only("valkey")
    with pushed(stack) as redis, redis.pipeline(transaction=True) as pipe:
        pipe.rpush("log", "one")
        pipe.rpush("log", "two")
        pipe.execute()
    stack.stop()
    (path,) = (tmp_path / FOLDER).glob("*.incr.aof")
    whole = path.read_bytes()
    path.write_bytes(whole + tail)
    stack = Stack(tmp_path, bots=0)
    try:
        stack.start_only("valkey")
        with pushed(stack) as redis:
            assert redis.lrange("log", 0, -1) == [b"one", b"two"]
            redis.rpush("log", "three")
        (notice,) = stack.notices
        assert "cut off" in notice
        (copy,) = (tmp_path / "damaged").rglob("*.aof")
        assert copy.read_bytes() == whole + tail
        # One that runs on, and is started again after its log was torn, is mended as well.
        stack.processes["valkey"].signal(signal.SIGKILL)
        stack.processes["valkey"].wait_ended(30)
        with path.open("ab") as log:
            log.write(tail)
        with pytest.raises(StackError, match="ended with code"):
            stack.start_role("valkey")
        stack.start_again(stack.processes["valkey"])
        stack.processes["valkey"].wait_ready()
        with pushed(stack) as redis:
            assert redis.llen("log") == 3
    finally:
        stack.stop()


def test_what_the_stack_keeps_is_for_its_owner_alone(tmp_path):
    """New files and old ones: the seeds of running matches are in there."""
    data = tmp_path / "var"
    (data / "log").mkdir(parents=True, mode=0o755)
    (data / "log" / "valkey.log").write_text("")
    (data / "log" / "valkey.log").chmod(0o644)
    (data / "of somebody else").write_text("")
    (data / "of somebody else").chmod(0o644)
    stack = Stack(data, bots=0)
    stack.start_only("valkey")
    with pushed(stack) as redis:
        redis.set("a", "b")
        redis.bgrewriteaof()
    stack.stop()
    modes = {path.relative_to(data): stat.S_IMODE(path.stat().st_mode) for path in (data, *data.rglob("*"))}
    stranger = {path for path in modes if path.name == "of somebody else"}
    folders = {path for path in modes if (data / path).is_dir()}
    assert {modes[path] for path in folders} == {0o700}
    assert {modes[path] for path in modes.keys() - folders - stranger} == {0o600}
    assert {modes[path] for path in stranger} == {0o644}
