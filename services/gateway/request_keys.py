"""Idempotency keys of calls, which the gateway itself may have to repeat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from services.shared.unique import new_name

if TYPE_CHECKING:
    from services.gateway.parser import Loaded


def key_of(headers: Loaded) -> str:
    """Return the key that the client sent, or one that nobody else uses."""
    key: str | None = headers.get("idempotency_key")
    return key or f"gateway-{new_name(128)}"
