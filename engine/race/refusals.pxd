from engine.race.state cimport Table

cdef object refusal(Table* table, int seat, object action)
