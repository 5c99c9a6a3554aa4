"""What the style checks find and what stays, with the reason. It only ever gets shorter."""

OPEN: dict[str, set[str]] = {
    # The course of a rating, as the contract calls it; never a match's log. And what Gymnasium and PettingZoo call what
    # an agent is shown.
    "a forbidden word in a name": {"history", "observation"},
    "a forbidden word in the contract or a heading": {"history"},
}
