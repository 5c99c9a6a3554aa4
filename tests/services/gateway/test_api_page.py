"""The page for those who write clients has every error that it may meet, with its status."""

from __future__ import annotations

import re

from services.gateway.problems import ALL_STATUS
from tests.support.stack import ROOT

#: of records and descriptions that no client sends
INSIDE = {"BadRecord", "BadDescription"}


def test_every_error_stands_in_the_table_with_its_status():
    page = (ROOT / "docs/api.md").read_text("utf-8")
    table = page[page.index("## Refusals") : page.index("## gRPC")]
    told = {}
    for statuses, errors in re.findall(r"^\| ([\d, ]+) \| (.*) \|$", table, re.MULTILINE):
        for error in re.findall(r"`([A-Z]\w+)`", errors):
            told[error] = {int(each) for each in statuses.split(", ")}
    assert told.keys() == ALL_STATUS.keys() - INSIDE
    for error, statuses in told.items():
        assert ALL_STATUS[error].http in statuses, error
