"""`python -m bench.browser`: the page in chromium on a local stack: own action to result, scrubbing, Lighthouse."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from bench import Figure
from bench.__main__ import show
from bench.page import machine, write_section
from deploy.local.stack import Stack
from deploy.page import npm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

GAMES = ("roll", "race", "tiny_epic")
LIGHTHOUSE = "lighthouse@12.8.2"
CATEGORIES = ("performance", "accessibility", "best-practices")
MARK_MIN = 95
SHOWN_MS_MAX = 100
WAIT_MS = 120_000
READY = '.outcome, .choices[aria-busy="false"]'
LIGHTHOUSE_S_MAX = 300
#: plays quickly: more accounts and requests than one address may have otherwise
FREE = {
    "ASTRARIUM_LIMIT_ACCOUNTS_PER_HOUR_PER_ADDRESS_MAX": "10000",
    "ASTRARIUM_LIMIT_REQUESTS_PER_MINUTE_MAX": "100000",
    "ASTRARIUM_LIMIT_VISITOR_REQUESTS_PER_MINUTE_MAX": "100000",
}
#: chooses the first action, and tells after how many milliseconds the next question or the end was drawn
CHOOSE = """() => new Promise(done => {
  const asked = document.querySelector(".choices"), before = asked.dataset.version;
  const started = performance.now();
  const look = () => {
    const now = document.querySelector(".choices");
    if (now !== null && now.dataset.version === before && !document.querySelector(".outcome")) return;
    watching.disconnect();
    requestAnimationFrame(() => done(performance.now() - started));
  };
  const watching = new MutationObserver(look);
  watching.observe(document.body, { subtree: true, childList: true, attributes: true });
  (asked.querySelector(".action") ?? asked.querySelector(".arrangement .primary")).click();
})"""

#: a finished match of at least so many actions is scrubbed through
SCRUBBED_MIN = 1200
SCRUB_MS = 5000
FRAMES_MIN = 58
#: moves the slider through the whole match, a little at every frame; tells how long each frame took
SCRUB = """forMs => new Promise(done => {
  const slider = document.querySelector(".moments input"), last = Number(slider.max), frames = [];
  const began = performance.now();
  let before = began;
  const move = now => {
    frames.push(now - before);
    before = now;
    const part = (now - began) / forMs;
    if (part >= 1) return done(frames.slice(1));
    slider.value = Math.round(part * last);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
})"""


def find_chromium() -> str:
    """Return the path of this machine's chromium; raise ClickException."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise click.ClickException("no chromium here (apt-get install chromium, or CHROMIUM names one)")
    return found


@contextmanager
def browsing(scheme: str = "light") -> Iterator[tuple[str, Page]]:
    """Yield the address of a new stack and a page of a browser that nobody is signed in with."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (for development alone)

    chromium = find_chromium()
    with (
        tempfile.TemporaryDirectory() as folder,
        Stack(Path(folder), bots=1, settings=FREE) as stack,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
        page.set_default_timeout(WAIT_MS)
        yield stack.url, page
        browser.close()


def begin(page: Page, url: str, game: str, seats: int = 2) -> str:
    """Start a match against bots of level 1 in one click, and return its id once it is drawn."""
    page.goto(url)
    offer = page.locator(f".offer.of-{game}")
    offer.get_by_label("Table for").select_option(str(seats))
    offer.get_by_label("Against").select_option("level1")
    offer.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/matches/*")
    page.wait_for_selector(READY)
    return page.url.rpartition("/")[2]


def answer(page: Page, most: int) -> list[float]:
    """Answer up to so many questions; return how many milliseconds each answer took until its result was drawn."""
    took: list[float] = []
    while len(took) < most:
        page.wait_for_selector(READY)
        if page.locator(".outcome").count():
            break
        took.append(page.evaluate(CHOOSE))
    return took


def ask(page: Page, url: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Ask the interface as the page's account; with a body for a change."""
    headers = {"Astrarium-Page": "1"}
    request = page.context.request
    got = (
        request.get(f"{url}/v1{path}", headers=headers)
        if body is None
        else request.post(f"{url}/v1{path}", headers=headers, data=body)
    )
    if not got.ok:
        raise click.ClickException(f"{path}: {got.text()}")
    found: dict[str, Any] = got.json()
    return found


def make_tournament(page: Page, url: str) -> str:
    """Start a tournament of eight bots; return its address."""
    config = {"name": "Autumn cup", "game": "race", "format": "swiss", "seats": 2, "rounds": 3}
    path = f"/tournaments/{ask(page, url, '/tournaments', config)['id']}"
    ask(page, url, f"{path}/bots", {"level": "random", "count": 8})
    ask(page, url, f"{path}/start", {})
    return url + path


def finish_long_match(page: Page, url: str) -> str:
    """Have bots play matches of five until one is long enough; return its address."""
    seats = [{"kind": "bot", "level": "random"}] * 5
    while True:
        path = f"/matches/{ask(page, url, '/matches', {'game': 'roll', 'seats': seats})['id']}"
        while ask(page, url, path)["status"] != "over":
            page.wait_for_timeout(200)
        if len(ask(page, url, f"{path}/record")["actions"]) >= SCRUBBED_MIN:
            return url + path


def scrub(page: Page, address: str) -> list[Figure]:
    """Return how smoothly a finished match is scrubbed through, by whoever sees it for the first time, and again."""
    page.goto(address)
    page.wait_for_selector(".moments.whole")
    actions = page.locator(".moments input").get_attribute("max")
    rows = []
    for name in ("first", "second"):
        frames: list[float] = page.evaluate(SCRUB, SCRUB_MS)
        rate, p95 = 1000 / statistics.mean(frames), statistics.quantiles(frames, n=20)[-1]
        what = f"{actions} actions scrubbed in {SCRUB_MS // 1000} s, {name} time"
        rows.append(Figure(f"{what}: frames drawn", rate, "/s", FRAMES_MIN))
        rows.append(Figure(f"{what}: frame, p95", p95, "ms"))
    return rows


def marks(name: str, address: str) -> list[Figure]:
    """Return Lighthouse's marks of a page, of 100; raise ClickException if it can't be run."""
    os.environ["CHROME_PATH"] = find_chromium()
    flags = "--chrome-flags=--headless=new --no-sandbox"
    wanted = f"--only-categories={','.join(CATEGORIES)}"
    command = ("exec", "--yes", f"--package={LIGHTHOUSE}", "--", "lighthouse", address, "--output=json", "--quiet")
    done = npm(*command, "--preset=desktop", wanted, flags, seconds=LIGHTHOUSE_S_MAX)
    if done.returncode:
        raise click.ClickException(f"Lighthouse can't be run: {done.stderr[-2000:]}")
    report = json.loads(done.stdout)
    for audit in report["audits"].values():
        if audit["score"] is not None and audit["score"] < 1 and audit["scoreDisplayMode"] == "binary":
            Console(stderr=True).print(f"{name}: {audit['id']}: {audit['title']}", highlight=False)
    # What the mark for performance is made of.
    parts = (
        report["audits"][each["id"]] for each in report["categories"]["performance"]["auditRefs"] if each["weight"]
    )
    told = ", ".join(f"{part['title']} {part['displayValue']}" for part in parts)
    Console(stderr=True).print(f"{name}: {told}", highlight=False)
    found = {each: report["categories"][each]["score"] for each in CATEGORIES}
    return [
        Figure(f"Lighthouse, {name}: {each}", round(100 * (score or 0)), "of 100", MARK_MIN)
        for each, score in found.items()
    ]


def measure(actions: int) -> list[Figure]:
    """Return all figures."""
    rows: list[Figure] = []
    with browsing() as (url, page):
        for game in GAMES:
            match_id = begin(page, url, game)
            took = answer(page, actions)
            p50, p95 = statistics.median(took), statistics.quantiles(took, n=20)[-1]
            rows.append(Figure(f"{game}: own action to its result drawn, p50 of {len(took)}", p50, "ms"))
            rows.append(Figure(f"{game}: own action to its result drawn, p95", p95, "ms", SHOWN_MS_MAX, is_cost=True))
        places = {"first page": url, "table": f"{url}/matches/{match_id}", "tournament": make_tournament(page, url)}
        rows += scrub(page, finish_long_match(page, url))
        page.goto("about:blank")
        for name, address in places.items():
            rows += marks(name, address)
    return rows


@click.command()
@click.option("--actions", default=60, show_default=True, help="Answers to measure in each game.")
@click.option(
    "--write", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Renew this page's figures."
)
def main(actions: int, write: Path | None) -> None:
    """Measure the page in a real browser."""
    about, rows = machine(), measure(actions)
    show(Console(), rows)
    if write is not None:
        write_section(write, "page", "python -m bench.browser", about, rows)


if __name__ == "__main__":
    main()
