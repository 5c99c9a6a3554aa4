"""The difference between two requests with the same idempotency key."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from services.shared import keys
from services.shared.idempotency import DIGEST_CHARS, NO_KEY, SERVER_PREFIX, RequestKey

if TYPE_CHECKING:
    from google.protobuf.message import Message

#: fields that say how to answer a request, not what is asked
ABOUT_THE_ANSWER = ("with_decision",)


def request_key(request: Message, account: str) -> RequestKey:
    """Return a request's key in the scope of its account, at the match, tournament or series that it names.

    The same request is one of the same type with the same fields; raises LimitExceeded if the key is too long.
    """
    asked: Any = request  # a message that has a key, whichever
    if not asked.idempotency_key:
        return NO_KEY
    plain = type(request)()
    plain.CopyFrom(request)
    fields = request.DESCRIPTOR.fields_by_name
    for name in ("idempotency_key", *ABOUT_THE_ANSWER):
        if name in fields:
            plain.ClearField(name)
    text = request.DESCRIPTOR.full_name.encode() + b"\0" + plain.SerializeToString(deterministic=True)
    subject = {name: getattr(request, name) for name in ("match_id", "tournament_id", "series_id") if name in fields}
    return RequestKey(
        keys.answers(account, **subject),
        asked.idempotency_key,
        hashlib.blake2b(text, digest_size=DIGEST_CHARS // 2).hexdigest(),
        account.startswith(SERVER_PREFIX),
    )
