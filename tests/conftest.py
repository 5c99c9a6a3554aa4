"""Long jobs stay out of an ordinary run (`pytest -m soak` asks for them by name); properties are not timed."""

import signal
import sys

import pytest
import structlog
from hypothesis import HealthCheck, settings

# Tests that are run in the background inherit that Ctrl-C is ignored; the processes that they start must not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# A thread that outlives a test's gateway may still log when a command's output is read by another test.
structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
# How long an example takes is the machine's affair: a deadline of Hypothesis' own fails when others use the processors.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Mutants are many, and each is tried by few examples (`make mutate`).
settings.register_profile("few", settings.get_profile("untimed"), max_examples=15, derandomize=True)
settings.load_profile("untimed")


#: files that take minutes: where several run at once they go first, or one would be left over at the end
LONGEST = frozenset(
    (
        *("web/test_whole_matches.py", "web/test_pages.py", "director/test_pace.py", "e2e/test_check_client.py"),
        *("e2e/test_duplicates.py", "work/test_downtime.py", "director/test_series.py", "e2e/test_load.py"),
        *("web/test_calm.py", "web/test_against_each_other.py", "e2e/test_openapi_contract.py", "e2e/test_archive.py"),
    )
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: f"{item.path.parent.name}/{item.path.name}" not in LONGEST)
    if "soak" in config.option.markexpr:
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
