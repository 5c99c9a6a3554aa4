"""The calls about series."""

from __future__ import annotations

import asyncio
import csv
import io
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING

from ai.arena.series import CSV_COLUMNS, csv_row, head_of
from protos.astrarium.v1 import series_pb2, series_pb2_grpc
from services.director.requests import parse_json
from services.director.series.plan import read_plan
from services.rpc.asked import request_key
from services.rpc.caller import asking
from services.shared import keys, paging
from services.shared.errors import BadRequest, LimitExceeded, NotYourSeries, PlotsMissing
from services.shared.json import dump_json
from services.shared.limits import limits
from services.shared.tokens import PUBLIC
from tournaments.strengths import PLOT_FORMS, plot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from services.director.series.kept import KeptSeries
    from services.director.series.store import SeriesStore
    from services.director.watching import LogStreams

PART_BYTES = 64 * 1024
FORMS = ("jsonl", "csv")


async def to_json(kept: KeptSeries) -> bytes:
    """Return a series as JSON."""
    return dump_json(await kept.whole())


class SeriesCalls(series_pb2_grpc.SeriesServiceServicer):
    """Series, from their making to their plot."""

    def __init__(self, store: SeriesStore, watching: LogStreams) -> None:
        """Serve from *store*; streams are *watching*'s."""
        self.store = store
        self._watching = watching
        self._creating = asyncio.Lock()
        # matplotlib's settings belong to the whole process: one plot at a time, outside the event loop.
        self._drawing = ThreadPoolExecutor(1, "plots")

    async def CreateSeries(
        self, request: series_pb2.CreateSeriesRequest, _context: object
    ) -> series_pb2.CreateSeriesResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        key = request_key(request, who.account)
        plan = await asyncio.to_thread(read_plan, parse_json(request.plan, "plan"))
        # One after the other, or several simultaneous requests would all find room.
        async with self._creating:
            series_id = await self.store.recall_id(key)
            if series_id is None:
                await self._check_running(who.account)
                series_id = await self.store.create(who.account, plan, key)
        return series_pb2.CreateSeriesResponse(
            series_id=series_id, series=await to_json(await self.store.fresh(series_id))
        )

    async def _check_running(self, account: str) -> None:
        own = [each for each in await self.store.find_running() if (await self.store.fresh(each)).host == account]
        most = limits().series_running_per_account_max
        if len(own) >= most:
            name = "series_running_per_account_max"
            raise LimitExceeded(f"{len(own)} series of yours run; cancel one or wait", limit=name, limit_max=most)

    async def ListSeries(
        self, request: series_pb2.ListSeriesRequest, _context: object
    ) -> series_pb2.ListSeriesResponse:
        """See the contract."""
        asking().need(PUBLIC)
        size, after = paging.read_request(request)
        page = await paging.newest(self.store.redis, keys.SERIES, after, size)
        rows = [row for each in page if (row := await self.store.summary(each.entry))]
        return series_pb2.ListSeriesResponse(series=rows, next_page_token=paging.token_after(page, size))

    async def GetSeries(self, request: series_pb2.GetSeriesRequest, _context: object) -> series_pb2.GetSeriesResponse:
        """See the contract."""
        asking().need(PUBLIC)
        return series_pb2.GetSeriesResponse(series=await to_json(await self.store.fresh(request.series_id)))

    async def CancelSeries(
        self, request: series_pb2.CancelSeriesRequest, _context: object
    ) -> series_pb2.CancelSeriesResponse:
        """See the contract."""
        who = asking()
        who.need("play")
        kept = await self.store.fresh(request.series_id)
        if who.account != kept.host and "operator" not in who.scopes:
            raise NotYourSeries(f"only {kept.host!r}, who made it, may do that")
        await self.store.end(request.series_id, "cancelled", key=request_key(request, who.account))
        return series_pb2.CancelSeriesResponse(series=await to_json(await self.store.fresh(request.series_id)))

    async def WatchSeries(
        self, request: series_pb2.WatchSeriesRequest, _context: object
    ) -> AsyncIterator[series_pb2.WatchSeriesResponse]:
        """See the contract."""
        asking().need(PUBLIC)
        log, fresh = keys.series_log(request.series_id), partial(self.store.fresh, request.series_id)
        async with aclosing(self._watching.follow(log, fresh, _is_closed, request)) as found:
            async for cursor, raw in found:
                yield series_pb2.WatchSeriesResponse(cursor=cursor, entry=raw)

    async def ExportSeries(
        self, request: series_pb2.ExportSeriesRequest, _context: object
    ) -> AsyncIterator[series_pb2.ExportSeriesResponse]:
        """See the contract."""
        asking().need(PUBLIC)
        if request.form not in FORMS:
            raise BadRequest(f"form is {request.form!r}; it is one of {', '.join(FORMS)}")
        kept = await self.store.fresh(request.series_id)
        part = bytearray(_head(kept, request.form))
        async for line in self.store.lines(kept):
            part += _row(csv_row(line)) if request.form == "csv" else dump_json(line) + b"\n"
            if len(part) > PART_BYTES:
                yield series_pb2.ExportSeriesResponse(part=bytes(part))
                part.clear()
        if part:
            yield series_pb2.ExportSeriesResponse(part=bytes(part))

    async def PlotSeries(
        self, request: series_pb2.PlotSeriesRequest, _context: object
    ) -> series_pb2.PlotSeriesResponse:
        """See the contract."""
        asking().need(PUBLIC)
        if request.form not in PLOT_FORMS:
            raise BadRequest(f"form is {request.form!r}; it is one of {', '.join(PLOT_FORMS)}")
        kept = await self.store.fresh(request.series_id)
        rows, title = await kept.rate(), kept.standing.title
        try:
            drawn = await asyncio.get_running_loop().run_in_executor(self._drawing, plot, rows, title, request.form)
            return series_pb2.PlotSeriesResponse(file=drawn)
        except ModuleNotFoundError as missing:
            raise PlotsMissing(f"this server makes no plots: {missing}") from missing


def _is_closed(kept: KeptSeries) -> bool:
    return not kept.is_running


def _head(kept: KeptSeries, form: str) -> bytes:
    return _row(list(CSV_COLUMNS)) if form == "csv" else dump_json(head_of(kept.plan)) + b"\n"


def _row(cells: list[object]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue().encode()
