"""Pages that a player might write: every answer drawn by lot."""

from collections.abc import Mapping
from random import Random

from playroom.rules.question import (
    AfterDraw,
    Answer,
    Best,
    Count,
    Drawing,
    GoingOut,
    Opening,
    Passing,
    Scoring,
    Starter,
)
from playroom.rules.variant import Refused, Rules, Variant, rules
from playroom.table.shelf import OURS, shelf

VARIANTS = shelf([OURS]).variants

OWN_ANSWERS: Mapping[str, tuple[Answer, ...]] = {
    "set": (4, 6, 9),
    "hand": ((7, 5, 3), (4,)),
    "reserve": (0, 2),
    "starter": tuple(Starter),
    "opening": tuple(Opening),
    "drawing": tuple(Drawing),
    "after_draw": tuple(AfterDraw),
    "passing": tuple(Passing),
    "first_pass_doubles": (False, True),
    "going_out": tuple(GoingOut),
    "again_on": ((), (5, 10), (3,)),
    "skip_on": ((), (7,)),
    "skip_on_equal_ends": (False, True),
    "scoring": tuple(Scoring),
    "count": tuple(Count),
    "blocked_count": tuple(Count),
    "lone_double_blank": (0, 10),
    "winners_leftovers": (False, True),
    "best": tuple(Best),
}


def own_rules(seed: int) -> Rules:
    """The rules of a page that a player might write."""
    chance = Random(seed)
    seats = [(2, 0), (3, 0), (4, 0), (4, 2), (5, 0), (6, 2), (6, 3)]
    while True:
        answers: dict[str, Answer] = {name: chance.choice(allowed) for name, allowed in OWN_ANSWERS.items()}
        answers |= {"limit": None, "target": None, "deals": 3}
        page = Variant(
            "own", tuple(range(2, 11)), (0, 2, 3), {**VARIANTS["block"].answers, **answers}, {}, {}
        )
        try:
            return rules(page, *chance.choice(seats))
        except Refused:
            continue
