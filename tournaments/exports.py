"""A tournament for other programs: CSV and JSON; FIDE's report format has its own file."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from tournaments.standings import as_number, standings

if TYPE_CHECKING:
    from tournaments.tournament import Round, Tournament

#: Characters that make a spreadsheet take a cell for a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def to_csv(tournament: Tournament) -> str:
    """Return the standings as CSV with a header line; names can't become formulas."""
    out = io.StringIO()
    rows = [line.to_dict() for line in standings(tournament)]
    places = [f"place_{place}" for place in range(1, tournament.settings.seats + 1)]
    names = ["rank", "entrant", "name", "player", "level", "rating", "points", "tables", "byes", *places]
    names += ["opposition", "direct", "margin", "is_withdrawn", "is_set_aside"]
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        row |= dict(zip(places, row.pop("places"), strict=True))
        for name in ("entrant", "name", "level"):
            if row[name].startswith(FORMULA_STARTS):
                row[name] = "'" + row[name]
        writer.writerow(row)
    return out.getvalue()


def to_json(tournament: Tournament) -> dict[str, Any]:
    """Return the whole tournament as a JSON-able dict: settings, standings, rounds with results, audit."""
    return {
        "config": tournament.settings.to_dict(),
        "finished": tournament.finished,
        "standings": [line.to_dict() for line in standings(tournament)],
        "rounds": [_round(tournament, each) for each in tournament.rounds],
        "audit": tournament.audit,
    }


def _round(tournament: Tournament, each: Round) -> dict[str, Any]:
    tables = []
    for table in each.tables:
        row: dict[str, Any] = {"seats": list(table.seats), "is_done": table.is_done}
        if table.is_done:
            row["ranks"] = list(table.ranks())
            row["points"] = [as_number(points) for points in tournament.table_points(table)]
            row["scores"] = list(table.scores())
        if tournament.settings.is_duplicate:
            row["is_released"] = table.is_released
        row["boards"] = [
            {
                "board": board,
                "seats": list(table.seats_on(board)),
                "ranks": list(result.ranks),
                "scores": list(result.scores),
                "cause": result.cause,
                "absent": sorted(result.absent),
                "match_id": result.match_id,
            }
            for board, result in sorted(table.results.items())
        ]
        row["matches"] = [table.matches.get(board) for board in range(table.boards)]
        tables.append(row)
    rest = {"byes": list(each.byes), "walkovers": list(each.walkovers), "relaxed": list(each.relaxed)}
    return {"round": each.number, "method": each.method, "tables": tables, **rest}
