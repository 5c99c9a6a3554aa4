"""`python -m bench.pictures`: pictures of each game's table for the README, from the running page."""

from __future__ import annotations

import base64
from pathlib import Path

import click

from bench.browser import GAMES, answer, begin, browsing

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
#: so many questions in, there is something on every table
ANSWERS = {"roll": 24, "race": 16, "tiny_epic": 12}
QUALITY = 80


@click.command()
@click.option("--scheme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
def main(scheme: str) -> None:
    """Play a little of each game and write a picture of its table into docs/pictures."""
    FOLDER.mkdir(exist_ok=True)
    with browsing(scheme) as (url, page):
        for game in GAMES:
            begin(page, url, game)
            answer(page, ANSWERS[game])
            page.wait_for_selector('.choices[aria-busy="false"]')
            devtools = page.context.new_cdp_session(page)
            shot = devtools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
            path = FOLDER / f"{game}.webp"
            path.write_bytes(base64.b64decode(shot["data"]))
            click.echo(f"{path.relative_to(FOLDER.parents[1])}: {path.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
