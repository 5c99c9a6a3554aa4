from engine.tiny_epic.state cimport Table

cdef tuple why_refused(Table* table, int seat, object action)
