"""What the system draws at random, drawn from a seed."""

from random import Random, SystemRandom

import pytest


def seed_chance(change: pytest.MonkeyPatch, seed: str) -> None:
    """Let the deals, bots, shares of a deal, codes and tokens of this process follow from a seed."""
    chance = Random(seed)
    for name in ("random", "getrandbits", "randbytes"):
        change.setattr(SystemRandom, name, getattr(chance, name))
