"""The answers of a page that the engine supports; other pages are played through `rules`, more slowly."""

from collections.abc import Collection, Mapping
from dataclasses import fields
from enum import StrEnum

from msgspec import structs

from playroom.rules.rulebook.award import Only
from playroom.rules.rulebook.variant import Rules

ANY_ANSWER = frozenset(
    (
        # What decides a deal or a match, not a round.
        *(
            "players",
            "teams",
            "most_players",
            "hand",
            "direction",
            "first",
            "starter",
            "later_starter",
            "no_winner",
        ),
        *("lead", "blocked", "counts", "clauses", "shared_target", "love", "aside", "exact", "out_points"),
        *(
            "redeal",
            "redeal_doubles",
            "redeal_number",
            "crossed",
            "series",
            "opening_scores",
            "entry",
            "both_doubles",
        ),
        *("limit", "deals", "rounds", "single_round"),
        # What the engine takes from `rules.legal`, and numbers and flags that it reads.
        *(
            "set",
            "first_toes",
            "joining",
            "wild",
            "reserve",
            "spinner",
            "keep_matadors",
            "first_pass_doubles",
        ),
        *("again_on", "skip_on", "skip_on_equal_ends", "turn_round_on", "target"),
        *("capicua", "capicua_blank", "chuchazo", "opening_pass", "all_pass", "round_bonus"),
        *("double_blank", "lone_double_blank", "winners_leftovers"),
    )
)
"""The questions of which the engine supports every answer."""

WORDS: Mapping[str, Collection[str]] = {
    "shape": ("line", "trains", "feet"),
    "arms": ("later", "first", "first_then_doubles"),
    "opening": ("any", "double", "highest", "lowest", "one_one"),
    "drawing": ("never", "if_stuck", "any_time"),
    "after_draw": ("may_play", "must_play", "until_playable", "wait"),
    "passing": ("if_stuck", "any_time", "and_out"),
    "doubles": ("not_covered", "one", "several"),
    "first_turn": ("one", "many"),
    "going_out": ("ends_round", "plays_on", "whole_team"),
    "blocked_by": ("side", "player", "neighbour", "nobody", "replay", "under_six", "no_doubles"),
    "blocked_tie": ("nobody", "opener", "blocker", "others", "eggs", "each"),
    "points": ("sum", "fives", "rounds", "pips"),
    "count": ("pips", "tiles"),
    "blocked_count": ("pips", "tiles"),
    "best": ("highest", "lowest"),
    "finish": ("at_once", "round_end"),
}
"""The supported words of other questions."""

AWARD_WORDS: Mapping[str, Collection[str]] = {
    "when": ("play", "pass", "last_tile", "last_in", "out", "blocked"),
    "counts": ("ends", "own", "others", "all", "tile", "fixed", "carried", "pigs"),
    "to": ("player", "last_player", "winner", "fewest", "each", "losers", "most"),
    "only": tuple(Only),
}
"""The supported words of an award."""

AWARD_NUMBERS = frozenset(("less_own", "multiple_of", "nearest", "points", "per"))
"""The other supported fields of an award."""


def uncovered(rules: Rules) -> tuple[str, ...]:
    """The questions whose answers the engine does not support.

    Of an unknown question it supports the answers without effect: false, 0, none, an empty list, or the
    first word of a list. It does not support sums of the ends of a tree.
    """
    unknown = tuple(each.name for each in fields(rules) if not _covers(each.name, getattr(rules, each.name)))
    return (*unknown, "shape") if rules.has_feet and rules.has_sum else unknown


def _covers(question: str, answer: object) -> bool:
    if question in WORDS:
        return answer in WORDS[question]
    if question == "scoring":
        return isinstance(answer, tuple) and all(  # an unknown field of an award must have its default
            getattr(award, each.name) in AWARD_WORDS.get(each.name, (each.default,))
            for award in answer
            for each in structs.fields(award)
            if each.name not in AWARD_NUMBERS
        )
    has_no_effect = answer == next(iter(type(answer))) if isinstance(answer, StrEnum) else not answer
    return question in ANY_ANSWER or has_no_effect
