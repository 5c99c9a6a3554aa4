"""`astrarium tournament`: one command from file to report, killed at any moment and taken up again."""

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.tournament import tournament
from cli.tournament_file import read_file
from cli.tournament_folder import Folder
from engine.replay import verify
from tournaments.errors import BadConfig

ROOT = Path(__file__).parents[2]
FILE = """
game = "roll"
format = "swiss"
seats = 3
rounds = 3
seed = 4
[[entrants]]
level = "random"
name = "Dice"
count = 6
[[entrants]]
level = "greedy"
name = "Greedy"
count = 6
"""
CRASHER = "import sys\nfor line in sys.stdin:\n    sys.exit(3)\n"


def start(file, out, workers=2):
    """Start the command as a user would."""
    command = [
        sys.executable,
        "-m",
        "cli",
        "tournament",
        str(file),
        "--out",
        str(out),
        "--workers",
        str(workers),
    ]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def lines(path):
    """The whole lines of a file, parsed; the last one may be half written."""
    text = path.read_text() if path.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def essence(out):
    """What two runs of the same tournament must share: everything but the times."""
    entries = lines(out / "log.jsonl")
    results = sorted(
        (e["round"], e["table"], e["board"], e["ranks"], e["scores"]) for e in entries if e["kind"] == "result"
    )
    return [e["tables"] for e in entries if e["kind"] == "paired"], results, (out / "standings.csv").read_text()


@pytest.mark.timeout(600)
def test_killed_at_any_moment_and_taken_up_again(tmp_path):
    """Killed after 1, 5 and 8 records, it ends as a run that nobody disturbed: same pairings, results, standings."""
    file = tmp_path / "cup.toml"
    file.write_text(FILE)
    whole = start(file, tmp_path / "whole")
    said, _ = whole.communicate(timeout=300)
    assert whole.returncode == 0, said
    assert "12 records verified" in said
    out = tmp_path / "killed"
    for records in (1, 5, 8):
        process = start(file, out)
        until = time.monotonic() + 200
        while len(lines(out / "records.jsonl")) < records and time.monotonic() < until and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    last = start(file, out)
    said, _ = last.communicate(timeout=300)
    assert last.returncode == 0, said
    assert "12 records verified" in said
    assert essence(out) == essence(tmp_path / "whole")
    records = lines(out / "records.jsonl")
    assert len({record["match_id"] for record in records}) == len(records) == 12
    for record in records:
        verify(record)


def run(tmp_path, text, *more):
    """Run the command in this process with one worker's pool."""
    file = tmp_path / "cup.toml"
    file.write_text(text)
    return CliRunner().invoke(tournament, [str(file), "--out", str(tmp_path / "out"), "--workers", "1", *more])


def test_a_crashing_program_loses_and_nobody_else(tmp_path):
    """It comes last wherever it sat, the cause is on record, and the others are ranked among themselves."""
    program = tmp_path / "crash.py"
    program.write_text(CRASHER)
    text = FILE.replace("count = 6", "count = 3").replace("rounds = 3", "rounds = 2").replace("seats = 3", "seats = 2")
    text += f'[[entrants]]\ncommand = "{sys.executable} {program}"\nname = "Broken"\n'
    answer = run(tmp_path, text, "--json")
    assert answer.exit_code == 0, answer.output
    d = json.loads(answer.stdout)
    broken = next(row for row in d["standings"] if row["name"] == "Broken")
    boards = [
        board
        for each in d["rounds"]
        for table in each["tables"]
        for board in table["boards"]
        if broken["entrant"] in board["seats"]
    ]
    assert boards
    for board in boards:
        seat = board["seats"].index(broken["entrant"])
        assert board["cause"] == "forfeit"
        assert board["absent"] == [seat]
        assert board["ranks"] == [2, 1][seat:] + [2, 1][:seat]
    assert broken["points"] == sum(1 for each in d["rounds"] if broken["entrant"] in each["byes"])


