"""A backup of Valkey and of PostgreSQL, by the scripts' own lines: a match that moves meanwhile is in it, once.

In place of Compose stands a script that runs what they would run in the containers, with programs of this machine.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tarfile

import orjson
import pytest

from services.game_state.archive.archive import open_archive
from services.game_state.store.store import Store
from services.shared import keys
from services.shared.connections import connect
from tests.support.postgres import PostgresServer, find_programs
from tests.support.stack import ROOT, Stack, until

PROGRAMS = find_programs()
pytestmark = pytest.mark.skipif(PROGRAMS is None, reason="needs the programs of a PostgreSQL server")
COMPOSE = """#!/usr/bin/env bash
set -e
on_postgres() { program=$1; shift; exec "$PROGRAMS/$program" --host 127.0.0.1 --port "$PORT" "$@"; }
case $1 in
  config) echo valkey; echo postgres ;;
  exec)
    if [ "$3" != postgres ]; then sed "s,/data,$DATA,g" | bash -s; exit; fi
    shift 3
    if [ "$1" = pg_dump ]; then
      touch "$MARKS/dumping"
      until [ -e "$MARKS/moved" ]; do sleep 0.05; done
    fi
    on_postgres "$@" ;;
  run) lines=${@: -1:1}; bash -c "${lines//\\/data/$DATA}" ;;
esac
"""


@pytest.fixture
def postgres():
    """A server with the role and the database that the compose file gives it."""
    server = PostgresServer(PROGRAMS)
    server.run("createuser", "--no-superuser", "astrarium")
    server.run("createdb", "--owner", "astrarium", "astrarium")
    yield server
    server.close()


@pytest.fixture
def script(tmp_path, postgres):
    """Begin a script of deploy/ on the Valkey in a folder."""
    compose = tmp_path / "compose"
    compose.write_text(COMPOSE)
    compose.chmod(0o755)
    settings = {"COMPOSE": str(compose), "PROGRAMS": str(PROGRAMS), "PORT": str(postgres.port), "MARKS": str(tmp_path)}

    def begin(name, stack, *arguments):
        return subprocess.Popen(
            [ROOT / "deploy" / name, *arguments],
            env=os.environ | settings | {"DATA": str(stack.folder / "valkey")},
            stderr=subprocess.PIPE,
            text=True,
        )

    return begin


@pytest.fixture
def make_stack(tmp_path):
    made = []

    def make(name):
        made.append(Stack(tmp_path / name))
        return made[-1]

    yield make
    for stack in made:
        stack.close()


def move(stack, url, match_id):
    """Move a finished match into the archive, as game_state does an hour after its end."""

    async def do():
        redis, archive = connect(stack.redis_url), open_archive(url)
        try:
            store = Store(redis, archive)
            taken = await store.take_along(match_id)
            assert await archive.keep([taken]) == {}
            assert await store.remove_archived(taken)
        finally:
            archive.close()
            await redis.aclose()

    asyncio.run(do())


def finish(anna, bert):
    match_id = anna.create(["account:anna", "open"], starts_when_full=True)
    bert.call("JoinMatch", match_id=match_id)
    asked = anna.decision(match_id)
    anna.submit(match_id, asked.version, orjson.loads(asked.legal_actions)[0]["action"])
    bert.call("ResignMatch", match_id=match_id)
    return match_id


def test_a_match_that_moves_during_a_backup_is_restored(make_stack, script, postgres, tmp_path):
    """Valkey's log is copied first: what has left it by then is in the later copy of the archive."""
    url = f"postgresql://astrarium@127.0.0.1:{postgres.port}/astrarium"
    stack, tar = make_stack("first"), tmp_path / "backup.tar"
    _, target = stack.game_state()
    anna, bert = stack.client(target, "anna"), stack.client(target, "bert")
    early, moving, staying = ids = [finish(anna, bert) for _ in range(3)]
    records = {match_id: anna.call("GetRecord", match_id=match_id).record for match_id in ids}
    move(stack, url, early)
    backup = script("backup.sh", stack, tar)
    until(lambda: (tmp_path / "dumping").exists() or backup.poll() is not None)
    move(stack, url, moving)
    (tmp_path / "moved").touch()
    assert backup.wait(60) == 0, backup.stderr.read()
    with tarfile.open(tar) as made:
        assert "archive.dump" in made.getnames()

    postgres.run("dropdb", "astrarium")
    postgres.run("createdb", "--owner", "astrarium", "astrarium")
    other = make_stack("second")
    restore = script("restore.sh", other, tar, "--yes")
    assert restore.wait(60) == 0, restore.stderr.read()
    other.restart_valkey()
    assert {each for each in ids if other.redis.exists(keys.match(each))} == {moving, staying}
    check = subprocess.run(
        [sys.executable, "-m", "services.game_state.check_matches"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "ASTRARIUM_REDIS_URL": other.redis_url, "ASTRARIUM_ARCHIVE_URL": url},
        check=False,
        capture_output=True,
        text=True,
    )
    assert check.returncode == 0, check.stderr
    assert "over: 2 matches, 2 replayed\narchived: 2 matches, 2 replayed\n" in check.stdout
    soon = {"ASTRARIUM_LIMIT_FINISHED_MATCH_S": "1", "ASTRARIUM_LIMIT_ARCHIVING_MS": "100"}
    _, target = other.game_state(ASTRARIUM_ARCHIVE_URL=url, **soon)
    carl = other.client(target, "carl")
    until(lambda: not any(other.redis.exists(keys.match(each)) for each in ids))
    listed = carl.call("ListMatches", status="MATCH_STATUS_OVER").matches
    assert sorted(each.match_id for each in listed) == sorted(ids)
    assert {each: carl.call("GetRecord", match_id=each).record for each in ids} == records


