"""Acquire energy, acquire culture: what own ships produce."""

import cython
from cython.cimports.engine.tiny_epic.powers import ENERGY, PLANET, Face
from cython.cimports.engine.tiny_epic.state import NONE, gain, is_rogue


def units_for(table, galaxy, resource):
    """Count units: ships at row planets that produce it, ships at home (Tiny Epic R26-R28, S14)."""
    at = cython.address(table.galaxy[galaxy])
    slot: cython.int
    # Home produces energy for everybody; the rogue's home produces culture as well.
    n: cython.int = at.home if resource == ENERGY or is_rogue(table, galaxy) else 0
    for slot in range(table.row_places):
        if table.row[slot] != NONE and PLANET[table.row[slot]].resource == resource:
            n += ((at.surface >> slot) & 1) + (at.track[slot] >= 0)
    return n


def acquire(table, galaxy, face):
    """Carry the face out."""
    resource: cython.int = face - Face.ACQUIRE_ENERGY
    gain(table, galaxy, resource, units_for(table, galaxy, resource))
