"""The load generator measures what it says, in small."""

from __future__ import annotations

from click.testing import CliRunner

from deploy import load


def test_a_small_load_gives_every_figure(monkeypatch):
    shown = []
    monkeypatch.setattr(load, "show", lambda _console, rows: shown.extend(rows))
    done = CliRunner().invoke(load.main, ["--matches=4", "--streams=20", "--seconds=2"], catch_exceptions=False)
    assert done.exit_code == 0
    figures = {row.name: row for row in shown}
    assert len(figures) == 17
    zero = [row.name for row in shown if not row.value > 0]
    assert not zero
    streams = figures["20 event streams by REST: open to the end or the match's"]
    assert streams.beside == 20
