"""Measured figures stand in the page where it has a place for them."""

from pathlib import Path

import pytest

from bench import Figure
from bench.page import write_section

PAGE = Path(__file__).parents[2] / "docs/performance.md"


def test_a_section_takes_the_place_of_the_older_one_and_nothing_else(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# Title\n<!-- measured: a -->\nold\n<!-- end: a -->\nrest\n<!-- measured: b -->\n<!-- end: b -->\n"
    )
    rows = [
        Figure("speed", 1234.5, "/s", 1000, beside=9.87654, beside_what="ms bare"),
        Figure("cost", 2.0, "ms", 1.5, is_cost=True),
    ]
    for _ in range(2):
        write_section(page, "a", "command", "a machine", rows)
    text = page.read_text()
    assert (
        "| speed | 1,234 /s | ≥ 1,000 | yes | 9.877 ms bare |\n| cost | 2 ms | ≤ 1.5 | floor |  |\n<!-- end: a -->\nrest"
        in text
    )
    assert "old" not in text
    assert text.count("`command`") == 1
    with pytest.raises(ValueError, match="no place for c"):
        write_section(page, "c", "command", "a machine", rows)


def test_the_page_has_a_place_for_every_topic():
    text = PAGE.read_text()
    for topic in ("load", "load at a rate", "services", "engine", "bots"):
        assert text.count(f"<!-- measured: {topic} -->") == text.count(f"<!-- end: {topic} -->") == 1
