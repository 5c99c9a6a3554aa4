"""The load generator measures what it says, in small, and writes it where a page has a place for it."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from bench import load
from bench.page import to_markdown

PAGE = Path(__file__).parents[2] / "docs/performance.md"


def test_a_small_load_gives_every_figure_and_renews_the_page(monkeypatch, tmp_path):
    shown = []
    monkeypatch.setattr(load, "show", lambda _console, rows: shown.extend(rows))
    page = tmp_path / "performance.md"
    page.write_text(PAGE.read_text())
    asked = ["--matches=4", "--streams=20", "--bot-matches=100", "--seconds=3", f"--write={page}"]
    done = CliRunner().invoke(load.main, asked, catch_exceptions=False)
    assert done.exit_code == 0
    figures = {row.name: row for row in shown}
    assert len(figures) == 35
    zero = [row.name for row in shown if not row.value > 0]
    assert not zero
    streams = figures["20 event streams by REST: open to the end or the match's"]
    assert streams.beside == 20
    beside = {"gRPC: answered, p99": "4 bare appends at once", "REST: accepted actions": "4 empty calls at once"}
    for name, what in beside.items():
        figure = figures[f"4 live matches by {name}"]
        assert figure.beside > 0, "of the same run"
        assert what in figure.beside_what
    assert figures["20 event streams by REST: delivery, p99"].beside > 0
    assert figures["beside 100 bot matches of another account: bot waited for, p99"].beside > 0
    text = page.read_text()
    assert to_markdown(shown) in text
    assert "python -m bench.load --matches 4 --streams 20 --seconds 3`" in text
    before, _, _ = PAGE.read_text().partition("<!-- measured: load -->")
    assert text.startswith(before)


def test_a_stream_that_breaks_ends_the_load_at_once(monkeypatch):
    """game_state gives up its connections: calls go on by the next one, a stream is cut, and that is the end of it."""
    for name in ("AGE", "GRACE"):
        monkeypatch.setitem(load.FREE, f"ASTRARIUM_GRPC_CONNECTION_{name}_S", "1")
    # Noticed by waiting in vain for so long it would be another message.
    done = CliRunner().invoke(load.main, ["--matches=4", "--streams=20", "--seconds=60"])
    assert (done.exit_code, type(done.exception)) == (1, SystemExit), done.exception
    assert re.search(r"Error: the stream that watches match \w+ broke: UNAVAILABLE", done.output)
