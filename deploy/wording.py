"""The browser client's English for the games, for the terminal too: python -m deploy.wording.

What an action, an event or a value is called is written once, in web/src/words/en.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import cast

ROOT = Path(__file__).parents[1]
WORDS = ROOT / "web/src/words"
MADE = ROOT / "cli/terminal"
GAMES = ("race", "roll", "tiny_epic")
#: what only a drawn page says
OF_THE_PAGE = "table."
#: a text; a key without quotes; a comma behind the last entry
TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")|\b(\w+)(?=:)|,(?=\s*\})')
#: what parts two sentences of a catalog; `web/src/games/texts.ts` parts them alike
BETWEEN = re.compile(r"(?<=[.!?]) (?=[A-Z])")


def read_dictionary(language: str, part: str) -> dict[str, str | dict[str, str]]:
    """Return what a language says of a part, plural forms by their names."""
    text = (WORDS / language / f"{part}.ts").read_text("utf-8")
    literal = text[text.index("{") : text.rindex("}") + 1]
    said = json.loads(TOKEN.sub(lambda found: found[1] or (f'"{found[2]}"' if found[2] else ""), literal))
    return cast("dict[str, str | dict[str, str]]", said)


def read_words(game: str) -> str:
    """Return a game's English as JSON."""
    kept = {key: said for key, said in read_dictionary("en", game).items() if not key.startswith(OF_THE_PAGE)}
    return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"


def part_sentences(text: str) -> list[str]:
    """Return the sentences of a text of a catalog; words for it are kept by them."""
    return BETWEEN.split(text)


def main() -> None:
    """Write every game's words."""
    for game in GAMES:
        (MADE / f"{game}.json").write_text(read_words(game), "utf-8")


if __name__ == "__main__":
    main()
