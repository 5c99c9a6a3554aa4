from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    STREAMS_MAX = 16

# The only source of chance in a state. A match's generator (is_fast = 0) is ChaCha20 keyed by the
# match seed: number i of stream s is block i of nonce s, so what one stream has given tells nothing
# of what it or another will give, and the order in which streams are asked changes nothing.
# Search reseeds a copy to SplitMix64 (is_fast = 1).
ctypedef struct Rng:
    uint32_t key[8]
    uint32_t drawn[STREAMS_MAX]
    uint64_t fast
    uint32_t is_fast
    uint32_t pad

cdef void seed_match(Rng* rng, const unsigned char* seed) noexcept nogil
cdef void seed_fast(Rng* rng, uint64_t seed) noexcept nogil
cdef uint32_t below(Rng* rng, int stream, uint32_t n) noexcept nogil
cdef uint64_t next_fast(uint64_t* state) noexcept nogil
