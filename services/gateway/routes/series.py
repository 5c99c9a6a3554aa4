"""Series: whole matches between levels, by the thousand."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import flask

from protos.astrarium.v1 import series_pb2
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
    from collections.abc import Iterator

    from services.gateway.parser import Loaded

series = Blueprint(
    "series",
    __name__,
    url_prefix="/v1/series",
    description="Levels of bots against each other: played by the workers, followed by events, rated.",
)
TOKEN = ("Unauthenticated", "MissingScope")
ONE = (*TOKEN, "UnknownSeries")
CSV, SVG, PNG = "text/csv", "image/svg+xml", "image/png"
EXPORTS = {"jsonl": NDJSON, "csv": CSV}
PLOTS = {"svg": SVG, "png": PNG}


@series.route("", methods=["POST"])
@needs("play")
@series.arguments(schemas.parts.IdempotencyKey, location="headers")
@series.arguments(schemas.series.NewSeriesSchema, example=examples.NEW_SERIES)
@series.response(201, schemas.series.SeriesSchema, example=examples.SERIES)
@series.fails(*TOKEN, "BadPlan", "UnknownGame", "UnknownLevel", "BadOptions", "KeyReused")
def create_series(headers: Loaded, body: Loaded) -> flask.Response:
    """Have levels play each other; the series begins at once and runs without you.

    Every group of players that fills a table plays `pairs` sets; a set is one deal played once in every rotation of
    the seats. With `sprt` a group ends as soon as it is decided whether its first player is better.
    """
    request = series_pb2.CreateSeriesRequest(plan=dump_json(body), idempotency_key=key_of(headers))
    made = backend().ask(backend().series.CreateSeries, request)
    return answer(raw(made.series), 201, headers={"Location": f"/v1/series/{made.series_id}"})


@series.route("")
@needs(PUBLIC)
@series.arguments(schemas.parts.PageQuery, location="query")
@series.response(200, schemas.series.SeriesPageSchema, example=examples.SERIES_PAGE)
@series.fails(*TOKEN)
def list_series(query: Loaded) -> flask.Response:
    """List series, newest first."""
    got = backend().ask(backend().series.ListSeries, series_pb2.ListSeriesRequest(**query))
    return answer({"series": list(map(raw, got.series)), "next_page_token": got.next_page_token or None})


@series.route("/<word:series_id>")
@needs(PUBLIC)
@series.response(200, schemas.series.SeriesSchema, example=examples.SERIES)
@series.fails(*ONE)
def get_series(series_id: str) -> flask.Response:
    """Get a series: progress, win rates with intervals and tests per group, ratings with intervals."""
    return answer(
        raw(backend().ask(backend().series.GetSeries, series_pb2.GetSeriesRequest(series_id=series_id)).series)
    )


@series.route("/<word:series_id>/cancel", methods=["POST"])
@needs("play")
@series.arguments(schemas.parts.IdempotencyKey, location="headers")
@series.response(200, schemas.series.SeriesSchema, example=examples.SERIES)
@series.fails(*ONE, "NotYourSeries", "KeyReused")
def cancel_series(headers: Loaded, series_id: str) -> flask.Response:
    """Stop a series; what was played stays. Repeating it changes nothing."""
    request = series_pb2.CancelSeriesRequest(series_id=series_id, idempotency_key=key_of(headers))
    return answer(raw(backend().ask(backend().series.CancelSeries, request).series))


@series.route("/<word:series_id>/events")
@needs(PUBLIC)
@series.arguments(schemas.parts.LastEvent, location="headers")
@series.arguments(schemas.tournaments.EntriesQuery, location="query")
@series.response(200, schemas.series.SeriesLineSchema, content_type=NDJSON, example=examples.SERIES_LINE)
@series.alt_response(200, schema={"type": "string"}, content_type=SSE, example=examples.SERIES_SSE, success=True)
@series.alt_response(204, description="Nothing more will come: the series is over and you have all of it", success=True)
@series.fails(*ONE, "NotAcceptable")
def watch_series(headers: Loaded, query: Loaded, series_id: str) -> flask.Response:
    """Follow a series from a cursor, then live: each match as it ends, decided groups, the end."""
    known = headers.get("last_event_id")
    request = series_pb2.WatchSeriesRequest(
        series_id=series_id, since=known if known is not None else query["since"], is_snapshot=not query["follow"]
    )
    watch = functools.partial(backend().stream, backend().series.WatchSeries, metadata=metadata())
    return streams.answer_feed(watch, request, LOG, is_resumed=known is not None)


@series.route("/<word:series_id>/matches")
@needs(PUBLIC)
@series.arguments(schemas.series.SeriesExportQuery, location="query")
@series.response(200, {"type": "string"}, content_type=NDJSON, example=examples.SERIES_JSONL)
@series.alt_response(200, schema={"type": "string"}, content_type=CSV, example=examples.SERIES_CSV, success=True)
@series.fails(*ONE)
def export_series(query: Loaded, series_id: str) -> flask.Response:
    """Get every match played so far with its record, as JSON Lines or CSV.

    The JSON Lines are a file of `astrarium arena`, which can continue the same series with `--out`.
    """
    request = series_pb2.ExportSeriesRequest(series_id=series_id, form=query["form"])
    parts = backend().stream(backend().series.ExportSeries, request, metadata())
    # What refuses the call, refuses the request.
    first = next(parts, None)
    response = flask.Response(_parts(first, parts), mimetype=EXPORTS[query["form"]])
    response.call_on_close(parts.cancel)
    return response


def _parts(
    first: series_pb2.ExportSeriesResponse | None, rest: Iterator[series_pb2.ExportSeriesResponse]
) -> Iterator[bytes]:
    if first is not None:
        yield first.part
    for each in rest:
        yield each.part


@series.route("/<word:series_id>/plot")
@needs(PUBLIC)
@series.arguments(schemas.series.SeriesPlotQuery, location="query")
@series.response(200, {"type": "string"}, content_type=SVG, example="<svg/>")
@series.alt_response(200, schema={"type": "string", "format": "binary"}, content_type=PNG, example="PNG…", success=True)
@series.fails(*ONE, "PlotsMissing")
def plot_series(query: Loaded, series_id: str) -> flask.Response:
    """Get a plot of the ratings with their intervals."""
    request = series_pb2.PlotSeriesRequest(series_id=series_id, form=query["form"])
    return flask.Response(backend().ask(backend().series.PlotSeries, request).file, mimetype=PLOTS[query["form"]])
