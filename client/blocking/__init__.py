# Made by `python -m deploy.client`; do not edit.
"""The asynchronous surface, from which the blocking one is made."""
