"""`python -m deploy.guide`: build docs/ into the site that the gateway serves at /guide/.

Without mkdocs-material nothing is built, one line says so, and everything else works. What the pages would run or load
beside files of their own is moved into such files, so that the strictest policy holds.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
SETTINGS = ROOT / "deploy" / "guide.yaml"
SITE = ROOT / "services" / "gateway" / "built_guide"
#: digest of the site's sources
MARK = ROOT / "build" / "guide.sha256"
#: what the site is made by, in which a change may change it
MAKERS = (SETTINGS, ROOT / "deploy" / "guide.py", ROOT / "deploy" / "guide_links.py")
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
CANONICAL = re.compile(r'\s*<link rel="canonical"[^>]*>')
#: how a table says where its numbers stand
ALIGNED = re.compile(r'style="text-align: (\w+);"')
NAME_CHARS = 12
#: of no use to who reads
LEFT_OUT = ("*.map", "*.gz", "sitemap.xml", "assets/javascripts/lunr/**/*")


def digest_sources() -> str:
    """Return the digest of everything that the site is made from."""
    found = hashlib.sha256()
    for path in sorted([*MAKERS, *DOCS.rglob("*")]):
        if path.is_file():
            found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def build_guide() -> bool:
    """Build the site unless it was built from the same sources; return whether it is there."""
    made_from = digest_sources()
    if (SITE / "index.html").is_file() and MARK.is_file() and MARK.read_text() == made_from:
        return True
    if importlib.util.find_spec("mkdocs") is None or importlib.util.find_spec("material") is None:
        sys.stderr.write("the guide was not built, everything else works: mkdocs-material is not installed\n")
        return False
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--clean", "--config-file", str(SETTINGS)]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=quiet, check=False, capture_output=True, text=True)  # noqa: S603 (a fixed command)
    if done.returncode:
        sys.exit(f"the guide does not build:\n{done.stdout}{done.stderr}")
    for pattern in LEFT_OUT:
        for path in SITE.rglob(pattern):
            if path.is_file():
                path.unlink()
    for page in SITE.rglob("*.html"):
        page.write_text(tidy_page(page.read_text("utf-8"), page), "utf-8")
    MARK.parent.mkdir(exist_ok=True)
    MARK.write_text(made_from)
    return True


def tidy_page(text: str, page: Path) -> str:
    """Return a page with its scripts in files of their own, and without the address that it was built for."""

    def move(found: re.Match[str]) -> str:
        name = f"assets/inline-{hashlib.sha256(found[1].encode()).hexdigest()[:NAME_CHARS]}.js"
        (SITE / name).write_text(found[1], "utf-8")
        # The page for what is not found is shown at any address.
        place = f"/guide/{name}" if page.name == "404.html" else name
        return f'<script src="{place}"></script>'

    aligned = ALIGNED.sub(r'align="\1"', text)
    return CANONICAL.sub("", SCRIPT.sub(move, aligned))


def main() -> None:
    """Build, or say in one line why not."""
    build_guide()


if __name__ == "__main__":
    main()
