"""The questions that a rulebook answers, and the words of their answers."""

from collections.abc import Mapping
from enum import StrEnum

from playroom.rules.rulebook.answer_kinds import (
    AnswerKind,
    AwardList,
    Flag,
    Limits,
    Number,
    Numbers,
    OneOf,
    TileList,
    Word,
)


class Direction(StrEnum):
    """Which way do turns go round the table (G-4)?"""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class Starter(StrEnum):
    """Which seat starts a round?"""

    HIGHEST_DOUBLE = "highest_double"
    HIGHEST_DOUBLE_OR_HEAVIEST = "highest_double_or_heaviest"
    LOWEST_DOUBLE_OR_HEAVIEST = "lowest_double_or_heaviest"
    ONE_ONE_OR_HEAVIEST = "one_one_or_heaviest"
    CHANCE = "chance"
    CHANCE_THEN_CLOCKWISE = "chance_then_clockwise"
    CHANCE_THEN_WINNER = "chance_then_winner"
    LOTS_THEN_CLOCKWISE = "lots_then_clockwise"


class LaterStarter(StrEnum):
    """Which seat starts the rounds after the first one (L-4)?

    The winner is that of the last round; if nobody won it, `NoWinner` says who starts. Or it is the seat
    that went out and, after a block, the one that played the last tile that is no double (KZ-2).
    """

    AS_FIRST = "as_first"
    CLOCKWISE = "clockwise"
    WINNER = "winner"
    OUT_OR_LAST_PLAIN = "out_or_last_plain"


class NoWinner(StrEnum):
    """Which seat starts after a round that nobody won?

    Its starter again; as in the first round (SL-2); or the highest double, with that tile (DU-3).
    """

    STARTER = "starter"
    AS_FIRST = "as_first"
    HIGHEST = "highest"


class First(StrEnum):
    """How does the first round begin? Other answers may depend on it (L-4, KZ-2)."""

    DOUBLE = "double"
    LOTS = "lots"
    ONE_ONE = "one_one"
    HIGHEST = "highest"


class Lead(StrEnum):
    """Who leads a round, and with which tile? Other answers may depend on it (AF-2, L-4)."""

    WINNER = "winner"
    DOUBLE = "double"
    NEXT = "next"


class Opening(StrEnum):
    """With which tiles may the starter open?"""

    ANY = "any"
    DOUBLE = "double"
    HIGHEST = "highest"
    LOWEST = "lowest"
    ONE_ONE = "one_one"


class Shape(StrEnum):
    """What shape do the tiles on the table take?"""

    LINE = "line"
    TRAINS = "trains"
    FEET = "feet"


class Arms(StrEnum):
    """When do the sides of a spinner take tiles?

    Up and down once both sides along the line have one (AF-3); or all four, one after the other, before any
    arm grows (CR-2); and then a double at each of them before anything else (CR-3).
    """

    LATER = "later"
    FIRST = "first"
    FIRST_THEN_DOUBLES = "first_then_doubles"


class Joining(StrEnum):
    """Which halves may touch?"""

    EQUAL = "equal"
    SEVEN = "seven"


class Doubles(StrEnum):
    """How many doubles may a player lay in one turn before they are covered?"""

    NOT_COVERED = "not_covered"
    ONE = "one"
    SEVERAL = "several"


class FirstTurn(StrEnum):
    """How many tiles may a player lay on the own train in the first turn of a round?"""

    ONE = "one"
    MANY = "many"


class Drawing(StrEnum):
    """When may a player draw?"""

    NEVER = "never"
    IF_STUCK = "if_stuck"
    ANY_TIME = "any_time"


class AfterDraw(StrEnum):
    """What may follow a draw in the same turn?"""

    MAY_PLAY = "may_play"
    MUST_PLAY = "must_play"
    UNTIL_PLAYABLE = "until_playable"
    WAIT = "wait"


class Passing(StrEnum):
    """When may a player pass, and what does it cost?"""

    IF_STUCK = "if_stuck"
    ANY_TIME = "any_time"
    AND_OUT = "and_out"


class GoingOut(StrEnum):
    """What happens when a player has played their last tile?"""

    ENDS_ROUND = "ends_round"
    PLAYS_ON = "plays_on"
    WHOLE_TEAM = "whole_team"


class Blocked(StrEnum):
    """What does the winner of a blocked round score? Other answers may depend on it (AF-8)."""

    OTHERS = "others"
    DIFFERENCE = "difference"


