"""The guide as the gateway serves it: a site that loads nothing from elsewhere and runs nothing inline."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from services.gateway import guide

PAGES = (
    "index",
    "first-match",
    "first-bot",
    "tournaments",
    "engine-protocol",
    "research",
    "operations",
    "api",
    "performance",
)
SIZE_MAX = 2_000_000


class Parts(HTMLParser):
    """What a page links to, loads, runs and styles."""

    def __init__(self):
        super().__init__()
        self.links, self.loads, self.inline, self.ids = [], [], [], set()

    def handle_starttag(self, tag, attrs):
        of = dict(attrs)
        self.ids.add(of.get("id"))
        if tag == "a":
            self.links.append(of.get("href") or "")
        elif of.get("src") or (tag == "link" and of.get("rel") != "canonical"):
            self.loads.append(of.get("src") or of["href"])
        is_script = tag == "script" and not of.get("src") and of.get("type") != "application/json"
        if is_script or tag == "style" or "style" in of or any(name.startswith("on") for name in of):
            self.inline.append((tag, attrs))


@pytest.fixture(scope="module")
def site():
    """The folder of the guide, built if it isn't yet."""
    pytest.importorskip("material", reason="mkdocs-material is not installed")
    from deploy.guide import build_guide  # noqa: PLC0415 (what builds the guide is looked for first)

    assert build_guide()
    return guide.GUIDE


def parse(page):
    parts = Parts()
    parts.feed(page.read_text("utf-8"))
    return parts


def test_every_page_has_all_it_loads_and_links_to(site):
    """Beside itself, with the place in the page; nothing is asked of other servers."""
    pages = {page.name: parse(page) for page in site.rglob("*.html")}
    assert {f"{name}.html" for name in PAGES} <= set(pages)
    for name, parts in pages.items():
        assert parts.inline == [], name
        for address in parts.loads:
            path = address.removeprefix("/guide/").removeprefix("./").split("#")[0]
            assert "://" not in address, (name, address)
            assert (site / path).is_file(), (name, address)
        for link in parts.links:
            path, _, place = link.removeprefix("/guide/").removeprefix("./").partition("#")
            if "://" in link or link.startswith("mailto:"):
                continue
            target = path or ("index.html" if name == "404.html" else name)
            target = "index.html" if target in {".", "/"} else target
            assert target in pages, (name, link)
            assert not place or place.startswith("__") or place in pages[target].ids, (name, link)
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    assert size < SIZE_MAX


def test_the_gateway_serves_the_guide_under_a_strict_policy(http, site):
    answer = http.get("/guide/")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert b"First match" in answer.data
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert http.get("/guide").headers["Location"].endswith("/guide/")
    (script,) = re.findall(r'src="(assets/javascripts/bundle[^"]+)"', answer.text)
    assert http.get(f"/guide/{script}").mimetype == "text/javascript"
    assert http.get("/guide/search/search_index.json").mimetype == "application/json"


@pytest.mark.parametrize("path", ["nothing.html", "a/b/c", "../page.py", "%2e%2e/page.py", "assets/", "\0"])
def test_what_is_not_in_the_guide_is_told_by_a_page_of_its_own(http, site, path):
    answer = http.get(f"/guide/{path}")
    assert answer.status_code == 404
    if path != "../page.py":
        assert b"404" in answer.data
        assert answer.mimetype == "text/html"
    assert b"Blueprint" not in answer.data


def test_without_a_guide_the_refusal_says_where_else_to_look(http, tmp_path, monkeypatch):
    monkeypatch.setattr(guide, "GUIDE", Path(tmp_path))
    answer = http.get("/guide/")
    assert answer.status_code == 404
    assert "/docs/" in answer.json["detail"]
