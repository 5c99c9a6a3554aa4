"""From one match to the next: who decides, what bots owe, how it ended, and whom that concerns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.registry import find_game
from engine.replay import first_position
from services.game_state.match.model import Ask
from services.shared.clocks import Clocks, Control
from services.shared.ends import FINISHED
from services.shared.errors import RulesVersionGone, SeatsOpen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.contract.state import State
    from services.game_state.match.model import Due, Match


def first_state(match: Match, seed: bytes) -> State:
    """Return the first position of a match; raise RulesVersionGone if this process plays by other rules."""
    game = find_game(match.game)
    if match.rules_version != game.rules_version:
        kept = f"the match keeps rules version {match.rules_version} of {match.game}; here is {game.rules_version}"
        raise RulesVersionGone(kept)
    start = None if match.start is None else match.start.description
    return first_position(game, len(match.seats), seed, match.settings.options, start)


def begin_match(match: Match, seed: bytes, at_ms: int) -> Match:
    """Return a waiting match begun; raise SeatsOpen."""
    free = match.free_seats()
    if free:
        raise SeatsOpen(f"seats {', '.join(map(str, free))} are open; the match begins when all are taken")
    state = first_state(match, seed)
    return start_clocks(advance(replace(match, status="running", started_ms=at_ms, told=()), state, at_ms), at_ms)


def is_due(match: Match) -> bool:
    """Whether a match begins by itself now."""
    return match.status == "waiting" and match.settings.starts_when_full and not match.free_seats()


def advance(match: Match, state: State, at_ms: int) -> Match:
    """Return a running match as it stands with *state* on the table."""
    if state.is_over:
        return end_match(match, state, at_ms, FINISHED, state.ranks())
    deciding = state.deciding_seats()
    ahead = match.versions_ahead
    known = [state.version_for(viewer) + ahead for viewer in (*range(len(match.seats)), None)]
    asked = {ask.what: ask for ask in match.asks}
    stands_still = (deciding, known[-1]) == (match.deciding, match.version_for(None))
    owed = [(seat, known[seat]) for seat in deciding if match.seats[seat].kind == "bot"]
    return replace(
        match,
        deciding=deciding,
        versions=tuple(known),
        # At a fast pace the first decision stands for the whole match.
        asks=tuple(asked.get(what) or Ask(*what, at_ms) for what in (owed[:1] if match.settings.is_fast else owed)),
        take_back=None,
        stands_since_ms=match.stands_since_ms if stands_still else at_ms,
    )


def advance_clocks(match: Match, after: Match, at_ms: int, seat: int | None = None, actions: int = 1) -> Match:
    """Return *after* with its clocks moved on: *seat* has taken so many actions of *match*, or nobody has."""
    if match.clocks is None:
        return after
    clocks = Clocks.from_dict(match.clocks)
    if after.status == "over":
        stopped = clocks.stop(at_ms).to_dict()
        return replace(after, clocks=stopped, seen_clocks=stopped)
    if seat is not None:
        for _ in range(actions - 1):
            clocks = clocks.after_action(seat, {*match.deciding, seat}, at_ms)
        clocks = clocks.after_action(seat, after.deciding, at_ms)
    # What a seat answers unseen by the others moves its clock for itself alone, until the step ends.
    is_unseen = (after.deciding, after.version_for(None)) == (match.deciding, match.version_for(None))
    return replace(after, clocks=clocks.to_dict(), seen_clocks=match.seen_clocks if is_unseen else clocks.to_dict())


def start_clocks(match: Match, at_ms: int) -> Match:
    """Return a match that begins with its clocks running; bots have none."""
    control = Control.from_dict(match.settings.clock)
    if control.kind == "none":
        return match
    clocks = Clocks.begin(control, len(match.seats), match.deciding, at_ms)
    for number, seat in enumerate(match.seats):
        if seat.kind == "bot":
            clocks = clocks.hand_over(number, at_ms)
    return replace(match, clocks=clocks.to_dict(), seen_clocks=clocks.to_dict())


def end_match(match: Match, state: State, at_ms: int, ended: str, ranks: tuple[int, ...]) -> Match:
    """Return a match that has ended, for whatever cause.

    It counts for nobody if an account that was seated without being asked never acted: it did not agree to play.
    """
    is_rated = match.settings.is_rated and not any(seat.is_unasked for seat in match.seats)
    return replace(
        match.with_settings(is_rated=is_rated),
        status="over",
        ended_ms=at_ms,
        ended=ended,
        deciding=(),
        versions=(state.version + match.versions_ahead,) * (len(match.seats) + 1),
        asks=(),
        take_back=None,
        scores=tuple(state.scores()),
        ranks=tuple(ranks),
        fingerprint=state.fingerprint(),
    )


def end_unplayed(match: Match, at_ms: int, ended: str) -> Match:
    """Return a match that has ended though nobody can tell how it stands: without scores, and not rated."""
    return replace(
        match.with_settings(is_rated=False),
        status="over",
        ended_ms=at_ms,
        ended=ended,
        deciding=(),
        asks=(),
        take_back=None,
    )


def ranks_after_resignation(match: Match, state: State) -> tuple[int, ...]:
    """Return the ranks when a match ends because seats were given up: these come last, the others as they stand."""
    standing = state.ranks()
    quitters = {number for number, seat in enumerate(match.seats) if seat.resigned_by}
    staying = sorted(standing[seat] for seat in range(len(standing)) if seat not in quitters)
    return tuple(
        len(staying) + 1 if seat in quitters else staying.index(standing[seat]) + 1 for seat in range(len(standing))
    )


def news_of_change(before: Match, after: Match) -> Iterator[tuple[str, str, int]]:
    """Yield whom a change concerns, how, and at which seat: only what that seat may know."""
    for number, seat in enumerate(after.seats):
        account = seat.account or seat.resigned_by or seat.stands_in_for
        if not account or seat.kind == "invited":
            continue
        if before.status == "waiting" and after.status != "waiting":
            yield account, "match_started", number
        if after.status == "over" and before.status != "over":
            yield account, "match_over", number


def decisions_fallen_due(before: Match, after: Match) -> Iterator[Due]:
    """Yield the decisions that accounts owe since a change."""
    for due in after.due():
        is_new = due.seat not in before.deciding or before.seats[due.seat] != after.seats[due.seat]
        if is_new or before.versions[due.seat] != due.version:
            yield due
