"""The settings of a match, chosen before anybody sits down."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from services.game_state.match.admission import Admission
from services.shared.clocks import Control
from services.shared.json import read_stored
from services.shared.paces import FAST, PACES


@dataclass(frozen=True, slots=True)
class TournamentPlace:
    """The place of a match in a tournament: rounds count from 1, tables from 0."""

    tournament_id: str
    round: int
    table: int
    #: in which jobs of bots wait for their turn, the same for all tournaments of a host; "": a lane of its own
    lane: str = ""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The same wherever matches are made, and in the match itself; named as in the contract, and copied whole."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)  # each game has its own
    starts_when_full: bool = False
    #: how time is given (Control.to_dict)
    clock: dict[str, Any] = field(default_factory=lambda: {"kind": "none"})
    #: what happens to a seat whose player is away: "forfeit" or "substitute"
    absence: str = "forfeit"
    #: whom the host lets in
    admission: Admission = field(default_factory=Admission)
    #: known to its players and its creator alone, and not rated
    is_private: bool = False
    allows_take_back: bool = True
    has_chat: bool = True
    #: whether those who play may have their due decisions analysed; None, of a wish alone: unless accounts play each
    #: other in a rated match
    allows_analysis: bool | None = None
    is_rated: bool = True
    #: the matches of a deal have one seed, and are sealed until it is released
    deal: str = ""
    tournament: TournamentPlace | None = None
    #: "live", or "fast": bots alone, played by one worker from the setup to the end
    pace: str = PACES[0]

    @property
    def is_fast(self) -> bool:
        """Whether one worker plays the whole match."""
        return self.pace == FAST

    def with_default_clock(self) -> MatchSettings:
        """Return the settings of a seek that names no clock: if it is rated, nobody can hold up the others for ever."""
        return replace(self, clock=Control.default(self.game).to_dict()) if self.is_rated else self

    @classmethod
    def from_dict(cls, d: dict[str, Any]) -> MatchSettings:  # Any: as it was written here
        """Return what the stored form says."""
        place = d.get("tournament")
        read = {
            "admission": Admission.from_dict(d["admission"]),
            "tournament": place and read_stored(TournamentPlace, place),
        }
        return read_stored(cls, d | read)
