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
            words: dict[str, Blank] = {"others": Either(named[1:]), "all": Either(named)}
            return Message(f"files.misfits.{word}", blanks={"first": named[0], **words} if named else {})
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
            entry = "number_from" if most is None else "number"
            blanks = {"least": least} if most is None else {"least": least, "most": most}
            values = _values(entry, **blanks)
            return _values("or_none", inner=values) if or_none else values
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
        # What follows is only in settings and languages.
        case OrUnset(unset, inner):
            set_values = allowed_values(inner)
            return set_values if unset == "" else Either((str(unset), set_values))
        case Measure(unit, lowest, highest):
            return _values(unit, least=lowest, most=highest)
        case Text(what) | PlainData(what):
            return _values(what)
        case ListOf(item):
            return _values("list", inner=allowed_values(item))
        case MappingOf(key, value):
            return _values("mapping", keys=allowed_values(key), inner=allowed_values(value))
    raise TypeError(kind)


def _values(entry: str, **blanks: Blank) -> Message:
    return Message(f"files.values.{entry}", blanks=blanks)
