"""Attack an installation of its own: `python -m tests.attack [PART ...] [--inputs N] [--seed N]`.

Everything stays on this machine and ends by itself. Each part says how much it sent, what the server should not have
answered, and how long a bystander waited meanwhile; the exit status is 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.attack.accounts import attack_by_greed, attack_by_hosting, attack_half_bodies, attack_tokens
from tests.attack.grpc_wire import attack_frames, attack_messages
from tests.attack.http_wire import attack_http_wire
from tests.attack.target import Bystander, faults_in_logs, make_stack, make_target
from tests.attack.texts import attack_texts_by_grpc, attack_texts_by_rest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.attack.target import Outcome, Target

#: the parts, and how many inputs each has unless one says so
PARTS: dict[str, tuple[Callable[[Target, int, int], Outcome], int]] = {
    "texts-rest": (attack_texts_by_rest, 10_000),
    "texts-grpc": (attack_texts_by_grpc, 10_000),
    "tokens": (attack_tokens, 10_000),
    "half-bodies": (attack_half_bodies, 1_100),
    "greed": (attack_by_greed, 500),
    "hosting": (attack_by_hosting, 100),
    "wire-http": (attack_http_wire, 50_000),
    "wire-messages": (attack_messages, 45_000),
    "wire-frames": (attack_frames, 5_000),
}
SHOWN = 20


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Attack, print a table, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which parts; left out: all")
    parser.add_argument("--inputs", type=int, help="of each part")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    wrong: list[str] = []
    _tell(f"{'part':<14} {'inputs':>8} {'seconds':>8} {'failures':>9} {'longest wait of a bystander':>28}")
    with tempfile.TemporaryDirectory() as folder, make_stack(Path(folder) / "attacked") as stack:
        target = make_target(stack)
        for name in asked.parts or PARTS:
            attack, inputs = PARTS[name]
            bystander, began = Bystander(target), time.monotonic()
            outcome = attack(target, asked.inputs or inputs, asked.seed)
            took_s = time.monotonic() - began
            bystander.stop()
            failures = [*outcome.failures, *bystander.failures]
            wrong += [f"{name}: {each}" for each in failures]
            waited_ms = f"{max(bystander.longest_s, outcome.longest_s) * 1000:.0f} ms"
            _tell(f"{name:<14} {outcome.inputs:>8} {took_s:>8.1f} {len(failures):>9} {waited_ms:>28}")
        wrong += [f"dead: {each.name}" for each in stack.dead()]
        wrong += [f"log of {each}" for each in faults_in_logs(stack)]
    for each in wrong[:SHOWN]:
        _tell(each)
    _tell(f"{len(wrong)} things that should not be")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
