"""The operations page tells what there is: every setting and limit with its default, every metric, every alert."""

import json
import re
from pathlib import Path

import pytest
import yaml
from prometheus_client import Counter, Gauge, Histogram

from services.game_state.work import totals
from services.gateway import requests
from services.shared import footprint, telemetry
from services.shared.limits import Limits
from services.shared.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operations.md").read_text()
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("|")]
ALERTS = yaml.safe_load((ROOT / "deploy/prometheus/alerts.yaml").read_text())["groups"][0]["rules"]
DASHBOARD = json.loads((ROOT / "deploy/grafana/dashboards/astrarium.json").read_text())


def named(prefix=""):
    """Names in the first column, with their second."""
    return {
        name.removeprefix(prefix): row[1].strip("`")
        for row in ROWS
        for name in re.findall(r"`([^`]+)`", row[0])
        if name.startswith(prefix)
    }


def exported():
    """Names of all series that the processes tell, as Prometheus has them."""
    names = set()
    for module in (telemetry, requests):
        for each in vars(module).values():
            if isinstance(each, Counter):
                names.add(f"{each._name}_total")
            elif isinstance(each, Histogram):
                names |= {f"{each._name}_{part}" for part in ("bucket", "sum", "count")}
            elif isinstance(each, Gauge):
                names.add(each._name)
    collected = Path(totals.__file__).read_text() + Path(footprint.__file__).read_text()
    return names | set(re.findall(r'"(astrarium_\w+)"', collected))


def base(name):
    return re.sub(r"_(total|bucket|sum|count)$", "", name)


def test_every_setting_stands_there_with_its_default():
    told = named("ASTRARIUM_")
    defaults = {name.upper(): setting.default for name, setting in Settings.model_fields.items()}
    # A claim is written as an operator writes it in the environment.
    settings = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in defaults.items()}
    assert {name: told.get(name) for name in settings} == settings


def test_every_limit_stands_there_with_its_default():
    told = named()
    limits = {name.upper(): str(limit.default) for name, limit in Limits.model_fields.items()}
    assert {name: told.get(name) for name in limits} == limits


def test_every_metric_stands_there_and_no_other():
    assert set(named("astrarium_")) == {base(name).removeprefix("astrarium_") for name in exported()}


def test_every_alert_stands_there_and_no_other():
    alerts = {rule["alert"] for rule in ALERTS}
    section = PAGE[PAGE.index("## Alerts") : PAGE.index("## When a part is down")]
    assert set(re.findall(r"^\| `(\w+)`", section, re.MULTILINE)) == alerts


@pytest.mark.parametrize(
    "expression",
    [rule["expr"] for rule in ALERTS]
    + [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", [])],
)
def test_alerts_and_panels_ask_for_series_that_there_are(expression):
    asked = set(re.findall(r"astrarium_\w+", expression))
    assert asked <= exported()
    assert asked or "up{" in expression


def test_panels_do_not_overlap_and_have_titles():
    taken = set()
    assert DASHBOARD["panels"]
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert panel["title"]
        assert not cells & taken, panel["title"]
        assert at["x"] + at["w"] <= 24
        taken |= cells


def test_links_and_files_that_the_page_names_exist():
    paths = re.findall(r"(?<![\w/])(deploy/[\w./-]*\w)", PAGE)
    assert paths
    for path in paths:
        if not path.startswith("deploy/secrets") or path.endswith(".sh"):
            assert (ROOT / path).exists() or list(ROOT.glob(path + "*")) or "/secrets" in path, path
