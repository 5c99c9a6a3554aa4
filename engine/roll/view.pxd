from engine.roll.state cimport Table

cdef dict picture_table(Table* table)
