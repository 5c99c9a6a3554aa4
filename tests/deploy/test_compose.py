"""The compose files are valid, publish the gateway alone, confine every container and hold no password."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from services.shared.jobs import QUEUES
from services.shared.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"


def config(*overlays):
    """Return the merged configuration as Docker Compose itself reads it."""
    compose = shutil.which("docker-compose", path=str(Path(sys.executable).parent)) or shutil.which("docker-compose")
    assert compose, "the development extra installs docker-compose"
    files = [argument for name in ("compose.yaml", *overlays) for argument in ("--file", str(DEPLOY / name))]
    shown = subprocess.run(
        [compose, *files, "config"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")},
    )
    assert shown.returncode == 0, shown.stderr
    return yaml.safe_load(shown.stdout)


@pytest.fixture(scope="module")
def services():
    return config()["services"]


@pytest.mark.parametrize(
    ("overlays", "published"),
    [
        ((), {("gateway", None, 8080)}),
        (("compose.grpc.yaml",), {("gateway", None, 8080), ("game-state", None, 50051)}),
        (("compose.grafana.yaml",), {("gateway", None, 8080), ("grafana", "127.0.0.1", 3000)}),
    ],
)
def test_only_what_is_asked_for_is_published(overlays, published):
    merged = config(*overlays)
    ports = {
        (name, port.get("host_ip"), port["target"])
        for name, service in merged["services"].items()
        for port in service.get("ports", [])
    }
    assert ports == published
    outside = {name for name, network in merged["networks"].items() if not network.get("internal")}
    exposed = {name for name, service in merged["services"].items() if outside & service["networks"].keys()}
    assert exposed == {name for name, _, _ in published}


def test_every_container_is_confined(services):
    for name, service in services.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["restart"] == "unless-stopped", name


def test_secrets_come_from_files_and_bots_have_a_user_of_their_own(services):
    merged = config()
    assert all("file" in each for each in merged["secrets"].values())
    text = (DEPLOY / "compose.yaml").read_text()
    assert not re.search(r"(?i)password\s*[:=]\s*[\"']?\w", text.replace("PASSWORD__FILE", "")), "a password by value"
    sources = {name: {each["source"] for each in services[name].get("secrets", [])} for name in services}
    workers = [name for name, service in services.items() if service.get("command") == ["services.bots"]]
    assert {frozenset(sources[name]) for name in workers} == {frozenset({"bots_redis_url"})}
    assert sources["game-state"] == sources["director"] == sources["gateway"] == {"redis_url"}


def test_every_setting_exists(services):
    known = {f"ASTRARIUM_{name.upper()}" for name in Settings.model_fields} | {"ASTRARIUM_SECRETS_DIR"}
    known |= {"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"}
    for name in ("gateway", "game-state", "director", "bots", "bots-instant", "bots-analysis", "bots-series"):
        assert services[name]["environment"].keys() <= known, name


def test_every_queue_has_workers_that_reach_valkey_alone(services):
    workers = {name: service for name, service in services.items() if service.get("command") == ["services.bots"]}
    assert sorted(each["environment"]["ASTRARIUM_BOTS_QUEUES"] for each in workers.values()) == sorted(QUEUES)
    for name, service in workers.items():
        assert service["networks"].keys() == {"data"}, name


def test_every_published_image_has_a_version(services):
    for name, service in services.items():
        assert ":" in service["image"], name
        assert not service["image"].endswith(":latest") or service["image"].startswith("astrarium:"), name
