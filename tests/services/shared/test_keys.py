"""No text but an id or a name gets into a key."""

from __future__ import annotations

import inspect

import pytest

from services.shared import keys
from services.shared.errors import BadRequest
from tests.support.hostile import Known, hostile_texts

KNOWN = Known("k3v9m2x8q7r5", "t4wz8kqmh2vd", "q7mx2vhd4tzk", "ada")
BUILDERS = [
    found
    for name, found in inspect.getmembers(keys, inspect.isfunction)
    if found.__module__ == keys.__name__ and not name.startswith("_")
]
#: texts that have the form of a name and name nothing that there is
NAMES = {"running", "~director", "~visitor", "null", "-1", "1e400"}


@pytest.mark.parametrize("build", BUILDERS, ids=lambda build: build.__name__)
def test_a_key_takes_ids_and_names_alone(build):
    parameters = inspect.signature(build).parameters
    good = {name: 2 if each.annotation == "int" else "ada" for name, each in parameters.items() if each.default != ""}
    assert build(**good).startswith(f"{keys.PREFIX}:")
    for name, each in parameters.items():
        for text in set(hostile_texts(KNOWN)) - NAMES - {each.default} if each.annotation == "str" else ():
            with pytest.raises(BadRequest):
                build(**good | {name: text})


def test_the_keys_of_the_servers_own_accounts_and_jobs_are_keys():
    assert keys.account("~director") == "astrarium:account:~director"
    assert keys.job_answered("k3v9m2x8q7r5:0:17") == "astrarium:answered:k3v9m2x8q7r5:0:17"
    assert keys.answers("ada", "k3v9m2x8q7r5") == "astrarium:match:k3v9m2x8q7r5:answers:ada"
