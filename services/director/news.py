"""The meaning of a tournament's log entry for single accounts: a line for each account's stream of events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.tournament import Tournament

BOT = "bot"
#: an entry of a tournament's log as JSON; Any: its members depend on its kind, and the tournament checks them
Entry = dict[str, Any]


def news_of_entry(tournament_id: str, tournament: Tournament, entry: Entry) -> Iterator[tuple[str, list[str]]]:
    """Yield account and fields (names and values in turn) for everybody whom *entry*, already applied, concerns."""

    def tell(entrant: str, kind: str, **more: object) -> Iterator[tuple[str, list[str]]]:
        if tournament.entrants[entrant].player != BOT:
            fields = {"kind": kind, "tournament_id": tournament_id, "round": entry["round"], **more}
            yield entrant, [str(part) for pair in fields.items() for part in pair]

    if entry["kind"] == "paired":
        for table, seats in enumerate(entry["tables"]):
            for seat, entrant in enumerate(seats):
                yield from tell(entrant, "round_paired", table=table, seat=seat)
        for entrant in (*entry["byes"], *entry.get("walkovers", ())):
            yield from tell(entrant, "bye")
    elif entry["kind"] == "begun":
        table = tournament.rounds[entry["round"] - 1].tables[entry["table"]]
        for seat, entrant in enumerate(table.seats_on(entry["board"])):
            yield from tell(entrant, "tournament_match", table=entry["table"], match_id=entry["match_id"], seat=seat)
