from engine.race.state cimport Pile, Table

cdef list card_words(Pile* pile)
cdef list action_words(int actions)
cdef dict describe_table(Table* table)
cdef bint load_table(object state, Table* table, dict words) except -1
