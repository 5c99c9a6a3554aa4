"""The browser client's files as the gateway serves them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from services.gateway import page

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A page of one script, compressed beforehand."""
    monkeypatch.setattr(page, "PAGE", tmp_path)
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>plain</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("plain")
    (tmp_path / "assets" / "app-1a2b.js.gz").write_bytes(b"gzipped")
    (tmp_path / "assets" / "app-1a2b.js.br").write_bytes(b"brotli")
    return tmp_path


def test_the_page_is_asked_for_every_time_and_lets_nothing_inline_run(http, built):
    answer = http.get("/")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert answer.headers["Cache-Control"] == "no-cache"
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    again = http.get("/", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("accepted", "content", "form"),
    [("gzip, br", b"brotli", "br"), ("gzip", b"gzipped", "gzip"), ("", b"plain", None), ("br;q=0", b"plain", None)],
)
def test_a_part_comes_in_the_smallest_form_that_the_browser_takes(http, built, accepted, content, form):
    answer = http.get("/assets/app-1a2b.js", headers={"Accept-Encoding": accepted})
    assert (answer.data, answer.headers.get("Content-Encoding")) == (content, form)
    assert answer.mimetype == "text/javascript"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "path", ["/matches/k3v9m2x8q7r5", "/matches/k3v9m2x8q7r5?at=57", "/account", "/tournaments/x/y"]
)
def test_an_address_within_the_page_leads_to_the_page(http, built, path):
    assert b"<title>plain" in http.get(path).data


@pytest.mark.parametrize(
    "path",
    [
        "/assets/gone.js",
        "/assets/..%2findex.html",
        "/assets/app-1a2b.js.br",
        "/assets/x/y.js",
        "/nothing",
        "/v1/nothing",
    ],
)
def test_what_is_missing_is_not_found_and_never_the_page(http, built, path):
    answer = http.get(path)
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_without_a_built_page_people_are_led_to_the_documentation(http, built):
    shutil.rmtree(built)
    answer = http.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/docs/docs.html")
    assert http.get("/docs/docs.html").status_code == 200


def test_every_page_of_the_client_can_be_opened_by_its_address():
    """What the page's router knows, the gateway serves, and nothing else: not found is not found for both."""
    routes = re.findall(r'<Route path="/(\w+)', (ROOT / "web" / "src" / "app.tsx").read_text())
    assert routes
    assert set(routes) == set(page.PAGES)
