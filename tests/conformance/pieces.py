"""What may never be lost or made in a match: per game, a count read from a description alone.

`PIECES[game](description)` returns a Counter that stays the same from setup to the end, and asserts
on its way that every number of the description is within the limits of the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable

PIECES: dict[str, Callable[[dict[str, Any]], Counter[str]]] = {}
