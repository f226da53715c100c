"""The allowed values of a file's entry or of an argument, in words."""

from playroom.narration.message import Blank, Either, Message
from playroom.rules.rulebook.answer_kinds import (
    AwardList,
    Flag,
    Limits,
    Number,
    Numbers,
    OneOf,
    TileList,
    Word,
)
from playroom.rules.rulebook.award import NAMED
from playroom.strict_yaml import as_written
from playroom.strict_yaml.kinds import ListOf, MappingOf, Measure, OrUnset, PlainData, Text, TextChoice


def allowed_values(kind: object) -> Blank:
    """The values that a kind allows, as they are written in a file."""
    match kind:
        case Word(choices) | TextChoice(choices):
            return Either(tuple(map(str, choices)))
        case OneOf(_, choices):
            return Either(tuple(str(as_written(choice)) for choice in choices))
        case Flag():
            return Either(("true", "false"))
        case Number(least, most, or_none):
            return _number(least, most, or_none=or_none)
        case Numbers(least, most):
            return _values("numbers", least=least, most=most)
        case Limits():
            return _values("limits", example="{6: 4}")
        case TileList():
            return _values("tiles")
        case AwardList():
            return _values(
                "awards", named=Either(tuple(NAMED)), example="[{when: out, counts: others, to: winner}]"
            )
    return _other_allowed_values(kind)


def _other_allowed_values(kind: object) -> Blank:
    """The values of the kinds that only settings and languages use."""
    match kind:
        case OrUnset(unset, inner):
            values = allowed_values(inner)
            return values if unset == "" else Either((str(unset), values))
        case Measure(unit, least, most):
            return _values(unit, least=least, most=most)
        case Text(what) | PlainData(what):
            return _values(what)
        case ListOf(inner):
            return _values("list", inner=allowed_values(inner))
        case MappingOf(key, value):
            return _values("mapping", keys=allowed_values(key), inner=allowed_values(value))
    raise TypeError(kind)


def _number(least: int, most: int | None, *, or_none: bool) -> Blank:
    entry = "number_from" if most is None else "number"
    blanks = {"least": least} if most is None else {"least": least, "most": most}
    values = _values(entry, **blanks)
    return _values("or_none", inner=values) if or_none else values


def _values(entry: str, **blanks: Blank) -> Message:
    return Message(f"files.values.{entry}", blanks=blanks)
