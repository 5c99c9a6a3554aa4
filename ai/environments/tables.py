"""Many tables stepped at once, without the GIL, into arrays that somebody else provides."""

import cython
from cython.cimports.ai.environments.numbering import Numbering, reward_all
from cython.cimports.ai.environments.tables import Side
from cython.cimports.ai.evaluate.features.encoder import DENSE_MAX, ON_MAX
from cython.cimports.ai.playout import draw
from cython.cimports.engine.contract.state import LEGAL_MAX, State
from cython.cimports.engine.rng import next_fast
from cython.cimports.libc.stdint import int8_t, int16_t, int32_t, uint8_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy

from engine.errors import BadAction

#: what `ended` says of a table's last match
IS_OVER = cython.declare(cython.int, 1)
IS_TRUNCATED = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class TableBlock:
    """*count* matches of one game. Each ends on its own, and the table's next match begins in the same step.

    A match's cards follow from the seed, the table's place and how many matches it has seen, so one table's matches
    do not depend on what is played at the others. Several objects can be stepped at once in as many threads.
    """

    def __cinit__(self, numbering: Numbering, count: int, seats: int, options, reward: int, decisions_max: int, seed):
        """Set up; nothing is dealt before `reset`."""
        self.numbering = numbering
        self.count = count
        self.seats = seats
        self.options = options
        self.reward = reward
        self.decisions_max = decisions_max
        self.seed = seed
        self.scratch = numbering.game.setup(seats, bytes(32), options)
        self.size = self.scratch.size()
        self.block = cython.cast(cython.p_char, calloc(count, self.size))
        self.side = cython.cast(cython.pointer(Side), calloc(count, cython.sizeof(Side)))
        self.legal = cython.cast(cython.pointer(int16_t), calloc(count, LEGAL_MAX * cython.sizeof(int16_t)))
        self.on = cython.cast(cython.pointer(int16_t), calloc(count, ON_MAX * cython.sizeof(int16_t)))
        if not (self.block and self.side and self.legal and self.on):
            raise MemoryError

    def __dealloc__(self):
        free(self.block)
        free(self.side)
        free(self.legal)
        free(self.on)

    def lend(
        self,
        mask: int8_t[:, ::1],
        seat: int8_t[::1],
        inputs,
        rewards: cython.float[:, ::1],
        ended: uint8_t[::1],
        scores: int32_t[:, ::1],
    ) -> None:
        """Take the arrays to be written to, all zero, a row for each table; *inputs* None: what seats know is not."""
        self.mask = mask
        self.seat = seat
        self.is_shown = inputs is not None
        if self.is_shown:
            self.inputs = inputs
        self.rewards = rewards
        self.ended = ended
        self.scores = scores

    def reset(self, seed: int) -> None:
        """Deal all tables anew."""
        table: cython.int
        self.seed = seed
        self.ended[:] = 0
        self.rewards[:, :] = 0.0
        for table in range(self.count):
            self.side[table].matches = 0
            self.deal(table)

    def deal(self, table: cython.int) -> None:
        """Begin a table's next match; it is dealt as every match, and goes on with the fast generator."""
        side = cython.address(self.side[table])
        code = cython.declare(int32_t[LEGAL_MAX])
        chance: uint64_t = self.seed
        i: cython.int
        for i in range(3):
            chance = next_fast(cython.address(chance)) ^ (0, table, side.matches)[i]
        words = [next_fast(cython.address(chance)) for _ in range(4)]
        seed = b"".join([int(word).to_bytes(8, "little") for word in words])
        dealt: State = self.numbering.game.setup(self.seats, seed, self.options)
        dealt.reseed(next_fast(cython.address(chance)))
        self.scratch.copy_from(dealt)
        side.matches += 1
        side.decisions = 0
        self.scratch.points(side.points)
        seat: cython.int = 0
        n: cython.int = self.scratch.ask(cython.address(seat), code)
        self.show(table, seat, code, n)
        memcpy(self.block + table * self.size, self.scratch.head(), self.size)

    def show(self, table, seat, code, n):
        """Write who decides at a table, what it may do and know, from the scratch state; clear what was written."""
        side = cython.address(self.side[table])
        legal = self.legal + table * LEGAL_MAX
        on = self.on + table * ON_MAX
        dense = cython.declare(cython.float[DENSE_MAX])
        i: cython.int
        self.seat[table] = seat
        for i in range(side.legal_count):
            self.mask[table, legal[i]] = 0
        side.legal_count = n
        for i in range(n):
            legal[i] = self.numbering.number(code[i])
            self.mask[table, legal[i]] = 1
        if not self.is_shown:
            return
        for i in range(side.on_count):
            self.inputs[table, on[i]] = 0.0
        side.on_count = self.numbering.encoder.encode(self.scratch, seat, on, dense)
        for i in range(side.on_count):
            self.inputs[table, on[i]] += 1.0
        for i in range(self.numbering.encoder.dense):
            self.inputs[table, self.numbering.encoder.sparse + i] = dense[i]

    def play(self, table, number):
        """Carry out the action of that number at a table; show what comes next unless the match has ended."""
        side = cython.address(self.side[table])
        place = self.block + table * self.size
        code = cython.declare(int32_t[LEGAL_MAX])
        seat: cython.int = self.seat[table]
        i: cython.int
        memcpy(self.scratch.head(), place, self.size)
        n: cython.int = self.scratch.apply_and_ask(cython.address(seat), self.numbering.code[number], code)
        side.decisions += 1
        reward_all(self.scratch, self.reward, side.points, cython.address(self.rewards[table, 0]))
        self.scratch.points(side.points)
        self.ended[table] = 0
        if self.scratch.head().is_over:
            self.ended[table] = IS_OVER
        elif side.decisions >= self.decisions_max:
            self.ended[table] = IS_TRUNCATED
        if self.ended[table]:
            for i in range(self.seats):
                self.scores[table, i] = side.points[i]
            return
        self.show(table, seat, code, n)
        memcpy(place, self.scratch.head(), self.size)

    def refuse(self, numbers):
        """Return the first table whose action is not legal, or -1."""
        table: cython.int
        number: int32_t
        for table in range(self.count):
            number = numbers[table]
            if number < 0 or number >= self.numbering.actions or not self.mask[table, number]:
                return table
        return -1

    def step(self, numbers: cython.const[int32_t][::1]) -> None:
        """Carry out one action at each table, given by number; raise BadAction, and play none, if one is not legal."""
        table: cython.int
        wrong: cython.int
        if numbers.shape[0] != self.count:
            raise BadAction(f"there are {numbers.shape[0]} actions for {self.count} tables")
        with cython.nogil:
            wrong = self.refuse(numbers)
            if wrong < 0:
                for table in range(self.count):
                    self.play(table, numbers[table])
        if wrong >= 0:
            raise BadAction(f"table {wrong}: action {numbers[wrong]} is not legal for seat {self.seat[wrong]}")
        for table in range(self.count):
            if self.ended[table]:
                self.deal(table)

    def sample(self, numbers: int32_t[::1], seed: cython.ulonglong) -> None:
        """Write a legal action for each table, each equally likely."""
        rng: uint64_t = seed
        table: cython.int
        if numbers.shape[0] != self.count:
            raise BadAction(f"there are {numbers.shape[0]} places for {self.count} tables")
        with cython.nogil:
            for table in range(self.count):
                numbers[table] = self.legal[table * LEGAL_MAX + draw(cython.address(rng), self.side[table].legal_count)]

    def state_of(self, table: cython.int) -> State:
        """Return a copy of a table's position."""
        if not 0 <= table < self.count:
            raise IndexError(f"the tables are 0 to {self.count - 1}")
        found: State = self.numbering.game.blank()
        memcpy(found.head(), self.block + table * self.size, self.size)
        return found
