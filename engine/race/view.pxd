from engine.race.state cimport Pile, Table

cdef list card_words(Pile* pile)
cdef list action_words(int actions)
cdef dict view(Table* table, tuple points)
