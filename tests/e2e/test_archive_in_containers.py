"""The shipped image with compose.postgres.yaml: played, archived, backed up while a match moves, and restored."""

from __future__ import annotations

import os
import subprocess

import httpx
import pytest

from client import Client
from engine.replay import verify
from tests.e2e.containers import DEPLOY, ContainerStack, missing_engine
from tests.e2e.support import ME, bot, new_client, table_for
from tests.support.stack import until

#: the database of Debian's package, as the official image starts one: by the same variables, user and folder
DOCKERFILE = r"""
FROM %s
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-15 \
 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql && usermod --uid 999 postgres && groupmod --gid 999 postgres \
 && install -d -o 999 -g 999 /var/lib/postgresql/data /var/run/postgresql
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data
COPY start.sh /start.sh
USER 999
CMD ["bash", "/start.sh"]
"""
START = r"""
set -eu
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  initdb --username "$POSTGRES_USER" --pwfile "$POSTGRES_PASSWORD_FILE" --auth-host scram-sha-256 --auth-local trust \
    $POSTGRES_INITDB_ARGS
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  postgres --single -D "$PGDATA" postgres <<< "CREATE DATABASE $POSTGRES_DB;"
fi
exec postgres -c listen_addresses='*'
"""
IMAGE = "astrarium-standin/postgres:15"
SETTINGS = {"ASTRARIUM_LIMIT_FINISHED_MATCH_S": "4", "ASTRARIUM_LIMIT_ARCHIVING_MS": "500"}
#: containers stop and start one after another
READY_S = 300
pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(1500),
    pytest.mark.skipif(missing_engine() is not None, reason="needs a Docker engine"),
]


@pytest.fixture(scope="module")
def postgres_image(tmp_path_factory):
    """The official image where one is named, or else a stand-in."""
    if named := os.environ.get("POSTGRES_IMAGE"):
        return named
    base = os.environ.get("BASE_IMAGE", "debian:bookworm-slim")
    folder = tmp_path_factory.mktemp("postgres")
    (folder / "Dockerfile").write_text(DOCKERFILE % base)
    (folder / "start.sh").write_text(START)
    built = subprocess.run(["docker", "build", "--tag", IMAGE, folder], text=True, check=False, capture_output=True)
    assert built.returncode == 0, built.stderr[-3000:]
    return IMAGE


@pytest.fixture
def stack(tmp_path, postgres_image, monkeypatch):
    monkeypatch.setenv("POSTGRES_IMAGE", postgres_image)
    with ContainerStack(tmp_path / "stack", bots=1, settings=SETTINGS, with_postgres=True) as running:
        yield running


def finish(client):
    match_id = table_for(client, ME, bot("random"))
    client.post(f"/matches/{match_id}/resign")
    return match_id


def count_archived(stack):
    (postgres,) = stack.containers_of("postgres")
    asks = [
        "psql",
        "--username",
        "astrarium",
        "--tuples-only",
        "--no-align",
        "--command",
        "SELECT count(*) FROM matches",
    ]
    code, told = postgres.exec_run(asks)
    return int(told) if code == 0 else -1


def is_moved(stack, client, count):
    """Whether so many matches are in the archive, and none is left in Valkey."""
    client.get("/matches", status="over")
    return count_archived(stack) == count


def run_script(stack, name, *arguments):
    done = subprocess.run(
        [DEPLOY / name, *map(str, arguments)],
        env=os.environ | {"COMPOSE": stack.compose_command},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_matches_are_archived_backed_up_and_restored(stack, tmp_path):
    """One is archived before the backup, one moves after it, one is played afterwards and is gone."""
    with new_client(stack.url) as client:
        early = finish(client)
        until(lambda: is_moved(stack, client, 1), READY_S, 0.5)
        moving = finish(client)
        records = {each: client.get(f"/matches/{each}/record") for each in (early, moving)}
        run_script(stack, "backup.sh", tmp_path / "backup.tar")
        until(lambda: is_moved(stack, client, 2), READY_S, 0.5)
        late = finish(client)
        until(lambda: is_moved(stack, client, 3), READY_S, 0.5)
        run_script(stack, "restore.sh", tmp_path / "backup.tar", "--yes")
        stack.compose("up", "--detach")
        stack.find_again()
        for replica in stack.processes.values():
            replica.wait_ready(READY_S)
        with Client(stack.url, client.token, transport=httpx.HTTPTransport(verify=False)) as again:
            until(lambda: is_moved(stack, again, 2), READY_S, 0.5)
            assert {each: again.get(f"/matches/{each}/record") for each in (early, moving)} == records
            for record in records.values():
                verify(record)
            listed = {each["id"] for each in again.get("/matches", own=True)["matches"]}
            assert listed == {early, moving}
            assert late not in listed
