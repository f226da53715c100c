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
    TileList,
    Word,
)


class Starter(StrEnum):
    """Which seat starts a round?"""

    HIGHEST_DOUBLE = "highest_double"
    HIGHEST_DOUBLE_OR_HEAVIEST = "highest_double_or_heaviest"
    CHANCE = "chance"
    CHANCE_THEN_CLOCKWISE = "chance_then_clockwise"
    CHANCE_THEN_WINNER = "chance_then_winner"
    LOTS_THEN_CLOCKWISE = "lots_then_clockwise"


class Lead(StrEnum):
    """Who leads a round, and with which tile? Other answers may depend on it (AF-2)."""

    WINNER = "winner"
    DOUBLE = "double"


class Opening(StrEnum):
    """With which tiles may the starter open?"""

    ANY = "any"
    DOUBLE = "double"
    HIGHEST = "highest"


class Shape(StrEnum):
    """What shape do the tiles on the table take?"""

    LINE = "line"
    TRAINS = "trains"


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


class Points(StrEnum):
    """What does an amount score: itself, or one point for each five (AF-10)?"""

    SUM = "sum"
    FIVES = "fives"


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
    "reserve": Number(0, 60),
    "shape": Word(Shape),
    "spinner": Flag(),
    "joining": Word(Joining),
    "wild": TileList(),
    "lead": Word(Lead),
    "starter": Word(Starter),
    "opening": Word(Opening),
    "drawing": Word(Drawing),
    "keep_matadors": Flag(),
    "after_draw": Word(AfterDraw),
    "passing": Word(Passing),
    "first_pass_doubles": Flag(),
    "doubles": Word(Doubles),
    "first_turn": Word(FirstTurn),
    "going_out": Word(GoingOut),
    "again_on": Numbers(0, 60, or_empty=True),
    "skip_on": Numbers(0, 60, or_empty=True),
    "skip_on_equal_ends": Flag(),
    "turn_round_on": Numbers(0, 60, or_empty=True),
    "blocked": Word(Blocked),
    "scoring": AwardList(),
    "points": Word(Points),
    "count": Word(Count),
    "blocked_count": Word(Count),
    "double_blank": Number(0),
    "lone_double_blank": Number(0),
    "winners_leftovers": Flag(),
    "best": Word(Best),
    "limit": Number(1, or_none=True),
    "target": Number(1, or_none=True),
    "finish": Word(Finish),
    "deals": Number(1, or_none=True),
    "rounds": Number(1, or_none=True),
    "single_round": Flag(),
}
"""Every question of the page language with the type of its answer, in the order of reading."""
