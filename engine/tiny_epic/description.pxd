from engine.tiny_epic.state cimport Table

cdef dict describe_table(Table* table)
cdef load_table(object state, Table* table, dict words)
