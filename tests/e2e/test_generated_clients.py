"""A client whose types were generated from the OpenAPI document compiles strictly, and plays a match."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

from deploy import page
from tests.e2e.support import ME, bot, table_for, verified

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
BIN = WEB / "node_modules" / ".bin"
STRICT = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--skipLibCheck")
MODULES = ("--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler", "--typeRoots")

pytestmark = pytest.mark.skipif(not (BIN / "openapi-typescript").exists(), reason="the page's tools are not installed")


@pytest.fixture(scope="module")
def player(stack, tmp_path_factory):
    """The program, compiled with types out of the document that the server serves."""
    folder = tmp_path_factory.mktemp("typescript")
    document = folder / "openapi.json"
    document.write_bytes(httpx.get(f"{stack.url}/docs/openapi.json").content)
    made = ("--default-non-nullable", "false", "--output", str(folder / "schema.d.ts"))
    run(BIN / "openapi-typescript", document, *made)
    shutil.copy(ROOT / "tests/e2e/programs/player.ts", folder)
    (folder / "node.d.ts").write_text("declare const process: { argv: string[] };\n")
    (folder / "package.json").write_text('{"type": "module"}')
    files = (folder / "player.ts", folder / "node.d.ts")
    run(BIN / "tsc", *STRICT, *MODULES, folder, "--lib", "es2022,dom", "--outDir", folder, *files)
    return folder / "player.js"


def run(*command):
    """Run a program by the node that the page is built with, and return what it wrote."""
    done = subprocess.run(
        [page.find_node(), *map(str, command)], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("game", ["roll", "race", "tiny_epic"])
def test_a_typescript_client_plays_a_match(client, stack, player, game):
    match_id = table_for(client, ME, bot("random"), game=game)
    told = json.loads(run(player, stack.url, client.token, match_id))
    assert told["is_over"] is True
    assert told["heard"] > 0
    assert told["told"]
    assert verified(client, match_id)["match_id"] == match_id
