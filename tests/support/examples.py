"""How many examples a property is tried with."""

import os

from hypothesis import settings

#: what every run leaves to `make soak`
SHARE = 5
#: the profile of `make mutate`
FEW = "few"


def examples(soaked: int) -> int:
    """Return *soaked* under `make soak`, else a fifth: an event is costly, and every run draws others."""
    if settings.get_current_profile_name() == FEW:
        return settings().max_examples
    return soaked if os.environ.get("TESTS_SOAKED") == "1" else soaked // SHARE
