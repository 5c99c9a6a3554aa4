"""`python -m services.gateway.document FILE` writes the OpenAPI document: no service needs to run."""

from __future__ import annotations

import sys
from pathlib import Path

from services.gateway.app import create_app
from services.shared.settings import settings


def write(path: Path) -> None:
    """Write the document to *path*, as the gateway serves it."""
    answer = create_app(settings()).test_client().get("/docs/openapi.json")
    path.write_bytes(answer.data)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
