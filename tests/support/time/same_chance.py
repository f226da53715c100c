"""What the system draws at random, drawn from a seed."""

from random import Random, SystemRandom

from support.time.patience import Change


def seed_chance(change: Change, seed: str) -> None:
    """Let the deals, bots, shares of a deal, codes and tokens of this process follow from a seed."""
    chance = Random(seed)
    for name in ("random", "getrandbits", "randbytes"):
        change(SystemRandom, name, getattr(chance, name))
