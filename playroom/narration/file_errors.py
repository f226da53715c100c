"""Errors in files as messages."""

from playroom.narration.message import Blank, Either, Message
from playroom.narration.phrases.kinds import allowed_values
from playroom.rules.rulebook.answer_kinds import Misfit
from playroom.strict_yaml import PageError, Reason, one_line, system_reason
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
