"""Whole matches of every game against a bot, by clicks alone and by keys alone."""

from __future__ import annotations

import random

import pytest

GAMES = ("roll", "race", "tiny_epic")
#: played by chance, few matches last much longer than others
WHOLE_MATCH = pytest.mark.timeout(1800)


def clicks(chance):
    """Choose by the pointer: on the drawn table where something glows there, else from the list."""

    def act(page):
        glowing = page.locator(".board .glows")
        if chance.random() < 0.5 and glowing.count():
            glowing.nth(chance.randrange(glowing.count())).click()
            menu = page.locator(".spot-menu [role=menuitem]")
            if menu.count():
                menu.nth(chance.randrange(menu.count())).click()
            return
        listed = page.locator(".choices .action")
        listed.nth(chance.randrange(listed.count())).click()

    return act


def keys(chance):
    """Choose by the key that a choice shows."""

    def act(page):
        shown = [key for key in page.locator(".choices .action kbd").all_inner_texts() if key]
        page.keyboard.press(chance.choice(shown))

    return act


@WHOLE_MATCH
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", [clicks, keys], ids=["clicks", "keys"])
def test_a_whole_match_is_played(person, game, way):
    match_id = person.begin(game)
    decisions = person.play(way(random.Random(f"{game} {way.__name__}")))
    match = person.get(f"/matches/{match_id}")
    assert match["status"] == "over"
    assert match["ended"] == "finished"
    assert decisions > 20
    told = person.page.locator(".outcome li").all_inner_texts()
    assert len(told) == 2
    assert sorted(str(score) in " ".join(told) for score in match["scores"]) == [True, True]