def test_kept_backups_of_the_archive_can_be_restored(postgres, tmp_path):
    """By the line of the manual, into a backup of Valkey of the time before."""
    folder, password = tmp_path / "kept", tmp_path / "password"
    folder.mkdir()
    password.write_text("not asked for here")
    postgres.run("psql", "--command", "CREATE TABLE kept AS SELECT 42 AS word", "astrarium")
    settings = {"BACKUP_ARCHIVE": "127.0.0.1", "BACKUP_PORT": str(postgres.port), "BACKUP_PASSWORD": str(password)}
    settings |= {"BACKUP_FOLDER": str(folder), "BACKUP_EVERY_S": "0", "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
    own = "grant all on kept to astrarium"
    postgres.run("psql", "--command", own, "astrarium")
    done = subprocess.run(
        ["bash", ROOT / "deploy/valkey/keep-backups.sh"], env=os.environ | settings, check=False, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    (dump,) = folder.iterdir()
    assert dump.name.startswith("archive-2")
    assert dump.stat().st_mode & 0o777 == 0o600
    tar = folder / "astrarium-1.tar"
    with tarfile.open(tar, "w") as made:
        made.addfile(tarfile.TarInfo("appendonlydir/appendonly.aof.manifest"))
    subprocess.run(
        ["tar", "--append", "--file", tar, "--directory", folder, "--transform", "s/.*/archive.dump/", dump.name],
        check=True,
    )
    with tarfile.open(tar) as made:
        # The server's user may not look into the test's folder.
        (postgres.folder / "archive.dump").write_bytes(made.extractfile("archive.dump").read())
    postgres.run("createdb", "restored")
    postgres.run("pg_restore", "--dbname", "restored", "--no-owner", str(postgres.folder / "archive.dump"))
    postgres.run("psql", "--set", "ON_ERROR_STOP=1", "--command", "SELECT 1 / (word - 41) FROM kept", "restored")


def test_kept_backups_that_fail_leave_nothing(tmp_path):
    (tmp_path / "password").write_text("wrong")
    settings = {"BACKUP_ARCHIVE": "127.0.0.1", "BACKUP_PORT": "1", "BACKUP_PASSWORD": str(tmp_path / "password")}
    settings |= {"BACKUP_FOLDER": str(tmp_path), "BACKUP_EVERY_S": "0", "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", ROOT / "deploy/valkey/keep-backups.sh"], env=os.environ | settings, check=False, capture_output=True
    )
    assert done.returncode == 1
    assert [each.name for each in tmp_path.iterdir()] == ["password"]


def test_a_backup_with_an_archive_is_not_restored_without_one(tmp_path):
    """Half of it would be lost without a word."""
    tar = tmp_path / "backup.tar"
    with tarfile.open(tar, "w") as made:
        for name in ("appendonlydir/appendonly.aof.manifest", "archive.dump"):
            made.addfile(tarfile.TarInfo(name))
    done = subprocess.run(
        [ROOT / "deploy/restore.sh", tar, "--yes"],
        env={"COMPOSE": "echo valkey", "PATH": "/usr/bin:/bin"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "compose.postgres.yaml" in done.stderr
