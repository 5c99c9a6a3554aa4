"""The compose files are valid, publish the gateway alone, confine every container and hold no password."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from services.shared.jobs import QUEUES
from services.shared.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"


def config(*overlays, base="compose.yaml", **variables):
    """Return the merged configuration as Docker Compose itself reads it, every profile included."""
    compose = shutil.which("docker-compose", path=str(Path(sys.executable).parent)) or shutil.which("docker-compose")
    assert compose, "the development extra installs docker-compose"
    files = [argument for name in (base, *overlays) for argument in ("--file", str(DEPLOY / name))]
    shown = subprocess.run(
        [compose, *files, "--profile", "*", "config"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")} | variables,
    )
    assert shown.returncode == 0, shown.stderr
    return yaml.safe_load(shown.stdout)


@pytest.fixture(scope="module")
def services():
    found = config()["services"]
    assert {"gateway", "game-state", "director", "bots", "valkey"} <= found.keys()
    return found


@pytest.mark.parametrize(
    ("overlays", "published"),
    [
        ((), {("gateway", "127.0.0.1", 8080)}),
        (("compose.grpc.yaml",), {("gateway", "127.0.0.1", 8080), ("game-state", "127.0.0.1", 50051)}),
        (("compose.grafana.yaml",), {("gateway", "127.0.0.1", 8080), ("grafana", "127.0.0.1", 3000)}),
        (("compose.postgres.yaml",), {("gateway", "127.0.0.1", 8080)}),
    ],
)
def test_only_what_is_asked_for_is_published_and_to_this_machine_alone(overlays, published):
    merged = config(*overlays)
    ports = {
        (name, port.get("host_ip"), port["target"])
        for name, service in merged["services"].items()
        for port in service.get("ports", [])
    }
    assert ports == published
    outside = {name for name, network in merged["networks"].items() if not network.get("internal")}
    exposed = {name for name, service in merged["services"].items() if outside & service.get("networks", {}).keys()}
    assert exposed == {name for name, _, _ in published}


def test_every_container_is_confined(services):
    """No container may write to its image, gain rights or stay down."""
    for name, service in services.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["restart"] == "unless-stopped", name


def test_secrets_come_from_files_and_bots_and_the_gateway_have_users_of_their_own(services):
    merged = config()
    assert all("file" in each for each in merged["secrets"].values())
    text = (DEPLOY / "compose.yaml").read_text()
    assert not re.search(r"(?i)password\s*[:=]\s*[\"']?\w", text.replace("PASSWORD__FILE", "")), "a password by value"
    sources = {name: {each["source"] for each in services[name].get("secrets", [])} for name in services}
    workers = [name for name, service in services.items() if service.get("command") == ["services.bots"]]
    assert {frozenset(sources[name]) for name in workers} == {frozenset({"bots_redis_url"})}
    assert sources["game-state"] == sources["director"] == {"redis_url"}
    assert sources["gateway"] == {"gateway_redis_url"}


def test_the_archive_is_confined_and_reached_by_game_state_alone():
    """It is no condition of a start: play goes on without it."""
    merged = config("compose.postgres.yaml")["services"]
    test_every_container_is_confined(merged)
    assert neighbours(merged, "postgres") == {"game-state", "backup-archive"}
    knowing = {name for name in merged for each in merged[name].get("secrets", []) if each["source"] == "archive_url"}
    assert knowing == {"game-state"}
    targets = {each["target"] for each in merged["game-state"]["secrets"]}
    assert targets == {"astrarium_redis_url", "astrarium_archive_url"}
    assert "postgres" not in merged["game-state"]["depends_on"]


def test_every_setting_exists(services):
    """No container is given a setting that no process reads."""
    known = {f"ASTRARIUM_{name.upper()}" for name in Settings.model_fields} | {"ASTRARIUM_SECRETS_DIR"}
    known |= {"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"}
    for name in ("gateway", "game-state", "director", "bots", "bots-instant", "bots-analysis", "bots-series"):
        assert services[name]["environment"].keys() <= known, name


def test_who_asks_publishes_to_others():
    merged = config("compose.grpc.yaml", ASTRARIUM_BIND="0.0.0.0")["services"]
    assert {merged[name]["ports"][0]["host_ip"] for name in ("gateway", "game-state")} == {"0.0.0.0"}


def workers_of(services):
    return {name: service for name, service in services.items() if service.get("command") == ["services.bots"]}


def is_own(service):
    """Whether it runs our image."""
    return any(word.startswith("services.") for word in service.get("command") or ())


def neighbours(services, name):
    """Who shares a network with a service."""
    own = services[name]["networks"].keys()
    return {other for other, service in services.items() if other != name and own & service.get("networks", {}).keys()}


def test_every_queue_has_workers(services):
    """Each class of jobs is taken by exactly one kind of worker."""
    queues = [each["environment"]["ASTRARIUM_BOTS_QUEUES"] for each in workers_of(services).values()]
    assert sorted(queues) == sorted(QUEUES)


def test_networks_join_whom_the_policies_of_kubernetes_join(services):
    """Workers reach Valkey alone; Prometheus, which reads everybody, listens where none of them is."""
    workers = workers_of(services).keys()
    for name in workers:
        assert neighbours(services, name) - workers == {"valkey", "prometheus"}, name
    assert neighbours(services, "valkey") == workers | {"game-state", "director", "gateway"}
    assert neighbours(services, "gateway") == {"valkey", "game-state", "director", "prometheus"}
    assert neighbours(services, "grafana") == {"prometheus"}
    watched = services["prometheus"]["networks"]
    assert all(name == "watch" or name.startswith("metrics-") for name in watched)
    assert "--web.listen-address=prometheus.watch:9090" in services["prometheus"]["command"]
    for name in (*workers, "game-state", "director", "gateway"):
        (network,) = [each for each in services[name]["networks"] if each.startswith("metrics-")]
        assert services[name]["environment"]["ASTRARIUM_METRICS_HOST"] in services[name]["networks"][network]["aliases"]
        others = {each for each, service in services.items() if network in service.get("networks", {})} - {
            name,
            "prometheus",
        }
        assert others <= (workers if name in workers else set()), name


def test_prometheus_looks_where_the_roles_listen(services):
    asked = yaml.safe_load((DEPLOY / "prometheus/prometheus.yaml").read_text())["scrape_configs"]
    names = {name for each in asked for sd in each.get("dns_sd_configs", []) for name in sd["names"]}
    aliases = {
        alias
        for service in services.values()
        for network in service.get("networks", {}).values()
        for alias in (network or {}).get("aliases", [])
    }
    assert names <= aliases
    assert len(names) == 4


def test_nothing_gets_out(services):
    """Neither from the closed networks nor, where something is published, by another machine's address."""
    networks = config()["networks"]
    for name, network in networks.items():
        if not network.get("internal"):
            assert network["driver_opts"] == {"com.docker.network.bridge.enable_ip_masquerade": "false"}, name


