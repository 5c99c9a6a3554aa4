"""Idempotency keys of calls, which the gateway itself may have to repeat."""

from __future__ import annotations

from typing import Any

from services.shared.unique import new_name


def key_of(headers: dict[str, Any]) -> str:
    """Return the key that the client sent, or one that nobody else uses."""
    return headers.get("idempotency_key") or f"gateway-{new_name(128)}"
