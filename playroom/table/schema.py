"""The page language as JSON Schema, for editors."""

import json
from collections.abc import Mapping

from msgspec.structs import replace

from playroom.rules.rulebook.answer_kinds import AnswerKind, Number
from playroom.rules.rulebook.questions import MOST_PLAYERS, QUESTIONS
from playroom.table.page import DECIDING

ASKS: Mapping[str, str] = {
    "set": "The highest number of the set: 6 is double-six.",
    "most_players": "For a set, the most players that it serves.",
    "hand": "How many tiles each; of several, the first that the set can deal.",
    "aside": "Which tiles are taken out before the deal?",
    "redeal": "Are hands with too many doubles, or tiles of one number, dealt again?",
    "redeal_doubles": "With how many doubles in a hand are the tiles dealt again?",
    "redeal_number": "With how many tiles of one number in a hand are the tiles dealt again?",
    "reserve": "How many last tiles of the boneyard are never drawn?",
    "direction": "Which way do turns go round the table?",
    "shape": "What shape do the tiles on the table take?",
    "first_toes": "How many toes must the engine get before anything else is played?",
    "spinner": "Does the first double of a line take tiles on four sides?",
    "arms": "When do the sides of a spinner take tiles: two later, all four first, or then doubles too?",
    "joining": "Which halves may touch: equal ones, or those that make seven?",
    "wild": "Which tiles join any number, either way round?",
    "first": "How does the first round begin; other answers may depend on it.",
    "lead": "Who leads a round; other answers may depend on it.",
    "starter": "Which seat starts a round?",
    "later_starter": "Which seat starts the rounds after the first one?",
    "no_winner": "Which seat starts after a round that nobody won?",
    "opening": "With which tiles may the starter open?",
    "drawing": "When may a player draw?",
    "keep_matadors": "May a player draw while only wild tiles fit?",
    "after_draw": "What may follow a draw in the same turn?",
    "passing": "When may a player pass, and what does it cost?",
    "opening_scores": "Does a double that opens a round score, if an award is for that?",
    "first_pass_doubles": "Does a pass on the very first tile score double?",
    "doubles": "How many doubles may be laid in a turn before they are covered?",
    "first_turn": "How many tiles may go to the own train in the first turn?",
    "both_doubles": "May a player who holds the doubles of both ends play both in one turn?",
    "going_out": "What happens when a player has played their last tile?",
    "again_on": "Which sums of the ends give another turn?",
    "skip_on": "Which sums of the ends skip the next player?",
    "skip_on_equal_ends": "Do equal ends skip the next player?",
    "turn_round_on": "Which sums of the ends turn the direction?",
    "blocked_by": "Who wins a blocked round?",
    "blocked_tie": "Which side wins a blocked round if several are equal?",
    "blocked": "What does the winner of a blocked round score; scoring may depend on it.",
    "counts": "Whose hands does the winner score; scoring may depend on it.",
    "scoring": "Who scores what?",
    "capicua": "How many points for going out with a tile that fits both ends with different numbers?",
    "capicua_blank": "May such a tile have a blank?",
    "chuchazo": "How many points for going out with 0-0?",
    "opening_pass": "How many points if the next player passes on the first tile?",
    "all_pass": "How many points if all others pass in turn after a tile?",
    "crossed": "How many points for going out with a double that fits both ends; scoring may depend on it.",
    "round_bonus": "Do the winners of the first four rounds score 100, 75, 50 and 25 more?",
    "out_points": "How many points for going out; scoring may depend on it.",
    "points": "Does an amount score itself, or one point for each five; or do rounds or pips score?",
    "count": "What counts in a hand?",
    "blocked_count": "What counts in a hand when the round is blocked?",
    "double_blank": "What is 0-0 worth in a hand?",
    "lone_double_blank": "What is 0-0 worth as the only tile in a hand?",
    "winners_leftovers": "Do the others also score what is left in the winner's team?",
    "best": "Which total is good?",
    "entry": "How much must a side with a total of 0 hold for points to count; with less they wait.",
    "limit": "Which total puts a side out of the match?",
    "target": "Which total ends the match?",
    "finish": "When does a target win: at once, or at the end of the round?",
    "shared_target": "What happens if several sides share the total that wins?",
    "love": "Do all totals go back to 0 once every side has a point?",
    "exact": "Must the target be reached exactly, so that an amount beyond it scores nothing?",
    "series": "How many rounds must a side win to end a series, which scores?",
    "deals": "After how many rounds is the match over?",
    "rounds": "With trains, after how many rounds; none is a round for each engine.",
    "single_round": "Is the match one round, won by the winner of the round?",
}
"""The descriptions of the questions, for editors."""


