"""Play a tournament on disk with worker processes."""

from __future__ import annotations

import hashlib
import time
from concurrent.futures import FIRST_COMPLETED, wait
from typing import TYPE_CHECKING, Any

from ai.arena.match import play_match
from ai.arena.players import make_player
from ai.arena.pool import Pool, outcome
from engine.registry import find_game
from services.shared.now import now_ms
from tournaments.pairing import is_complete, next_round

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from cli.tournament_folder import Folder
    from tournaments.tournament import Tournament


#: matches handed out ahead of the workers
AHEAD = 2
#: how often an arena looks for free entrants
WAIT_S = 0.2
Board = tuple[int, int, int]


def match_seed(tournament: Tournament, board: Board) -> bytes:
    """Return a match's 32 bytes: from the tournament's seed, round and table, so that duplicate boards share a deal."""
    round_number, table, _ = board
    return hashlib.sha256(f"{tournament.settings.seed}/{round_number}/{table}".encode()).digest()


def match_id(tournament: Tournament, board: Board) -> str:
    """Return a match's id: the tournament, the round, the table and the board."""
    return "-".join([tournament.settings.seed[:8], *map(str, board)])


def play_board(specs: list[str], game: str, options: dict[str, Any], seed: bytes, name: str) -> dict[str, Any]:
    """Play one match in a worker; return its record, the ranks that count, and who was absent."""
    players = [make_player(spec, game) for spec in specs]
    try:
        result = play_match(find_game(game), players, seed, options, name)
    finally:
        for player in players:
            player.close()
    gone = {forfeit.seat: forfeit.cause for forfeit in result.forfeits}
    return {"record": result.record, "ranks": list(result.ranks), "scores": list(result.scores), "absent": gone}


class Run:
    """One tournament being played by worker processes."""

    def __init__(self, folder: Folder, workers: int, progress: Callable[[str, int, int], None]) -> None:
        """Continue the tournament in *folder*; *progress* is told of rounds and of matches begun and done."""
        self.folder = folder
        self.workers = workers
        self.progress = progress
        self.pool = Pool(workers)
        self.running: dict[Future[dict[str, Any]], Board] = {}
        self.kept = folder.read_records()

    @property
    def tournament(self) -> Tournament:
        """The tournament as its log has it."""
        return self.folder.tournament

    def play(self) -> None:
        """Play to the end."""
        try:
            if self.tournament.started_ms is None:
                self.folder.add("started")
            while self.tournament.finished is None and not is_complete(self.tournament, now_ms()):
                found = next_round(self.tournament, now_ms())
                if found is not None:
                    entry = found.to_entry(0)
                    self.folder.add("paired", **{name: entry[name] for name in entry if name not in {"kind", "at_ms"}})
                self._hand_out()
                self._tell()
                self._collect()
            if self.tournament.finished is None:
                self.folder.add("finished", reason="all rounds have been played")
        finally:
            self.pool.close()

    def _open_boards(self) -> Iterator[Board]:
        begun = set(self.running.values())
        for each, number, table in self.tournament.tables():
            for board in range(table.boards):
                if board not in table.results and (each.number, number, board) not in begun:
                    yield each.number, number, board

    def _hand_out(self) -> None:
        """Keep the workers busy."""
        for board in list(self._open_boards()):
            if len(self.running) >= self.workers + AHEAD:
                return
            round_number, number, turn = board
            seated = self.tournament.rounds[round_number - 1].tables[number].seats_on(turn)
            specs = [self.tournament.entrants[entrant].level for entrant in seated]
            config = self.tournament.settings
            job = (
                specs,
                config.game,
                config.options,
                match_seed(self.tournament, board),
                match_id(self.tournament, board),
            )
            kept = self.kept.get(job[-1])
            if kept is not None:
                # It was killed between record and result: the record has the result.
                self._take(board, kept["tournament_result"])
                continue
            self.running[self.pool.submit(play_board, *job)] = board

    def _collect(self) -> None:
        """Wait for a match to end, and record all that have ended."""
        if not self.running:
            if not any(True for _ in self._open_boards()):
                time.sleep(WAIT_S if self.tournament.settings.format == "arena" else 0)
            return
        done, _ = wait(self.running, timeout=WAIT_S * 5, return_when=FIRST_COMPLETED)
        for future in done:
            played = outcome(future)
            board = self.running.pop(future)
            result = {name: played[name] for name in ("ranks", "scores")}
            result |= {"absent": sorted(played["absent"]), "cause": "forfeit" if played["absent"] else "finished"}
            self.folder.add_record({**played["record"], "tournament_result": result})
            self._take(board, result)

    def _take(self, board: Board, result: dict[str, Any]) -> None:
        round_number, number, turn = board
        name = match_id(self.tournament, board)
        self.folder.add("result", round=round_number, table=number, board=turn, match_id=name, **result)

    def _tell(self) -> None:
        boards = [table for _, _, table in self.tournament.tables()]
        done = sum(len(table.results) for table in boards)
        self.progress(f"round {len(self.tournament.rounds)}", done, sum(table.boards for table in boards))
