"""The made files of the client library are what `python -m deploy.client` makes of the server as it is."""

from __future__ import annotations

import pytest

pytest.importorskip("datamodel_code_generator", reason="needs the development extra")

from deploy import client as made


def test_the_made_files_are_up_to_date(tmp_path):
    for path in made.make(tmp_path):
        name = path.relative_to(tmp_path)
        assert path.read_text() == (made.CLIENT / name).read_text(), f"{name}: run `python -m deploy.client`"
