"""A report of a tournament in Markdown, and a plot of the points by round (extra `plot`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.standings import as_number, standings

if TYPE_CHECKING:
    from fractions import Fraction
    from pathlib import Path

    from tournaments.tournament import Tournament

PLOTTED_MAX = 10
#: characters with a meaning in Markdown within a line
SPECIAL = "\\|`*_[]<>#&~"
FORMAT_WORDS = {
    "round_robin": "round robin",
    "swiss": "Swiss",
    "knockout": "knockout",
    "gauntlet": "gauntlet",
    "arena": "arena",
}


def to_markdown(tournament: Tournament) -> str:
    """Return settings, standings, each round's tables and the host's corrections as Markdown."""
    config = tournament.settings
    form = FORMAT_WORDS.get(config.format, config.format)
    points = ", ".join(str(as_number(each)) for each in config.points)
    counts = f"{config.seats} seats, {len(tournament.rounds)} rounds, {len(tournament.entrants)} entrants"
    facts = [
        f"{config.game}, {form}, {counts}",
        f"points per place: {points}; tie-breaks: {', '.join(config.tie_breaks)}",
        f"finished: {_cell(tournament.finished)}" if tournament.finished else "not finished",
    ]
    if config.is_duplicate:
        facts.append("duplicate tables: the same deal once from every seat, one result per table")
    parts = [f"# {_cell(config.name)}", "", *[f"- {fact}" for fact in facts], "", *_standings(tournament)]
    for each in tournament.rounds:
        parts += ["", f"## Round {each.number}", "", "| table | places | game points |", "|---|---|---|"]
        for number, table in enumerate(each.tables, 1):
            names = [_cell(tournament.entrants[entrant].name) for entrant in table.seats]
            if not table.is_done:
                parts.append(f"| {number} | {', '.join(names)} | playing |")
                continue
            rows = sorted(zip(table.ranks(), names, table.scores(), strict=True), key=lambda row: row[0])
            gone = " (a player was absent)" if any(result.absent for result in table.results.values()) else ""
            parts.append(
                f"| {number} | {', '.join(f'{rank}. {name}' for rank, name, _ in rows)}{gone} "
                f"| {', '.join(f'{score:g}' for _, _, score in rows)} |"
            )
        resting = [_cell(tournament.entrants[entrant].name) for entrant in (*each.byes, *each.walkovers)]
        if resting:
            parts += ["", f"Bye: {', '.join(resting)}"]
    if tournament.audit:
        parts += ["", "## Decisions of the host", ""]
        parts += [f"- {entry['kind']} by {_cell(entry['by'])}: {_cell(entry['reason'])}" for entry in tournament.audit]
    return "\n".join(parts) + "\n"


def _standings(tournament: Tournament) -> list[str]:
    places = [f"{place}." for place in range(1, tournament.settings.seats + 1)]
    head = ["rank", "entrant", "points", *places, "opposition", "direct", "margin"]
    rows = ["## Standings", "", f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for line in standings(tournament):
        away = " (withdrawn)" if line.is_withdrawn else " (set aside)" if line.is_set_aside else ""
        name = _cell(line.entrant.name) + away
        numbers = [as_number(line.points), *line.places, as_number(line.opposition)]
        direct = "" if line.direct is None else as_number(line.direct)
        cells = [line.rank, name, *numbers, direct, as_number(line.margin)]
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return rows


def _cell(text: str) -> str:
    """Return text that stays within its cell and is shown unchanged."""
    return "".join("\\" + c if c in SPECIAL else c if c.isprintable() else " " for c in str(text))


def points_by_round(tournament: Tournament, entrant: str) -> list[Fraction]:
    """Return an entrant's points after each round, beginning with its points at the start."""
    config = tournament.settings
    total = config.late_points * (tournament.entrants[entrant].first_round - 1)
    course = [total]
    for each in tournament.rounds:
        if entrant in each.byes or entrant in each.walkovers:
            total += config.bye_points
        for table in each.tables:
            if entrant in table.seats and table.is_done:
                total += tournament.table_points(table)[table.seats.index(entrant)]
        course.append(total)
    return course


def plot(tournament: Tournament, path: Path) -> None:
    """Write a plot of the best entrants' points by round (SVG, PNG or PDF by the name's ending).

    Raises ModuleNotFoundError, which says what to install, without matplotlib.
    """
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 (an extra)
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError("plots need matplotlib: pip install 'astrarium[plot]'") from missing
    figure = Figure(figsize=(9, 5), layout="constrained")
    axes = figure.add_subplot()
    for line in standings(tournament)[:PLOTTED_MAX]:
        course = points_by_round(tournament, line.entrant.id)
        axes.plot(
            range(len(course)),
            [float(points) for points in course],
            marker="o",
            label=f"{line.rank}. {line.entrant.name}",
        )
    axes.set(title=tournament.settings.name, xlabel="round", ylabel="points")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    axes.grid(alpha=0.3)
    figure.savefig(path)
