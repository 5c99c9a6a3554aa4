"""`python -m deploy.ladder`: the same as `astrarium ladder`."""

from deploy.local.arena import ladder

if __name__ == "__main__":
    ladder()
