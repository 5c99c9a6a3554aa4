"""What the README promises to whoever writes a program: its own lines, taken from it, seek, play and are rated."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.e2e.support import WHOLE_MATCH, make_stack, new_client, verified

README = Path(__file__).parents[2] / "README.md"
ADDRESS = "http://127.0.0.1:8080"
LINES_MAX = 15


@pytest.fixture(scope="module")
def quiet_stack(tmp_path_factory):
    """One where nobody else seeks."""
    with make_stack(tmp_path_factory.mktemp("readme")) as running:
        yield running


def blocks(language, marker):
    found = re.findall(rf"^```{language}\n(.*?)^```", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return [block for block in found if marker in block]


@pytest.fixture(scope="module")
def folder(quiet_stack, tmp_path_factory):
    """A folder with the client, generated as the README says, and the program."""
    path = tmp_path_factory.mktemp("program")
    (commands,) = blocks("sh", "openapi-python-client generate")
    install, generate = commands.replace(ADDRESS, quiet_stack.url).splitlines()
    assert install.startswith("pip install ")
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    made = subprocess.run(
        generate.split(), cwd=path, env=os.environ | {"PATH": tools}, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    document = httpx.get(f"{quiet_stack.url}/docs/openapi.json", timeout=30).json()
    each = [
        item[method] for item in document["paths"].values() for method in ("get", "post", "delete") if method in item
    ]
    operations = {operation["operationId"] for operation in each}
    assert len(operations) > 50
    assert operations <= {module.stem for module in path.glob("astrarium_client/api/*/*.py")}
    (program,) = blocks("python", "astrarium_client")
    (path / "program.py").write_text(program.replace(ADDRESS, quiet_stack.url), "utf-8")
    return path


def test_the_program_is_short():
    """The program in the README is as short as it says."""
    (program,) = blocks("python", "astrarium_client")
    assert sum(bool(line.strip()) for line in program.splitlines()) <= LINES_MAX


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl here")
def test_the_walk_with_curl_works_as_pasted(quiet_stack, tmp_path):
    """Whatever was dealt, each call is answered well; the token stays in a file for its owner alone."""
    (walk,) = blocks("sh", "curl -s")
    done = subprocess.run(
        ["bash", "-c", walk.replace(ADDRESS, quiet_stack.url)],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    *shown, rest = done.stdout.split("\n", 3)
    asked, answered, seen = map(json.loads, shown)
    assert asked["is_asked"]
    assert answered["version"] > asked["version"]
    assert seen["seat"] == asked["seat"]
    stream, _, after = rest.rpartition("\n\n")
    assert "event: event\n" in stream
    ended, record = map(json.loads, after.splitlines())
    assert ended["status"] == "over"
    assert record["actions"]
    (header,) = tmp_path.iterdir()
    token = re.fullmatch(r"authorization: Bearer ([\w-]+)\n", header.read_text())[1]
    assert header.stat().st_mode & 0o777 == 0o600
    assert token not in done.stdout


@WHOLE_MATCH
def test_two_of_them_seek_each_other_play_and_are_rated(quiet_stack, folder):
    """Started twice and left alone, both end well; the match is finished, verified and counted."""
    command = [sys.executable, "program.py"]
    running = [
        subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    ended = [program.communicate(timeout=1000) for program in running]
    assert [program.returncode for program in running] == [0, 0], ended
    names = [said.split()[0] for said, _ in ended]
    with new_client(quiet_stack.url) as reader:
        (match,) = reader.get("/matches", status="over", player=names[0])["matches"]
        assert {seat["account"] for seat in match["seats"]} == set(names)
        assert [seat["player"] for seat in match["seats"]] == ["program", "program"]
        for name, (said, _) in zip(names, ended, strict=True):
            seat = [each["account"] for each in match["seats"]].index(name)
            assert said == f"{name} had seat {seat}; places by seat: {match['ranks']}\n"
        assert verified(reader, match["id"])["ended"] == "finished"
        until = time.monotonic() + 60
        for name in names:
            while not (rated := reader.get(f"/ratings/{name}", game="roll", seats=2))["changes"]:
                assert time.monotonic() < until
                time.sleep(0.2)
            assert rated["changes"][0]["match_id"] == match["id"]
