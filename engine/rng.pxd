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
cdef uint32_t below_in_match(Rng* rng, int stream, uint32_t n) noexcept nogil

# What search and playouts draw from stands here, so that the compiler can put it in place.

cdef inline uint64_t next_fast(uint64_t* state) noexcept nogil:
    """Return the next 64 bits of SplitMix64."""
    cdef uint64_t z
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)

cdef inline uint32_t below(Rng* rng, int stream, uint32_t n) noexcept nogil:
    """Return a uniform number in [0, n) from *stream*; exactly uniform in a match."""
    if rng.is_fast:
        return <uint32_t>(((next_fast(&rng.fast) >> 32) * <uint64_t>n) >> 32)
    return below_in_match(rng, stream, n)
