"""The paces at which a match may be played."""

from __future__ import annotations

#: bots alone, and one worker plays from the setup to the end
FAST = "fast"
PACES = ("live", FAST)
