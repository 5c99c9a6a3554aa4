"""Tournaments."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import flask

from protos.astrarium.v1 import director_pb2
from services.gateway import examples, schemas, streams
from services.gateway.answers import answer, raw
from services.gateway.backend import backend, metadata
from services.gateway.blueprint import Blueprint
from services.gateway.caller import needs
from services.gateway.lines import LOG, NDJSON, SSE
from services.gateway.request_keys import key_of
from services.shared.json import dump_json
from services.shared.tokens import PUBLIC

if TYPE_CHECKING:
    from services.gateway.parser import Loaded

tournaments = Blueprint(
    "tournaments",
    __name__,
    url_prefix="/v1/tournaments",
    description="Whoever makes a tournament is its host. Rounds run automatically; the log is a stream with cursors.",
)
TOKEN = ("Unauthenticated", "MissingScope")
ONE = (*TOKEN, "UnknownTournament")
ENTRANT = (*ONE, "BadEntry", "KeyReused")
HOST = (*ENTRANT, "NotYourTournament")
MIMETYPES = {"csv": "text/csv", "trf": "text/plain", "markdown": "text/markdown"}


def _change(tournament_id: str, kind: str, headers: Loaded, **fields: object) -> flask.Response:
    change = dump_json({**fields, "kind": kind})
    request = director_pb2.ChangeTournamentRequest(
        tournament_id=tournament_id, change=change, idempotency_key=key_of(headers)
    )
    return answer(raw(backend().ask(backend().tournaments.ChangeTournament, request).tournament))


@tournaments.route("", methods=["POST"])
@needs("play")
@tournaments.arguments(schemas.parts.IdempotencyKey, location="headers")
@tournaments.arguments(schemas.tournaments.NewTournamentSchema, example=examples.NEW_TOURNAMENT)
@tournaments.response(201, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*TOKEN, "BadConfig", "UnknownGame", "BadOptions", "KeyReused")
def create_tournament(headers: Loaded, body: Loaded) -> flask.Response:
    """Make a tournament; you are its host."""
    request = director_pb2.CreateTournamentRequest(config=dump_json(body), idempotency_key=key_of(headers))
    made = backend().ask(backend().tournaments.CreateTournament, request)
    return answer(raw(made.tournament), 201, headers={"Location": f"/v1/tournaments/{made.tournament_id}"})


@tournaments.route("")
@needs(PUBLIC)
@tournaments.arguments(schemas.parts.PageQuery, location="query")
@tournaments.response(200, schemas.tournaments.TournamentsSchema, example=examples.TOURNAMENTS)
@tournaments.fails(*TOKEN)
def list_tournaments(query: Loaded) -> flask.Response:
    """List tournaments, newest first."""
    got = backend().ask(backend().tournaments.ListTournaments, director_pb2.ListTournamentsRequest(**query))
    return answer({"tournaments": list(map(raw, got.tournaments)), "next_page_token": got.next_page_token or None})


@tournaments.route("/<word:tournament_id>")
@needs(PUBLIC)
@tournaments.response(200, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*ONE)
def get_tournament(tournament_id: str) -> flask.Response:
    """Get a tournament: settings, standings, rounds with results."""
    request = director_pb2.GetTournamentRequest(tournament_id=tournament_id)
    return answer(raw(backend().ask(backend().tournaments.GetTournament, request).tournament))


@tournaments.route("/<word:tournament_id>/enter", methods=["POST"])
@needs("play")
@tournaments.arguments(schemas.parts.IdempotencyKey, location="headers")
@tournaments.response(200, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*ENTRANT, "NotAdmitted")
def enter_tournament(headers: Loaded, tournament_id: str) -> flask.Response:
    """Enter as the person or program that your account is. Repeating it changes nothing."""
    return _change(tournament_id, "enter", headers)


@tournaments.route("/<word:tournament_id>/withdraw", methods=["POST"])
@needs("play")
@tournaments.arguments(schemas.parts.IdempotencyKey, location="headers")
@tournaments.response(200, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*ENTRANT)
def withdraw_from_tournament(headers: Loaded, tournament_id: str) -> flask.Response:
    """Withdraw: your match goes on, but you are not paired again. Before the start, your entry is removed."""
    return _change(tournament_id, "withdraw", headers)


@tournaments.route("/<word:tournament_id>/return", methods=["POST"])
@needs("play")
@tournaments.arguments(schemas.parts.IdempotencyKey, location="headers")
@tournaments.response(200, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*ENTRANT)
def return_to_tournament(headers: Loaded, tournament_id: str) -> flask.Response:
    """Return after you withdrew or an arena set you aside. Repeating it changes nothing."""
    return _change(tournament_id, "return", headers)


@tournaments.route("/<word:tournament_id>/bots", methods=["POST"])
@needs("play")
@tournaments.arguments(schemas.parts.IdempotencyKey, location="headers")
@tournaments.arguments(schemas.tournaments.NewBotsSchema, example=examples.NEW_BOTS)
@tournaments.response(200, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*HOST, "UnknownLevel")
def add_bots(headers: Loaded, body: Loaded, tournament_id: str) -> flask.Response:
    """Enter bots of a level; for the host."""
    return _change(tournament_id, "add_bots", headers, **body)


@tournaments.route("/<word:tournament_id>/remove", methods=["POST"])
@needs("play")
@tournaments.arguments(schemas.parts.IdempotencyKey, location="headers")
@tournaments.arguments(schemas.tournaments.RemovalSchema, example=examples.REMOVAL)
@tournaments.response(200, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*HOST)
def remove_entrant(headers: Loaded, body: Loaded, tournament_id: str) -> flask.Response:
    """Remove an entrant for good; for the host."""
    return _change(tournament_id, "remove", headers, **body)


@tournaments.route("/<word:tournament_id>/start", methods=["POST"])
@needs("play")
@tournaments.arguments(schemas.parts.IdempotencyKey, location="headers")
@tournaments.response(200, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*HOST)
def start_tournament(headers: Loaded, tournament_id: str) -> flask.Response:
    """Start; the rounds then run automatically; for the host."""
    return _change(tournament_id, "start", headers)


@tournaments.route("/<word:tournament_id>/pause", methods=["POST"])
@needs("play")
@tournaments.arguments(schemas.parts.IdempotencyKey, location="headers")
@tournaments.arguments(schemas.tournaments.ReasonSchema, required=False, example=examples.REASON)
@tournaments.response(200, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*HOST)
def pause_tournament(headers: Loaded, body: Loaded, tournament_id: str) -> flask.Response:
    """Pause: nobody is paired until it is resumed, and running matches go on; for the host."""
    return _change(tournament_id, "pause", headers, **body)


@tournaments.route("/<word:tournament_id>/resume", methods=["POST"])
@needs("play")
@tournaments.arguments(schemas.parts.IdempotencyKey, location="headers")
@tournaments.arguments(schemas.tournaments.ReasonSchema, required=False, example=examples.REASON)
@tournaments.response(200, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*HOST)
def resume_tournament(headers: Loaded, body: Loaded, tournament_id: str) -> flask.Response:
    """Resume after a pause; for the host."""
    return _change(tournament_id, "resume", headers, **body)


@tournaments.route("/<word:tournament_id>/finish", methods=["POST"])
@needs("play")
@tournaments.arguments(schemas.parts.IdempotencyKey, location="headers")
@tournaments.arguments(schemas.tournaments.ReasonSchema, required=False, example=examples.REASON)
@tournaments.response(200, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*HOST)
def finish_tournament(headers: Loaded, body: Loaded, tournament_id: str) -> flask.Response:
    """Finish with the results so far; for the host."""
    return _change(tournament_id, "finish", headers, **body)


@tournaments.route("/<word:tournament_id>/corrections", methods=["POST"])
@needs("play")
@tournaments.arguments(schemas.parts.IdempotencyKey, location="headers")
@tournaments.arguments(schemas.tournaments.CorrectionSchema, example=examples.CORRECTION)
@tournaments.response(200, schemas.tournaments.TournamentSchema, example=examples.TOURNAMENT)
@tournaments.fails(*HOST)
def correct_result(headers: Loaded, body: Loaded, tournament_id: str) -> flask.Response:
    """Decide a table's result; who decided, why, and the result before stay on record; for the host."""
    return _change(tournament_id, "correct", headers, **body)


