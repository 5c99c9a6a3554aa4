"""The guests that a host lets in: kinds of players, and a range of ratings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from services.shared.errors import BadRequest, NotAdmitted
from services.shared.json import read_stored

if TYPE_CHECKING:
    from collections.abc import Iterable

PLAYERS = ("person", "program", "bot")
#: how leaderboards show whoever has not played yet
UNRATED = 0.0


@dataclass(frozen=True, slots=True)
class Guest:
    """An account as admission sees it: of which kind, and how it is rated for the game and number of seats."""

    account: str
    player: str
    rating: float = UNRATED


@dataclass(frozen=True, slots=True)
class Admission:
    """The rules of admission: `admits` holds for everybody but the creator, the bounds for those who join uninvited."""

    admits: tuple[str, ...] = PLAYERS
    rating_min: float | None = None
    rating_max: float | None = None

    @classmethod
    def of(cls, admits: Iterable[str], rating_min: float | None, rating_max: float | None) -> Admission:
        """Return what a host wishes ([]: all players), or raise BadRequest."""
        wanted = set(admits) or set(PLAYERS)
        if not wanted <= set(PLAYERS):
            raise BadRequest(f"admits is some of {', '.join(PLAYERS)}")
        if any(bound is not None and not math.isfinite(bound) for bound in (rating_min, rating_max)):
            raise BadRequest("rating_min and rating_max are finite numbers")
        if rating_min is not None and rating_max is not None and rating_min > rating_max:
            raise BadRequest("rating_min is not above rating_max")
        return cls(tuple(player for player in PLAYERS if player in wanted), rating_min, rating_max)

    @classmethod
    def from_dict(cls, d: dict[str, Any]) -> Admission:  # as it was written here
        """Return what the stored form says."""
        return read_stored(cls, {**d, "admits": tuple(d.get("admits", PLAYERS))})

    def has_bounds(self) -> bool:
        """Whether ratings matter."""
        return self.rating_min is not None or self.rating_max is not None

    def has_rating(self, rating: float) -> bool:
        """Whether a rating lies within the bounds."""
        low = -math.inf if self.rating_min is None else self.rating_min
        return low <= rating <= (math.inf if self.rating_max is None else self.rating_max)

    def check_player(self, player: str, who: str) -> None:
        """Raise NotAdmitted unless players of that kind may take part."""
        if player not in self.admits:
            raise NotAdmitted(f"{who} is a {player}; admitted are: {', '.join(self.admits) or 'none'}", reason="player")

    def check(self, guest: Guest) -> None:
        """Raise NotAdmitted unless the guest may join."""
        self.check_player(guest.player, repr(guest.account))
        if not self.has_rating(guest.rating):
            low, high = self.rating_min, self.rating_max
            bounds = " and ".join(
                f"at {word} {bound:g}" for word, bound in (("least", low), ("most", high)) if bound is not None
            )
            raise NotAdmitted(f"{guest.account!r} is rated {guest.rating:.2f}; admitted is {bounds}", reason="rating")

    def narrow(self, other: Admission) -> Admission:
        """Return what admits those alone whom both admit."""
        lows = [each.rating_min for each in (self, other) if each.rating_min is not None]
        highs = [each.rating_max for each in (self, other) if each.rating_max is not None]
        admits = tuple(player for player in self.admits if player in other.admits)
        return Admission(admits, max(lows, default=None), min(highs, default=None))

    def is_for_nobody(self) -> bool:
        """Whether no account at all can be admitted."""
        low, high = self.rating_min, self.rating_max
        return not {*self.admits} - {"bot"} or (low is not None and high is not None and low > high)
