"""How many examples a property is tried with."""

import os

#: what every run leaves to `make soak`
SHARE = 5


def examples(soaked: int) -> int:
    """Return *soaked* under `make soak`, else a fifth: an event is costly, and every run draws others."""
    return soaked if os.environ.get("TESTS_SOAKED") == "1" else soaked // SHARE
