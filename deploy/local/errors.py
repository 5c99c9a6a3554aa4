"""The refusal of a stack; commands know it without what a stack needs."""


class StackError(RuntimeError):
    """The stack could not start; the message says which part, why, and what would help."""
