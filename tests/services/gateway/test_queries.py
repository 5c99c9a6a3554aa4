"""Parameters of queries: one that an address doesn't know is refused by its name, wherever it is sent."""

from __future__ import annotations

import re

import pytest

from services.gateway.app import create_app
from services.shared.settings import Settings


def paths():
    """Return every address of the interface that can be read, with something in place of its parts."""
    app = create_app(Settings(redis_url="redis://127.0.0.1:1", game_state_target="", director_target=""))
    return sorted(
        re.sub(r"<[^>]+>", "x", rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/v1/") and "GET" in (rule.methods or ())
    )


@pytest.mark.parametrize("path", paths())
def test_every_address_refuses_what_it_does_not_know(http, token, path):
    got = http.get(path, query_string={"wishes": "1"}, headers=token)
    assert (got.status_code, got.json["error"]) == (400, "BadRequest"), got.text
    assert got.json["detail"].startswith("there is no parameter 'wishes': ")
    assert got.json["errors"] == {"query": {"wishes": ["Unknown parameter."]}}


def test_a_refusal_says_what_would_be_right(http, token):
    def detail(path):
        return http.get(path, headers=token).json["detail"]

    assert detail("/v1/matches?ownn=true") == "there is no parameter 'ownn': did you mean own?"
    assert detail("/v1/matches/x?since=3") == "there is no parameter 'since': this address takes none"
    assert "there are game, page_size, seats" in detail("/v1/ratings?game=roll&of=ann")


def test_bodies_are_no_way_around_it(http, token):
    got = http.post("/v1/matches/x/start?force=1", headers=token)
    assert (got.status_code, got.json["error"]) == (400, "BadRequest")


def test_what_is_not_of_the_interface_takes_any_parameter(http):
    """Links to the page come with marks of where they were found, and probes with whatever a proxy adds."""
    assert http.get("/livez?utm_source=mail").status_code == 204
