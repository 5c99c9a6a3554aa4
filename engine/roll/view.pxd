from engine.roll.state cimport Table

cdef dict description(Table* table)
cdef fill(object state, Table* table, dict words)
cdef dict view(object state, Table* table)
