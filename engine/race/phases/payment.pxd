from engine.race.state cimport Table

cdef bint begin_payment(Table* table, int seat, int price) noexcept nogil
cdef bint pay(Table* table, int seat, int card) noexcept nogil
