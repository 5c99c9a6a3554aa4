"""The record of a finished match: everything needed to replay and verify it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from services.game_state.match.model import Entry, drop_taken_back
from services.shared.errors import MatchNotOver

if TYPE_CHECKING:
    from services.game_state.match.model import Stored


def record_of(stored: Stored) -> dict[str, object]:
    """Return the record (see engine/replay.py), with who sat where; raise MatchNotOver, MatchSealed."""
    match = stored.match
    if match.status != "over":
        raise MatchNotOver(f"the match is {match.status}; its record is published when it is over")
    match.check_unsealed()
    log = [Entry.from_json(raw) for raw in stored.log]
    entries = drop_taken_back(log)
    everything = {"log": [_line(entry) for entry in log]} if len(entries) < len(log) else {}
    downtimes = [[each.from_ms, each.until_ms] for each in match.downtimes]
    start = {} if match.start is None else {"start": asdict(match.start)}
    return {
        "match_id": match.match_id,
        "game": match.game,
        "rules_version": match.rules_version,
        "seats": len(match.seats),
        "players": match.seat_dicts(),
        "options": match.settings.options,
        "seed": stored.seed.hex(),
        "commitment": match.commitment,
        "actions": [[entry.seat, entry.notation] for entry in entries],
        "times_ms": [entry.at_ms for entry in entries],
        "started_ms": match.started_ms,
        "ended_ms": match.ended_ms,
        "ended": match.ended,
        "scores": list(match.scores),
        "ranks": list(match.ranks),
        "fingerprint": match.fingerprint,
        **({"downtimes_ms": downtimes} if downtimes else {}),
        **start,
        **everything,
    }


def _line(entry: Entry) -> list[object]:
    if entry.back_to is None:
        return [entry.seat, entry.notation]
    return [entry.seat, None, entry.back_to]
