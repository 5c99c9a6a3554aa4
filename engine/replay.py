"""The log is the match: replaying it, and checking a published record.

A record is a JSON-able dict: `match_id`, `game`, `rules_version`, `seats`, `options`, `seed` (hex),
`commitment` (hex SHA-256 of seed and match id, published when the match began), `actions` (a list of
[seat, notation]), `scores`, `ranks`, `fingerprint` of the last position, and `ended` (how it ended). Where
actions were taken back, `actions` are those that stand, and `log` is all that was done, in order: pairs as in
`actions`, and [seat, null, n] where all but the first n of the actions standing then were taken back.

A match that goes on from a moment of another one has a `start`: the `match_id` and `version` of that moment, and the
`description` of the table. Its chance comes from its own seed.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from engine.errors import BadDescription, BadRecord, EngineError
from engine.registry import find_game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.contract.action import Action
    from engine.contract.game import Game
    from engine.contract.state import State

SEED_BYTES = 32
NEEDED = ("match_id", "game", "rules_version", "seats", "options", "seed", "commitment", "actions")


def commitment(seed: bytes, match_id: str) -> str:
    """Return the hex SHA-256 of the 32-byte seed followed by the match id in UTF-8."""
    return hashlib.sha256(seed + match_id.encode()).hexdigest()


def describe_start(state: State) -> dict[str, Any]:
    """Return the description of a position from which a match may begin: without its chance, and with versions anew."""
    words: dict[str, Any] = state.describe()
    del words["randomness"]
    # What seats have done unseen in a simultaneous step counts as theirs in the new match too.
    words["version"] = sum(words.get("own_actions", ()))
    if "step_version" in words:
        words["step_version"] = 0
    return words


def first_position(
    game: Game, seats: int, seed: bytes, options: dict[str, Any], start: dict[str, Any] | None = None
) -> State:
    """Return where a match begins: set up, or at the position that `describe_start` gave as *start*.

    Raises what `setup` and `from_description` raise, and BadDescription if *start* is a table of other seats.
    """
    if start is None:
        return game.setup(seats=seats, seed=seed, options=options)
    game.check_options(seats, options)
    state = game.from_description(start | {"randomness": {"seed": seed.hex()}})
    if state.seats != seats:
        raise BadDescription(f"the match has {seats} seats, and its start {state.seats}")
    return state


def replay(
    game: Game,
    seats: int,
    seed: bytes,
    options: dict[str, Any],
    actions: Iterable[tuple[int, Action]],
    start: dict[str, Any] | None = None,
) -> State:
    """Return the state after *actions* (pairs of seat and Action), each checked; raise what `submit` raises."""
    state = first_position(game, seats, seed, options, start)
    for seat, action in actions:
        state.submit(seat, action)
    return state


def verify(record: dict[str, Any]) -> State:
    """Check a record against its own commitment and results; return the final state or raise BadRecord."""
    if not isinstance(record, dict):
        raise BadRecord("a record is a JSON object")
    missing = [name for name in NEEDED if name not in record]
    if missing:
        raise BadRecord(f"the record lacks {', '.join(missing)}")
    if not isinstance(record["actions"], list):
        raise BadRecord("actions are a list of [seat, notation]")
    try:
        game = find_game(record["game"])
        seed = bytes.fromhex(record["seed"])
        if record["rules_version"] != game.rules_version:
            raise BadRecord(
                f"the record was played under rules version {record['rules_version']}, this is {game.rules_version}"
            )
        if len(seed) != SEED_BYTES or commitment(seed, record["match_id"]) != record["commitment"]:
            raise BadRecord("seed and match id do not fit the commitment published at the start")
        start = _start_of(record)
        state = first_position(game, record["seats"], seed, record["options"], start)
    except (TypeError, ValueError, AttributeError) as wrong:
        raise BadRecord(f"the record is malformed: {wrong}") from wrong
    for number, entry in enumerate(record["actions"]):
        try:
            seat, notation = entry
            state.submit(seat, game.Action.parse(notation))
        except (EngineError, TypeError, ValueError, AttributeError) as wrong:
            raise BadRecord(f"action {number} ({entry!r}) does not replay: {wrong}") from wrong
    _compare(record, state)
    if record.get("log") is not None:
        _check_log(record, game, seed)
    return state


def _start_of(record: dict[str, Any]) -> dict[str, Any] | None:
    """Return the description with which a record's match began, if it was not set up; raise BadRecord."""
    start = record.get("start")
    if start is None:
        return None
    if not isinstance(start, dict) or not isinstance(start.get("description"), dict):
        raise BadRecord("start is an object with a description")
    description: dict[str, Any] = start["description"]
    return description


def _check_log(record: dict[str, Any], game: Game, seed: bytes) -> None:
    """Raise BadRecord unless all of the log could be done, and what was not taken back are the actions."""
    standing: list[tuple[int, str]] = []
    start = _start_of(record)
    state = first_position(game, record["seats"], seed, record["options"], start)
    try:
        for seat, notation, *back_to in record["log"]:
            if notation is None:
                (kept,) = back_to
                if type(kept) is not int or not 0 <= kept < len(standing):
                    raise BadRecord(f"{kept!r} actions can't be left of {len(standing)}")
                del standing[kept:]
                pairs = [(each, game.Action.parse(text)) for each, text in standing]
                state = replay(game, record["seats"], seed, record["options"], pairs, start)
                continue
            state.submit(seat, game.Action.parse(notation))
            standing.append((seat, notation))
    except (EngineError, TypeError, ValueError, AttributeError) as wrong:
        raise BadRecord(f"the log does not replay: {wrong}") from wrong
    if standing != [tuple(entry) for entry in record["actions"]]:
        raise BadRecord("the actions are not those that the log leaves standing")


def _compare(record: dict[str, Any], state: State) -> None:
    """Raise BadRecord where the claimed results are not the replayed ones."""
    ended = record.get("ended", "finished")
    if ended == "finished" and not state.is_over:
        raise BadRecord(f"the match is not over after its {len(record['actions'])} actions")
    if "fingerprint" in record and record["fingerprint"] != state.fingerprint():
        raise BadRecord("the last position has another fingerprint")
    # A match that was broken off is ranked by its end; one that was played out by its result, whatever it says.
    claims = {"scores": state.scores(), "ranks": state.ranks()} if state.is_over else {}
    for name, real in claims.items():
        claimed = record.get(name, real)
        if not isinstance(claimed, list | tuple) or list(claimed) != list(real):
            raise BadRecord(f"{name} are {list(real)}, the record says {claimed!r}")
