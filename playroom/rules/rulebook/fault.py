"""Why a table or a deal is invalid."""

from enum import StrEnum


class TableFault(StrEnum):
    """Why a table cannot be set up."""

    PLAYERS = "players"
    TEAMS = "teams"
    UNEQUAL_TEAMS = "unequal_teams"
    UNKNOWN_OPTION = "unknown_option"
    WRONG_ANSWER = "wrong_answer"
    MOST_PLAYERS = "most_players"
    HAND_TOO_LARGE = "hand_too_large"
    NO_END = "no_end"
    TWO_ENDS = "two_ends"
    LIMIT_NEEDS_LOWEST = "limit_needs_lowest"
    AT_ONCE_NEEDS_HIGHEST = "at_once_needs_highest"
    DOUBLE_NEEDS_HIGHEST_DOUBLE = "double_needs_highest_double"
    PLAYS_ON_NEEDS_AND_OUT = "plays_on_needs_and_out"
    FIVES_COUNT_PIPS = "fives_count_pips"
    ROUNDS_BEYOND_ENGINES = "rounds_beyond_engines"
    TRAINS_END_BY_ROUNDS = "trains_end_by_rounds"
    TRAINS_JOIN_EQUAL = "trains_join_equal"
    TRAINS_COVER_DOUBLES = "trains_cover_doubles"
    TRAINS_DRAW_ALL = "trains_draw_all"
    TRAINS_GO_OUT = "trains_go_out"
    REDEALS_OFTEN = "redeals_often"
    ASIDE_NOT_DEALT = "aside_not_dealt"
    PIGS_NEED_SERIES = "pigs_need_series"
    NEVER_SCORES = "never_scores"
    NEVER_EXACT = "never_exact"
    LOVE_NEEDS_ONE_WINNER = "love_needs_one_winner"
    ENTRY_TOO_HIGH = "entry_too_high"
    AND_OUT_KEEPS_NOTHING = "and_out_keeps_nothing"
    TRAINS_PASS_IF_STUCK = "trains_pass_if_stuck"  # noqa: S105 (not a password)


class DealFault(StrEnum):
    """Why a deal is invalid."""

    ROUND_GOES_ON = "round_goes_on"
    MATCH_OVER = "match_over"
    NOT_IN_SET = "not_in_set"
    ASIDE_DEALT = "aside_dealt"
    ENGINE_DEALT = "engine_dealt"
    TWICE = "twice"
    MISSING = "missing"
    HAND_SIZE = "hand_size"
    OUT_OF_MATCH = "out_of_match"
    STARTER_NEEDED = "starter_needed"
    WRONG_STARTER = "wrong_starter"
    NO_STARTER = "no_starter"
    DEALT_AGAIN = "dealt_again"


class InvalidTable(ValueError):  # noqa: N818 (a refusal, not an error of the program)
    """An invalid table or deal: the fault, the facts for its message, and the clause."""

    def __init__(self, fault: TableFault | DealFault, clause: str = "", **facts: object) -> None:
        super().__init__(fault)
        self.fault = fault
        self.clause = clause
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.fault}: " + ", ".join(f"{name} {fact}" for name, fact in self.facts.items())
