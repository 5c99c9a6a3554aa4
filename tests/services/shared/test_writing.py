"""The loop of every compare-and-set, on a store in memory that lets others write in between."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from services.shared import telemetry
from services.shared.errors import BadRequest, KeyReused, Unavailable, UnknownMatch
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.limits import limits
from services.shared.writing import AGAIN_MS, NOTHING, Nothing, Source, write_change

KEY, OTHER = RequestKey("scope", "k", "a" * 24), RequestKey("scope", "k", "b" * 24)


@dataclass(frozen=True)
class Held:
    """A log as it was read."""

    log: tuple[str, ...]

    @property
    def token(self):
        return str(len(self.log))


@dataclass
class LogSource(Source):
    """A log in memory: *cached* is the form that is at hand, *rivals* are written just before one's own write."""

    log: list[str] = field(default_factory=list)
    cached: tuple[str, ...] | None = None
    rivals: list[str] = field(default_factory=list)
    remembered: dict[str, bytes] = field(default_factory=dict)
    is_gone: bool = False
    writes: int = 0

    async def first(self):
        return await super().first() if self.cached is None else Held(self.cached)

    async def newest(self):
        if self.is_gone:
            raise UnknownMatch("gone")
        return Held(tuple(self.log))

    async def recall(self, key):
        return self.remembered.get(key.key)

    async def write(self, held, change, key):
        self.writes += 1
        if self.rivals:
            self.log.append(self.rivals.pop(0))
        if key.key in self.remembered:
            return "known", self.remembered[key.key]
        if held.token != str(len(self.log)):
            return "stale", b""
        is_nothing = isinstance(change, Nothing)
        if not is_nothing:
            self.log.append(change)
        if key.key:
            self.remembered[key.key] = f"{key.digest}{change.answer if is_nothing else change}".encode()
        return "done", b""


def change(source, work_out, key=NO_KEY):
    return asyncio.run(write_change(source, work_out, key))


def append(held):
    return f"after {held.token}"


def test_what_was_worked_out_is_written_on_what_was_read():
    source = LogSource(["x"])
    done = change(source, append)
    assert (done.held, done.change, done.answer) == (Held(("x",)), "after 1", None)
    assert source.log == ["x", "after 1"]


def test_whoever_is_overtaken_works_it_out_again_on_the_newest():
    """And each time is counted."""
    source = LogSource(rivals=["a", "b"])
    before = telemetry.CONFLICTS._value.get()
    assert change(source, append).change == "after 2"
    assert source.log == ["a", "b", "after 2"]
    assert telemetry.CONFLICTS._value.get() == before + 2


def test_whoever_worked_it_out_on_an_old_form_goes_on_with_the_newest():
    """What is at hand is as old after the write that failed as it was before."""
    source = LogSource(["x"], cached=())
    assert change(source, append).change == "after 1"
    assert source.writes == 2


def test_whoever_is_always_overtaken_is_told_when_to_come_again():
    """After as many attempts as the limit allows, and not one more."""
    most = limits().writes_retried_max
    with pytest.raises(Unavailable) as wrong:
        change(LogSource(rivals=["x"] * most), append)
    assert wrong.value.details["retry_after_ms"] == AGAIN_MS
    assert change(LogSource(rivals=["x"] * (most - 1)), append).change == f"after {most - 1}"


def test_no_change_is_not_written_unless_it_is_to_be_remembered():
    source = LogSource(["x"])
    done = change(source, lambda _: Nothing("as it was"))
    assert (done.held, done.change, done.answer, source.writes) == (Held(("x",)), None, "as it was", 0)
    assert change(source, lambda _: NOTHING).answer == ""
    assert change(source, lambda _: Nothing("as it was"), KEY).answer == "as it was"
    assert source.writes == 1
    assert source.remembered == {"k": b"a" * 24 + b"as it was"}


def test_a_refusal_by_what_is_at_hand_counts_only_if_the_newest_refuses_too():
    """What is cached may be old."""

    def refuse_the_empty(held):
        if not held.log:
            raise BadRequest("empty")
        return append(held)

    source = LogSource(["x"], cached=())
    assert change(source, refuse_the_empty).change == "after 1"
    with pytest.raises(BadRequest, match="empty"):
        change(LogSource(cached=()), refuse_the_empty)


def test_a_repetition_gets_the_first_answer_whatever_it_would_lead_to_now():
    """From the write, or where it would be refused now, from what is remembered."""

    def refuse(_):
        raise BadRequest("too late")

    source = LogSource()
    change(source, append, KEY)
    for work_out in (append, refuse, lambda _: NOTHING):
        again = change(source, work_out, KEY)
        assert (again.held, again.change, again.answer) == (Held(("after 0",)), None, "after 0")
        with pytest.raises(KeyReused):
            change(source, work_out, OTHER)
    assert source.log == ["after 0"]


def test_a_repetition_is_answered_when_what_it_changed_is_gone():
    source = LogSource(cached=())
    change(source, append, KEY)
    source.is_gone = True
    again = change(source, append, KEY)
    assert (again.held, again.change, again.answer) == (None, None, "after 0")


def test_what_does_not_exist_is_refused():
    with pytest.raises(UnknownMatch):
        change(LogSource(is_gone=True), append)


def test_other_faults_than_refusals_go_through_at_once():
    def break_down(_):
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        change(LogSource(), break_down)
