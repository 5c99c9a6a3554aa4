"""The guide on a phone: no page is wider than the screen, and no word in a table is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

PAGES = sorted(path.stem for path in (Path(__file__).parents[2] / "docs").glob("*.md"))
#: words in cells of tables that stand on more than one line, and the width of the page
BROKEN_WORDS = """() => {
  const broken = [];
  for (const cell of document.querySelectorAll(".md-content td, .md-content th")) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const word of texts.currentNode.data.matchAll(/\\p{L}{4,}/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter((each) => each.width).map((each) => each.top));
        if (lines.size > 1) broken.push(word[0]);
      }
    }
  }
  return [broken, document.documentElement.scrollWidth];
}"""


@pytest.fixture(scope="module")
def phone(chromium):
    page = chromium.new_page(viewport={"width": 360, "height": 800})
    yield page
    page.close()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_guide_fits_a_phone(stack, phone, name):
    assert phone.goto(f"{stack.url}/guide/{name}.html").ok
    assert phone.evaluate(BROKEN_WORDS) == [[], 360]
