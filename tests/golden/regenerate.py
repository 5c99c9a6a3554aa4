"""Write the playthroughs anew after an intended change of the rules: `python -m tests.golden.regenerate [GAME…]`.

Read the difference before committing it: a playthrough that changes says that recorded matches change.
"""

from __future__ import annotations

import sys

from tests.golden.playthrough import file_of, fresh
from tests.support.matches import all_tables


def main() -> None:
    games = sys.argv[1:]
    for table in all_tables():
        if not games or table.game.name in games:
            file_of(table).write_text(fresh(table))
            sys.stdout.write(f"{file_of(table).name}\n")


if __name__ == "__main__":
    main()
