"""Ids: of one form, and never the same."""

from services.shared.ids import LENGTH, LETTERS, new_id


def test_ids_have_one_form_and_are_never_the_same():
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(each) == LENGTH and set(each) <= set(LETTERS) for each in ids)
