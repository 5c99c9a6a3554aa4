"""What a command is given and can't use is said in one line, before it begins."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from cli.commands import main
from tests.support.stack import free_port


@pytest.mark.parametrize("option", ["--csv", "--plot"])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(tmp_path, option):
    """A series of hours ends with it."""
    (tmp_path / "file").write_text("in the way")
    series = tmp_path / "series.jsonl"
    words = ["arena", "roll", "--players", "level8,level8", "--out", str(series), option, str(tmp_path / "file/x.svg")]
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 1
    assert answer.output.startswith("Error: ")
    assert not series.exists() or series.stat().st_size == 0


@pytest.mark.parametrize("text", ["[" * 100_000, "", "\xff", "null", "{}"])
def test_what_is_no_record_is_told_so(tmp_path, text):
    """However it is none."""
    (tmp_path / "record.json").write_text(text, encoding="latin-1")
    answer = CliRunner().invoke(main, ["verify", str(tmp_path / "record.json")])
    assert answer.exit_code == 1
    assert answer.output.startswith("Error: the record is not ")


def test_a_stack_that_could_not_do_its_work_is_not_started(tmp_path):
    """Nowhere to put the record; one port for two."""
    runner, port = CliRunner(), str(free_port())
    lost = runner.invoke(main, ["demo", "--record", str(tmp_path / "nowhere/record.json")])
    shared = runner.invoke(main, ["up", "--data", str(tmp_path / "data"), "--port", port, "--grpc-port", port])
    for answer, says in ((lost, "No such file"), (shared, "can't share port")):
        assert answer.exit_code == 1
        assert answer.output.startswith("Error: ")
        assert says in answer.output


@pytest.mark.parametrize("command", ["", " ", "''", "program 'unfinished"])
def test_a_command_line_without_a_program_is_told_before_anything_is_played(tmp_path, command):
    """Its matches would all be lost by forfeit."""
    series = tmp_path / "series.jsonl"
    runner, words = CliRunner(), ["--players", f"random,cmd:{command}", "--pairs", "1", "--out", str(series)]
    answers = [runner.invoke(main, ["arena", "roll", *words]), runner.invoke(main, ["check-engine", command])]
    for answer in answers:
        assert answer.exit_code == 1
        assert answer.output.startswith("Error: ")
    assert not series.exists()
