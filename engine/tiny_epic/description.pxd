from engine.tiny_epic.state cimport Table

cdef describe_table(Table* table)
cdef load_table(Table* table, words)
