from ai.evaluate.features.encoder cimport Encoder

cdef class RaceEncoder(Encoder):
    pass

cdef class AdvancedRaceEncoder(RaceEncoder):
    pass
