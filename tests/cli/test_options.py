"""Setup options on the command line."""

import json

import click
import pytest

from cli.options import read_options
from engine.errors import BadOptions
from engine.registry import find_game
from engine.tiny_epic.catalog import MATS

TINY_EPIC = find_game("tiny_epic")


def test_values_are_json_where_they_are_json():
    """Numbers, truth values and words."""
    assert read_options(("a=true", "b=3", "c=hades", "d=x=y")) == {"a": True, "b": 3, "c": "hades", "d": "x=y"}


def test_a_rogue_mat_comes_from_a_file(tmp_path):
    """In the catalogue's form; the game plays with it."""
    path = tmp_path / "mat.json"
    path.write_text(json.dumps(MATS[0].to_dict() | {"name": "Mine", "dice": [7, 7, 7, 7, 7]}))
    options = read_options((f"rogue_mat=@{path}",))
    view = TINY_EPIC.setup(1, bytes(32), options).view(0)
    assert "Mine" in json.dumps(view)
    path.write_text(json.dumps(MATS[0].to_dict() | {"dice": [7, 7]}))
    with pytest.raises(BadOptions, match="rogue mat: dice is a list of 5 numbers"):
        TINY_EPIC.setup(1, bytes(32), read_options((f"rogue_mat=@{path}",)))


def test_what_is_no_option_is_refused(tmp_path):
    """With the word or the file, and what is wrong with it."""
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")
    for word, message in (
        ("rogue_mat", "is not NAME=VALUE"),
        (f"rogue_mat=@{tmp_path / 'absent'}", "can't be read: No such file"),
        (f"rogue_mat=@{tmp_path}", "can't be read: Is a directory"),
        (f"rogue_mat=@{broken}", "is not JSON"),
        (f"rogue_mat=@{binary}", "is not JSON"),
    ):
        with pytest.raises(click.BadParameter, match=message):
            read_options((word,))