def test_the_report_is_whole(tmp_path):
    """Standings, rounds, records and plot are there; a finished tournament is not played again."""
    text = (
        FILE.replace('format = "swiss"', 'format = "round_robin"')
        .replace("count = 6", "count = 2")
        .replace("seats = 3", "seats = 2")
    )
    first = run(tmp_path, text.replace("rounds = 3", "is_duplicate = true"))
    assert first.exit_code == 0, first.output
    out = tmp_path / "out"
    before = (out / "log.jsonl").read_bytes()
    assert {path.name for path in out.iterdir()} == {
        "log.jsonl",
        "records.jsonl",
        "standings.csv",
        "tournament.json",
        "tournament.trf",
        "report.md",
        "points.svg",
    }
    rows = list(csv.DictReader((out / "standings.csv").open()))
    assert [row["tables"] for row in rows] == ["3"] * 4
    assert sum(float(row["points"]) for row in rows) == 6
    records = lines(out / "records.jsonl")
    assert len(records) == 12
    assert len({record["seed"] for record in records}) == 6
    again = run(tmp_path, text.replace("rounds = 3", "is_duplicate = true"))
    assert again.exit_code == 0, again.output
    assert (out / "log.jsonl").read_bytes() == before


def test_a_folder_is_for_one_tournament_and_one_process(tmp_path):
    """Another file, or another process, is refused with the reason."""
    assert run(tmp_path, FILE.replace("count = 6", "count = 2").replace("rounds = 3", "rounds = 1")).exit_code == 0
    other = run(tmp_path, FILE)
    assert other.exit_code == 1
    assert "holds another tournament" in other.output
    held = Folder(tmp_path / "held")
    with pytest.raises(BadConfig, match="in use"):
        Folder(tmp_path / "held")
    held.close()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('game = "roll"', 'game = "chess"'), "no game is called"),
        (("seats = 3", "seats = 9"), "seats is 9"),
        (('level = "random"', 'level = "genius"'), "no level is called"),
        (('level = "random"', "elo = 1"), "elo is unknown"),
        (("count = 6", "count = 0"), "count is 0"),
        (('name = "Dice"', 'name = "Greedy"'), "same name"),
        (("rounds = 3", "rounds = '3'"), "rounds is '3'"),
        (("rounds = 3", "rounds = "), "is no TOML"),
        (("rounds = 3", "tempo = 1"), "tempo is unknown"),
        (("seed = 4", "options = {luck = 1}"), "luck"),
        (("count = 6", "rating = 'x'"), "rating is 'x'"),
        (("count = 6", "rating = inf"), "it should be a finite number"),
        (("count = 6", "challenger = 1"), "challenger is 1"),
        (("count = 6", "count = 2000"), "count is 2000"),
        (('format = "swiss"', 'format = "gauntlet"'), "one challenger or more"),
    ],
)
def test_bad_files_are_refused_in_one_line(tmp_path, change, says):
    """Whatever is wrong with the file is said in one line."""
    answer = run(tmp_path, FILE.replace(*change))
    assert answer.exit_code == 1
    assert says in answer.output
    assert answer.output.startswith("Error: ")
    assert "Traceback" not in answer.output
    # Nothing of it is left for the file that is mended.
    folder = Folder(tmp_path / "out")
    assert (folder.tournament.version, folder.records) == (0, 0)
    folder.close()


@pytest.mark.parametrize(
    "change", [("count = 6", "count = 2"), ("count = 6", "count = 7"), ("count = 6", "rating = 9\ncount = 6")]
)
def test_a_folder_is_for_the_same_entrants(tmp_path, change):
    """Fewer, more, or rated otherwise: the folder's tournament is another one."""
    quick = FILE.replace("rounds = 3", "rounds = 1")
    assert run(tmp_path, quick).exit_code == 0
    assert "12 records" not in run(tmp_path, quick).output
    other = run(tmp_path, quick.replace(*change))
    assert other.exit_code == 1
    assert "begun with other entrants" in other.output


def test_entrants_are_read_with_their_numbers(tmp_path):
    """A count makes numbered entrants; a program keeps its command."""
    file = tmp_path / "x.toml"
    file.write_text(FILE + '[[entrants]]\ncommand = "true"\nchallenger = true\n')
    config, entrants = read_file(file)
    assert config["name"] == "x"
    assert [entrant["name"] for entrant in entrants[:2]] == ["Dice 1", "Dice 2"]
    assert entrants[-1] == {
        "id": "e012",
        "name": "program",
        "player": "program",
        "level": "cmd:true",
        "rating": 0,
        "is_challenger": True,
    }
