"""Bots that do not do what a bot should."""

import os
import time
from itertools import count
from random import Random

from playroom.bots.human_errors import casual
from playroom.rules.move import Move, Pass
from playroom.rules.view import View

WORD = "odd_bots:{}"
"""By this they are named."""


def twin(view: View, chance: Random) -> Move:
    """What the other bot of this name would do."""
    return casual(view, chance)


def breaks(view: View, chance: Random) -> Move:
    """Something, till a player has but two tiles left."""
    if min(view.counts) > 2:
        return casual(view, chance)
    raise ValueError("two tiles\nare too few.")


def cheats(view: View, chance: Random) -> Move:
    """A pass, allowed or not."""
    del view, chance
    return Pass()


MOVES = count()


def tires(view: View, chance: Random) -> Move:
    """A move, which after a thousand in a process is never found: so many matches come to no end."""
    while next(MOVES) > 1000:
        time.sleep(1)
    return casual(view, chance)


def dies(view: View, chance: Random) -> Move:
    """Nothing: its process ends in the middle of the thought."""
    del view, chance
    os._exit(3)


def sleeps(view: View, chance: Random) -> Move:
    """Nothing, for ever."""
    del view, chance
    while True:
        time.sleep(60)
