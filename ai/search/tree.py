"""Information-set Monte Carlo tree search: the same code for every game, without the GIL.

Each iteration imagines a full state that the searching seat can't tell from the real one. It walks the
tree along the actions that are legal in that state (PUCT with counts of availability: Cowling, Powley and
Whitehouse 2012), adds a leaf, plays the match out by the policy, and credits each mover on the path with its
own reward. Chance is not part of the tree: a node is a sequence of actions, whatever the dice showed.

No seat uses hidden information. In a simultaneous step a seat's decisions depend only on its own actions, never
on another seat's choice in that step: the others' choices are not part of the searching seat's path.
"""

import cython
from cython.cimports.ai.evaluate.network import Network
from cython.cimports.ai.evaluate.reasons.reasons import PHASES_MAX, SOURCES_MAX, Reasons
from cython.cimports.ai.playout import DECISIONS_MAX, Policy, draw_by, draw_unit, play_out
from cython.cimports.ai.search.tree import (
    LINE_MAX,
    NODES_MAX,
    OBSERVERS,
    OWN,
    PATH_MAX,
    SINGLE,
    Candidate,
    Node,
)
from cython.cimports.engine.contract.state import EVENTS_MAX, FULL, LEGAL_MAX, SEATS_MAX, EventLog, State
from cython.cimports.engine.rng import next_fast
from cython.cimports.libc.math import fabsf, sqrtf
from cython.cimports.libc.stdint import int32_t, int64_t, uint8_t, uint32_t, uint64_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memset
from cython.cimports.posix.time import CLOCK_MONOTONIC, clock_gettime, timespec

TREES = {"own": OWN, "single": SINGLE, "observers": OBSERVERS}
STOP_CHECKED_EVERY = cython.declare(cython.int, 32)
NANOSECONDS = cython.declare(int64_t, 1_000_000_000)
STALL_ALLOWED = cython.declare(int64_t, 20_000_000)
#: the remembered stall fades over about this many iterations
STALL_FADES = cython.declare(int64_t, 100_000)


def clock_ns():
    """Return the monotonic clock in nanoseconds, the same clock as `time.monotonic_ns`."""
    now = cython.declare(timespec)
    clock_gettime(CLOCK_MONOTONIC, cython.address(now))
    return cython.cast(int64_t, now.tv_sec) * NANOSECONDS + now.tv_nsec


