"""Tokens on the command line: files for their owner alone, and the environment; never an argument, never shown."""

from __future__ import annotations

import re

import click
import pytest
from click.testing import CliRunner

from cli.commands import main
from cli.tokens import VARIABLE, prepare_folder, read_token, write_secret

TOKEN = "nLq3v-3dYkz9XwT1uS7bE0cH5_mRj2oGfPa8iVxQe4K"


@pytest.fixture(autouse=True)
def _no_own_token(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)


def test_a_token_is_no_argument():
    answer = CliRunner().invoke(main, ["play", "--token", TOKEN])
    assert answer.exit_code == 2
    assert re.search("No such option:? '?--token", answer.output)
    assert TOKEN not in answer.output


def test_what_is_written_is_read_and_goes_before_the_environment(tmp_path, monkeypatch):
    file = tmp_path / "ann.token"
    file.write_text("open to everybody, before")
    write_secret(TOKEN, file)
    assert file.stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv(VARIABLE, "other")
    assert (read_token(file), read_token(None)) == (TOKEN, "other")
    monkeypatch.delenv(VARIABLE)
    assert read_token(None) is None


def test_a_file_that_others_may_read_is_refused(tmp_path):
    file = tmp_path / "ann.token"
    write_secret(TOKEN, file)
    for mode in (0o640, 0o604):
        file.chmod(mode)
        with pytest.raises(click.ClickException, match=r"others may read .*: chmod 600 "):
            read_token(file)


@pytest.mark.parametrize("content", [b"", b"\n", b"two words", "tokén".encode(), b"\xff\xfe", b"a\nb"])
def test_what_is_no_token_is_refused_unsaid(tmp_path, content):
    file = tmp_path / "ann.token"
    file.write_bytes(content)
    file.chmod(0o600)
    with pytest.raises(click.ClickException, match=r"ann\.token gives no token"):
        read_token(file)


def test_a_file_there_is_not_is_told_before_anybody_is_asked(tmp_path):
    answer = CliRunner().invoke(main, ["play", "--token-file", str(tmp_path / "absent")])
    assert (answer.exit_code, "absent gives no token" in answer.output) == (1, True), answer.output


def test_servers_have_folders_of_their_own_for_the_owner_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("click.utils.sys.platform", "linux")
    urls = (
        "http://127.0.0.1:8080",
        "http://127.0.0.1:8081",
        "https://ann:secret@games.example/play/",
        "http://[::1]:80",
    )
    folders = [prepare_folder(url) for url in urls]
    names = [folder.relative_to(tmp_path / "astrarium").as_posix() for folder in folders]
    assert names == ["127.0.0.1-8080", "127.0.0.1-8081", "games.example-https-play", "-1-80"]
    assert {folder.stat().st_mode & 0o777 for folder in folders} == {0o700}
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(click.ClickException, match="XDG_CONFIG_HOME may name another"):
        prepare_folder(urls[0])