class BlockedBy(StrEnum):
    """Who wins a blocked round (L-2, PA-2)?

    The side with the fewest in all its hands; the side of the lightest hand; or the lighter of two hands,
    the blocker's, who played the last tile, and the next player's; or nobody, and where awards count what
    is carried, the round is replayed for one more (DU-3); or the lightest hand, if it has less than 6 (CO-3),
    or of those without a double, where there are any (BE-5).
    """

    SIDE = "side"
    PLAYER = "player"
    NEIGHBOUR = "neighbour"
    NOBODY = "nobody"
    REPLAY = "replay"
    UNDER_SIX = "under_six"
    NO_DOUBLES = "no_doubles"


class BlockedTie(StrEnum):
    """Which side wins a blocked round if several are equal (PA-2)?

    With eggs, nobody does, and the pips of all hands are carried over to the next round that is won (KZ-6);
    with each, all sides lose it.
    """

    NOBODY = "nobody"
    OPENER = "opener"
    BLOCKER = "blocker"
    OTHERS = "others"
    EGGS = "eggs"
    EACH = "each"


class Counts(StrEnum):
    """Whose hands does the winner of a round score? Other answers may depend on it (PA-3)."""

    OTHERS = "others"
    ALL = "all"


class SharedTarget(StrEnum):
    """What happens if several sides share the highest total that wins (G-10, L-6)?"""

    SHARED = "shared"
    ANOTHER_ROUND = "another_round"


class Points(StrEnum):
    """What does an amount score: itself, or one point for each five (AF-10)?

    Other answers may depend on whether rounds score, or pips (DU-4).
    """

    SUM = "sum"
    FIVES = "fives"
    ROUNDS = "rounds"
    PIPS = "pips"


class Finish(StrEnum):
    """When does a target win the match?"""

    AT_ONCE = "at_once"
    ROUND_END = "round_end"


class Count(StrEnum):
    """What counts in a hand?"""

    PIPS = "pips"
    TILES = "tiles"


class Best(StrEnum):
    """Which total is good?"""

    HIGHEST = "highest"
    LOWEST = "lowest"


MOST_PLAYERS = 10
LARGEST_SET = 18

QUESTIONS: Mapping[str, AnswerKind] = {
    "set": Number(1, LARGEST_SET),
    "most_players": Limits(),
    "hand": Numbers(1, 60),
    "aside": TileList(),
    "redeal": Flag(),
    "redeal_doubles": Number(4, or_none=True),
    "redeal_number": Number(5, or_none=True),
    "reserve": Number(0, 60),
    "direction": Word(Direction),
    "shape": Word(Shape),
    "first_toes": Number(1),
    "spinner": Flag(),
    "arms": Word(Arms),
    "joining": Word(Joining),
    "wild": TileList(),
    "first": Word(First),
    "lead": Word(Lead),
    "starter": Word(Starter),
    "later_starter": Word(LaterStarter),
    "no_winner": Word(NoWinner),
    "opening": Word(Opening),
    "drawing": Word(Drawing),
    "keep_matadors": Flag(),
    "after_draw": Word(AfterDraw),
    "passing": Word(Passing),
    "opening_scores": Flag(),
    "first_pass_doubles": Flag(),
    "doubles": Word(Doubles),
    "first_turn": Word(FirstTurn),
    "both_doubles": Flag(),
    "going_out": Word(GoingOut),
    "again_on": Numbers(0, 60, or_empty=True),
    "skip_on": Numbers(0, 60, or_empty=True),
    "skip_on_equal_ends": Flag(),
    "turn_round_on": Numbers(0, 60, or_empty=True),
    "blocked_by": Word(BlockedBy),
    "blocked_tie": Word(BlockedTie),
    "blocked": Word(Blocked),
    "counts": Word(Counts),
    "scoring": AwardList(),
    "capicua": Number(0),
    "capicua_blank": Flag(),
    "chuchazo": Number(0),
    "opening_pass": Number(0),
    "all_pass": Number(0),
    "crossed": Number(0),
    "out_points": Number(0),
    "round_bonus": Flag(),
    "points": Word(Points),
    "count": Word(Count),
    "blocked_count": Word(Count),
    "double_blank": Number(0),
    "lone_double_blank": Number(0),
    "winners_leftovers": Flag(),
    "best": Word(Best),
    "entry": Number(1, or_none=True),
    "limit": Number(1, or_none=True),
    "target": Number(1, or_none=True),
    "finish": Word(Finish),
    "shared_target": Word(SharedTarget),
    "love": Flag(),
    "exact": Flag(),
    "series": Number(2, or_none=True),
    "deals": Number(1, or_none=True),
    "rounds": Number(1, or_none=True),
    "single_round": Flag(),
}
"""Every question of the page language with the type of its answer, in the order of reading."""

OF_EVERY_PAGE: Mapping[str, AnswerKind] = {
    "direction": OneOf(QUESTIONS["direction"], tuple(map(str, Direction))),
}
"""The options that every page offers to more than two players, after its own."""
