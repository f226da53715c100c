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

_DECLARED: Mapping[str, tuple[AnswerKind, str]] = {
    "set": (Number(1, LARGEST_SET), "The highest number of the set: 6 is double-six."),
    "most_players": (Limits(), "For a set, the most players that it serves."),
    "hand": (Numbers(1, 60), "How many tiles each; of several, the first that the set can deal."),
    "aside": (TileList(), "Which tiles are taken out before the deal?"),
    "redeal": (Flag(), "Are hands with too many doubles, or tiles of one number, dealt again?"),
    "redeal_doubles": (Number(4, or_none=True), "With how many doubles in a hand are the tiles dealt again?"),
    "redeal_number": (
        Number(5, or_none=True),
        "With how many tiles of one number in a hand are the tiles dealt again?",
    ),
    "reserve": (Number(0, 60), "How many last tiles of the boneyard are never drawn?"),
    "direction": (Word(Direction), "Which way do turns go round the table?"),
    "shape": (Word(Shape), "What shape do the tiles on the table take?"),
    "first_toes": (Number(1), "How many toes must the engine get before anything else is played?"),
    "spinner": (Flag(), "Does the first double of a line take tiles on four sides?"),
    "arms": (
        Word(Arms),
        "When do the sides of a spinner take tiles: two later, all four first, or then doubles too?",
    ),
    "joining": (Word(Joining), "Which halves may touch: equal ones, or those that make seven?"),
    "wild": (TileList(), "Which tiles join any number, either way round?"),
    "first": (Word(First), "How does the first round begin; other answers may depend on it."),
    "lead": (Word(Lead), "Who leads a round; other answers may depend on it."),
    "starter": (Word(Starter), "Which seat starts a round?"),
    "later_starter": (Word(LaterStarter), "Which seat starts the rounds after the first one?"),
    "no_winner": (Word(NoWinner), "Which seat starts after a round that nobody won?"),
    "opening": (Word(Opening), "With which tiles may the starter open?"),
    "drawing": (Word(Drawing), "When may a player draw?"),
    "keep_matadors": (Flag(), "May a player draw while only wild tiles fit?"),
    "after_draw": (Word(AfterDraw), "What may follow a draw in the same turn?"),
    "passing": (Word(Passing), "When may a player pass, and what does it cost?"),
    "opening_scores": (Flag(), "Does a double that opens a round score, if an award is for that?"),
    "first_pass_doubles": (Flag(), "Does a pass on the very first tile score double?"),
    "doubles": (Word(Doubles), "How many doubles may be laid in a turn before they are covered?"),
    "first_turn": (Word(FirstTurn), "How many tiles may go to the own train in the first turn?"),
    "both_doubles": (Flag(), "May a player who holds the doubles of both ends play both in one turn?"),
    "going_out": (Word(GoingOut), "What happens when a player has played their last tile?"),
    "again_on": (Numbers(0, 60, or_empty=True), "Which sums of the ends give another turn?"),
    "skip_on": (Numbers(0, 60, or_empty=True), "Which sums of the ends skip the next player?"),
    "skip_on_equal_ends": (Flag(), "Do equal ends skip the next player?"),
    "turn_round_on": (Numbers(0, 60, or_empty=True), "Which sums of the ends turn the direction?"),
    "blocked_by": (Word(BlockedBy), "Who wins a blocked round?"),
    "blocked_tie": (Word(BlockedTie), "Which side wins a blocked round if several are equal?"),
    "blocked": (Word(Blocked), "What does the winner of a blocked round score; scoring may depend on it."),
    "counts": (Word(Counts), "Whose hands does the winner score; scoring may depend on it."),
    "scoring": (AwardList(), "Who scores what?"),
    "capicua": (
        Number(0),
        "How many points for going out with a tile that fits both ends with different numbers?",
    ),
    "capicua_blank": (Flag(), "May such a tile have a blank?"),
    "chuchazo": (Number(0), "How many points for going out with 0-0?"),
    "opening_pass": (Number(0), "How many points if the next player passes on the first tile?"),
    "all_pass": (Number(0), "How many points if all others pass in turn after a tile?"),
    "crossed": (
        Number(0),
        "How many points for going out with a double that fits both ends; scoring may depend on it.",
    ),
    "out_points": (Number(0), "How many points for going out; scoring may depend on it."),
    "round_bonus": (Flag(), "Do the winners of the first four rounds score 100, 75, 50 and 25 more?"),
    "points": (
        Word(Points),
        "Does an amount score itself, or one point for each five; or do rounds or pips score?",
    ),
    "count": (Word(Count), "What counts in a hand?"),
    "blocked_count": (Word(Count), "What counts in a hand when the round is blocked?"),
    "double_blank": (Number(0), "What is 0-0 worth in a hand?"),
    "lone_double_blank": (Number(0), "What is 0-0 worth as the only tile in a hand?"),
    "winners_leftovers": (Flag(), "Do the others also score what is left in the winner's team?"),
    "best": (Word(Best), "Which total is good?"),
    "entry": (
        Number(1, or_none=True),
        "How much must a side with a total of 0 hold for points to count; with less they wait.",
    ),
    "limit": (Number(1, or_none=True), "Which total puts a side out of the match?"),
    "target": (Number(1, or_none=True), "Which total ends the match?"),
    "finish": (Word(Finish), "When does a target win: at once, or at the end of the round?"),
    "shared_target": (Word(SharedTarget), "What happens if several sides share the total that wins?"),
    "love": (Flag(), "Do all totals go back to 0 once every side has a point?"),
    "exact": (Flag(), "Must the target be reached exactly, so that an amount beyond it scores nothing?"),
    "series": (Number(2, or_none=True), "How many rounds must a side win to end a series, which scores?"),
    "deals": (Number(1, or_none=True), "After how many rounds is the match over?"),
    "rounds": (
        Number(1, or_none=True),
        "With trains, after how many rounds; none is a round for each engine.",
    ),
    "single_round": (Flag(), "Is the match one round, won by the winner of the round?"),
}

QUESTIONS: Mapping[str, AnswerKind] = {name: kind for name, (kind, _) in _DECLARED.items()}
"""Every question of the page language with the type of its answer, in the order of reading."""

ASKS: Mapping[str, str] = {name: asks for name, (_, asks) in _DECLARED.items()}
"""What each question asks, in English, for editors of pages."""

OF_EVERY_PAGE: Mapping[str, AnswerKind] = {
    "direction": OneOf(QUESTIONS["direction"], tuple(map(str, Direction))),
}
"""The options that every page offers to more than two players, after its own."""
