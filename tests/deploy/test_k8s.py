"""The Kubernetes manifests render, fit the schemas, and hold to the rules that every workload keeps."""

import base64
import json
import shutil
import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from services.shared import keys
from services.shared.addresses import parse_sentinel
from services.shared.jobs import QUEUES, TABLE_QUEUES, queue_name
from services.shared.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
OVERLAYS = ("single", "production", "replicated")
production = pytest.mark.parametrize("overlay", ["production", "replicated"], indirect=True)
#: the oldest that has all we use, and the newest we know of
VERSIONS = ("1.31", kubernetes_validate.latest_version())
WORKLOADS = ("Deployment", "StatefulSet")
#: what is counted for the workers of a queue: of bots at tables also what waits for its account's turn
LISTS = {queue: keys.OWED + queue if queue in TABLE_QUEUES else queue_name(queue) for queue in QUEUES}
#: KEDA's own schemas as models; the package brings a pytest plugin, so it gets an environment of its own
KEDA_MODELS = "cloudcoil.models.keda==2.16.1.0"
READ_AS_KEDA = """
import json, sys
from cloudcoil.models.keda import v1alpha1
models = [getattr(v1alpha1, each["kind"]).model_validate(each) for each in json.load(sys.stdin)]
json.dump([each.model_dump(mode="json", by_alias=True, exclude_unset=True) for each in models], sys.stdout)
"""


