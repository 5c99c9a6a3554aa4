"""The changes of the guide to the pages of docs/: links to files outside of it become the files' names."""

from __future__ import annotations

import re

OUTSIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+([^)\s]+)\)")


def on_page_markdown(markdown: str, **_: object) -> str:
    """Return a page with what the guide can show."""
    return OUTSIDE.sub(r"\1 (`\2`)", markdown)
