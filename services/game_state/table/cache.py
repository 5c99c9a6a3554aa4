"""The tables that stay at hand: as many as fit into so many bytes."""

from __future__ import annotations

from collections import OrderedDict
from itertools import chain
from typing import TYPE_CHECKING

from services.shared.limits import limits

if TYPE_CHECKING:
    from services.game_state.table.table import Table


class TableCache:
    """Tables by match id, within `cached_matches_bytes_max`.

    Matches that are over make room first, then those that go on; of each kind the one used longest ago. The one just
    used stays, however large: whoever asked for it needs it.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self._over: OrderedDict[str, Table] = OrderedDict()
        self._going_on: OrderedDict[str, Table] = OrderedDict()
        self._bytes: dict[str, int] = {}
        #: the memory of all, as each was when it was last used
        self.bytes_kept = 0

    def __len__(self) -> int:
        """Return how many tables are at hand."""
        return len(self._bytes)

    def get(self, match_id: str) -> Table | None:
        """Return a table that is at hand, without counting that as use."""
        return self._going_on.get(match_id) or self._over.get(match_id)

    def use(self, match_id: str, table: Table) -> None:
        """Keep a table as the one used last, and let others go that it leaves no room for."""
        self._forget(match_id)
        (self._over if table.match.status == "over" else self._going_on)[match_id] = table
        kept = self._bytes[match_id] = table.bytes_kept
        self.bytes_kept += kept
        while self.bytes_kept > limits().cached_matches_bytes_max and len(self) > 1:
            self._forget(next(each for each in chain(self._over, self._going_on) if each != match_id))

    def _forget(self, match_id: str) -> None:
        self._over.pop(match_id, None)
        self._going_on.pop(match_id, None)
        self.bytes_kept -= self._bytes.pop(match_id, 0)
