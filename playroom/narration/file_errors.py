"""Errors in files as messages, and the values that a file or an argument allows."""

from playroom.narration.message import Blank, Either, Message
from playroom.rules.rulebook.answer_kinds import (
    AwardList,
    Flag,
    Limits,
    Misfit,
    Number,
    Numbers,
    OneOf,
    TileList,
    Word,
)
from playroom.rules.rulebook.award import NAMED
from playroom.strict_yaml import PageError, Reason, as_written, one_line, system_reason
from playroom.strict_yaml.kinds import ListOf, MappingOf, Measure, OrUnset, PlainData, Text, TextChoice
from playroom.strict_yaml.page import NO_LINE


def page_error_message(error: PageError, source: str = "") -> Message:
    """An error with its file, and its line if there is one; *source* replaces the file's name."""
    blanks: dict[str, Blank] = {
        "file": one_line(source or error.source),
        "line": str(error.line),
        "why": reason_message(error.why),
    }
    return Message("files.of_file" if error.line == NO_LINE else "files.in_file", blanks=blanks)


def line_error_message(error: PageError) -> Message:
    """An error with its line but without its file."""
    return Message("files.in_line", blanks={"line": str(error.line), "why": reason_message(error.why)})


def reason_message(why: Reason) -> Message:
    """The reason for an error in a file."""
    return Message(f"files.{why.entry}", blanks={name: _blank(fact) for name, fact in why.blanks.items()})


def system_error_blank(error: OSError) -> Blank:
    """The system's reason why a file cannot be read or written."""
    return _blank(system_reason(error))


def _blank(fact: object) -> Blank:
    """The blank for a fact: a tuple becomes a choice (or), a list an enumeration (and)."""
    match fact:
        case Reason():
            return reason_message(fact)
        case Misfit(word, named):
            return Message(f"files.misfits.{word}", blanks=_named(named))
        case tuple() if type(fact) is tuple:  # kinds are named tuples
            return Either(tuple(map(_blank, fact)))
        case list():
            return tuple(map(_blank, fact))
        case bool():
            return str(fact).lower()
        case int():
            return fact
        case str():
            return one_line(fact)
    return allowed_values(fact)


def _named(words: tuple[str, ...]) -> dict[str, Blank]:
    """The blanks of a misfit: its first word, the others, and all."""
    return {"first": words[0], "others": Either(words[1:]), "all": Either(words)} if words else {}


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
