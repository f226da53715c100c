# ruff: noqa: E501 (the example stands as it is published)
"""The example of the game record, and what belongs to it."""

from support.games.random_matches import VARIANTS

from playroom.strict_yaml import load
from playroom.table.record import Record
from playroom.table.record_parser import record

__all__ = ["EXAMPLE", "VARIANTS", "parsed"]

EXAMPLE = """\
record: 1                       # version of this format
game: draw                      # a built-in game's id, or the path of a variant file beside this one
options: {target: 50, after_draw: may_play}   # only what differs from the game's defaults
players: [Ada, Ben]             # clockwise from seat 0; names are unique
# teams: 2                      # number of teams; left out when everyone plays alone
rounds:
- starter: Ben                  # optional where the hands decide it, and checked there; needed where chance does
  hands:                        # as dealt; a player who is out of the match has no line
    Ada: 3-0 5-3 6-2 4-2 0-0 6-4 4-0
    Ben: 1-1 3-2 5-2 4-3 5-4 6-1 3-3
  boneyard: 4-1 2-2 4-4 6-5 6-0 2-1 3-1 6-3 5-0 5-1 5-5 2-0 1-0 6-6   # as drawn; set aside or reserved ones last
  actions:
  - Ben 4-3                     # the first tile has no side
  - Ada 4-0 left                # the side may be left out where only one end fits
  - Ben 3-2 right
  - Ada 3-0 left                # a side that does not fit is an error
  - Ben 5-2 right
  - Ada 5-3 right
  - Ben 3-3 left
  - Ada draw                    # one line a tile drawn
  - Ada pass                    # forced passes stand here too
"""


def parsed(text: str, source: str = "a.domino.yaml") -> Record:
    """The record that a text tells."""
    return record(load(text, source), VARIANTS)
