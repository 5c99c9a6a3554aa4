"""A pytest plugin for mutants: every test works out anew what a module keeps from one call to the next.

The tool notes which tests call a function, and runs those alone on its mutants. A test that was given what an earlier
one had left in a cache would be taken for one that never calls it.
"""

from __future__ import annotations

import sys


def pytest_runtest_setup() -> None:
    """Empty the caches of all of the project's modules that are loaded."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("ai.", "engine.", "services.", "tournaments.")):
            for each in list(vars(module).values()):
                if callable(clear := getattr(each, "cache_clear", None)):
                    clear()
