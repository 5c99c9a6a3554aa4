"""The loop of every compare-and-set: read, work out, write, and do it again if somebody else was faster."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar

from services.shared import telemetry
from services.shared.errors import ServiceError, Unavailable
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.limits import limits

if TYPE_CHECKING:
    from collections.abc import Callable

AGAIN_MS = 100
#: it is written; it was written before under the same key; it rests on what no longer holds
Outcome = Literal["done", "known", "stale"]


class Versioned(Protocol):
    """What changes rest on; two of the same token are the same."""

    @property
    def token(self) -> str:
        """What a write compares."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """There is nothing to write; *answer* is what a repetition of the request needs to know."""

    answer: str = ""


NOTHING = Nothing()
Held = TypeVar("Held", bound=Versioned)
Change = TypeVar("Change")


class Source(ABC, Generic[Held, Change]):
    """Where something is read and written."""

    async def first(self) -> Held:
        """Return it as it is at hand; it may lag behind."""
        return await self.newest()

    @abstractmethod
    async def newest(self) -> Held:
        """Return it with all that was written before the call; raise a ServiceError if there is none."""

    @abstractmethod
    async def recall(self, key: RequestKey) -> bytes | None:
        """Return what is remembered of a request."""

    @abstractmethod
    async def write(self, held: Held, change: Change | Nothing, key: RequestKey) -> tuple[Outcome, bytes]:
        """Write a change of what was held, if there is one, and remember the request, both or neither.

        With the outcome "known" comes what is remembered.
        """


@dataclass(frozen=True, slots=True)
class Done(Generic[Held, Change]):
    """What became of a request.

    *held* is what it was worked out on, or the newest if it was a repetition; None: that is gone by now. *change* is
    what was written; None: nothing was. *answer* is what an earlier request with the same key was answered, or what
    Nothing says.
    """

    held: Held | None
    change: Change | None = None
    answer: str | None = None


async def write_change(
    source: Source[Held, Change], work_out: Callable[[Held], Change | Nothing], key: RequestKey = NO_KEY
) -> Done[Held, Change]:
    """Write what *work_out* makes of what is there, once for the same key.

    A refusal that *work_out* raises goes through if it holds of the newest, and no earlier request had the key. Raises
    KeyReused, and Unavailable if others are faster all the time.
    """
    held: Held | None = None
    for _ in range(limits().writes_retried_max):
        token = ""
        try:
            if held is None:
                held = await source.first()
            token = held.token
            wanted = work_out(held)
        except ValueError:
            # It may rest on what is old, or be of a repetition. All refusals, the engine's too, are ValueErrors.
            before = await source.recall(key)
            if before is not None:
                return await _recall_answer(source, key, before)
            held = await source.newest()
            if held.token == token:
                raise
            continue
        outcome: Outcome = "done"
        if key.key or not isinstance(wanted, Nothing):
            outcome, remembered = await source.write(held, wanted, key)
        if outcome == "done":
            return Done(held, answer=wanted.answer) if isinstance(wanted, Nothing) else Done(held, wanted)
        if outcome == "known":
            return await _recall_answer(source, key, remembered)
        telemetry.CONFLICTS.inc()
        held = await source.newest()
    raise Unavailable("others change it too fast; try again", retry_after_ms=AGAIN_MS)


async def _recall_answer(source: Source[Held, Change], key: RequestKey, remembered: bytes) -> Done[Held, Change]:
    answer = key.answer_in(remembered)
    try:
        return Done(await source.newest(), answer=answer)
    except ServiceError:
        return Done(None, answer=answer)
