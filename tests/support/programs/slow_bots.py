"""The program with one more strength: `slow` thinks until nobody is left to play with.

usage: python tests/support/programs/slow_bots.py [ARGUMENTS...]
"""

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from playroom.bots import roster
from playroom.rules.move import Move
from playroom.rules.view import View
from support.time.patience import extend_limits


def slow(view: View, chance: Random) -> Move:
    """Nothing, ever; a file in the player's home tells that the thought has begun."""
    del view, chance
    (Path.home() / "thinking").touch()
    while True:
        pass


if __name__ == "__main__":
    BOTS = {**roster.BOTS, "slow": slow}
    for name, value in {"BOTS": BOTS, "within": lambda _: BOTS}.items():
        setattr(roster, name, value)
    extend_limits(setattr)
    from playroom.__main__ import main

    sys.exit(main())
