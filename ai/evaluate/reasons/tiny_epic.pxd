from ai.evaluate.reasons.reasons cimport Reasons

cdef class TinyEpicReasons(Reasons):
    pass
