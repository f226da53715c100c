"""The placeholders of an ICU pattern, and their cases."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:  # help has nothing to fill in
    from icu4py.messageformat import MessageFormat

PLURAL = "plural"
SELECT = "select"

# Between thousands, as in French and Russian: voices read two numbers, and old consoles show a question mark.
_THOUSANDS = re.compile("(?<=[0-9])[\u00a0\u202f](?=[0-9]{3})")

_SYNTAX = re.compile(r"[{}]|''")
"""Only a pattern with one of these differs from its own text."""

_QUOTED = re.compile(r"'[{}#|](?:[^']|'')*'?|''")
_ARGUMENT = re.compile(r"\s*(\w+)\s*(?:,\s*(\w+)\s*)?")
_CASE = re.compile(r"\s*(?:offset:\d+\s*)?(=\d+|\w+)\s*\{")


class Placeholder(Struct, frozen=True):
    """One placeholder of a pattern; *kind* is ``plural`` or ``select``, with *cases*, or empty."""

    blank: str
    kind: str = ""
    cases: tuple[str, ...] = ()


def formatted(pattern: str, locale: str, words: Mapping[str, str | int | float]) -> str:
    """*pattern* with its blanks filled, and the plurals of *locale*; a ValueError if it is malformed."""
    if not _SYNTAX.search(pattern):
        return pattern
    return _THOUSANDS.sub("", _parsed(pattern, locale).format({**words}))


@lru_cache(maxsize=500)
def _parsed(pattern: str, locale: str) -> "MessageFormat":
    from icu4py.messageformat import MessageFormat  # noqa: PLC0415 (help has nothing to fill in)

    return MessageFormat(pattern, locale)


def parsed_blanks(pattern: str) -> tuple[Placeholder, ...]:
    """Every placeholder of *pattern* in order, also inside cases; a ValueError if it is malformed."""
    _parsed(pattern, "en")
    return tuple(_asked(_QUOTED.sub("", pattern)))


def blanks(pattern: str) -> frozenset[str]:
    """The names of the blanks of *pattern*; a ValueError if it is malformed."""
    return frozenset(each.blank for each in parsed_blanks(pattern))


def _asked(pattern: str) -> Iterator[Placeholder]:
    at = 0
    while (start := pattern.find("{", at)) >= 0:
        at = _close(pattern, start)
        yield from _argument(pattern[start + 1 : at - 1])


def _argument(inside: str) -> Iterator[Placeholder]:
    found = _ARGUMENT.match(inside)
    if found is None:
        raise ValueError(f"{{{inside}}} names no blank")
    name, kind = found.groups()
    cases = tuple(_cases(inside, found.end() + 1)) if kind in (PLURAL, SELECT) else ()
    yield Placeholder(name, kind or "", tuple(case for case, _ in cases))
    for _, text in cases:
        yield from _asked(text)


def _cases(inside: str, at: int) -> Iterator[tuple[str, str]]:
    """Each case of a plural or select, and its text."""
    while found := _CASE.match(inside, at):
        at = _close(inside, found.end() - 1)
        yield found[1], inside[found.end() : at - 1]


def _close(pattern: str, start: int) -> int:
    """The index after the brace that closes the one at *start*; the pattern is well-formed."""
    depth = 0
    for at in range(start, len(pattern)):
        depth += {"{": 1, "}": -1}.get(pattern[at], 0)
        if not depth:
            return at + 1
    raise ValueError("a brace is not closed")
