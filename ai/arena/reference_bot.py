#!/usr/bin/env python3
"""A bot that speaks the line protocol of docs/engine-protocol.md: copy it and replace `pick` with your own choice."""

import json
import random
import sys


def pick(request: dict[str, list[str]], chance: random.Random) -> str:
    """Return one of the legal actions at random; half of the time avoid actions that end a step."""
    passes = ("done", "stop", "save_no_more", "keep_credit", "end_explore")
    legal = request["legal"]
    useful = [notation for notation in legal if notation not in passes]
    return chance.choice(useful or legal) if chance.random() < 0.5 else chance.choice(legal)


def answer(word: str, rest: str, chance: random.Random) -> str | None:
    """Return the line that answers a request, or None if the request needs no answer."""
    if word == "hello":
        return "ready reference bot"
    if word == "match":
        match = json.loads(rest)
        chance.seed(f"{match['match_id']} {match['seat']}")
        return "ready"
    if word == "decide":
        return f"action {pick(json.loads(rest), chance)}"
    return None


def main() -> None:
    """Answer each line of the input until `quit`."""
    chance = random.Random(1)  # noqa: S311
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return
        reply = answer(word, rest, chance)
        if reply is not None:
            print(reply, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