REPLICAS = {
    "ASTRARIUM_GAME_STATE_REPLICAS": "game-state",
    "ASTRARIUM_GATEWAY_REPLICAS": "gateway",
    "ASTRARIUM_BOTS_REPLICAS": "bots",
    "ASTRARIUM_BOTS_INSTANT_REPLICAS": "bots-instant",
    "ASTRARIUM_BOTS_ANALYSIS_REPLICAS": "bots-analysis",
    "ASTRARIUM_BOTS_SERIES_REPLICAS": "bots-series",
}


def test_numbers_of_replicas_are_kept_where_every_up_finds_them():
    wanted = {name: str(number) for number, name in enumerate(REPLICAS, start=2)}
    merged = config(**wanted)["services"]
    assert {name: str(merged[service]["deploy"]["replicas"]) for name, service in REPLICAS.items()} == wanted
    assert {each["deploy"]["replicas"] for name, each in config()["services"].items() if name in REPLICAS.values()} == {
        1
    }


def test_one_service_builds_the_image_and_all_name_it_by_the_version(services):
    version = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())["project"]["version"]
    own = {name: each for name, each in services.items() if is_own(each)}
    assert {each["image"] for each in own.values()} == {f"astrarium:{version}"}
    assert [name for name, each in own.items() if "build" in each] == ["game-state"]
    assert {each["pull_policy"] for each in own.values()} == {"never"}
    assert f"ARG VERSION={version}\n" in (DEPLOY / "images/Dockerfile").read_text()


def test_backups_are_kept_by_a_service_that_reaches_nobody(services):
    backup = services["backup"]
    assert backup["network_mode"] == "none"
    assert backup["profiles"] == ["backup"]
    assert {each["source"] for each in backup["volumes"] if each["type"] == "volume"} == {"valkey", "backups"}
    elsewhere = config(ASTRARIUM_BACKUPS="/mnt/backups")["services"]["backup"]["volumes"]
    assert "/mnt/backups" in {each["source"] for each in elsewhere}


def test_backups_of_the_archive_are_kept_beside_those_of_valkey():
    merged = config("compose.postgres.yaml")["services"]
    both = [merged[name] for name in ("backup", "backup-archive")]
    assert [each["profiles"] for each in both] == [["backup"], ["backup"]]
    assert list(both[1]["networks"]) == ["archive"]
    folders = [
        [(each["source"], each["target"]) for each in one["volumes"] if each["target"] == "/var/tmp"] for one in both
    ]
    assert folders[0] == folders[1] == [("backups", "/var/tmp")]
    for name in ("BACKUP_FOLDER", "BACKUP_EVERY_S", "BACKUP_DAYS"):
        assert both[0]["environment"][name] == both[1]["environment"][name]
    assert both[1]["read_only"]
    assert both[1]["cap_drop"] == ["ALL"]


