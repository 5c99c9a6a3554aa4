from ai.evaluate.features.encoder cimport Encoder

cdef class RollEncoder(Encoder):
    pass
