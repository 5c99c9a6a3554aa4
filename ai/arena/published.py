"""The published tables of levels: Markdown made from ai.results and written between two marks in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.arena.ladder import LEVEL_NAMES, SEED, markdown, rungs_of
from ai.levels import find_level
from ai.results import Measured, find_result
from engine.errors import EngineError
from engine.registry import GAMES

if TYPE_CHECKING:
    from pathlib import Path

BEGIN = "<!-- levels: begin -->"
END = "<!-- levels: end -->"
SOLO_GAME = "tiny_epic"
SOLO_LEVELS = ("random", *LEVEL_NAMES)


class NoMarks(EngineError):
    """A file has no pair of marks to write the tables between."""


def render_tables() -> str:
    """Return the tables of all games as Markdown."""
    parts = []
    for name, game in GAMES.items():
        rows = [(rung, find_result(name, rung.players[0], rung.players[1], rung.tables)) for rung in rungs_of(name)]
        command = f"`astrarium ladder {name} --full`, seed {SEED}"
        parts.append(f"**{game.title}** ({command}; {budgets(name)})\n\n{markdown(rows)}")
    return "\n\n".join([*parts, _solo()])


def budgets(game: str) -> str:
    """Return one line with each searching level's iterations per decision, and its share of random actions if any."""
    words = []
    for name in LEVEL_NAMES:
        level = find_level(name, game)
        if level.chooser == "search":
            chance = f" with {level.noise:.0%} chance" if level.noise else ""
            judged = f" ({level.network_iterations:,})" if level.network_iterations else ""
            words.append(f"{name} {level.iterations:,}{judged}{chance}")
    return f"iterations per decision, in brackets those with the network at two seats: {', '.join(words)}"


def _solo() -> str:
    """Return the Markdown table of each level's solo wins against the rogue, by mat."""
    mats = GAMES[SOLO_GAME].options["rogue_mat"].choices or ()
    command = (
        f"`astrarium arena {SOLO_GAME} --tables 1 --players LEVEL --option rogue_mat=MAT --pairs MATCHES --seed {SEED}`"
    )
    lines = [
        f"**{GAMES[SOLO_GAME].title}, alone against the rogue** ({command}; greedy plays as level3)",
        "",
        "| level | " + " | ".join(mats) + " |",
        "| --- |" + " ---: |" * len(mats),
    ]
    for level in SOLO_LEVELS:
        cells = [_cell(find_result(SOLO_GAME, level, mat, 1)) for mat in mats]
        lines.append(f"| {level} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(result: Measured | None) -> str:
    if result is None:
        return "not measured"
    return f"{result.share:.1%} ({result.low:.0%} to {result.high:.0%}) of {result.matches}"


def publish(path: Path) -> None:
    """Write the tables between the marks of a file; raise NoMarks if the file has none."""
    path.write_text(with_tables(path.read_text(), str(path)))


def with_tables(text: str, name: str) -> str:
    """Return *text* with the tables in place of what was between its marks; raise NoMarks if it has none."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise NoMarks(f"{name} has no lines {BEGIN} and {END} to put the table between")
    return f"{before}{BEGIN}\n{render_tables()}\n{END}{after}"
