"""A series in this process, as far as it has read the log."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson

from ai.arena.schedule import Plan, PlannedMatch, match_at
from ai.arena.series import SeriesStanding
from services.director.series.plan import tell_plan
from tournaments.strengths import rate_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.strengths import Strength

#: an entry of a series' log, or a line of its file, as JSON; Any: its members depend on its kind
Entry = dict[str, Any]
Place = tuple[int, int, int]
#: ratings of a running series are computed for a tenth of the time at most
RATED_PAUSE = 9.0
#: kinds of the entry that ends a log, and the status that it gives
ENDS = {"finished": "over", "cancelled": "cancelled", "failed": "failed"}


@dataclass
class KeptSeries:
    """The fold of a log: who asked for what, what has been played, and how it stands."""

    series_id: str
    entries: list[bytes] = field(default_factory=list)
    host: str = ""
    created_ms: int = 0
    ended_ms: int | None = None
    status: str = "running"
    reason: str = ""
    #: groups whose test was announced as decided, with its decision
    decided: dict[int, str] = field(default_factory=dict)
    decisions: int = 0
    seconds: float = 0.0
    latest_ms: int = 0
    ratings: list[Strength] = field(default_factory=list)
    #: how many matches the ratings rest on, when they may be computed again, and the present computation
    rated: int = 0
    rated_again_s: float = 0.0
    _rating: asyncio.Task[None] | None = None
    _first_open: int = 0

    def follow(self, raw: list[bytes]) -> None:
        """Take further entries."""
        for each in raw:
            self._take(orjson.loads(each))
            self.entries.append(each)

    def _take(self, entry: Entry) -> None:
        kind = entry["kind"]
        if kind == "created":
            self.host, self.created_ms = entry["host"], entry["at_ms"]
            self.plan = Plan(**entry["plan"])
            self.key = self.plan.key
            self.standing = SeriesStanding(self.plan)
        elif kind == "match":
            self.standing.add(entry)
            self.decisions += entry["decisions"]
            self.seconds += entry["seconds"]
            self.latest_ms = entry["at_ms"]
        elif kind == "decided":
            self.decided[entry["group"]] = entry["decision"]
        else:
            self.status, self.ended_ms, self.reason = ENDS[kind], entry["at_ms"], entry.get("reason", "")

    @property
    def is_running(self) -> bool:
        """Whether the series is not over."""
        return self.status == "running"

    def match(self, place: Place) -> PlannedMatch:
        """Return the match at a place of the plan."""
        return match_at(self.plan, self.key, *place)

    def is_played(self, place: Place) -> bool:
        """Whether the match at a place is in the log."""
        group, pair, rotation = place
        return rotation in self.standing.lines.get(group, {}).get(pair, {})

    def open_places(self) -> Iterator[Place]:
        """Yield what is still to be played, set by set, the groups taking turns; decided groups are left out."""
        groups = [group for group in range(len(self.plan.groups)) if group not in self.decided]
        for pair in range(self._first_open, self.plan.pairs):
            missing = [
                (group, pair, rotation)
                for group in groups
                for rotation in range(self.plan.tables)
                if not self.is_played((group, pair, rotation))
            ]
            if not missing and pair == self._first_open:
                self._first_open += 1
            yield from missing

    def newly_decided(self) -> Iterator[tuple[int, str]]:
        """Yield the groups whose sequential test is decided and not announced yet."""
        for group in range(len(self.plan.groups)) if self.plan.sprt else ():
            if group not in self.decided and group in self.standing.lines:
                decision = self.standing.sprt(group).decision
                if decision is not None:
                    yield group, decision

    def count_expected(self) -> int:
        """Return how many matches there will be in the end: decided groups get no more."""
        per_group = self.plan.pairs * self.plan.tables
        decided = sum(per_group - self._count_played(group) for group in self.decided)
        return self.plan.matches - decided

    def _count_played(self, group: int) -> int:
        return sum(len(rotations) for rotations in self.standing.lines.get(group, {}).values())

    def summary(self) -> dict[str, object]:
        """Return the series in brief."""
        played, expected = self.standing.matches, self.count_expected()
        left_s = None
        if self.is_running and played:
            left_s = round((self.latest_ms - self.created_ms) / 1000 / played * max(expected - played, 0), 1)
        return {
            "id": self.series_id,
            "host": self.host,
            "status": self.status,
            "reason": self.reason,
            "plan": tell_plan(self.plan),
            "matches": expected,
            "played": played,
            "decisions": self.decisions,
            "left_s": left_s,
            "created_ms": self.created_ms,
            "ended_ms": self.ended_ms,
            "cursor": len(self.entries),
        }

    async def rate(self) -> list[Strength]:
        """Return the ratings. Of a running series they may be some moments old: thousands of matches take seconds."""
        # A finished series gets its final ratings: a computation may have begun before the last matches.
        while self.rated != self.standing.matches and (not self.is_running or time.monotonic() >= self.rated_again_s):
            if self._rating is None:
                self._rating = asyncio.create_task(self._rate())
            await asyncio.shield(self._rating)
        return self.ratings

    async def _rate(self) -> None:
        began, matches = time.monotonic(), self.standing.matches
        try:
            self.ratings = await asyncio.to_thread(rate_all, list(self.standing.outcomes()))
            self.rated = matches
        finally:
            self._rating = None
            self.rated_again_s = time.monotonic() + RATED_PAUSE * (time.monotonic() - began)

    async def whole(self) -> dict[str, object]:
        """Return the series with every group's standing and the ratings."""
        ratings = [each.to_dict() for each in await self.rate()]
        groups = [group.to_dict() for group in self.standing.summary()]
        return self.summary() | {"groups": groups, "ratings": ratings}
