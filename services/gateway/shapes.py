"""Turns messages of game_state into answers of the gateway."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

from protos.astrarium.v1 import match_pb2
from services.gateway.answers import raw
from services.shared.json import dump_json

if TYPE_CHECKING:
    from protos.astrarium.v1 import catalog_pb2
    from services.gateway.parser import Loaded

STATUS_WORDS = {
    match_pb2.MATCH_STATUS_WAITING: "waiting",
    match_pb2.MATCH_STATUS_RUNNING: "running",
    match_pb2.MATCH_STATUS_OVER: "over",
}
STATUS_CODES = {word: code for code, word in STATUS_WORDS.items()}
KIND_WORDS = {
    match_pb2.SEAT_KIND_OPEN: "open",
    match_pb2.SEAT_KIND_ACCOUNT: "account",
    match_pb2.SEAT_KIND_BOT: "bot",
    match_pb2.SEAT_KIND_INVITED: "invited",
}
KIND_CODES = {word: code for code, word in KIND_WORDS.items()}


SETTINGS = match_pb2.MatchSettings.DESCRIPTOR.fields_by_name
#: settings that are sent as JSON
JSON_SETTINGS = tuple(name for name, field in SETTINGS.items() if field.type == field.TYPE_BYTES)
SEARCH = match_pb2.MatchSearch.DESCRIPTOR.fields_by_name
#: parameters of a search that the contract calls otherwise
SEARCHED = {"opponent": "opponents", "tournament": "tournament_id"}
SEAT_NAMES = ("account", "level", "resigned_by", "stands_in_for", "cause", "player")


def seat_of(seat: match_pb2.Seat) -> dict[str, object]:
    """Return who sits there; what does not apply is left out."""
    named = {name: getattr(seat, name) for name in SEAT_NAMES}
    return {"kind": KIND_WORDS[seat.kind]} | {name: value for name, value in named.items() if value}


def seat_messages(seats: list[Loaded]) -> list[match_pb2.Seat]:
    """Return wished seats as the contract has them."""
    return [match_pb2.Seat(**seat | {"kind": KIND_CODES[seat["kind"]]}) for seat in seats]


def settings_in(body: Loaded) -> match_pb2.MatchSettings:
    """Return the settings in a body as the contract has them: all that are there, by the same names."""
    given = {name: body[name] for name in SETTINGS if body.get(name) is not None}
    # The same settings give the same bytes, whatever their order: repetitions are recognized by the bytes.
    given |= {name: dump_json(given[name], option=orjson.OPT_SORT_KEYS) for name in JSON_SETTINGS if name in given}
    return match_pb2.MatchSettings(**given)


def search_in(query: Loaded) -> Loaded:
    """Return a search as the contract has it: what lists and records both have, and the rest of it as `search`."""
    told = dict(query)
    search = {SEARCHED.get(name, name): told.pop(name) for name in query if SEARCHED.get(name, name) in SEARCH}
    if "options" in search:
        search["options"] = search["options"].encode()
    return told | {"search": match_pb2.MatchSearch(**search)}


def settings_of(settings: match_pb2.MatchSettings) -> dict[str, object]:
    """Return settings; what is left out is null."""
    told: dict[str, object] = {}
    given = {field.name for field, _ in settings.ListFields()}
    for name, field in SETTINGS.items():
        value = getattr(settings, name)
        if name in JSON_SETTINGS:
            told[name] = raw(value, b"{}")
        elif name == "tournament":
            told[name] = place_of(value) if name in given else None
        elif field.is_repeated:
            told[name] = list(value)
        else:
            told[name] = value if not field.has_presence or name in given else None
    return told


def place_of(place: match_pb2.TournamentPlace) -> dict[str, object]:
    """Return where in a tournament a match is played."""
    return {"id": place.tournament_id, "round": place.round, "table": place.table}


def match_of(match: match_pb2.Match) -> dict[str, object]:
    """Return a match; what has not come yet is null."""
    return settings_of(match.settings) | {
        "id": match.match_id,
        "rules_version": match.rules_version,
        "seats": [seat_of(seat) for seat in match.seats],
        "status": STATUS_WORDS[match.status],
        "version": match.version,
        "deciding_seats": list(match.deciding_seats),
        "own_seats": list(match.own_seats),
        "creator": match.creator,
        "is_sealed": match.is_sealed,
        "claimable_ms": match.claimable_ms or None,
        "start": moment_of(match.start) if match.HasField("start") else None,
        "take_back": take_back_of(match.take_back) if match.HasField("take_back") else None,
        "own_deadlines": [{"seat": seat, "at_ms": at} for seat, at in sorted(match.own_deadlines_ms.items())],
        "clocks": [
            {"seat": each.seat, "left_ms": each.left_ms, "until_ms": each.until_ms or None} for each in match.clocks
        ],
        "commitment": match.commitment,
        "created_ms": match.created_ms,
        "started_ms": match.started_ms or None,
        "ended_ms": match.ended_ms or None,
        "ended": match.ended or None,
        "scores": list(match.scores) or None,
        "ranks": list(match.ranks) or None,
    }


def moment_of(moment: match_pb2.MatchMoment) -> dict[str, object]:
    """Return a moment of a finished match."""
    return {"match_id": moment.match_id, "version": moment.version}


def take_back_of(wish: match_pb2.TakeBack) -> dict[str, object]:
    """Return a wish to take actions back."""
    return {
        "seat": wish.seat,
        "take_back_id": wish.take_back_id,
        "actions": wish.actions,
        "agreed_seats": list(wish.agreed_seats),
    }


def message_of(said: match_pb2.ChatMessage) -> dict[str, object]:
    """Return something said."""
    return {
        "cursor": said.cursor,
        "account": said.account,
        "seat": said.seat if said.HasField("seat") else None,
        "scope": said.scope,
        "text": said.text,
        "at_ms": said.at_ms,
    }


def refusal_of(refused: match_pb2.RefusedSubmission) -> dict[str, object]:
    """Return a refused submission; actions as they were sent."""
    return {
        "at_ms": refused.at_ms,
        "seat": refused.seat if refused.HasField("seat") else None,
        "version": refused.version,
        "actions": list(refused.actions),
        "error": refused.error,
        "detail": refused.detail,
        "reason": refused.reason or None,
        "rule": refused.rule or None,
    }


def decision_of(decision: match_pb2.GetDecisionResponse) -> dict[str, object]:
    """Return what a seat is asked."""
    return {
        "seat": decision.seat,
        "version": decision.version,
        "status": STATUS_WORDS[decision.status],
        "is_over": decision.status == match_pb2.MATCH_STATUS_OVER,
        "is_asked": decision.is_asked,
        "asks": decision.asks,
        "rule": decision.rule,
        "text": decision.text,
        "legal_actions": raw(decision.legal_actions, b"[]"),
        "remaining_ms": decision.remaining_ms if decision.HasField("remaining_ms") else None,
    }


def preview_of(preview: match_pb2.PreviewActionsResponse) -> dict[str, object]:
    """Return what actions would lead to."""
    return {
        "foreseen": preview.foreseen,
        "decision": decision_of(preview.decision),
        "view": raw(preview.view),
    }


def submission_of(submitted: match_pb2.SubmitActionsResponse) -> dict[str, object]:
    """Return what a submission brought; the last event has the number `cursor`."""
    first = submitted.cursor - len(submitted.events) + 1
    return {
        "seat": submitted.seat,
        "version": submitted.version,
        "cursor": submitted.cursor,
        "events": [{"cursor": first + place, "event": raw(event)} for place, event in enumerate(submitted.events)],
        "remaining_ms": submitted.remaining_ms if submitted.HasField("remaining_ms") else None,
        "latency_ms": submitted.latency_ms,
        "decision": decision_of(submitted.decision) if submitted.HasField("decision") else None,
    }


def view_of(view: match_pb2.GetViewResponse) -> dict[str, object]:
    """Return the table as a seat may see it."""
    return {
        "seat": view.seat if view.HasField("seat") else None,
        "version": view.version,
        "cursor": view.cursor,
        "has_open_hands": view.has_open_hands,
        "view": raw(view.view),
    }


def game_of(game: catalog_pb2.Game) -> dict[str, object]:
    """Return a rule set."""
    return {
        "name": game.name,
        "title": game.title,
        "seats_min": game.seats_min,
        "seats_max": game.seats_max,
        "rules_version": game.rules_version,
        "options": [
            {
                "name": option.name,
                "text": option.text,
                "default": raw(option.default_value),
                "choices": raw(option.choices),
                "seats": list(option.seats),
            }
            for option in game.options
        ],
    }


def line_of(item: match_pb2.WatchedItem) -> dict[str, object]:
    """Return one item of a stream of events."""
    what = item.WhichOneof("item")
    if what == "event":
        told = {"type": "event", "cursor": item.event.cursor, "event": raw(item.event.event)}
        return told | ({"version": item.event.version} if item.event.HasField("version") else {})
    if what == "match":
        return {"type": "match", "match": match_of(item.match)}
    if what == "chat":
        return {"type": "chat", "chat": message_of(item.chat)}
    return {"type": "heartbeat"}
