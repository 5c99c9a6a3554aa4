"""A tournament for other programs: CSV, JSON, and FIDE's report format (TRF16) for two seats."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from tournaments.errors import BadConfig
from tournaments.standings import Standing, as_number, standings

if TYPE_CHECKING:
    from tournaments.tournament import Round, Tournament

#: Characters that make a spreadsheet take a cell for a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
NAME_WIDTH = 33
#: what the columns of TRF16 hold
RATING_MAX = 9999
POINTS_MIN, POINTS_MAX = -99.9, 999.9


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


def to_trf(tournament: Tournament) -> str:
    """Return the tournament in TRF16 (lines 012, 062, 092, XXR, 001); raise BadConfig where that has no room.

    Seat 0 is White. A duplicate table is one result. Numbers are places in the seeding.
    """
    config = tournament.settings
    if config.seats != 2:  # noqa: PLR2004
        raise BadConfig(f"TRF knows two seats; this tournament's tables have {config.seats}")
    numbers = {entrant.id: number for number, entrant in enumerate(tournament.seeding, 1)}
    lines = [
        f"012 {_plain(config.name)}",
        f"062 {len(numbers)}",
        f"092 {_plain(config.format)}",
        f"XXR {config.rounds or len(tournament.rounds)}",
    ]
    ranked = {line.entrant.id: line for line in standings(tournament)}
    if any(not POINTS_MIN <= line.points <= POINTS_MAX for line in ranked.values()):
        raise BadConfig(f"TRF has room for points from {POINTS_MIN} to {POINTS_MAX}; somebody here has others")
    lines += [_player(tournament, ranked[entrant], numbers) for entrant in numbers]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Return text as the format's 7-bit fields hold it, on one line."""
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in text)


def _player(tournament: Tournament, line: Standing, numbers: dict[str, int]) -> str:
    """Return a 001 line: columns as the format fixes them."""
    entrant = line.entrant
    name = _plain(entrant.name)[:NAME_WIDTH].ljust(NAME_WIDTH)
    rating = f"{round(min(max(entrant.rating, 0), RATING_MAX)):4d}"
    results = "  ".join(_result(tournament, each, entrant.id, numbers) for each in tournament.rounds)
    head = f"001 {numbers[entrant.id]:4d}      {name} {rating} {'':3} {'':11} {'':10}"
    return f"{head} {float(line.points):4.1f} {line.rank:4d}  {results}".rstrip()


def _result(tournament: Tournament, each: Round, entrant: str, numbers: dict[str, int]) -> str:
    """Return one round of one entrant: opponent, colour, result."""
    if entrant in each.byes:
        return "0000 - U"
    if entrant in each.walkovers:
        return "0000 - F"
    table = next((table for table in each.tables if entrant in table.seats), None)
    if table is None:
        late = each.number < tournament.entrants[entrant].first_round
        return "0000 - H" if late and tournament.settings.late_points else "0000 - Z"
    seat = table.seats.index(entrant)
    opponent = f"{numbers[table.seats[1 - seat]]:4d} {'wb'[seat]}"
    if not table.is_done:
        return f"{opponent}  "
    mine, theirs = table.ranks()[seat], table.ranks()[1 - seat]
    if table.absent():
        return f"{opponent} {'-' if entrant in table.absent() else '+'}"
    return f"{opponent} {'1' if mine < theirs else '0' if mine > theirs else '='}"
