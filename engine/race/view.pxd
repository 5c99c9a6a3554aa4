from engine.race.state cimport Table

cdef dict picture_table(Table* table)
