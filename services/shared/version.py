"""The version that runs here, and its build."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of

from services.shared.settings import settings


def find_version() -> str:
    """Return the version of the installed package."""
    try:
        return version_of("astrarium")
    except PackageNotFoundError:
        return "0"


def describe_build() -> dict[str, str]:
    """Return version and build, as health and metrics tell them."""
    return {"version": find_version(), "build": settings().build}
