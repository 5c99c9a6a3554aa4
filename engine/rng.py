"""Chance: a cryptographic counter stream for matches, a fast generator for search."""

import cython
from cython.cimports.engine.rng import STREAMS_MAX, Rng, below
from cython.cimports.libc.stdint import uint32_t, uint64_t
from cython.cimports.libc.string import memset

SIGMA_0 = cython.declare(uint32_t, 0x61707865)
SIGMA_1 = cython.declare(uint32_t, 0x3320646E)
SIGMA_2 = cython.declare(uint32_t, 0x79622D32)
SIGMA_3 = cython.declare(uint32_t, 0x6B206574)
WORDS_IN_BLOCK = cython.declare(cython.int, 8)


def seed_match(rng, seed):
    """Key the generator with the 32 bytes at *seed*; all streams start afresh."""
    memset(rng, 0, cython.sizeof(Rng))
    i: cython.int
    for i in range(8):
        rng.key[i] = (
            cython.cast(uint32_t, seed[4 * i])
            | (cython.cast(uint32_t, seed[4 * i + 1]) << 8)
            | (cython.cast(uint32_t, seed[4 * i + 2]) << 16)
            | (cython.cast(uint32_t, seed[4 * i + 3]) << 24)
        )


def seed_fast(rng, seed):
    """Forget the match's generator and go on with SplitMix64 from *seed*."""
    memset(rng, 0, cython.sizeof(Rng))
    rng.is_fast = 1
    rng.fast = seed


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def _rotate(x: uint32_t, by: cython.int) -> uint32_t:
    return (x << by) | (x >> (32 - by))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def _quarter(x: cython.pointer(uint32_t), a: cython.int, b: cython.int, c: cython.int, d: cython.int) -> cython.void:
    x[a] += x[b]
    x[d] = _rotate(x[d] ^ x[a], 16)
    x[c] += x[d]
    x[b] = _rotate(x[b] ^ x[c], 12)
    x[a] += x[b]
    x[d] = _rotate(x[d] ^ x[a], 8)
    x[c] += x[d]
    x[b] = _rotate(x[b] ^ x[c], 7)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _chacha20(
    key: cython.pointer(uint32_t), counter: uint32_t, nonce: uint32_t, out: cython.pointer(uint32_t)
) -> cython.void:
    """Write the 16 words of one ChaCha20 block (RFC 8439, nonce in its last word) to *out*."""
    start = cython.declare(uint32_t[16])
    i: cython.int
    start[0] = SIGMA_0
    start[1] = SIGMA_1
    start[2] = SIGMA_2
    start[3] = SIGMA_3
    for i in range(8):
        start[4 + i] = key[i]
    start[12] = counter
    start[13] = 0
    start[14] = 0
    start[15] = nonce
    for i in range(16):
        out[i] = start[i]
    for i in range(10):
        _quarter(out, 0, 4, 8, 12)
        _quarter(out, 1, 5, 9, 13)
        _quarter(out, 2, 6, 10, 14)
        _quarter(out, 3, 7, 11, 15)
        _quarter(out, 0, 5, 10, 15)
        _quarter(out, 1, 6, 11, 12)
        _quarter(out, 2, 7, 8, 13)
        _quarter(out, 3, 4, 9, 14)
    for i in range(16):
        out[i] += start[i]


def below_in_match(rng, stream, n):
    """Return an exactly uniform number in [0, n) from *stream* of a match's generator."""
    block = cython.declare(uint32_t[16])
    x: uint64_t
    wide: uint64_t = n
    refused: uint64_t
    i: cython.int
    # A value under `refused` would make some remainders likelier than others.
    refused = (0 - wide) % wide
    while True:
        _chacha20(rng.key, rng.drawn[stream], stream, block)
        rng.drawn[stream] += 1
        for i in range(WORDS_IN_BLOCK):
            x = (cython.cast(uint64_t, block[2 * i]) << 32) | block[2 * i + 1]
            if x >= refused:
                return cython.cast(uint32_t, x % wide)


def chacha20_block(key: bytes, counter: int, nonce: int) -> bytes:
    """Return one block, for tests against RFC 8439 (last nonce word only)."""
    rng = cython.declare(Rng)
    out = cython.declare(uint32_t[16])
    seed_match(cython.address(rng), key)
    _chacha20(rng.key, counter, nonce, out)
    return b"".join(int(out[i]).to_bytes(4, "little") for i in range(16))


def draws(seed: bytes, stream: int, n: int, count: int) -> list:
    """Return the first *count* numbers in [0, n) of *stream* of a match seed, for tests."""
    rng = cython.declare(Rng)
    if not 0 <= stream < STREAMS_MAX:
        raise ValueError("no such stream")
    seed_match(cython.address(rng), seed)
    return [below(cython.address(rng), stream, n) for _ in range(count)]
