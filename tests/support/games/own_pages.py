"""Pages that a player might write: every answer drawn at random."""

from collections.abc import Mapping
from random import Random

from playroom.rules.rulebook.answer_kinds import Answer
from playroom.rules.rulebook.award import ALL, DIFFERENCE, LOSERS, OTHERS, OWN, Award, Counted, Receiver, When
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.questions import (
    AfterDraw,
    Arms,
    Best,
    BlockedBy,
    BlockedTie,
    Count,
    Direction,
    Doubles,
    Drawing,
    FirstTurn,
    GoingOut,
    Joining,
    LaterStarter,
    NoWinner,
    Opening,
    Passing,
    Points,
    Shape,
    Starter,
)
from playroom.rules.rulebook.variant import Rules, Variant, rules
from playroom.rules.tile import tiles
from playroom.table.shelf import OURS, shelf

VARIANTS = shelf([OURS]).variants

FIVES = (Award(When.PLAY, Counted.ENDS, Receiver.PLAYER, multiple_of=5), *OTHERS)
OF_TILES = (Award(When.PLAY, Counted.TILE, Receiver.PLAYER, nearest=5), *DIFFERENCE)

OF_PASSES = (
    Award(When.PASS, Counted.OTHERS, Receiver.PLAYER, nearest=5),
    Award(When.LAST_TILE, Counted.FIXED, Receiver.PLAYER, points=7),
    Award(When.OUT, Counted.ALL, Receiver.LOSERS),
    Award(When.BLOCKED, Counted.ENDS, Receiver.EACH),
)
OF_HANDS = (
    Award(When.PLAY, Counted.OWN, Receiver.PLAYER, multiple_of=4, nearest=3),
    Award(When.OUT, Counted.FIXED, Receiver.FEWEST, points=10),
    Award(When.BLOCKED, Counted.ALL, Receiver.FEWEST, less_own=True),
)

OWN_ANSWERS: Mapping[str, tuple[Answer, ...]] = {
    "set": (4, 6, 9),
    "hand": ((7, 5, 3), (4,)),
    "reserve": (0, 2),
    "direction": tuple(Direction),
    "shape": (Shape.LINE, Shape.LINE, Shape.TRAINS),
    "spinner": (False, True),
    "arms": tuple(Arms),
    "joining": tuple(Joining),
    "wild": ((), tiles("0-0 4-3"), tiles("2-1")),
    "starter": tuple(Starter),
    "later_starter": tuple(LaterStarter),
    "no_winner": tuple(NoWinner),
    "opening": tuple(Opening),
    "drawing": tuple(Drawing),
    "keep_matadors": (False, True),
    "after_draw": tuple(AfterDraw),
    "passing": tuple(Passing),
    "first_pass_doubles": (False, True),
    "doubles": tuple(Doubles),
    "first_turn": tuple(FirstTurn),
    "both_doubles": (False, False, True),
    "going_out": tuple(GoingOut),
    "again_on": ((), (5, 10), (3,)),
    "skip_on": ((), (7,)),
    "skip_on_equal_ends": (False, True),
    "turn_round_on": ((), (4, 8)),
    "blocked_by": tuple(BlockedBy),
    "blocked_tie": tuple(BlockedTie),
    "capicua": (0, 25),
    "capicua_blank": (True, False),
    "chuchazo": (0, 30),
    "opening_pass": (0, 5),
    "all_pass": (0, 7),
    "round_bonus": (False, True),
    "scoring": (ALL, OWN, OTHERS, DIFFERENCE, LOSERS, FIVES, OF_TILES, OF_PASSES, OF_HANDS),
    "points": tuple(Points),
    "count": tuple(Count),
    "blocked_count": tuple(Count),
    "double_blank": (0, 50),
    "lone_double_blank": (0, 10),
    "winners_leftovers": (False, True),
    "best": tuple(Best),
    "entry": (None, None, 13),
}

OF_TRAINS: Mapping[str, Answer] = {
    "joining": Joining.EQUAL,
    "wild": (),
    "reserve": 0,
    "drawing": Drawing.IF_STUCK,
    "passing": Passing.IF_STUCK,
    "going_out": GoingOut.ENDS_ROUND,
    "deals": None,
    "rounds": 3,
}
"""What goes with trains; an end that only a player out of the round may join would never be joined."""


def own_rules(seed: int) -> Rules:
    """The rules of a page that a player might write."""
    chance = Random(seed)
    seats = [(2, 0), (3, 0), (4, 0), (4, 2), (5, 0), (6, 2), (6, 3)]
    while True:
        answers: dict[str, Answer] = {name: chance.choice(allowed) for name, allowed in OWN_ANSWERS.items()}
        answers |= {"limit": None, "target": None, "deals": 3}
        if answers["shape"] is Shape.TRAINS:
            answers |= OF_TRAINS
        if answers["passing"] is Passing.AND_OUT:
            answers["drawing"] = Drawing.NEVER  # the last one in could keep a drawn tile, and nobody be left
        page = Variant(
            "own", tuple(range(2, 11)), (0, 2, 3), {**VARIANTS["block"].answers, **answers}, {}, {}
        )
        try:
            return rules(page, *chance.choice(seats))
        except InvalidTable:
            continue