def kustomize(folder):
    assert shutil.which("kubectl"), "these tests render with `kubectl kustomize`: install kubectl"
    return subprocess.run(["kubectl", "kustomize", folder], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Return a copy of deploy/ without anyone's secrets."""
    copy = tmp_path_factory.mktemp("k8s") / "deploy"
    shutil.copytree(DEPLOY, copy, ignore=shutil.ignore_patterns("secrets", "wheels"))
    return copy


@pytest.fixture(scope="module", params=OVERLAYS)
def overlay(request):
    return request.param


@pytest.fixture(scope="module")
def resources(tree, overlay):
    folder = tree / "k8s/overlays" / overlay
    subprocess.run([tree / "secrets.sh", folder / "secrets"], check=True, capture_output=True)
    rendered = kustomize(folder)
    assert rendered.returncode == 0, rendered.stderr
    found = [each for each in yaml.safe_load_all(rendered.stdout) if each]
    assert pods(found)
    return found


def of_kind(resources, *kinds):
    return [each for each in resources if each["kind"] in kinds]


def pods(resources):
    found = {each["metadata"]["name"]: each["spec"]["template"] for each in of_kind(resources, *WORKLOADS)}
    assert {"gateway", "game-state", "director", "valkey"} <= found.keys()
    return found


def container(pod):
    (only,) = pod["spec"]["containers"]
    return only


def selects(selector, labels):
    wanted = selector.get("matchLabels", {})
    among = selector.get("matchExpressions", [])
    return all(labels.get(key) == value for key, value in wanted.items()) and all(
        labels.get(each["key"]) in each["values"] for each in among
    )


def test_an_overlay_without_secrets_does_not_render(tree, tmp_path, overlay):
    """There is no default password to fall back on."""
    bare = tmp_path / "deploy"
    shutil.copytree(tree, bare, ignore=shutil.ignore_patterns("secrets"))
    refused = kustomize(bare / "k8s/overlays" / overlay)
    assert refused.returncode != 0
    assert "secrets/" in refused.stderr


@pytest.mark.parametrize("version", VERSIONS)
def test_every_resource_fits_the_schema_of_kubernetes(resources, version):
    known = [each for each in resources if not each["apiVersion"].startswith("keda.sh/")]
    assert known
    for resource in known:
        kubernetes_validate.validate(resource, version, strict=True)


def test_every_scaler_fits_the_schema_of_keda(resources):
    """Its models drop what they don't know: a misspelt field is missing after a round trip."""
    scalers = [each for each in resources if each["apiVersion"].startswith("keda.sh/")]
    uv = Path(sys.executable).with_name("uv")
    read = subprocess.run(
        [uv, "run", "--quiet", "--isolated", "--no-project", "--with", KEDA_MODELS, "python", "-c", READ_AS_KEDA],
        input=json.dumps(scalers),
        capture_output=True,
        text=True,
        check=False,
    )
    assert read.returncode == 0, read.stderr
    assert json.loads(read.stdout) == scalers


def test_a_misspelt_field_is_noticed(resources):
    broken = of_kind(resources, "Deployment")[0] | {"spce": {}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, VERSIONS[-1], strict=True)


def test_every_pod_is_confined(resources):
    """No pod runs as root, gains rights, writes to its image or takes what it likes."""
    jobs = {
        each["metadata"]["name"]: each["spec"]["jobTemplate"]["spec"]["template"]
        for each in of_kind(resources, "CronJob")
    }
    for name, pod in (pods(resources) | jobs).items():
        spec, only = pod["spec"], container(pod)
        assert spec["securityContext"]["runAsNonRoot"], name
        assert spec["securityContext"]["runAsUser"] > 0, name
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        assert spec["automountServiceAccountToken"] is False, name
        assert only["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }, name
        assert only["resources"]["requests"].keys() == {"cpu", "memory"}, name
        assert "memory" in only["resources"]["limits"], name


def test_every_pod_is_probed_and_ends_in_peace(resources):
    for name, pod in pods(resources).items():
        only = container(pod)
        assert "livenessProbe" in only, name
        if only.get("ports") and not name.startswith("bots"):
            assert {"startupProbe", "readinessProbe"} <= only.keys(), name
        if name in ("gateway", "game-state", "director"):
            pause = only["lifecycle"]["preStop"]["sleep"]["seconds"]
            assert 0 < pause < pod["spec"]["terminationGracePeriodSeconds"], name
        assert pod["spec"]["terminationGracePeriodSeconds"] >= 30, name


def test_every_pod_has_a_disruption_budget(resources):
    budgets = of_kind(resources, "PodDisruptionBudget")
    for name, pod in pods(resources).items():
        found = [each for each in budgets if selects(each["spec"]["selector"], pod["metadata"]["labels"])]
        assert len(found) == 1, name


def test_no_budget_of_the_single_overlay_stops_a_drain_for_a_service(resources, overlay):
    wanted = 1 if overlay == "single" else 3
    assert {"gateway", "game-state"} <= pods(resources).keys()
    for each in of_kind(resources, "Deployment"):
        if each["metadata"]["name"] in ("gateway", "game-state"):
            assert each["spec"]["replicas"] == wanted
    for each in of_kind(resources, "PodDisruptionBudget"):
        if each["metadata"]["name"] in ("gateway", "game-state"):
            assert each["spec"].get("minAvailable", 0) < wanted


def test_traffic_flows_only_where_a_policy_says_so(resources, overlay):
    """Who may open a connection to whom, read from both ends' policies."""
    policies = of_kind(resources, "NetworkPolicy")
    labels = {name: pod["metadata"]["labels"] for name, pod in pods(resources).items()}

    def allowed(source, target, port):
        ends = (("ingress", "from", target, source), ("egress", "to", source, target))
        for direction, peers, here, there in ends:
            rules = [
                rule
                for each in policies
                if selects(each["spec"]["podSelector"], labels[here])
                for rule in each["spec"].get(direction, [])
            ]
            if not any(
                {"port": port} in rule.get("ports", [])
                and (
                    peers not in rule
                    or any(
                        "namespaceSelector" not in p and selects(p["podSelector"], labels[there]) for p in rule[peers]
                    )
                )
                for rule in rules
            ):
                return False
        return True

    nothing = next(each for each in policies if each["metadata"]["name"] == "nothing")["spec"]
    assert all(selects(nothing["podSelector"], each) for each in labels.values())
    assert nothing["policyTypes"] == ["Ingress", "Egress"]
    assert "ingress" not in nothing
    assert "egress" not in nothing
    ports = {"valkey": 6379, "postgres": 5432, "game-state": 50051, "director": 50061, "gateway": 8080}
    if "sentinel" in labels:
        ports["sentinel"] = 26379
    flows = {(a, b) for a in labels for b, port in ports.items() if a != b and b in labels and allowed(a, b, port)}
    calls = {("gateway", "game-state"), ("gateway", "director"), ("director", "game-state")}
    if overlay != "single":
        calls.add(("game-state", "postgres"))
    kept = ports.keys() & {"valkey", "sentinel"} & labels.keys()
    assert flows == calls | {(each, other) for each in labels for other in kept if each not in (other, "postgres")}


def secrets_of(pod):
    """The names of the secrets that a pod mounts, alone or several in one folder."""
    volumes = pod["spec"]["volumes"]
    alone = {each["secret"]["secretName"] for each in volumes if "secret" in each}
    sources = [source for each in volumes for source in each.get("projected", {}).get("sources", [])]
    return alone | {source["secret"]["name"] for source in sources}


def test_secrets_are_mounted_and_exist(resources):
    known = {each["metadata"]["name"] for each in of_kind(resources, "Secret")}
    for name, pod in pods(resources).items():
        used = secrets_of(pod)
        assert used, name
        assert used <= known, name
        assert not [each for each in container(pod).get("env", []) if "secretKeyRef" in each.get("valueFrom", {})], name
    bots, services = (secrets_of(pods(resources)[name]) for name in ("bots", "game-state"))
    assert not bots & services, "bots have a user of their own"


def test_production_has_an_archive_that_game_state_alone_knows(resources, overlay):
    """A file for its settings with the address, beside those that it shares."""
    knowing = {
        name for name, pod in pods(resources).items() if any(each.startswith("archive-") for each in secrets_of(pod))
    }
    assert knowing == ({"game-state"} if overlay != "single" else set())
    if overlay == "single":
        return
    files = {
        key
        for each in of_kind(resources, "Secret")
        if each["metadata"]["name"] in secrets_of(pods(resources)["game-state"])
        for key in each["data"]
    }
    assert files == {"astrarium_redis_url", "astrarium_archive_url"}


def test_every_setting_exists(resources):
    """No pod is given a setting that no process reads."""
    known = {f"ASTRARIUM_{name.upper()}" for name in Settings.model_fields}
    known |= {"ASTRARIUM_SECRETS_DIR", "PROMETHEUS_MULTIPROC_DIR"}
    of_scripts = {"POD_NAME", "VALKEY_NAME", "VALKEY_FIRST", "VALKEY_SENTINELS", "SENTINEL_NAME"}
    literals = {key for each in of_kind(resources, "ConfigMap") for key in each["data"] if key.startswith("ASTRARIUM_")}
    own = {
        each["name"]
        for name, pod in pods(resources).items()
        for each in container(pod).get("env", [])
        if name != "postgres"
    }
    assert literals
    assert literals | own <= known | of_scripts


def test_the_gateway_knows_whether_an_ingress_is_before_it(resources, overlay):
    """Else all clients share the address of the ingress, and what an address may do in an hour."""
    (settings,) = [each["data"] for each in of_kind(resources, "ConfigMap") if "ASTRARIUM_LOG_LEVEL" in each["data"]]
    assert settings.get("ASTRARIUM_GATEWAY_PROXIES", "0") == ("0" if overlay == "single" else "1")
    assert bool(of_kind(resources, "Ingress")) == (overlay != "single")


def test_production_names_its_images_by_version(resources, overlay):
    for pod in pods(resources).values():
        image = container(pod)["image"]
        assert overlay == "single" or not image.endswith(":latest")
        assert ":" in image


def test_bots_scale_with_every_queue(resources, overlay):
    """Each queue has workers of its own, whose number follows its length."""
    deployments = {each["metadata"]["name"]: each for each in of_kind(resources, "Deployment")}
    queues = {
        each["value"]: name
        for name, pod in pods(resources).items()
        for each in container(pod).get("env", [])
        if each["name"] == "ASTRARIUM_BOTS_QUEUES"
    }
    assert queues.keys() == set(QUEUES)
    scalers = of_kind(resources, "ScaledObject")
    assert len(scalers) == (0 if overlay == "single" else len(QUEUES))
    for scaler in scalers:
        (trigger,) = scaler["spec"]["triggers"]
        (queue,) = [each for each in QUEUES if LISTS[each] == trigger["metadata"]["listName"]]
        assert scaler["spec"]["scaleTargetRef"]["name"] == queues[queue]
        assert scaler["spec"]["minReplicaCount"] >= 1
        assert "replicas" not in deployments[queues[queue]]["spec"], "KEDA alone sets the number"
        (login,) = of_kind(resources, "TriggerAuthentication")
        (secret,) = login["spec"]["secretTargetRef"]
        named = {each["metadata"]["name"]: each["data"] for each in of_kind(resources, "Secret")}
        assert secret["key"] in named[secret["name"]]
        assert trigger["authenticationRef"]["name"] == login["metadata"]["name"]


def test_everything_is_in_the_namespace(resources):
    for each in resources:
        assert each["kind"] == "Namespace" or each["metadata"]["namespace"] == "astrarium"


def test_workers_are_ready_once_they_reach_valkey(resources):
    for name, pod in pods(resources).items():
        if name.startswith("bots"):
            asked = container(pod)["readinessProbe"]["httpGet"]
            assert asked == {"path": "/readyz", "port": "metrics"}, name


def test_what_a_pod_writes_beside_its_volumes_has_a_limit(resources):
    for name, pod in pods(resources).items():
        for volume in pod["spec"]["volumes"]:
            assert "sizeLimit" in volume.get("emptyDir", {"sizeLimit": ""}), name


@production
def test_production_keeps_backups_where_valkey_is(resources, overlay):
    """Its volume is one node's, and the script is the one that compose runs."""
    (job,) = [each for each in of_kind(resources, "CronJob") if each["metadata"]["name"] == "backup"]
    assert job["spec"]["concurrencyPolicy"] == "Forbid"
    pod = job["spec"]["jobTemplate"]["spec"]["template"]
    (near,) = pod["spec"]["affinity"]["podAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    where = {"app.kubernetes.io/name": "valkey"}
    if overlay == "replicated":
        where = {"statefulset.kubernetes.io/pod-name": "valkey-0"}
    assert near["labelSelector"]["matchLabels"] == where
    maps = {each["metadata"]["name"]: each["data"] for each in of_kind(resources, "ConfigMap")}
    (scripts,) = [each["configMap"]["name"] for each in pod["spec"]["volumes"] if "configMap" in each]
    assert maps[scripts]["keep-backups.sh"] == (DEPLOY / "valkey/keep-backups.sh").read_text()
    claims = {each["metadata"]["name"] for each in of_kind(resources, "PersistentVolumeClaim")} | {"data-valkey-0"}
    assert {
        each["persistentVolumeClaim"]["claimName"] for each in pod["spec"]["volumes"] if "persistentVolumeClaim" in each
    } <= claims


@production
@pytest.mark.usefixtures("overlay")
def test_production_keeps_backups_of_its_archive_after_those_of_valkey(resources):
    """What has left Valkey's copy is in it; its pod reaches PostgreSQL, and nobody else does but game_state."""
    jobs = {each["metadata"]["name"]: each["spec"] for each in of_kind(resources, "CronJob")}
    minutes = {name: int(job["schedule"].split()[0]) for name, job in jobs.items()}
    assert minutes["backup"] < minutes["backup-archive"]
    pod = jobs["backup-archive"]["jobTemplate"]["spec"]["template"]
    policies = {each["metadata"]["name"]: each["spec"] for each in of_kind(resources, "NetworkPolicy")}
    assert selects(policies["archive"]["podSelector"], pod["metadata"]["labels"])
    (peer,) = policies["postgres"]["ingress"][0]["from"]
    names = ("game-state", "backup-archive", "gateway", "bots", "director", "backup")
    reach = {name for name in names if selects(peer["podSelector"], {"app.kubernetes.io/name": name})}
    assert reach == {"game-state", "backup-archive"}
    assert {each.partition("-")[0] for each in secrets_of(pod)} == {"postgres"}


@pytest.mark.parametrize("overlay", ["replicated"], indirect=True)
@pytest.mark.usefixtures("overlay")
def test_a_replicated_valkey_stands_on_nodes_apart_and_is_found_by_its_sentinels(resources):
    """Three servers and three Sentinels, each with a volume; the services have the Sentinels' addresses."""
    sets = {each["metadata"]["name"]: each["spec"] for each in of_kind(resources, "StatefulSet")}
    assert sets.keys() >= {"valkey", "sentinel"}
    for name in ("valkey", "sentinel"):
        spec = sets[name]
        assert (spec["replicas"], spec["podManagementPolicy"]) == (3, "Parallel")
        assert spec["volumeClaimTemplates"]
        (apart,) = spec["template"]["spec"]["affinity"]["podAntiAffinity"][
            "requiredDuringSchedulingIgnoredDuringExecution"
        ]
        assert apart["topologyKey"] == "kubernetes.io/hostname"
        assert apart["labelSelector"]["matchLabels"] == {"app.kubernetes.io/name": name}
        (budget,) = [b for b in of_kind(resources, "PodDisruptionBudget") if b["metadata"]["name"] == name]
        assert budget["spec"]["maxUnavailable"] == 1
        (service,) = [each for each in of_kind(resources, "Service") if each["metadata"]["name"] == name]
        assert service["spec"]["publishNotReadyAddresses"]
        for number in range(3):
            # A name that stays when the pod is gone.
            (own,) = [each for each in of_kind(resources, "Service") if each["metadata"]["name"] == f"{name}-{number}"]
            assert own["spec"]["selector"] == {"statefulset.kubernetes.io/pod-name": f"{name}-{number}"}
            assert own["spec"]["publishNotReadyAddresses"]
            assert own["spec"]["ports"][0]["port"] == {"valkey": 6379, "sentinel": 26379}[name]
    (settings,) = [each["data"] for each in of_kind(resources, "ConfigMap") if "ASTRARIUM_LOG_LEVEL" in each["data"]]
    assert settings["ASTRARIUM_REPLICAS_WANTED"] == "2"
    urls = [
        base64.b64decode(each["data"]["astrarium_redis_url"]).decode()
        for each in of_kind(resources, "Secret")
        if "astrarium_redis_url" in each["data"]
    ]
    assert len(urls) == 3
    for url in urls:
        assert parse_sentinel(url).sentinels == tuple((f"sentinel-{number}", 26379) for number in range(3))
        assert parse_sentinel(url).name == "matches"
