"""Chance: the cryptographic stream of a match."""

import itertools
from collections import Counter

import pytest

from engine.rng import chacha20_block, draws

SEED = bytes(range(32))

# RFC 8439, appendix A.1: key, block counter, last nonce word, key stream.
RFC_8439_BLOCKS = [
    (
        "00" * 32,
        0,
        0,
        (
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        ),
    ),
    (
        "00" * 32,
        1,
        0,
        (
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ),
    ),
    (
        "00" * 31 + "01",
        1,
        0,
        (
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
        ),
    ),
    (
        "00ff" + "00" * 30,
        2,
        0,
        (
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"
        ),
    ),
    (
        "00" * 32,
        0,
        0x02000000,
        (
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"
        ),
    ),
]


@pytest.mark.parametrize(("key", "counter", "nonce", "stream"), RFC_8439_BLOCKS)
def test_the_block_function_gives_the_key_streams_of_rfc_8439(key, counter, nonce, stream):
    assert chacha20_block(bytes.fromhex(key), counter, nonce).hex() == stream


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 55, 1000, 2**31, 2**32 - 1])
@pytest.mark.parametrize("stream", [0, 3, 15])
def test_number_i_of_a_stream_is_made_from_block_i_of_its_nonce(stream, sides):
    """So a number says nothing of the next one, and nothing else in the match moves it."""
    numbers = draws(SEED, stream, sides, 20)
    assert len(numbers) == 20
    for i, number in enumerate(numbers):
        block = chacha20_block(SEED, i, stream)
        high, low = (int.from_bytes(block[at : at + 4], "little") for at in (0, 4))
        assert number == ((high << 32) | low) % sides


def test_streams_and_seeds_give_different_numbers():
    rows = [tuple(draws(SEED, stream, 2**32 - 1, 8)) for stream in range(16)]
    rows += [tuple(draws(bytes([n]) + SEED[1:], 0, 2**32 - 1, 8)) for n in range(1, 16)]
    assert len(set(rows)) == len(rows)
    assert len(set(itertools.chain(*rows))) == 8 * len(rows)


def test_a_stream_is_the_same_however_many_numbers_are_asked():
    assert draws(SEED, 2, 6, 400)[:100] == draws(SEED, 2, 6, 100)


@pytest.mark.parametrize("stream", [-1, 16])
def test_there_are_sixteen_streams(stream):
    """A stream beyond them is refused, not taken for another."""
    with pytest.raises(ValueError, match="no such stream"):
        draws(SEED, stream, 6, 1)


# Upper 99.99 % points of chi-square for sides - 1 degrees of freedom.
@pytest.mark.parametrize(("sides", "limit"), [(2, 15.14), (3, 18.42), (6, 25.75), (9, 31.83), (55, 101.0)])
@pytest.mark.parametrize("stream", [0, 1, 5])
def test_numbers_are_uniform(sides, limit, stream):
    """Every side comes as often as any other (chi-squared)."""
    count = 1000 * sides
    seen = Counter(draws(SEED, stream, sides, count))
    assert set(seen) == set(range(sides))
    assert sum((seen[n] - 1000) ** 2 / 1000 for n in range(sides)) < limit


def test_neighbours_in_a_stream_are_independent():
    """Pairs of successive numbers fall evenly into the 36 cells (99.99 % point for 35 degrees of freedom)."""
    numbers = draws(SEED, 4, 6, 36_001)
    cells = Counter(itertools.pairwise(numbers))
    assert sum((cells[a, b] - 1000) ** 2 / 1000 for a in range(6) for b in range(6)) < 75.0


def test_two_streams_side_by_side_are_independent():
    cells = Counter(zip(draws(SEED, 6, 6, 36_000), draws(SEED, 7, 6, 36_000), strict=True))
    assert sum((cells[a, b] - 1000) ** 2 / 1000 for a in range(6) for b in range(6)) < 75.0


def test_a_single_side_leaves_no_choice():
    assert draws(SEED, 0, 1, 5) == [0] * 5
