"""The Python client library: accounts, matches, tournaments, series and bots over the REST interface.

`Client` blocks and `AsyncClient` is awaited; both ask for the same. `client.models` has the types of what is sent and
answered, `client.refusals` an exception for each refusal. `Bot` is the base of programs that play;
`run_bot` keeps one at its tables.
"""

from client import refusals
from client.awaited.client import AsyncClient
from client.awaited.connection import SILENCE_S_MAX
from client.blocking.client import Client
from client.bots.bot import Bot, BotDecision, BotFailure
from client.bots.program import run_bot
from client.bots.rules import EntryRules, InvitationRules, Seek
from client.patience import PATIENCE_S
from client.refused import Refused

__all__ = [
    "PATIENCE_S",
    "SILENCE_S_MAX",
    "AsyncClient",
    "Bot",
    "BotDecision",
    "BotFailure",
    "Client",
    "EntryRules",
    "InvitationRules",
    "Refused",
    "Seek",
    "refusals",
    "run_bot",
]
