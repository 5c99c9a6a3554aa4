"""Networks in files: a model card in one line of JSON, then the weights as little-endian floats."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ai.evaluate.features import ENCODERS, encoder_of
from ai.evaluate.network import BadWeights, Network

if TYPE_CHECKING:
    from engine.contract.state import State

#: the networks that come with the package
FOLDER = Path(__file__).with_name("networks")
FILE_BYTES_MAX = 2_000_000


def write_network(path: Path, card: dict[str, Any], weights: bytes) -> None:
    """Write a network's file, all or nothing."""
    part = path.with_suffix(".part")
    part.write_bytes(json.dumps(card).encode() + b"\n" + weights)
    part.replace(path)


def read_network(path: Path, game_name: str, variant: str = "") -> Network:
    """Return the network of a game or a variant in a file; raise BadWeights if it is none, or one for other inputs."""
    if path.stat().st_size > FILE_BYTES_MAX:
        raise BadWeights(f"{path} is longer than {FILE_BYTES_MAX} bytes")
    return parse_network(path.read_bytes(), game_name, str(path), variant)


def parse_network(content: bytes, game_name: str, name: str, variant: str = "") -> Network:
    """Return the network in the content of a file that is called *name*; raise BadWeights as `read_network` does."""
    head, _, weights = content.partition(b"\n")
    try:
        card = json.loads(head)
    except ValueError:
        raise BadWeights(f"{name} doesn't begin with a model card in JSON") from None
    encoder = encoder_of(game_name, variant)
    if encoder is None:
        raise BadWeights(f"there are no networks for {game_name}{f', {variant}' if variant else ''}")
    wanted = {"game": game_name, "inputs": encoder.version, "variant": variant}
    found = {key: card.get(key, "") for key in wanted} if isinstance(card, dict) else card
    if found != wanted:
        raise BadWeights(f"{name} is for {found}; this is {wanted}")
    return Network(encoder, weights, card)


@cache
def network_of(game_name: str, seats: int, variant: str = "") -> Network | None:
    """Return the network of a game or a variant, for a number of seats, that comes with the package, or None."""
    path = FOLDER / f"{game_name}-{seats}{variant and f'-{variant}'}.net"
    return read_network(path, game_name, variant) if path.exists() else None


def network_for(state: State) -> Network | None:
    """Return the package's network for a match, from a full or hidden state of it, or None."""
    encoder = ENCODERS.get(state.game.name)
    return None if encoder is None else network_of(state.game.name, state.seats, encoder.variant(state))


def fingerprint_of(network: Network) -> str:
    """Return 16 hex digits that tell a network's weights from others."""
    return hashlib.blake2b(network.weights, digest_size=8).hexdigest()
