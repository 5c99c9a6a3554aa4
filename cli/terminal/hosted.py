"""A match on a server, from the player's seat: everything by the client library."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from cli.terminal.table import Advice, AskedChoice, CannotBeDone, read_advice
from cli.terminal.wording import Wording
from engine.errors import EngineError
from engine.registry import find_game

if TYPE_CHECKING:
    from pathlib import Path

    from client import Client
    from client.models import Match
    from engine.contract.state import InformationSet

#: how long a look at what the others do may wait for it
LOOK_S = 1.0


class ServerTable:
    """A match on a server at which the client's account sits."""

    def __init__(self, client: Client, match_id: str, server: str, token_file: Path | None) -> None:
        """Sit down; raise Refused, CannotBeDone if the account has no seat there, or UnknownGame."""
        self.client = client
        self.door = client.match(match_id)
        self.server = server
        self.token_file = token_file
        self.match: Match = self.door.read()
        self.game = find_game(self.match["game"])
        if not self.match["own_seats"]:
            raise CannotBeDone(f"you have no seat at match {match_id}; `astrarium watch {match_id}` shows it")
        self.seat = self.match["own_seats"][0]
        self.wording = Wording(self.game)
        self._events_seen, self._chat_seen = 0, ""
        self._take_back_told = ""
        if self.match["status"] != "waiting":
            self._events_seen = self.door.view()["cursor"]

    @property
    def names(self) -> list[str]:
        """The accounts and levels, as far as the seats are taken."""
        return [
            "You" if seat == self.seat else name_player(self.match, seat) for seat in range(len(self.match["seats"]))
        ]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match["status"] == "over"

    def begin(self) -> str:
        """Return how others find the match."""
        return f"match {self.door.id} at {self.server}, you have seat {self.seat}"

    def advance(self) -> None:
        """Wait for a moment."""
        self.door.decision(wait_s=LOOK_S)

    def news(self) -> list[str]:
        """Read the stream as far as it goes, and the match."""
        told: list[str] = []
        for line in self.door.events(self._events_seen, chat_since=self._chat_seen, follow=False):
            if line["type"] == "event":
                self._events_seen = line["cursor"]
                told.append(self.wording.sentence(line["event"], self.names))
            elif line["type"] == "chat":
                self._chat_seen = line["chat"]["cursor"]
                told.append(f"{line['chat']['account']} says: {line['chat']['text']}")
            elif line["type"] == "match":
                self.match = line["match"]
        self.match = self.door.read()
        return [*filter(None, told), *self._tell_take_back()]

    def _tell_take_back(self) -> list[str]:
        wish = self.match["take_back"]
        if wish is None or wish["take_back_id"] == self._take_back_told:
            return []
        self._take_back_told = wish["take_back_id"]
        if wish["seat"] == self.seat or self.seat in wish["agreed_seats"]:
            return []
        who = self.names[wish["seat"]]
        return [f"{who} asks to take back {wish['actions']} actions: answer `yes` or `no`"]

    def find_question(self) -> AskedChoice | None:
        """Return what the player is asked now."""
        asked = self.door.decision(wait_s=0)
        if not asked["is_asked"]:
            return None
        actions = tuple(self.game.Action.parse(each["notation"]) for each in asked["legal_actions"])
        return AskedChoice(asked["asks"], asked["rule"], asked["text"], asked["version"], actions)

    def say_waiting(self) -> str:
        """Return who is waited for, or how the open seats are taken."""
        if self.match["status"] == "waiting":
            missing = sum(seat["kind"] in {"open", "invited"} for seat in self.match["seats"])
            way = shlex.join(["astrarium", "play", "--server", self.server, "--join", self.door.id])
            return f"{missing} {'seat is' if missing == 1 else 'seats are'} free; others sit down with: {way}"
        names = [self.names[seat] for seat in self.match["deciding_seats"]]
        return f"waiting for {', '.join(names) or 'the others'} …  (chat TEXT, table, quit work meanwhile)"

    def view(self) -> dict[str, Any]:
        """Return the table; once the match is over, with all hands open."""
        shown: dict[str, Any] = dict(self.door.view(has_open_hands=True if self.is_over else None)["view"])
        return shown

    def information_set(self) -> InformationSet | None:
        """Return what the player knows, unless this program has other rules than the server."""
        try:
            return self.game.information_set_from_view(self.view())
        except EngineError:
            return None

    def submit(self, question: AskedChoice, notation: str) -> None:
        """Send the answer."""
        self.door.submit(question.version, notation)

    def advise(self, level: str) -> list[Advice]:
        """Ask the server's search, which obeys the match's rules for analyses."""
        if level:
            raise CannotBeDone("a server has one search for hints: say `hint` alone")
        found = self.door.analyse()
        return read_advice(found["candidates"], self.seat)

    def take_back(self) -> str:
        """Ask for it."""
        self.match = self.door.take_back()
        wish = self.match["take_back"]
        if wish is None:
            return "taken back"
        self._take_back_told = wish["take_back_id"]
        return "you have asked to take your last choice back; the others have to agree"

    def answer_take_back(self, *, is_accepted: bool) -> str:
        """Agree, or decline."""
        wish = self.door.read()["take_back"]
        if wish is None:
            raise CannotBeDone("nobody has asked you anything")
        self.match = self.door.answer_take_back(wish["take_back_id"], is_accepted=is_accepted)
        return "you agree" if is_accepted else "you decline"

    def chat(self, text: str) -> list[str]:
        """Say a line, or return what was said."""
        if text:
            self.door.say(text)
            return []
        return [f"{each['account']} says: {each['text']}" for each in self.door.messages()["messages"]]

    def resign(self) -> None:
        """Give up."""
        self.match = self.door.resign()

    def result(self) -> tuple[list[int], list[int]] | None:
        """Return points and places."""
        scores, ranks = self.match["scores"], self.match["ranks"]
        return None if scores is None or ranks is None else (scores, ranks)

    def say_way_back(self) -> str:
        """Return how the match goes on, or how it is seen again."""
        words = ["replay", self.door.id] if self.is_over else ["play", "--join", self.door.id]
        words += ["--server", self.server]
        words += ["--token-file", str(self.token_file)] if self.token_file else []
        return f"{'see it again' if self.is_over else 'go on'} with: {shlex.join(['astrarium', *words])}"


def name_player(match: Match, seat: int) -> str:
    """Return who sits there."""
    held = match["seats"][seat]
    who = held.get("account") or held.get("level") or ("nobody yet" if held["kind"] == "open" else held["kind"])
    return f"{who} (bot)" if held["kind"] == "bot" else str(who)
