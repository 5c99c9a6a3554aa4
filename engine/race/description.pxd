from engine.race.state cimport Table

cdef dict describe(Table* table)
cdef bint fill(object state, Table* table, dict words) except -1
