from engine.roll.state cimport Table

cdef dict describe_table(Table* table)
cdef load_table(object state, Table* table, dict words)
