"""The page language as JSON Schema, for editors."""

import json

from msgspec.structs import replace

from playroom.rules.rulebook.answer_kinds import AnswerKind, Number
from playroom.rules.rulebook.questions import ASKS, MOST_PLAYERS, QUESTIONS
from playroom.table.page import DECIDING


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
