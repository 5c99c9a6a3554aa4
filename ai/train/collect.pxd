from ai.evaluate.features.encoder cimport Encoder
from engine.contract.state cimport State

cdef class Positions:
    cdef readonly Encoder encoder
    cdef readonly object on          # array of int16: the sparse inputs that are on, one position after another
    cdef readonly object counts      # array of int16: how many they are, by position
    cdef readonly object dense       # array of float: the dense inputs by position
    cdef readonly object outcome     # array of float: reward, win and points of the seat by position
    cdef readonly object chosen      # array of float: shares of a search's visits by choice, or zeros, by position
    cdef list waiting                # seats whose positions in the present match have no outcome yet
    cdef list rated                  # what a search said of their rewards, or None
    cdef note(self, State state)
    cdef finish(self, State state)
