"""Repairs of common typing errors in malformed YAML, line by line."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from playroom.strict_yaml.page import PageError, Reason, quoted, reason

_NO_SPACE: Final = re.compile(r"(?P<key>\s*(?:- +)?[^\W\d][\w-]*):(?P<answer>[^\s:/\\].*)")
_NO_COLON: Final = re.compile(r"(?P<key>[^\W\d][\w-]*)(?: *= *| +)(?P<answer>[^\s:=].*)")
_ANSWERED: Final = re.compile(r"\s*[\w-]+: +[^\s|>&\[{].*")
_KEY: Final = re.compile(r"\s*(?:- +)?[\w-]+:(\s|$)")
_COMMENT: Final = re.compile(r"(^|\s)#.*")
_TEXT: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
MOST_LINES: Final = 10_000
"""The most lines that are examined."""
_BRACKETS: Final[Mapping[str, str]] = {"[": "]", "{": "}"}


class TypoRepair(NamedTuple):
    """A typing error: the reason, and the line as probably meant."""

    why: Reason
    repaired: str


def typo_repairs(text: str, source: str) -> tuple[tuple[PageError, ...], str]:
    """The errors of lines with typing errors, and the text with these lines repaired."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    said = [number for number, line in enumerate(lines) if _bare(line)][:MOST_LINES]
    errors = []
    for before, number, after in zip((None, *said), said, (*said[1:], None), strict=False):
        above = "" if before is None else lines[before]
        below = "" if after is None else lines[after]
        if found := _repair(lines[number], above, below):
            errors.append(PageError(source, number + 1, found.why))
            lines[number] = found.repaired
    return tuple(errors), "\n".join(lines)


def _repair(line: str, above: str, below: str) -> TypoRepair | None:
    """The repair of a line, between the nearest lines with content; None if it needs none."""
    bare, inner = _bare(line), line.lstrip()
    indent = line[: len(line) - len(inner)]
    if "\t" in indent:
        return TypoRepair(reason("tab"), "")
    if len(indent) > _depth(above) and _ANSWERED.match(above):
        return TypoRepair(reason("indented"), above[: _depth(above)] + inner)
    if found := _NO_SPACE.fullmatch(bare) or _NO_COLON.fullmatch(bare):
        right = f"{found['key']}: {found['answer']}"
        entry = "no_space" if bare.startswith(f"{found['key']}:") else "no_colon"
        return TypoRepair(reason(entry, right=quoted(right.strip())), right)
    if '"' in bare or bare.count(": '") == 1:
        return TypoRepair(reason("open_quote"), "")
    return next(filter(None, (_bracket(bare, mark, below) for mark in _BRACKETS)), None)


def _depth(line: str) -> int:
    """The number of leading spaces."""
    return len(line) - len(line.lstrip())


def _bracket(bare: str, mark: str, below: str) -> TypoRepair | None:
    """The repair of an unbalanced bracket; a list may continue in the next line."""
    end = _BRACKETS[mark]
    missing = bare.count(mark) - bare.count(end)
    if missing > 0 and (not below or _KEY.match(below)):
        return TypoRepair(reason("open_bracket", end=end), bare + end * missing)
    return TypoRepair(reason("stray_bracket", end=end), "") if missing < 0 and mark not in bare else None


def _bare(line: str) -> str:
    """A line without its comment and its quoted texts."""
    return _COMMENT.sub("", _TEXT.sub("text", line)).rstrip()
