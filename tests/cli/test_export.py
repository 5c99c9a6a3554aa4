"""The command `astrarium export`: a file of records that a later call continues."""

import fcntl
import json

import pytest
from click.testing import CliRunner

from cli.export import export
from tests.client.gateway import breaks, refuses, serve, streams


def line(number):
    """A record, as far as this command looks into it."""
    return {
        "cursor": f"{number}-{number:020x}",
        "match_id": f"match{number}",
        "game": "race",
        "rules_version": "race-1",
        "seats": 2,
        "options": {"advanced": False},
        "players": [{"kind": "bot", "level": "random", "player": "bot"}, {"kind": "account", "account": "ann"}],
        "actions": [[0, "pass"], [1, "explore"]],
        "times_ms": [1, 2],
        "started_ms": 1,
        "ended_ms": number,
        "ended": "finished",
        "scores": [3, 4],
        "ranks": [2, 1],
        "seed": "00",
    }


def written(*numbers):
    return b"".join(json.dumps(line(number), separators=(",", ":")).encode() + b"\n" for number in numbers)


@pytest.fixture
def gateway():
    with serve() as served:
        yield served


@pytest.fixture
def run(gateway, tmp_path):
    """Run the command with a file, in which something may be already."""
    file = tmp_path / "records.jsonl"

    def call(*words, there=None):
        if there is not None:
            file.write_bytes(there)
        return CliRunner().invoke(export, [str(file), "--url", gateway.url, *words]), file

    return call


def test_records_are_written_a_line_each(run, gateway):
    gateway.answers = [streams(line(1), line(2))]
    done, file = run()
    assert (done.exit_code, file.read_bytes()) == (0, written(1, 2)), done.output
    assert "2 records added" in done.output


@pytest.mark.parametrize("torn", [0, 1, 30, 150])
def test_a_file_goes_on_behind_its_last_whole_line(run, gateway, torn):
    """However much of the next one a killed call had written."""
    gateway.answers = [streams(line(3))]
    done, file = run(there=written(1, 2) + written(3)[:torn])
    assert (done.exit_code, file.read_bytes()) == (0, written(1, 2, 3)), done.output
    assert gateway.asked[0].query["since"] == [line(2)["cursor"]]


@pytest.mark.parametrize("torn", [0, 1, 5, 30])
def test_a_first_line_that_is_torn_begins_anew(run, gateway, torn):
    gateway.answers = [streams(line(1))]
    done, file = run(there=written(1)[:torn])
    assert (done.exit_code, file.read_bytes()) == (0, written(1)), done.output
    assert "since" not in gateway.asked[0].query


@pytest.mark.parametrize("there", [b"dear diary", b"dear diary\n", b'{"a":1}\n{"cursor"', b"[1]\n"])
def test_a_file_of_something_else_is_left_alone(run, there):
    done, file = run(there=there)
    assert (done.exit_code, file.read_bytes()) == (1, there)
    assert "name another file" in done.output


def test_a_line_longer_than_what_is_read_at_once_is_found(run, gateway):
    long = json.dumps(line(1) | {"seed": "0" * 200_000}).encode() + b"\n"
    gateway.answers = [streams(line(2))]
    done, file = run(there=written(0) + long)
    assert (done.exit_code, file.read_bytes()) == (0, written(0) + long + written(2)), done.output


def test_a_stream_that_breaks_is_taken_up_where_it_broke(run, gateway):
    gateway.answers = [streams(line(1), is_whole=False), breaks, streams(line(2))]
    done, file = run()
    assert (done.exit_code, file.read_bytes()) == (0, written(1, 2)), done.output
    assert gateway.asked[-1].query["since"] == [line(1)["cursor"]]


def test_what_is_searched_for_is_asked_for(run, gateway):
    gateway.answers = [streams()]
    search = (
        "--game race --player ann --opponent bob --opponent bot:level1 --won-by ann --ended finished --length-min 9"
    )
    done, _ = run(
        *search.split(), "--option", "advanced=true", "--from", "2026-11-01", "--until", "2026-11-02T12:00:00"
    )
    assert done.exit_code == 0, done.output
    assert gateway.asked[0].query == {
        "game": ["race"],
        "player": ["ann"],
        "opponent": ["bob", "bot:level1"],
        "won_by": ["ann"],
        "ended": ["finished"],
        "length_min": ["9"],
        "options": ['{"advanced": true}'],
        "ended_from_ms": ["1793491200000"],
        "ended_until_ms": ["1793620800000"],
    }


def test_a_refusal_is_told_and_what_was_written_stays(run, gateway):
    gateway.answers = [refuses(404, "UnknownGame")]
    done, file = run("--game", "chess", there=written(1))
    assert (done.exit_code, file.read_bytes()) == (1, written(1))
    assert "UnknownGame" in done.output


def test_two_calls_do_not_write_to_one_file(run, tmp_path):
    file = tmp_path / "records.jsonl"
    with file.open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done, _ = run()
    assert (done.exit_code, "another command writes" in done.output) == (1, True)


def test_parquet_has_the_same_records_and_each_whole(run, gateway, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra parquet")
    gateway.answers = [streams(line(1), line(2))]
    done, _ = run("--parquet", str(tmp_path / "records.parquet"))
    assert done.exit_code == 0, done.output
    rows = parquet.read_table(tmp_path / "records.parquet").to_pylist()
    assert [row["record"].encode() + b"\n" for row in rows] == [written(1), written(2)]
    assert [(row["match_id"], row["length"], row["actions"]) for row in rows] == [
        (f"match{number}", 2, ["pass", "explore"]) for number in (1, 2)
    ]
    assert rows[0]["players"][1]["account"] == "ann"
    assert not list(tmp_path.glob("*.part"))
