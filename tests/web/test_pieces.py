"""The catalog of pieces: found by words and filters, and by the pieces at a table."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("game", ["roll", "race", "tiny_epic"])
def test_pieces_are_found_by_words_and_filters(person, game):
    page = person.open(f"/pieces/{game}")
    entries = page.locator(".piece-entry")
    entries.first.wait_for()
    all_of_them = entries.count()
    name = entries.nth(3).get_by_role("heading").inner_text()
    page.get_by_label("Words in name or text").fill(name.upper())
    page.wait_for_function("count => document.querySelectorAll('.piece-entry').length < count", arg=all_of_them)
    assert name in entries.get_by_role("heading").all_inner_texts()
    # A link leads to what was looked for.
    found = entries.count()
    page.reload()
    entries.first.wait_for()
    assert entries.count() == found
    page.get_by_label("Words in name or text").fill("")
    kind = page.get_by_label("Kind")
    kind.select_option(index=1)
    page.wait_for_function("count => document.querySelectorAll('.piece-entry').length < count", arg=all_of_them)
    assert 0 < entries.count() < all_of_them


def test_a_piece_that_is_read_at_a_table_leads_to_the_catalog(person):
    person.begin("race")
    page = person.page
    page.locator(".board .reads, .board .glows").first.focus()
    reader = page.locator(".reader")
    link = reader.get_by_role("link", name="In the catalog")
    link.wait_for()
    name = reader.get_by_role("heading").inner_text()
    link.click()
    asked = page.locator(".asked-for")
    asked.wait_for()
    assert asked.get_by_role("heading").inner_text() == name
