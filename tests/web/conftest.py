"""A real browser on a real stack: Debian's chromium, driven by Playwright. Without one, or without a built page, all is
skipped and says why.
"""

from __future__ import annotations

import os
import shutil

import pytest

from deploy.local.stack import Stack
from services.gateway import page as served
from tests.web.support import Browsing

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
#: the suite makes more accounts in an hour than one address may, plays as fast as it can, and waits for nobody for a day
FREE = {
    "ASTRARIUM_LIMIT_CLAIM_AFTER_MS": "2000",
    "ASTRARIUM_LIMIT_ACCOUNTS_PER_HOUR_PER_ADDRESS_MAX": "10000",
    "ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX": "100000",
    "ASTRARIUM_LIMIT_VISITOR_REQUESTS_PER_MINUTE_MAX": "100000",
}


def reason_to_skip():
    """Return why the browser can't be tested here, or None."""
    if CHROMIUM is None:
        return "no chromium here (apt-get install chromium, or CHROMIUM names one)"
    if not served.is_built():
        return "the browser client is not built (make setup)"
    return None


def pytest_report_header():
    return f"browser client: {reason_to_skip() or CHROMIUM}"


def pytest_collection_modifyitems(items):
    reason = reason_to_skip()
    for item in items:
        if reason is not None and "tests/web" in str(item.path):
            item.add_marker(pytest.mark.skipif(condition=True, reason=reason))


@pytest.fixture(scope="session")
def stack(tmp_path_factory):
    with Stack(tmp_path_factory.mktemp("web"), bots=1, gateways=2, settings=FREE) as running:
        yield running


@pytest.fixture
def gateway(stack):
    """The gateway that pages come from, for tests that kill it; afterwards it serves again."""
    [process] = stack.select("gateway.0")
    yield process
    if process.pid is None:
        stack.start_role(process.name)


@pytest.fixture(scope="module")
def chromium():
    """Not for the whole session: as long as Playwright runs, its loop does, and no other test could run one of its own."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (only where there is a browser)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def people(chromium, stack, tmp_path, request):
    """Makes browsers, each with cookies and storage of its own; afterwards none may have complained."""
    made = []

    def arrive(url=stack.url, **options):
        made.append(Browsing(chromium, url, **options))
        return made[-1]

    yield arrive
    for one in made:
        one.close()
    assert [complaint for one in made for complaint in one.complaints] == []


@pytest.fixture
def person(people):
    return people()
