"""The loop of every compare-and-set: read, compute a change, write it, and repeat if another writer was faster."""

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
#: "done": written now; "known": written earlier under the same key; "stale": another write came first
Outcome = Literal["done", "known", "stale"]


class Versioned(Protocol):
    """A readable state on which changes are based; equal tokens mean equal states."""

    @property
    def token(self) -> str:
        """The token that a write compares."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No change to write; *answer* is remembered for a repetition of the request."""

    answer: str = ""


NOTHING = Nothing()
Held = TypeVar("Held", bound=Versioned)
Change = TypeVar("Change")


class Source(ABC, Generic[Held, Change]):
    """The store of one versioned state: reads it and writes its changes."""

    async def first(self) -> Held:
        """Return the state that is fastest to get, such as a cached one; it may be old."""
        return await self.newest()

    @abstractmethod
    async def newest(self) -> Held:
        """Return the state with all changes written before the call; raise a ServiceError if it doesn't exist."""

    @abstractmethod
    async def recall(self, key: RequestKey) -> bytes | None:
        """Return the remembered entry of a request (see `idempotency.recall`), or None."""

    @abstractmethod
    async def write(self, held: Held, change: Change | Nothing, key: RequestKey) -> tuple[Outcome, bytes]:
        """Write *change*, based on *held*, and remember the request; both or neither.

        Returns the outcome and, if it is "known", the remembered entry.
        """


@dataclass(frozen=True, slots=True)
class Done(Generic[Held, Change]):
    """The result of `write_change`.

    *held* is the state on which the change was based; for a repetition it is the newest state, or None if that no
    longer exists. *change* is the change that was written, or None. *answer* is the answer to the earlier request with
    the same key, or the answer of Nothing.
    """

    held: Held | None
    change: Change | None = None
    answer: str | None = None


async def write_change(
    source: Source[Held, Change], work_out: Callable[[Held], Change | Nothing], key: RequestKey = NO_KEY
) -> Done[Held, Change]:
    """Compute a change by *work_out* and write it, once per key.

    If *work_out* refuses by raising a ValueError, the error is raised only if it also refuses the newest state, and no
    earlier request had the same key. Raises KeyReused, and Unavailable if other writers are faster every time.
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
            # The state may be old, or the request a repetition. All refusals, also the engine's, are ValueErrors.
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
