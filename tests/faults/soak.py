"""Attacks on the whole program: kills, failing and refused calls, odd homes, locks, and broken streams.

usage: soak.py CLASS [--trials N] [--seed SEED]

It prints how many trials of the class were made and how many failed, with the reason for each. The number of
a trial and the seed decide what is attacked and when.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "home")]

from attacks import (  # noqa: E402 (after their path)
    call_attack,
    home_attack,
    kill_attack,
    lock_attack,
    refusal_attack,
    stream_attack,
)
from bots_alone import bot_attack, busy_bot_attack  # noqa: E402 (after its path)


@dataclass(frozen=True, slots=True)
class AttackClass:
    """What one trial does, by its number and the seed, and how many trials a whole soak has."""

    attack: Callable[[int, int], None]
    trials: int


CLASSES: Mapping[str, AttackClass] = {
    "kills": AttackClass(kill_attack, 200),
    "calls": AttackClass(call_attack, 100),
    "homes": AttackClass(home_attack, 40),
    "locks": AttackClass(lock_attack, 8),
    "streams": AttackClass(stream_attack, 112),
    "refusals": AttackClass(refusal_attack, 100),
    "bots": AttackClass(bot_attack, 4),
    "busy-bots": AttackClass(busy_bot_attack, 4),
}


def failures(name: str, trials: int, seed: int) -> list[str]:
    """Why trials of a class have failed; empty if none has."""
    found = []
    for number in range(trials):
        try:
            CLASSES[name].attack(number, seed)
        except Exception as error:  # noqa: BLE001 (each failure is reported)
            found.append(f"trial {number}: {error!r}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=CLASSES)
    parser.add_argument("--trials", type=int)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    trials = CLASSES[chosen.name].trials if chosen.trials is None else chosen.trials
    found = failures(chosen.name, trials, chosen.seed)
    print(*found, sep="\n", file=sys.stderr)
    print(f"{chosen.name}: {trials} trials, {len(found)} failures, seed {chosen.seed}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