def schema() -> dict[str, object]:
    """The page language as JSON Schema (draft 2020-12)."""
    texts = {"type": "object", "additionalProperties": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A domino rulebook of the playroom",
        "type": "object",
        "additionalProperties": False,
        "required": ["name"],
        "anyOf": [{"required": ["like"]}, {"required": ["players", "teams", *QUESTIONS]}],
        "properties": {
            "name": {"type": "string", "description": "The word for this rulebook, in records and commands."},
            "like": {"type": "string", "description": "The rulebook that this one differs from."},
            "title": texts | {"description": "What it is called, in each language: {en: My game}."},
            "players": _counts(2, "How many may play."),
            "teams": _teams("In how many teams; 0 is everyone alone."),
            "options": {
                "type": "object",
                "description": "The questions left to the players, with their answers.",
                "additionalProperties": False,
                "properties": {name: _option(kind) for name, kind in QUESTIONS.items()},
            },
            "presets": {
                "type": "object",
                "description": "Options that are played together, by a name: "
                "{house: {options: {target: 50}}}.",
                "additionalProperties": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["options"],
                    "properties": {"title": texts, "options": {"type": "object"}},
                },
            },
            "clauses": texts | {"description": "The clause that each refusal names."},
        }
        | {
            # One answer, or a table of answers by the number of players or by another question.
            name: {
                "anyOf": [kind.schema, _by({"anyOf": [kind.schema, _by(kind.schema)]})],
                "description": ASKS[name],
            }
            for name, kind in QUESTIONS.items()
        },
    }


def as_text() -> str:
    """The schema as a file's text."""
    return json.dumps(schema(), indent=2)


def _counts(least: int, description: str) -> dict[str, object]:
    number = {"type": "integer", "minimum": least, "maximum": MOST_PLAYERS}
    several = {"type": "array", "items": number, "minItems": 1, "uniqueItems": True}
    return {"anyOf": [number, several], "description": description}


def _teams(description: str) -> dict[str, object]:
    """Numbers of teams, or those of each number of players."""
    counts = _counts(0, description)
    by = {"type": "object", "required": ["by"], "additionalProperties": {"anyOf": counts["anyOf"]}}
    by["properties"] = {"by": {"const": "players"}}
    return {"anyOf": [{"anyOf": counts["anyOf"]}, by], "description": description}


def _option(kind: AnswerKind) -> dict[str, object]:
    """The answers that players may choose from, one by one, or the bounds of a number."""
    choices: dict[str, object] = {"type": "array", "items": kind.schema, "minItems": 1}
    if not isinstance(kind, Number):
        return choices
    bound = replace(kind, or_none=False).schema
    bounds = {"type": "object", "properties": {"least": bound, "most": bound}, "additionalProperties": False}
    return {"anyOf": [choices, bounds]}


def _by(answers: dict[str, object]) -> dict[str, object]:
    """A table of answers; two tables may be nested."""
    return {
        "type": "object",
        "required": ["by"],
        "properties": {"by": {"enum": ["players", *DECIDING]}},
        "additionalProperties": answers,
    }
