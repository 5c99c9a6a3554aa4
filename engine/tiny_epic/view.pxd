from engine.tiny_epic.state cimport Table

cdef dict picture_table(Table* table)