def test_what_watches_is_no_part_of_the_stack_unless_it_is_asked_for():
    stack = {name for name, each in config()["services"].items() if not each.get("profiles")}
    assert stack == {"valkey", "game-state", "director", "gateway", *workers_of(config()["services"])}


def test_every_container_has_limits_as_on_kubernetes(services):
    """Memory, processes, and the size of what it may write; the pods of a role have the same memory."""
    pods = {}
    for path in (DEPLOY / "k8s/base").glob("*.yaml"):
        for each in yaml.safe_load_all(path.read_text()):
            if each["kind"] in ("Deployment", "StatefulSet"):
                (container,) = each["spec"]["template"]["spec"]["containers"]
                pods[each["metadata"]["name"]] = container["resources"]["limits"]["memory"]
    assert pods
    for name, service in services.items():
        assert int(service["pids_limit"]) > 0, name
        assert all("size=" in each for each in service.get("tmpfs", [])), name
        memory = int(service["mem_limit"])
        assert memory > 0
        if name in pods:
            assert memory == int(pods[name].removesuffix("Gi")) << 30, name


def test_what_is_stuck_is_ended_and_so_started_anew(services):
    """The health check may end what it finds dead only where another process is the first of the container."""
    assert any(map(is_own, services.values()))
    for name, service in services.items():
        if is_own(service):
            assert (service["init"], service["restart"]) == (True, "unless-stopped"), name


def test_every_published_image_has_a_version(services):
    for name, service in services.items():
        assert re.search(r":v?\d", service["image"]), name


def test_the_door_for_other_machines_is_opened_on_demand_and_speaks_tls():
    valkey = config("compose.tls.yaml")["services"]["valkey"]
    (port,) = valkey["ports"]
    assert (port["host_ip"], port["target"]) == ("127.0.0.1", 6380)
    assert {"data", "bots", "outside"} == valkey["networks"].keys()
    assert "--tls-port" in valkey["command"]
    assert {"valkey_users", "valkey_cert", "valkey_key", "valkey_ca"} == {each["source"] for each in valkey["secrets"]}
    plain = config()["services"]["valkey"]
    assert [*plain["command"]] == valkey["command"][: len(plain["command"])]
    assert "ports" not in plain


def test_workers_elsewhere_are_confined_as_those_beside_the_server(services):
    (elsewhere,) = config(base="compose.workers.yaml")["services"].values()
    here = services["bots"]
    for name in (
        "image",
        "command",
        "read_only",
        "cap_drop",
        "security_opt",
        "mem_limit",
        "pids_limit",
        "tmpfs",
        "init",
    ):
        assert elsewhere[name] == here[name], name
    assert {each["source"] for each in elsewhere["secrets"]} == {"remote_bots_redis_url", "valkey_ca"}
    assert "ports" not in elsewhere


def test_a_replicated_valkey_is_confined_and_found_by_its_sentinels():
    """Three servers and three Sentinels with volumes of their own; every role has the Sentinels' addresses."""
    merged = config("compose.sentinel.yaml")
    services = merged["services"]
    servers, sentinels = ("valkey", "valkey-1", "valkey-2"), ("sentinel-0", "sentinel-1", "sentinel-2")
    test_every_container_is_confined(services)
    for name in (*servers, *sentinels):
        assert "mem_limit" in services[name], name
        assert not services[name].get("ports"), name
        assert services[name]["networks"].keys() == {"data", "bots"}, name
        script = "start-server.sh" if name in servers else "start-sentinel.sh"
        assert f"/scripts/{script}" in services[name]["command"], name
        own = services[name]["environment"]
        known_as = own["VALKEY_NAME" if name in servers else "SENTINEL_NAME"]
        for network in services[name]["networks"].values():
            assert network["aliases"] == [known_as]
    volumes = [each["source"] for name in (*servers, *sentinels) for each in services[name]["volumes"]]
    kept = [each for each in volumes if each in merged["volumes"]]
    assert len(kept) == len(set(kept)) == 6
    sources = {name: [each["source"] for each in services[name].get("secrets", [])] for name in services}
    for name in (*workers_of(services), "game-state", "director", "gateway"):
        user = {"gateway": "gateway_", "game-state": "", "director": ""}.get(name, "bots_")
        assert sources[name] == [f"replicated_{user}redis_url"], name
    for name in ("game-state", "director", "gateway"):
        assert services[name]["environment"]["ASTRARIUM_REPLICAS_WANTED"] == "2"
        assert "ASTRARIUM_METRICS_PORT" in services[name]["environment"], "beside what it has in any case"
    assert {tuple(sorted(sources[name])) for name in servers} == {("replica_password", "valkey_users")}
    assert {tuple(sources[name]) for name in sentinels} == {("sentinel_password",)}
