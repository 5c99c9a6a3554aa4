"""The opponent of a client that is examined: it plays with it, and does to its requests what a check asks for."""

from __future__ import annotations

import random
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx

from client import Client, Refused, refusals

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    from bridge.client_program import ClientProgram
    from bridge.proxy import Exchange, Fault, Proxy
    from client.models import Match, MatchOptions, SeatChoice

#: how long the client has to do what a check waits for
ANSWER_S_MAX = 30.0
POLL_S = 0.05
#: actions of the client that count as going on
GOES_ON = 2
OK = 200


class ClientAbsent(Exception):
    """The client does not do what has to come before everything else."""


@dataclass(slots=True)
class Episode:
    """The client's actions around a fault in one match."""

    match_id: str
    #: the request that met the fault; None: there was none in time
    hit: Exchange | None = None
    #: requests of this match after it
    after: list[Exchange] = field(default_factory=list)
    #: whether the client has acted again since, as often as it takes
    goes_on: bool = False

    def submissions(self) -> list[Exchange]:
        """Return the actions sent afterwards."""
        return [each for each in self.after if is_submission(each, self.match_id)]

    @property
    def pause_s(self) -> float | None:
        """From the answer that met the fault to the next request like it; None: there was none."""
        if self.hit is None:
            return None
        again = next((each for each in self.after if is_like(each, self.hit)), None)
        return None if again is None else again.at - self.hit.ended


def is_submission(exchange: Exchange, match_id: str = "") -> bool:
    """Whether it sends actions, to this match or any."""
    is_here = exchange.path == f"/matches/{match_id}/actions" if match_id else exchange.path.endswith("/actions")
    return exchange.method == "POST" and is_here


def is_like(exchange: Exchange, other: Exchange) -> bool:
    """Whether both ask for the same."""
    return (exchange.method, exchange.path) == (other.method, other.path)


