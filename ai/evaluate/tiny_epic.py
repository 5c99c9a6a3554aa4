"""Tiny Epic Galaxies: a light policy by rules of thumb.

Each face of a die is worth what carrying it out would bring the seat now: units, the best ship to
move or to push forward, the next level. Everything else follows from these. A weight is the exponential of
a worth.
"""

import cython
from cython.cimports.ai.playout import Policy
from cython.cimports.engine.tiny_epic.actions import ActionKind, first_of, kind_of, second_of
from cython.cimports.engine.tiny_epic.phases.acquire_resources import units_for
from cython.cimports.engine.tiny_epic.phases.turn import can_act
from cython.cimports.engine.tiny_epic.phases.upgrade_empire import can_upgrade
from cython.cimports.engine.tiny_epic.powers import (
    CULTURE,
    ENERGY,
    FACES,
    PLANET,
    PLANETS,
    EffectKind,
    Face,
)
from cython.cimports.engine.tiny_epic.state import (
    HOME,
    NONE,
    ORBIT,
    PLAYING,
    SURFACE,
    Table,
    bit,
    place_of_word,
    slot_of,
    top,
)
from cython.cimports.libc.math import expf

WORTH_MAX = cython.declare(cython.float, 12.0)

#: the figures of Worths (tiny_epic.pxd)
WORTHS = {
    "energy": 0.98,
    "culture": 1.12,
    "move": -0.34,
    "orbit": 0.05,
    "orbit_density": 1.49,
    "producing_ship": 0.89,
    "advance": 0.72,
    "advance_density": 1.38,
    "progress": 1.06,
    "colonise": 0.38,
    "colonise_vp": 0.5,
    "rival": -1.06,
    "upgrade": 1.46,
    "upgrade_level": -0.45,
    "use_colony": 0.2,
    "home": -0.33,
    "leave_orbit": -1.45,
    "end_turn": -0.11,
    "activate": 0.35,
    "reroll": 0.07,
    "reroll_mean": 1.71,
    "convert": -0.73,
    "follow": -0.25,
    "decline": -0.31,
    "keep_energy": -0.3,
    "others_loss": 0.19,
}
#: a planet action's steps, per unit, in the order of EffectKind
EFFECTS = {
    "effect_spend": -0.2,
    "effect_pay_player": -0.6,
    "effect_gain": 0.62,
    "effect_gain_per_home_ship": 0.69,
    "effect_convert": 0.12,
    "effect_steal": 0.58,
    "effect_advance": 1.0,
    "effect_regress": -0.21,
    "effect_move_ships": 0.62,
    "effect_upgrade_empire": 0.39,
    "effect_reroll_inactive": 0.14,
    "effect_set_inactive_die": 0.54,
    "effect_discard_inactive_dice": -0.98,
    "effect_replace_row_planet": 0.06,
    "effect_recall_for_level": -0.11,
    "effect_jump_track": 0.02,
    "effect_use_planet": 0.48,
    "effect_free_action": 0.73,
    "effect_repeat_die": 1.41,
    "effect_reward_per_follow": 0.43,
    "effect_set_follow_cost": -0.02,
}
WORTHS |= EFFECTS


