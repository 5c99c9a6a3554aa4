"""Figures as sections of a page, each with the command, the machine and its load."""

from __future__ import annotations

import os
import platform
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench import Figure

FIGURES_FROM = 1000


def figure(value: float | None) -> str:
    """Return a number with four figures at least; nothing for None."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= FIGURES_FROM else f"{value:.4g}"


def target_of(row: Figure) -> str:
    """Return a row's target in words."""
    return "" if row.target is None else f"{'≤' if row.is_cost else '≥'} {figure(row.target)}"


def beside_of(row: Figure) -> str:
    """Return the figure beside a row's, in words."""
    return "" if row.beside is None else f"{figure(row.beside)} {row.beside_what}"


def to_markdown(rows: list[Figure]) -> str:
    """Return rows as a table."""
    lines = ["| what | measured | target | met | beside it, same run |", "|---|---:|---:|---|---|"]
    for row in rows:
        cells = (row.name, f"{figure(row.value)} {row.unit}".strip(), target_of(row), row.verdict, beside_of(row))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def machine() -> str:
    """Describe the machine in a sentence: processors, Python, and how busy it is now."""
    info = Path("/proc/cpuinfo")
    names = re.findall(r"^model name\s*:\s*(.+)$", info.read_text(), re.MULTILINE) if info.exists() else []
    name = names[0] if names else platform.machine()
    busy = os.getloadavg()[0]
    return f"{os.cpu_count()} cores of {name}, Python {platform.python_version()}, load average {busy:.1f} at the start"


def write_section(path: Path, topic: str, command: str, about: str, rows: list[Figure]) -> None:
    """Replace a topic's figures on a page; raise ValueError if the page has no place for them."""
    page = path.read_text()
    begin, end = f"<!-- measured: {topic} -->", f"<!-- end: {topic} -->"
    if page.count(begin) != 1 or page.count(end) != 1:
        raise ValueError(f"{path} has no place for {topic}: the lines {begin} and {end}")
    before, _, rest = page.partition(begin)
    day = datetime.now(UTC).date().isoformat()
    text = f"{begin}\n`{command}`, {day}: {about}.\n\n{to_markdown(rows)}\n{end}"
    path.write_text(before + text + rest.partition(end)[2])
