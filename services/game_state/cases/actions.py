"""Actions as a client submits them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from services.shared.errors import BadRequest
from services.shared.idempotency import NO_KEY, RequestKey
from services.shared.limits import limits


@dataclass(frozen=True, slots=True)
class Actions:
    """A submission as it came in; each action is the JSON of an object or of a notation."""

    match_id: str
    account: str
    seat: int | None
    version: int
    actions: tuple[bytes, ...]
    key: RequestKey = NO_KEY
    #: when it came in (monotonic seconds)
    arrived_s: float = field(default_factory=time.monotonic)

    def check(self) -> None:
        """Raise BadRequest or LimitExceeded."""
        if not self.actions:
            raise BadRequest("submit at least one action")
        limits().check("actions_per_submission_max", len(self.actions))
