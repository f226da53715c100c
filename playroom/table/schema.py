"""The page language as JSON Schema, for editors."""

import json
from dataclasses import replace

from playroom.rules.question import MOST_PLAYERS, QUESTIONS, Kind, Number, Question
from playroom.table.page import DECIDING


def schema() -> dict[str, object]:
    """What a page may say, as JSON Schema (draft 2020-12)."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A domino rulebook of the playroom",
        "type": "object",
        "additionalProperties": False,
        "required": ["name"],
        "anyOf": [{"required": ["like"]}, {"required": ["players", "teams", *QUESTIONS]}],
        "properties": _frame() | {name: _answer(question) for name, question in QUESTIONS.items()},
    }


def as_text() -> str:
    """The schema as a file's text."""
    return json.dumps(schema(), indent=2)


def _frame() -> dict[str, object]:
    texts = {"type": "object", "additionalProperties": {"type": "string"}}
    return {
        "name": {"type": "string", "description": "The word for this rulebook, in records and commands."},
        "like": {"type": "string", "description": "The rulebook that this one differs from."},
        "title": texts | {"description": "What it is called, in each language: {en: My game}."},
        "players": _counts(2, "How many may play."),
        "teams": _counts(0, "In how many teams; 0 is everyone alone."),
        "options": {
            "type": "object",
            "description": "The questions left to the players, with their answers.",
            "additionalProperties": False,
            "properties": {name: _option(question.kind) for name, question in QUESTIONS.items()},
        },
        "clauses": texts | {"description": "The clause that each refusal names."},
    }


def _counts(least: int, description: str) -> dict[str, object]:
    number = {"type": "integer", "minimum": least, "maximum": MOST_PLAYERS}
    several = {"type": "array", "items": number, "minItems": 1, "uniqueItems": True}
    return {"anyOf": [number, several], "description": description}


def _option(kind: Kind) -> dict[str, object]:
    """The answers that players may choose from, one by one, or the bounds of a number."""
    choices: dict[str, object] = {"type": "array", "items": kind.schema, "minItems": 1}
    if not isinstance(kind, Number):
        return choices
    bound = replace(kind, or_none=False).schema
    bounds = {"type": "object", "properties": {"least": bound, "most": bound}, "additionalProperties": False}
    return {"anyOf": [choices, bounds]}


def _answer(question: Question) -> dict[str, object]:
    """One answer, or a table of answers by the number of players or by another question."""
    by = {
        "type": "object",
        "required": ["by"],
        "properties": {"by": {"enum": ["players", *DECIDING]}},
        "additionalProperties": question.kind.schema,
    }
    return {"anyOf": [question.kind.schema, by], "description": question.asks}