@tournaments.route("/<word:tournament_id>/export")
@needs(PUBLIC)
@tournaments.arguments(schemas.tournaments.ExportQuery, location="query")
@tournaments.response(200, {"type": "string"}, content_type="text/csv", example=examples.EXPORT)
@tournaments.alt_response(
    200, schema={"type": "string"}, content_type="text/plain", example=examples.EXPORT, success=True
)
@tournaments.alt_response(
    200, schema={"type": "string"}, content_type="text/markdown", example=examples.EXPORT, success=True
)
@tournaments.fails(*ONE, "BadConfig")
def export_tournament(query: Loaded, tournament_id: str) -> flask.Response:
    """Get the standings as CSV, for two seats as TRF16, or a report in Markdown."""
    request = director_pb2.ExportTournamentRequest(tournament_id=tournament_id, form=query["form"])
    text = backend().ask(backend().tournaments.ExportTournament, request).text
    return flask.Response(text, mimetype=MIMETYPES[query["form"]])


@tournaments.route("/<word:tournament_id>/events")
@needs(PUBLIC)
@tournaments.arguments(schemas.parts.LastEvent, location="headers")
@tournaments.arguments(schemas.tournaments.EntriesQuery, location="query")
@tournaments.response(
    200, schemas.tournaments.TournamentLineSchema, content_type=NDJSON, example=examples.TOURNAMENT_LINE
)
@tournaments.alt_response(
    200, schema={"type": "string"}, content_type=SSE, example=examples.TOURNAMENT_SSE, success=True
)
@tournaments.alt_response(
    204, description="Nothing more will come: the tournament is over and you have all of it", success=True
)
@tournaments.fails(*ONE, "NotAcceptable")
def watch_tournament(headers: Loaded, query: Loaded, tournament_id: str) -> flask.Response:
    """Follow a tournament from a cursor, then live until its end: entries, pairings, matches, results."""
    known = headers.get("last_event_id")
    request = director_pb2.WatchTournamentRequest(
        tournament_id=tournament_id,
        since=known if known is not None else query["since"],
        is_snapshot=not query["follow"],
    )
    watch = partial(backend().stream, backend().tournaments.WatchTournament, metadata=metadata())
    return streams.answer_feed(watch, request, LOG, is_resumed=known is not None)
