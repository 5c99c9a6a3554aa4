"""JSON that is kept takes the memory of its text."""

import tracemalloc

import orjson
import pytest

from services.shared.json import dump_json

KEPT = 1_000
#: a short text of JSON as an object, and its place in a list
SHORT_BYTES_MAX = 100


def test_a_short_result_that_is_kept_takes_a_hundred_bytes_at_most():
    tracemalloc.start()
    try:
        kept = [dump_json({"number": number}) for number in range(KEPT)]
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [orjson.loads(each)["number"] for each in kept] == list(range(KEPT))
    assert taken / KEPT < SHORT_BYTES_MAX


def test_options_and_defaults_are_those_of_orjson():
    assert dump_json({"b": 1, "a": {2}}, orjson.OPT_SORT_KEYS, default=sorted) == b'{"a":[2],"b":1}'


def test_what_json_has_no_word_for_is_refused():
    with pytest.raises(orjson.JSONEncodeError):
        dump_json({1: object()})
