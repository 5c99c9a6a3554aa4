from engine.tiny_epic.state cimport Table

cdef picture_of(Table* table)
