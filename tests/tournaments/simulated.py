"""A whole tournament played by chance, with withdrawals, late entries, corrections and crashes."""

import json
import random

from tournaments.pairing import is_complete, next_round
from tournaments.tournament import Tournament

SEED = "ab" * 32


def config(form="swiss", seats=4, **more):
    """A configuration with the fields that have no default."""
    return {"name": "Test", "game": "roll", "format": form, "seats": seats, "seed": SEED, **more}


def entrant(number, **more):
    """An entrant's dict; ratings fall with the number."""
    return {"id": f"e{number:03}", "name": f"Entrant {number}", "player": "bot", "rating": 2000 - number, **more}


class Event:
    """A log under construction; `tournament` is its fold."""

    def __init__(self, settings, entrants, seed=0, **challengers):
        self.rng = random.Random(seed)
        self.log = []
        self.tournament = Tournament()
        self.now_ms = 0
        self.crashes = 0
        self.add("created", config=settings)
        for number in range(entrants):
            self.add("entered", entrant=entrant(number, is_challenger=number < challengers.get("challengers", 0)))

    def add(self, kind, **fields):
        """Append an entry, as it would come back from storage."""
        self.now_ms += 1_000
        entry = json.loads(json.dumps({"kind": kind, "at_ms": self.now_ms, **fields}))
        self.tournament.apply(entry)
        self.log.append(entry)

    def crash(self):
        """Forget everything but the log; what follows must be the same."""
        before = next_round(self.tournament, self.now_ms)
        self.tournament = Tournament(json.loads(json.dumps(self.log)))
        assert next_round(self.tournament, self.now_ms) == before
        self.crashes += 1

    def maybe_crash(self):
        if self.rng.random() < 0.05:
            self.crash()

    def pair(self):
        """Pair the next round; return it, or None."""
        found = next_round(self.tournament, self.now_ms)
        if found is None:
            return None
        entry = found.to_entry(self.now_ms)
        self.add(**{name: value for name, value in entry.items() if name != "at_ms"})
        return self.tournament.rounds[-1]

    def result(self, round_number, table, board, absent=()):
        """Report one board: better rated entrants tend to do better."""
        seats = self.tournament.rounds[round_number - 1].tables[table].seats_on(board)
        skill = [self.tournament.entrants[each].rating / 30 + self.rng.gauss(0, 10) for each in seats]
        scores = [round(each) for each in skill]
        ranks = [1 + sum(other > mine for other in scores) for mine in scores]
        cause = "forfeit" if absent else "finished"
        self.add(
            "result",
            round=round_number,
            table=table,
            board=board,
            ranks=ranks,
            scores=scores,
            cause=cause,
            absent=list(absent),
        )

    def open_boards(self):
        """Every board without a result."""
        return [
            (each.number, number, board)
            for each, number, table in self.tournament.tables()
            for board in range(table.boards)
            if board not in table.results
        ]

    def play_round(self, withdrawals=0.0, absences=0.0):
        """Finish all open boards in any order; some withdraw or are absent meanwhile, some processes die."""
        boards = self.open_boards()
        self.rng.shuffle(boards)
        for board in boards:
            self.maybe_crash()
            seats = len(self.tournament.rounds[board[0] - 1].tables[board[1]].seats)
            absent = [seat for seat in range(seats) if self.rng.random() < absences]
            self.result(*board, absent=absent)
        for each in self.tournament.active:
            if self.rng.random() < withdrawals:
                self.add("withdrawn", entrant=each.id)
        self.maybe_crash()

    def play(self, withdrawals=0.0, absences=0.0, late=0.0, crashes=0.3, look=lambda _: None):
        """Play to the end; *look* sees the event after each pairing."""
        self.add("started")
        while not is_complete(self.tournament, self.now_ms):
            if self.rng.random() < crashes:
                self.crash()
            found = self.pair()
            if found is None:
                assert self.tournament.settings.format == "arena"
                if not self.open_boards():
                    self.now_ms += 10_000
            else:
                look(self)
            if self.tournament.settings.format == "arena":
                for board in self.open_boards():
                    if self.rng.random() < 0.5:
                        self.result(*board)
                    self.maybe_crash()
            else:
                self.play_round(withdrawals, absences)
            if self.rng.random() < late and len(self.tournament.rounds) < self.tournament.settings.late_rounds:
                self.add("entered", entrant=entrant(len(self.tournament.entrants)))
        self.add("finished", reason="all played")
        return self
