"""The matches that a search is for, and the check of a match."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from services.game_state.match.admission import Admission
from services.game_state.match.model import BOT
from services.shared.errors import BadRequest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from services.game_state.match.model import Match


@dataclass(frozen=True, slots=True)
class Wanted:
    """The matches to find; fields that are left out don't matter. `own` are those of an account alone."""

    status: str = ""
    game: str = ""
    own: bool = False
    #: who plays or gave up: an account, or BOT with a level; the opponents as well
    player: str = ""
    opponents: tuple[str, ...] = ()
    seats: int = 0
    clock: str = ""
    #: players that all have to be admitted, and bounds of the seated accounts' ratings
    admission: Admission = field(default_factory=lambda: Admission(()))
    joinable: bool = False
    #: options of the game that have these values
    options: dict[str, Any] = field(default_factory=dict)  # Any: each game has its own
    tournament_id: str = ""
    #: how it ended, and who holds a seat of the first place
    ended: str = ""
    won_by: str = ""
    #: when it ended, unix ms: from the one on, and before the other (0: no bound)
    ended_from_ms: int = 0
    ended_until_ms: int = 0
    #: how many actions it has (0: no bound)
    length_min: int = 0
    length_max: int = 0

    def __post_init__(self) -> None:
        """Raise BadRequest for bounds that no match lies within."""
        if 0 < self.ended_until_ms <= self.ended_from_ms:
            raise BadRequest("ended_until_ms is not above ended_from_ms: no match ended within these bounds")
        if 0 < self.length_max < self.length_min:
            raise BadRequest("length_max is below length_min: no match has such a length")

    @property
    def is_of_ends(self) -> bool:
        """Whether it asks for what only a match that is over has."""
        bounds = (self.ended_from_ms, self.ended_until_ms, self.length_min, self.length_max)
        return bool(self.ended or self.won_by or any(bounds))

    def accounts(self) -> list[str]:
        """Return the accounts that are named."""
        return [name for name in (self.player, *self.opponents, self.won_by) if name and not name.startswith(BOT)]

    def by_ids(self, ids: Mapping[str, str]) -> Wanted:
        """Return the same wish with accounts by the ids under which they are kept."""
        opponents = tuple(ids.get(name, name) for name in self.opponents)
        player, won_by = ids.get(self.player, self.player), ids.get(self.won_by, self.won_by)
        return replace(self, player=player, opponents=opponents, won_by=won_by)

    def fits(self, match: Match) -> bool:
        """Whether a match is wanted, as far as this is known without ratings."""
        return self._fits_table(match) and (not self.is_of_ends or (match.status == "over" and self._fits_end(match)))

    def _fits_table(self, match: Match) -> bool:
        settings = match.settings
        return (
            self.status in {"", match.status}
            and self.game in {"", match.game}
            and self.seats in {0, len(match.seats)}
            and {self.player, *self.opponents} - {""} <= match.players()
            and self.clock in {"", settings.clock["kind"]}
            and {*self.admission.admits} <= {*settings.admission.admits}
            and self.options.items() <= settings.options.items()
            and self.tournament_id in {"", settings.tournament.tournament_id if settings.tournament else ""}
        )

    def _fits_end(self, match: Match) -> bool:
        return (
            self.ended in {"", match.ended}
            and (not self.won_by or self.won_by in match.winners())
            and self.ended_from_ms <= match.over_ms < (self.ended_until_ms or match.over_ms + 1)
            and self.length_min <= match.length <= (self.length_max or match.length)
        )