@cython.final
@cython.cclass
class TinyEpicPolicy(Policy):
    """Takes what is sensible; *sharpness* says how strictly, *changed* replaces some of WORTHS."""

    def __cinit__(self, sharpness: cython.float = 6.0, **changed):
        planet: cython.int
        step: cython.int
        worth: cython.float
        worths = WORTHS | changed
        self.sharpness = sharpness
        for index, name in enumerate(EFFECTS):
            self.effect[cython.cast(cython.int, index)] = worths.pop(name)
        self.worths = worths
        for planet in range(PLANETS):
            worth = 0.0
            for step in range(PLANET[planet].effects):
                effect = cython.address(PLANET[planet].effect[step])
                worth += self.effect[effect.kind] * max(1, min(effect.amount, 3)) * (1.0 if effect.who == 0 else -0.5)
            self.surface[planet] = worth

    def planet_worth(self, table, seat, planet):
        """Return what a planet's action would bring: nothing if its price can't be paid."""
        card = cython.address(PLANET[planet])
        at = cython.address(table.galaxy[seat])
        effect = cython.address(card.effect[0])
        if card.once_per_turn and at.used & bit(planet):
            return 0.0
        if effect.kind == EffectKind.SPEND or effect.kind == EffectKind.PAY_PLAYER:
            if effect.resource < 2 and at.resource[effect.resource] < effect.amount:
                return 0.0
        return self.surface[planet]

    def orbit_worth(self, table, seat, slot):
        """Return what a ship at the start of a track is good for."""
        w = cython.address(self.worths)
        card = cython.address(PLANET[table.row[slot]])
        worth: cython.float = w.orbit + w.orbit_density * card.vp / card.length
        other: cython.int
        if card.resource == CULTURE:
            worth += w.producing_ship
        for other in range(table.galaxies):
            if other != seat and table.galaxy[other].track[slot] > 0:
                worth += w.rival
        return worth

    def advance_worth(self, table, seat, slot):
        """Return what a step of the seat's ship on a track brings."""
        w = cython.address(self.worths)
        card = cython.address(PLANET[table.row[slot]])
        position: cython.int = table.galaxy[seat].track[slot]
        worth: cython.float = w.advance + w.advance_density * card.vp / card.length
        worth += w.progress * position / card.length
        if position + 1 >= card.length:
            worth += w.colonise + w.colonise_vp * card.vp
        return worth

    def destination_worth(self, table, seat, place):
        """Return what a ship brings at its destination."""
        w = cython.address(self.worths)
        worth: cython.float = w.home
        if place == HOME:
            return worth
        if place >= ORBIT:
            return self.orbit_worth(table, seat, place - ORBIT)
        worth = self.planet_worth(table, seat, table.row[place - SURFACE])
        if PLANET[table.row[place - SURFACE]].resource == CULTURE:
            worth += w.producing_ship
        return worth

    def leaving_worth(self, table, seat, place):
        """Return what is given up by moving the ship that stands there."""
        if place < ORBIT:
            return 0.0
        return self.worths.leave_orbit * (1 + table.galaxy[seat].track[place - ORBIT])

    def best_destination(self, table, seat):
        """Return what the best move would bring."""
        at = cython.address(table.galaxy[seat])
        slot: cython.int
        best: cython.float = -1.0
        leaving: cython.float = 0.0
        if at.home == 0 and at.surface == 0:
            leaving = self.worths.leave_orbit
        for slot in range(table.row_places):
            if table.row[slot] == NONE:
                continue
            if not (at.surface >> slot) & 1:
                best = max(best, self.destination_worth(table, seat, SURFACE + slot))
            if at.track[slot] < 0:
                best = max(best, self.destination_worth(table, seat, ORBIT + slot))
        return best + leaving

    def colony_worth(self, table, seat):
        """Return what the next level or the best colony brings."""
        w = cython.address(self.worths)
        at = cython.address(table.galaxy[seat])
        planet: cython.int
        best: cython.float = 0.0
        if can_upgrade(table, seat, at.resource[CULTURE]):
            best = w.upgrade - w.upgrade_level * at.level
        for planet in range(PLANETS):
            if at.colonies & bit(planet):
                best = max(best, w.use_colony + self.planet_worth(table, seat, planet))
        return best

    def face_worth(self, table, seat, face):
        """Return what carrying a face out would bring the seat now."""
        w = cython.address(self.worths)
        at = cython.address(table.galaxy[seat])
        slot: cython.int
        room: cython.int
        best: cython.float = 0.0
        if not can_act(table, seat, face, at.resource[CULTURE]):
            return 0.0
        if face == Face.MOVE_SHIP:
            return w.move + self.best_destination(table, seat)
        if face == Face.UTILIZE_COLONY:
            return self.colony_worth(table, seat)
        if face == Face.ACQUIRE_ENERGY:
            room = at.resource_max - at.resource[ENERGY]
            return w.energy * min(room, units_for(table, seat, ENERGY))
        if face == Face.ACQUIRE_CULTURE:
            room = at.resource_max - at.resource[CULTURE]
            return w.culture * min(room, units_for(table, seat, CULTURE))
        for slot in range(table.row_places):
            if at.track[slot] >= 0 and PLANET[table.row[slot]].track == face - Face.ADVANCE_DIPLOMACY:
                best = max(best, self.advance_worth(table, seat, slot))
        return best

    def judge(self, table, seat, code, face):
        """Return the worth of an action; *face* holds the worths of the faces."""
        w = cython.address(self.worths)
        kind: cython.int = kind_of(code)
        a: cython.int = first_of(code)
        at = cython.address(table.galaxy[seat])
        place: cython.int
        mean: cython.float = 0.0
        best: cython.float = 0.0
        i: cython.int
        if kind == ActionKind.ACTIVATE:
            return w.activate + face[a]
        if kind == ActionKind.END_TURN:
            return w.end_turn
        if kind == ActionKind.PICK:
            for i in range(FACES):
                mean += face[i]
            mean = w.reroll + w.reroll_mean * mean / FACES - face[a]
            return mean - (w.energy if table.rerolls > 0 and table.picked[0] == 0 else 0.0)
        if kind == ActionKind.SPEND_DIE:
            for i in range(FACES):
                best = max(best, face[i])
            return w.convert + 0.5 * best - face[a]
        if kind == ActionKind.PUT_ASIDE or kind == ActionKind.TURN:
            return -face[a]
        if kind == ActionKind.SET or kind == ActionKind.FACE_ACTION or kind == ActionKind.REPEAT:
            return face[a]
        if kind == ActionKind.SHIP:
            return self.leaving_worth(table, seat, place_of_word(table, a))
        if kind == ActionKind.TO:
            return self.destination_worth(table, seat, place_of_word(table, a))
        if kind == ActionKind.ADVANCE_SHIP:
            return self.advance_worth(table, seat, slot_of(table, a))
        if kind == ActionKind.UPGRADE:
            return w.upgrade - w.upgrade_level * at.level + (w.keep_energy if a == CULTURE else 0.0)
        if kind == ActionKind.MIX:
            return w.keep_energy * -a
        if kind == ActionKind.USE_ACTION:
            return w.use_colony + self.planet_worth(table, seat, a)
        if kind == ActionKind.DECLINE:
            return w.decline
        if kind == ActionKind.FOLLOW_DIE:
            return w.follow + self.face_worth(table, seat, top(table).what) - w.culture * table.follow_price
        if kind == ActionKind.REGRESS_SHIP:
            place = slot_of(table, second_of(code))
            return (-1.0 if a == seat else w.others_loss) * (1 + table.galaxy[a].track[place])
        if kind == ActionKind.STEAL_FROM:
            return w.others_loss * (table.galaxy[a].planet_points + table.galaxy[a].level_points) * 0.2
        if kind == ActionKind.TAKE:
            return w.energy * (at.resource_max - at.resource[a])
        if kind == ActionKind.RECALL:
            place = slot_of(table, a)
            return -w.progress * at.track[place] / PLANET[a].length
        if kind == ActionKind.ONTO:
            return self.orbit_worth(table, seat, slot_of(table, a))
        return 0.0

    def weigh(self, state, seat, legal, n, out):
        table = cython.cast(cython.pointer(Table), state.head())
        face = cython.declare(cython.float[6])
        kinds: cython.int
        i: cython.int
        worth: cython.float
        highest: cython.float = -1e30
        for i in range(FACES):
            face[i] = 0.0
        if table.step == PLAYING:
            kinds = kind_of(legal[0])
            if (
                kinds == ActionKind.ACTIVATE
                or kinds == ActionKind.PICK
                or kinds == ActionKind.SPEND_DIE
                or kinds == ActionKind.TURN
                or kinds == ActionKind.SET
                or kinds == ActionKind.PUT_ASIDE
                or kinds == ActionKind.FACE_ACTION
                or kinds == ActionKind.REPEAT
                or kinds == ActionKind.DECLINE
            ):
                for i in range(FACES):
                    face[i] = self.face_worth(table, seat, i)
        for i in range(n):
            out[i] = self.judge(table, seat, legal[i], face)
            highest = max(highest, out[i])
        for i in range(n):
            worth = (out[i] - highest) * self.sharpness
            out[i] = expf(worth) if worth > -WORTH_MAX else 0.000006