class Examiner:
    """An account that invites the client under examination, and plays with it."""

    def __init__(self, proxy: Proxy, upstream: str, game: str, program: ClientProgram | None = None) -> None:
        """Make the account; raise Refused or httpx.HTTPError. *program*: the client, if it was started here."""
        self.proxy = proxy
        self.upstream = upstream
        self.game = game
        self.program = program
        self.client = Client(upstream)
        self.client.create_account(f"examiner-{secrets.token_hex(4)}")
        self.name = ""
        self._chance = random.Random(1)  # noqa: S311 - any legal action will do
        self._match_id = ""

    def close(self) -> None:
        """Leave nothing behind."""
        self.leave_all()
        self.client.http.close()

    def leave_all(self) -> None:
        """Resign what runs, and leave what waits."""
        for status in ("running", "waiting"):
            for match in list(self.client.matches(own=True, status=status)):
                with suppress(Refused, httpx.HTTPError):
                    door = self.client.match(match["id"])
                    door.resign() if status == "running" else door.leave()

    def wait_for_client(self, seconds: float) -> None:
        """Wait until somebody has asked with a good token; raise ClientAbsent."""
        if not self.wait(self._find_name, seconds):
            raise ClientAbsent(f"nobody has asked {self.proxy.url} with a token that is good within {seconds:.0f} s")

    def _find_name(self) -> bool:
        for token in {each.token for each in self.proxy.since(0) if each.token}:
            with Client(self.upstream, token) as client, suppress(Refused):
                self.name = client.account.read()["name"]
        return bool(self.name)

    @property
    def token(self) -> str:
        """The token that the client used last."""
        return next((each.token for each in reversed(self.proxy.since(0)) if each.token), "")

    def wait(self, what: Callable[[], object], seconds: float = ANSWER_S_MAX) -> bool:
        """Wait until something is so; return whether it came to that."""
        until = time.monotonic() + seconds
        while not what():
            if time.monotonic() > until:
                return False
            time.sleep(POLL_S)
        return True

    # -- matches ---------------------------------------------------------------------------------------

    def invite(self, game: str, **settings: Unpack[MatchOptions]) -> str:
        """Make a match with the client in its second seat."""
        seats: list[SeatChoice] = [{"kind": "account"}, {"kind": "invited", "account": self.name}]
        wanted: MatchOptions = {"is_rated": False, **settings}
        return self.client.create_match(game, seats, **wanted)["id"]

    def meet(self, seconds: float = ANSWER_S_MAX, game: str = "", **settings: Unpack[MatchOptions]) -> str:
        """Return a match that has begun; raise ClientAbsent if the client declines or does not come."""
        game = game or self.game
        match_id = self.invite(game, **settings)

        def is_answered() -> bool:
            match = self.read(match_id)
            return match["status"] == "running" or "cause" in match["seats"][1]

        self.wait(is_answered, seconds)
        match = self.read(match_id)
        if match["status"] == "running":
            return match_id
        with suppress(Refused):
            self.client.match(match_id).leave()
        if "cause" in match["seats"][1]:
            raise ClientAbsent(f"the client declined an invitation to {game}: {match['seats'][1]['cause']}")
        raise ClientAbsent(f"the client did not answer an invitation to {game} within {seconds:.0f} s")

    def read(self, match_id: str) -> Match:
        """Return a match as it stands."""
        return self.client.match(match_id).read()

    def find_table(self) -> str:
        """Return a match that runs, the present one as long as it does."""
        if not self._match_id or self.read(self._match_id)["status"] != "running":
            self._match_id = self.meet()
        return self._match_id

    def play_until(self, match_id: str, what: Callable[[], object], seconds: float = ANSWER_S_MAX) -> bool:
        """Play the examiner's seat until something is so, or the match is over; return whether it came to that."""
        until = time.monotonic() + seconds
        while not what():
            if time.monotonic() > until or not self._take_turn(match_id):
                return bool(what())
        return True

    def _take_turn(self, match_id: str) -> bool:
        """Act if anything is owed; return whether the match goes on."""
        asked = self.client.match(match_id).decision(wait_s=0)
        if asked["is_over"]:
            return False
        if not asked["is_asked"]:
            time.sleep(POLL_S)
            return True
        with suppress(refusals.StaleVersion, refusals.NotYourDecision, refusals.MatchOver, refusals.MatchNotRunning):
            chosen = self._chance.choice(asked["legal_actions"])["notation"]
            self.client.match(match_id).submit(asked["version"], chosen)
        return True

    def take_back(self, match_id: str, *, is_accepted: bool, seconds: float = ANSWER_S_MAX) -> bool:
        """Play until something can be taken back, and ask for it; *is_accepted*: agree in the client's place.

        Return whether it came to that.
        """
        with Client(self.upstream, self.token) as other:
            until = time.monotonic() + seconds
            while time.monotonic() < until and self._take_turn(match_id):
                with suppress(refusals.CannotTakeBack, refusals.NoTakeBack, refusals.MatchNotRunning):
                    asked = self.client.match(match_id).take_back()["take_back"]
                    if asked is not None and is_accepted:
                        other.match(match_id).answer_take_back(asked["take_back_id"], is_accepted=True)
                    if asked is not None:
                        return True
        return False

    # -- faults ----------------------------------------------------------------------------------------

    def requests(self, match_id: str, since: int = 0) -> list[Exchange]:
        """Return what was asked about a match, after so many requests."""
        return [each for each in self.proxy.since(since) if each.path.startswith(f"/matches/{match_id}")]

    def find_taken(self, match_id: str, since: int = 0) -> list[Exchange]:
        """Return the client's actions that the server took, after so many requests."""
        return [each for each in self.requests(match_id, since) if is_submission(each) and each.status == OK]

    def play_on(self, match_id: str, actions: int, since: int = 0, seconds: float = ANSWER_S_MAX) -> bool:
        """Play until the client has acted so often, after so many requests; return whether it came to that.

        Or to the match's end, which is no fault of the client's.
        """
        has_acted = self.play_until(match_id, lambda: len(self.find_taken(match_id, since)) >= actions, seconds)
        return has_acted or self.is_played_out(match_id)

    def is_played_out(self, match_id: str) -> bool:
        """Whether a match has ended as the rules say, and not by a seat's absence."""
        return bool(self.read(match_id)["ended"] == "finished")

    def watch(self, fault: Fault, seconds: float = ANSWER_S_MAX, match_id: str = "") -> Episode:
        """Let a fault come about while a match is played, and see what the client does."""
        episode = Episode(match_id or self.find_table())
        start = len(self.proxy.since(0))
        self.proxy.add(fault)

        def is_hit() -> bool:
            hits = [each for each in self.proxy.since(start) if each.fault == fault.name]
            episode.hit = hits[-1] if hits and hits[-1].ended else None
            return episode.hit is not None and fault.times <= 0

        def has_gone_on() -> bool:
            assert episode.hit is not None
            episode.after = self.requests(episode.match_id, episode.hit.place + 1)
            taken = [each for each in episode.submissions() if each.status == OK and not each.fault]
            episode.goes_on = len(taken) >= GOES_ON
            return episode.goes_on

        try:
            if self.play_until(episode.match_id, is_hit, seconds):
                self.play_until(episode.match_id, has_gone_on, seconds)
        finally:
            self.proxy.remove(fault)
        if episode.hit is not None and not episode.goes_on:
            episode.goes_on = has_gone_on() or self.is_played_out(episode.match_id)
        return episode
