"""Every block of code in the pages is run: here, by the test that its mark names, or not at all for a reason."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.e2e.support import WHOLE_MATCH, bot, new_client, table_for

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^(?:<!-- (run by|not run:) ([^\n]+) -->\n)?```([a-z]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ADDRESS = "http://127.0.0.1:8080"
#: stands for a match of the reader's server
EXAMPLE = "h3k5m2pq7xyz"
#: pages and languages whose blocks are run below
RUN_HERE = {
    ("first-match.md", "sh"), ("first-bot.md", "python"), ("first-bot.md", "sh"), ("client.md", "python"),
    ("connect.md", "sh"), ("engine-protocol.md", "sh"), ("api.md", "json"), ("README.md", "python"),
    ("operations.md", "yaml"),
}  # fmt: skip
COMMAND = re.compile(r"(\$ )?(astrarium|make|pip|python3?|curl|docker|kubectl|npm|import|from) ")
#: so many blocks nobody can run here; each says why
NOT_RUN = 14


def read_blocks():
    """Each block with its place, mark (None: it is run here), what stands in the mark, language and text."""
    for page in PAGES:
        text = page.read_text("utf-8")
        found = list(BLOCK.finditer(text))
        assert len(found) == len(re.findall(r"^```[a-z]+$", text, re.MULTILINE)), page
        yield from ((f"{page.name}:{number}", *each.groups()) for number, each in enumerate(found))


BLOCKS = list(read_blocks())
HERE = {place: (language, code) for place, mark, _, language, code in BLOCKS if mark is None}


def test_every_block_that_is_not_run_here_is_accounted_for():
    """By a test that there is, or by a reason; those with a reason are counted, so that none is added unseen."""
    for place, mark, said, _, _ in BLOCKS:
        if mark == "run by":
            assert (ROOT / said).is_file(), place
        elif mark == "not run:":
            assert len(said.split()) >= 3, place
    assert sum(mark == "not run:" for _, mark, *_ in BLOCKS) == NOT_RUN
    assert {(place.split(":")[0], language) for place, (language, _) in HERE.items()} == RUN_HERE


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_can_be_run_has_a_language(page):
    """A block without one is a picture, or what is said by a program."""
    begun, plain = None, []
    for line in page.read_text("utf-8").splitlines():
        if line.startswith("```"):
            begun = line if begun is None else None
        elif begun == "```":
            plain.append(line)
    assert [line for line in plain if COMMAND.match(line)] == []


def run(command, stack, folder, text=None):
    """Run a block as a reader does who has installed the package; it must end well."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": tools, "XDG_CONFIG_HOME": str(folder), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [each.replace(ADDRESS, stack.url) for each in command],
        cwd=folder, env=os.environ | environment, input=text, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def codes(page, language):
    """The blocks of a page that are run here, in its order."""
    found = [code for place, (of, code) in HERE.items() if place.startswith(f"{page}:") and of == language]
    assert found
    return found


def test_a_first_match_is_played_as_the_page_says(stack, tmp_path):
    """Nobody is at the keyboard, so each command leaves in good order and says how to come back."""
    with new_client(stack.url) as client:
        match_id = table_for(client, {"kind": "account"}, bot("random"), game="race")
        client.match(match_id).resign()
        client.post("/accounts", {"name": (name := f"b{secrets.token_hex(4)}")})
    for code in codes("first-match.md", "sh"):
        for line in code.replace(EXAMPLE, match_id).replace("--invite bea", f"--invite {name}").splitlines():
            said = run(["bash", "-c", line], stack, tmp_path)
            assert (
                "go on with: astrarium play" in said or match_id in said or "action 0 of" in said or "place 1" in said
            )


@WHOLE_MATCH
def test_a_first_bot_plays_as_the_page_says(stack, tmp_path):
    """The class a match on the server, the program its examination and a match by the bridge, the search one here."""
    on_server, here = codes("first-bot.md", "python")
    run([sys.executable, "-c", on_server], stack, tmp_path)
    assert re.fullmatch(r"\(\d+, \d+\)\n", run([sys.executable, "-c", here], stack, tmp_path))
    (program,) = codes("first-bot.md", "sh")
    run(["bash", "-ec", program], stack, tmp_path)
    (arena,) = codes("engine-protocol.md", "sh")
    run(["bash", "-ec", arena.replace("level4", "random").replace("--pairs 50", "--pairs 1")], stack, tmp_path)
    (bridge,) = codes("connect.md", "sh")
    name = f"my-bot-{secrets.token_hex(3)}"
    mine = bridge.replace('"my-bot"', f'"{name}"').replace("level4", f"random --server {stack.url}")
    run(["bash", "-ec", mine], stack, tmp_path)
    with new_client(stack.url) as reader:
        (match,) = reader.get("/matches", status="over", player=name)["matches"]
        assert match["ended"] == "finished"


def test_what_the_pages_say_in_python_runs(stack, tmp_path):
    """One after another, as the page has them; the README's engine needs no server."""
    with new_client(stack.url) as client:
        begun = f"token = {client.token!r}\n"
        assert "BadAction" in "".join(codes("client.md", "python"))
        run([sys.executable, "-c", "\n".join([begun, *codes("client.md", "python")])], stack, tmp_path)
    (engine,) = codes("README.md", "python")
    assert "'viewer': " in run([sys.executable, "-c", engine], stack, tmp_path)


def test_what_the_pages_send_is_taken(stack):
    (sent,) = codes("api.md", "json")
    with new_client(stack.url) as client:
        series = client.post("/series", json.loads(sent))
        assert client.series(series["id"]).cancel()["status"] == "cancelled"


def test_what_watches_the_watchers_is_set_as_the_rules_need_it():
    """Alerts of every severity reach somebody; each pod that is measured has the job by which rules know its role."""
    notifying, reading = (yaml.safe_load(code) for code in codes("operations.md", "yaml"))
    receivers = {each["name"] for each in notifying["receivers"]}
    route = notifying["route"]
    assert {each["receiver"] for each in (route, *route["routes"])} <= receivers
    groups = yaml.safe_load((ROOT / "deploy/prometheus/alerts.yaml").read_text())["groups"]
    severities = {rule["labels"]["severity"] for group in groups for rule in group["rules"] if "alert" in rule}
    assert {f'severity="{each}"' for each in severities} >= {
        each for one in route["routes"] for each in one["matchers"]
    }
    (scrape,) = reading["scrape_configs"]
    port, *naming = scrape["relabel_configs"]
    jobs = set()
    for path in (ROOT / "deploy/k8s/base").glob("*.yaml"):
        for made in yaml.safe_load_all(path.read_text()):
            pod = made.get("spec", {}).get("template", {}) if made["kind"] in {"Deployment", "StatefulSet"} else {}
            ports = [each["name"] for one in pod.get("spec", {}).get("containers", ()) for each in one.get("ports", ())]
            if any(re.fullmatch(port["regex"], each) for each in ports):
                name = pod["metadata"]["labels"]["app.kubernetes.io/name"]
                found = [(rule, match) for rule in naming if (match := re.fullmatch(rule["regex"], name))]
                jobs |= {rule.get("replacement") or match[1] for rule, match in found}
                assert len(found) == 1, name
    watched = yaml.safe_load((ROOT / "deploy/prometheus/prometheus.yaml").read_text())["scrape_configs"]
    assert jobs == {each["job_name"] for each in watched} - {"prometheus"}
