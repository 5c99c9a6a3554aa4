"""Ids: the same under the same key, and otherwise nobody else's."""

from hypothesis import given
from hypothesis import strategies as st

from services.shared.ids import LENGTH, LETTERS, id_of, new_id

NAMES = st.text("abcdefghijklmnopqrstuvwxyz_-0123456789", min_size=1, max_size=32)


@given(NAMES, st.text(min_size=1))
def test_a_key_has_one_id_of_the_form_of_all_others(account, key):
    for each in (id_of(account, key), new_id()):
        assert len(each) == LENGTH
        assert set(each) <= set(LETTERS)
    assert id_of(account, key) == id_of(account, key)


@given(st.lists(st.tuples(NAMES, st.text(min_size=1)), unique=True, min_size=2))
def test_other_accounts_and_keys_have_other_ids(pairs):
    assert len({id_of(*pair) for pair in pairs}) == len(pairs)


def test_without_a_key_ids_are_never_the_same():
    assert len({id_of("anna", "") for _ in range(1000)}) == 1000
