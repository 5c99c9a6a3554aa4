from ai.evaluate.reasons.reasons cimport Reasons

cdef class RollReasons(Reasons):
    pass
