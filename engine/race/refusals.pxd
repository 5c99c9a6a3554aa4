from engine.race.state cimport Table

cdef tuple why_refused(Table* table, int seat, object action)
