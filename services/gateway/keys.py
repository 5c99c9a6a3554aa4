"""Idempotency keys of the gateway's own, for calls that it may have to repeat."""

import secrets


def new_key() -> str:
    """Return a key that nobody else uses."""
    return f"gateway-{secrets.token_urlsafe(16)}"
