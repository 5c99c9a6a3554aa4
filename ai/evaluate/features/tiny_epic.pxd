from ai.evaluate.features.encoder cimport Encoder

cdef class TinyEpicEncoder(Encoder):
    pass
