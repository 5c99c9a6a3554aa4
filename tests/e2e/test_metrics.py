"""Running processes tell every figure that the dashboard shows, the alerts watch and the operations page explains."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import httpx
import pytest
import yaml

from deploy.local.stack import Stack
from tests.e2e.support import ME, bot, end, new_client, play_on, refused, table_for

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operations.md").read_text()
NAME = re.compile(r"astrarium_\w+")
ALERTS = yaml.safe_load((ROOT / "deploy/prometheus/alerts.yaml").read_text())["groups"][0]["rules"]
PANELS = json.loads((ROOT / "deploy/grafana/dashboards/astrarium.json").read_text())["panels"]
EXPRESSIONS = [rule["expr"] for rule in ALERTS] + [
    each["expr"] for panel in PANELS for each in panel.get("targets", [])
]
#: the parts of a name that a type adds; where nothing was counted yet a page tells the type alone
ADDED = re.compile(r"_(total|bucket|sum|count)$")


def told_by(process):
    """Names of the metrics on a process's page."""
    text = httpx.get(f"http://127.0.0.1:{process.metrics_port}/metrics", timeout=30).text
    return {ADDED.sub("", name) for name in re.findall(r"^# TYPE (astrarium_\w+)", text, re.MULTILINE)}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """What each role's page tells after a match with a bot that searches."""
    with Stack(tmp_path_factory.mktemp("measured"), bots=1, has_metrics=True) as stack, new_client(stack.url) as client:
        match_id = table_for(client, ME, bot("level4"))
        play_on(client, match_id, turns=12)
        list(client.match(match_id).events(follow=False))
        end(client, match_id)
        with refused(404, "NotFound"):
            client.get(f"{stack.url}/metrics")
        yield {role: told_by(stack.select(role)[0]) for role in ("gateway", "game_state", "director", "bots")}


def test_every_figure_of_dashboard_and_alerts_is_told_by_a_running_process(pages):
    asked = {ADDED.sub("", name) for expression in EXPRESSIONS for name in NAME.findall(expression)}
    assert len(asked) > 12
    assert asked <= set().union(*pages.values())


def test_every_figure_is_told_by_the_services_that_the_page_names(pages):
    rows = re.findall(r"^\| (`astrarium_.*?) \| ([\w, ]+) \|", PAGE, re.MULTILINE)
    assert len(rows) > 12
    for names, services in rows:
        for service in services.split(", "):
            assert set(NAME.findall(names)) <= pages[service], service


def test_what_was_counted_is_on_the_page(tmp_path):
    with Stack(tmp_path / "stack", bots=1, has_metrics=True) as stack, new_client(stack.url) as client:
        match_id = table_for(client, ME, bot("level4"))
        play_on(client, match_id, turns=12)
        end(client, match_id)
        (worker,) = stack.select("bots.0")
        found, until = "", time.monotonic() + 60
        while 'astrarium_bot_search_iterations_count{game="roll",level="level4"}' not in found:
            assert time.monotonic() < until, found
            found = httpx.get(f"http://127.0.0.1:{worker.metrics_port}/metrics", timeout=30).text
            time.sleep(0.2)
        counted = dict(re.findall(r"^(astrarium_bot_\S+) (\S+)$", found, re.MULTILINE))
        labels = '{game="roll",level="level4"}'
        searches = float(counted[f"astrarium_bot_search_iterations_count{labels}"])
        assert 1 < float(counted[f"astrarium_bot_search_iterations_sum{labels}"]) / searches <= 120
        assert counted['astrarium_bot_over_budget_total{level="level8"}'] == "0.0"
