"""The asynchronous surface, from which the blocking one is made."""
