"""Parameters of queries: one that an address doesn't know, or that says two things, is refused by its name."""

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


@pytest.mark.parametrize("query", ["seat=0&seat=1", "seat=0&wait_s=1&seat=0", "seat&seat", "seat=1&se%61t=2"])
def test_one_that_is_sent_twice_is_refused_by_its_name(http, token, query):
    """Which of the two was meant nobody can know."""
    got = http.get(f"/v1/matches/x/decision?{query}", headers=token)
    assert (got.status_code, got.json["error"]) == (400, "BadRequest"), got.text
    assert got.json["detail"] == "'seat' is sent more than once: it takes one value"
    assert got.json["errors"] == {"query": {"seat": ["Repeated parameter."]}}


def test_one_that_has_several_values_may_be_repeated(http, token):
    got = http.get("/v1/events?match=abc&match=def&follow=true&follow=false", headers=token)
    assert got.json["errors"] == {"query": {"follow": ["Repeated parameter."]}}


def test_bodies_are_no_way_around_it(http, token):
    got = http.post("/v1/matches/x/start?force=1", headers=token)
    assert (got.status_code, got.json["error"]) == (400, "BadRequest")


def test_what_is_not_of_the_interface_takes_any_parameter(http):
    """Links to the page come with marks of where they were found, and probes with whatever a proxy adds."""
    assert http.get("/livez?utm_source=mail").status_code == 204
