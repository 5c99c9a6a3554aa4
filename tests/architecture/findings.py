"""What the style checks find, and what is still open of it."""

from __future__ import annotations

from tests.architecture.open_findings import OPEN


def demand_none(rule: str, found: dict[str, list[str]]) -> None:
    """Fail with the places of everything found that is not known to be open.

    *found* has the places by what was found there: a name, a pair of modules.
    """
    new = {name: places for name, places in sorted(found.items()) if name not in OPEN.get(rule, set())}
    listed = "\n".join(f"  {name}: {', '.join(places)}" for name, places in new.items())
    assert not new, f"{rule}:\n{listed}"