@cython.final
@cython.cclass
class Search:
    """A searcher for one game, with its own scratch state and tree; only one thread may use it at a time."""

    def __cinit__(self, game, policy: Policy, nodes_max: cython.int = NODES_MAX):
        """Allocate *nodes_max* nodes; when all are used, the tree stops growing."""
        self.game = game
        self.policy = policy
        self.network = None
        self.reasons = None
        self.log = cython.NULL
        self.scratch = game.blank()
        # A step creates at most LEGAL_MAX children, and every tree needs its root.
        self.nodes_max = max(2 * LEGAL_MAX, min(nodes_max, NODES_MAX))
        self.node = cython.cast(cython.pointer(Node), malloc(self.nodes_max * cython.sizeof(Node)))
        if self.node == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.node)
        free(self.log)

    def run(
        self,
        information_set,
        settings: dict,
        *,
        seed: int,
        iterations_max: int,
        deadline_ns: int,
        stop_early: bool,
        network: Network = None,
        reasons: Reasons = None,
    ):
        """Search the viewer's decision; `collect` and `line` return the results.

        The search ends after *iterations_max* iterations, when the monotonic clock passes *deadline_ns*, or, with
        *stop_early*, when no action can overtake the leader. 0 means no limit. Leaves are judged by *network*; without
        one they are played out, and *reasons* note how they ended. Raises ValueError if neither limit is given.
        """
        self.network = network
        self.reasons = reasons if network is None else None
        self.settings = settings | {"trees": TREES[settings["trees"]]}
        root: State = information_set.state
        out = cython.declare(int32_t[LEGAL_MAX])
        self.seat = information_set.seat
        self.seats = root.seats
        self.candidates = root.legal(self.seat, out)
        memset(self.candidate, 0, cython.sizeof(Candidate) * self.candidates)
        for i in range(self.candidates):
            self.candidate[i].code = out[i]
        iterations: int64_t = iterations_max
        deadline: int64_t = deadline_ns
        start: uint64_t = seed
        early: cython.bint = stop_early
        if self.reasons is not None:
            self._open_log(root)
        if iterations <= 0 and deadline <= 0:
            raise ValueError("a search needs a limit: iterations or a deadline")
        with cython.nogil:
            self.search(root, start, iterations, deadline, early)

    def _open_log(self, root: State):
        """Make room for the events of an iteration, because phases are among them."""
        if self.log == cython.NULL:
            self.log = cython.cast(cython.pointer(EventLog), malloc(cython.sizeof(EventLog)))
        if self.log == cython.NULL:
            raise MemoryError
        self.rounds_before = self.reasons.rounds_before(root)

    def search(self, root, seed, iterations_max, deadline_ns, may_stop_early):
        """Iterate until a limit is reached or, with *may_stop_early*, the result is settled."""
        rng: uint64_t = seed
        left: int64_t
        in_time: int64_t
        before: int64_t
        reserve: int64_t
        started: int64_t = clock_ns()
        now: int64_t = started
        memset(self.node, 0, cython.sizeof(Node) * (1 + SEATS_MAX))
        self.nodes_used = 1 + SEATS_MAX
        self.iterations = 0
        self.decisions = 0
        while iterations_max <= 0 or self.iterations < iterations_max:
            self.iterate(root, cython.address(rng))
            self.iterations += 1
            if deadline_ns > 0:
                before = now
                now = clock_ns()
                # On a busy machine the thread is paused now and then. A pause that begins just before the
                # deadline must not overrun it by much, so the search stops earlier after recent pauses.
                # At most half of the time is reserved for this: otherwise, after one long pause (such as a
                # machine that slept), a level would play without searching.
                self.stall_ns = max(self.stall_ns - self.stall_ns // STALL_FADES, now - before)
                reserve = min(self.stall_ns - STALL_ALLOWED, (deadline_ns - started) // 2)
                if now >= deadline_ns or (reserve > 0 and now + reserve >= deadline_ns):
                    return
            if may_stop_early and self.iterations % STOP_CHECKED_EVERY == 0:
                left = iterations_max - self.iterations
                if deadline_ns > 0:
                    in_time = (deadline_ns - now) * self.iterations // (now - started + 1) + 1
                    left = min(left, in_time) if iterations_max > 0 else in_time
                if self.is_settled(left):
                    return

    def is_settled(self, left):
        """Whether the most visited candidate stays first even if the second gets all *left* visits."""
        i: cython.int
        first: int64_t = 0
        second: int64_t = 0
        visits: int64_t
        for i in range(self.candidates):
            visits = self.candidate[i].visits
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
        return first - second > left

    def iterate(self, root, rng):
        """Run one iteration: imagine a state, walk the trees, play out, and back the rewards up."""
        i: cython.int
        chosen: cython.int
        self.scratch.copy_from(root)
        self.scratch.imagine(next_fast(rng))
        self.scratch.head().viewer = FULL
        for i in range(SEATS_MAX):
            self.frontier[i] = 1 + i
        self.path_length = 0
        if self.reasons is not None:
            # From here on: what is imagined happens as events, too.
            self.log.count = 0
            self.scratch.head().log = self.log
        chosen = self.descend(rng)
        if self.network is not None and self.play_until_quiet(rng):
            self.network.judge(self.scratch, self.seat, self.outlook)
            for i in range(self.seats):
                self.reward[i] = self.outlook[i].reward
                self.points[i] = self.outlook[i].points
        else:
            self.decisions += play_out(
                self.scratch, self.policy, rng, self.settings.cutoff if self.settings.cutoff > 0 else DECISIONS_MAX
            )
            self.judge()
        self.back_up(chosen)
        self.scratch.head().log = cython.NULL

    def expect(self, information_set, network: Network, *, worlds: int, seed: int) -> list:
        """Return each seat's chance of being first and points, as *network* judges for the viewer without a search.

        They are means over as many imagined *worlds*, played on by the policy to the next quiet point, or to the end.
        """
        root: State = information_set.state
        rng: uint64_t = seed
        i: cython.int
        world: cython.int
        many: cython.int = worlds
        first: cython.int
        place = cython.declare(uint8_t[SEATS_MAX])
        points = cython.declare(int32_t[SEATS_MAX])
        win = cython.declare(cython.double[SEATS_MAX])
        expected = cython.declare(cython.double[SEATS_MAX])
        self.network = network
        self.seats = root.seats
        memset(win, 0, cython.sizeof(win))
        memset(expected, 0, cython.sizeof(expected))
        with cython.nogil:
            for world in range(many):
                self.scratch.copy_from(root)
                self.scratch.imagine(next_fast(cython.address(rng)))
                self.scratch.head().viewer = FULL
                if self.play_until_quiet(cython.address(rng)):
                    network.judge(self.scratch, root.head().viewer, self.outlook)
                    for i in range(self.seats):
                        win[i] += self.outlook[i].win
                        expected[i] += self.outlook[i].points
                    continue
                self.scratch.points(points)
                self.scratch.places(place)
                first = 0
                for i in range(self.seats):
                    first += place[i] == 1
                for i in range(self.seats):
                    expected[i] += points[i]
                    if place[i] == 1:
                        win[i] += 1.0 / first
        return [(win[i] / many, expected[i] / many) for i in range(self.seats)]

    def play_until_quiet(self, rng):
        """Play on by the policy until the network can judge; return False if the match ended before."""
        out = cython.declare(int32_t[LEGAL_MAX])
        seat: cython.int = 0
        n: cython.int = self.scratch.ask(cython.address(seat), out)
        while n > 0:
            if self.network.encoder.is_quiet(self.scratch):
                return True
            n = self.scratch.apply_and_ask(cython.address(seat), out[self.pick(seat, out, n, rng)], out)
            self.decisions += 1
        return False

    def pick(self, seat, legal, n, rng):
        """Return the index of an action for a seat that is not searched: by the network if it weighs this decision."""
        weight = cython.declare(cython.float[LEGAL_MAX])
        if n > 1 and self.network is not None and self.network.weigh(self.scratch, seat, legal, n, weight):
            return draw_by(weight, n, rng)
        return self.policy.pick(self.scratch, seat, legal, n, rng)

    def tree_of(self, seat, is_simultaneous):
        """Return the tree that *seat*'s decision belongs to, or -1 if the seat plays by the policy."""
        if self.settings.trees == OBSERVERS:
            return seat
        if seat == self.seat or (self.settings.trees == SINGLE and not is_simultaneous):
            return 0
        return -1

    def descend(self, rng):
        """Walk until the path has left every tree; return the index of the searching seat's first choice, or -1."""
        out = cython.declare(int32_t[LEGAL_MAX])
        alive: cython.int = self.seats if self.settings.trees == OBSERVERS else 1
        chosen: cython.int = -1
        i: cython.int
        seat: cython.int = 0
        tree: cython.int
        index: cython.int
        is_simultaneous: cython.bint
        n: cython.int = self.scratch.ask(cython.address(seat), out)
        while n > 0 and self.path_length < PATH_MAX - SEATS_MAX:
            is_simultaneous = self.scratch.head().is_simultaneous
            tree = self.tree_of(seat, is_simultaneous)
            index = -1
            if n == 1:
                index = 0
            elif tree >= 0 and self.frontier[tree] > 0:
                index = self.select(tree, seat, out, n, rng)
            if index < 0:
                index = self.pick(seat, out, n, rng)
            elif n > 1 and self.settings.trees == OBSERVERS and not is_simultaneous:
                self.watch(seat, out[index])
            if chosen < 0 and seat == self.seat:
                chosen = index
            n = self.scratch.apply_and_ask(cython.address(seat), out[index], out)
            self.decisions += 1
            for i in range(alive):
                if self.frontier[i] > 0:
                    break
            else:
                return chosen
        return chosen

    def select(self, tree, seat, legal, n, rng):
        """Choose an action in *tree* and step to its child; return the action's index, -1 if no node is left."""
        child = cython.declare(int32_t[LEGAL_MAX])
        parent: cython.int = self.frontier[tree]
        cursor: int32_t = 0
        i: cython.int
        best: cython.int
        for i in range(n):
            child[i] = self.child_of(parent, seat, legal[i], cursor)
            if child[i] > 0:
                cursor = child[i]
                self.node[cursor].available += 1
        best = self.best_child(seat, legal, child, n, rng)
        if best < 0:
            self.frontier[tree] = 0
            return -1
        self.step_to(tree, child[best])
        return best

    def best_child(self, seat, legal, child, n, rng):
        """Return the index of the child with the highest PUCT score, -1 if there is no child.

        Two seats that choose simultaneously and learn without randomness can fall into step and reinforce each
        other's bad choices. Their exploration term is therefore multiplied by a random factor.
        """
        weight = cython.declare(cython.float[LEGAL_MAX])
        i: cython.int
        best: cython.int = -1
        highest: cython.float = -1e30
        score: cython.float
        weights: cython.float = 0.0
        expected: cython.float = 0.5
        rewards: cython.double = 0.0
        visits: cython.longlong = 0
        if self.network is None or not self.network.weigh(self.scratch, seat, legal, n, weight):
            self.policy.weigh(self.scratch, seat, legal, n, weight)
        for i in range(n):
            weights += weight[i]
            if child[i] > 0:
                rewards += self.node[child[i]].total
                visits += self.node[child[i]].visits
        is_duel: cython.bint = self.settings.trees == OBSERVERS and self.scratch.head().is_simultaneous
        if visits > 0:
            expected = rewards / visits
        for i in range(n):
            if child[i] <= 0:
                continue
            node = cython.address(self.node[child[i]])
            score = self.settings.policy_share * weight[i] / weights + (1.0 - self.settings.policy_share) / n
            score *= self.settings.exploration * sqrtf(cython.cast(cython.float, node.available)) / (1 + node.visits)
            if is_duel:
                score *= 2.0 * draw_unit(rng)
            score += expected if node.visits == 0 else cython.cast(cython.float, node.total / node.visits)
            if score > highest:
                highest = score
                best = i
        return best

    def child_of(self, parent, seat, code, after):
        """Return *parent*'s child for an action, creating it if it is missing; 0 if no node is left.

        The lookup starts after the sibling *after*, because lists of legal actions mostly have the same order.
        """
        last: int32_t = after
        at: int32_t = self.node[parent].first_child if after == 0 else self.node[after].next
        while at > 0:
            if self.node[at].code == code and self.node[at].seat == seat:
                return at
            last = at
            at = self.node[at].next
        if after > 0:
            at = self.node[parent].first_child
            while at > 0 and at != after:
                if self.node[at].code == code and self.node[at].seat == seat:
                    return at
                at = self.node[at].next
        if self.nodes_used >= self.nodes_max:
            return 0
        at = self.nodes_used
        self.nodes_used += 1
        memset(cython.address(self.node[at]), 0, cython.sizeof(Node))
        self.node[at].code = code
        self.node[at].seat = seat
        if last > 0:
            self.node[last].next = at
        else:
            self.node[parent].first_child = at
        return at

    def step_to(self, tree, child):
        """Add *child* to the path; a child without visits is a leaf, where the walk leaves this tree."""
        self.path[self.path_length] = child
        self.path_length += 1
        self.frontier[tree] = child if self.node[child].visits > 0 else 0

    def watch(self, mover, code):
        """Step to the child of an open action in the trees of all seats but the mover."""
        tree: cython.int
        child: int32_t
        for tree in range(self.seats):
            if tree != mover and self.frontier[tree] > 0:
                child = self.child_of(self.frontier[tree], mover, code, 0)
                if child > 0:
                    self.step_to(tree, child)
                else:
                    self.frontier[tree] = 0

    def judge(self):
        """Set each seat's points and its reward, from 0 to 1, for the state in which the playout ended."""
        points = cython.declare(int32_t[SEATS_MAX])
        place = cython.declare(uint8_t[SEATS_MAX])
        is_over: cython.bint = self.scratch.head().is_over
        i: cython.int
        if is_over:
            self.scratch.points(points)
            self.scratch.places(place)
            for i in range(self.seats):
                self.points[i] = points[i]
        else:
            self.policy.estimate(self.scratch, self.points)
        if self.seats == 1:
            self.reward[0] = 1.0 if is_over and place[0] == 1 else 0.0
            return
        reward_seats(
            cython.address(self.settings), self.seats, self.points, place if is_over else cython.NULL, self.reward
        )

    def back_up(self, chosen):
        """Add each mover's reward to the nodes on the path, and all seats' results to the chosen candidate."""
        i: cython.int
        for i in range(self.path_length):
            node = cython.address(self.node[self.path[i]])
            node.visits += 1
            node.total += self.reward[node.seat]
        if chosen >= 0:
            candidate = cython.address(self.candidate[chosen])
            candidate.visits += 1
            for i in range(self.seats):
                candidate.reward[i] += self.reward[i]
                candidate.points[i] += self.points[i]
            if self.reasons is not None:
                self.explain(candidate)

    def explain(self, candidate):
        """Add where the seats' points came from, and which phases the round had that was chosen next."""
        out = cython.declare(int32_t[SOURCES_MAX])
        i: cython.int
        j: cython.int
        phase: cython.int
        phases: uint32_t = 0
        left: cython.int = self.rounds_before
        for i in range(self.seats):
            memset(out, 0, cython.sizeof(out))
            self.reasons.split(self.scratch, i, out)
            for j in range(SOURCES_MAX):
                candidate.source[i][j] += out[j]
        for i in range(min(self.log.count, EVENTS_MAX)):
            event = cython.address(self.log.event[i])
            if event.kind == self.reasons.round_passes:
                left -= 1
                if left < 0:
                    break
            elif event.kind == self.reasons.phase_begins and left == 0:
                phase = event.arg[0] - self.reasons.first_phase
                phases |= cython.cast(uint32_t, 1) << phase
        for i in range(PHASES_MAX):
            candidate.phase[i] += (phases >> i) & 1

    def collect(self) -> list:
        """Return a tuple per candidate: code, visits, summed rewards by seat and summed points by seat."""
        rows = []
        for i in range(self.candidates):
            each = cython.address(self.candidate[i])
            rewards = [each.reward[s] for s in range(self.seats)]
            points = [each.points[s] for s in range(self.seats)]
            rows.append((each.code, each.visits, rewards, points))
        return rows

    def reasons_of(self, code: int) -> tuple:
        """Return a candidate's summed points by seat and source, and how often each phase was played.

        Nothing of either, if the search gave no reasons.
        """
        if self.reasons is None:
            return [], []
        sources: cython.int = len(self.reasons.sources)
        phases: cython.int = len(self.reasons.phases)
        for i in range(self.candidates):
            each = cython.address(self.candidate[i])
            if each.code == code:
                points = [[each.source[s][j] for j in range(sources)] for s in range(self.seats)]
                return points, [each.phase[j] for j in range(phases)]
        raise KeyError(code)

    def line(self, visits_min: cython.int) -> list:
        """Return the most visited path through the searching seat's tree as pairs of seat and code.

        The path ends before the first node with fewer than *visits_min* visits.
        """
        pairs: list = []
        at: int32_t = 1 + (self.seat if self.settings.trees == OBSERVERS else 0)
        child: int32_t
        best: int32_t
        while len(pairs) < LINE_MAX:
            best = 0
            child = self.node[at].first_child
            while child > 0:
                if best == 0 or self.node[child].visits > self.node[best].visits:
                    best = child
                child = self.node[child].next
            if best == 0 or self.node[best].visits < cython.cast(uint32_t, visits_min):
                break
            pairs.append((self.node[best].seat, self.node[best].code))
            at = best
        return pairs


def reward_seats(settings, seats, points, place, reward):
    """Write the reward of each of several seats, from 0 to 1; without *place* (NULL) the points tell who is first."""
    i: cython.int
    j: cython.int
    behind: cython.float
    level: cython.int
    leads: cython.bint
    margin: cython.float
    difference: cython.float
    for i in range(seats):
        behind = 0.0
        level = 1
        leads = True
        margin = 1e30
        for j in range(seats):
            if j == i:
                continue
            difference = points[i] - points[j]
            margin = min(margin, difference)
            if place != cython.NULL:
                difference = cython.cast(cython.float, place[j]) - cython.cast(cython.float, place[i])
            if difference > 0:
                behind += 1.0
            elif difference < 0:
                leads = False
            else:
                behind += 0.5
                level += 1
        reward[i] = settings.place_share * behind / (seats - 1)
        if leads:
            reward[i] += settings.win_share / level
        reward[i] += (1.0 - settings.win_share - settings.place_share) * (
            0.5 + 0.5 * margin / (fabsf(margin) + settings.margin_scale)
        )
