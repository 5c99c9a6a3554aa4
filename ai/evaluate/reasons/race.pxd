from ai.evaluate.reasons.reasons cimport Reasons

cdef class RaceReasons(Reasons):
    pass
