"""The entries of a phrasebook file, and the placeholders of their ICU patterns."""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from playroom.narration.message import Person
from playroom.strict_yaml import Page, PageError, Reason, Value, as_written, quoted, reason


class Form(StrEnum):
    """A form of an entry: a length, or its use.

    EARCONS accompanies the cue of an event, SHORT is for bursts, IN_A_ROW for several that are alike.
    """

    EARCONS = "earcons"
    SHORT = "short"
    IN_A_ROW = "in_a_row"
    BRIEF = "brief"
    NORMAL = "normal"
    FULL = "full"


Entry: TypeAlias = Mapping[Person, Mapping[Form, str]]
"""The patterns of one entry, by grammatical person and length."""

PERSONS = frozenset(each.value for each in Person if each)
FORMS = frozenset(each.value for each in Form)


class WrongEntryError(ValueError):
    """An invalid phrasebook entry, and why."""

    def __init__(self, entry: str, **blanks: object) -> None:
        super().__init__(entry)
        self.why = reason(entry, **blanks)


class Words(Struct, frozen=True):
    """The entries of one file by full name (``events.drew``), and the errors in it."""

    page: Page
    entries: Mapping[str, Entry]
    faults: tuple[PageError, ...] = ()

    def fault(self, name: str, why: Reason) -> PageError:
        """An error in the entry *name*, or in the form that *why* names, with its file, line and key."""
        _, *path = name.split(".")
        form = str(why.blanks.get("form", "")).split(".")
        return self.page.error(reason("in_entry", name=quoted(name), why=why), *path, *form)


def words(page: Page, stem: str = "") -> Words:
    """The entries of the file *page*; their names begin with the file's name, or with *stem*."""
    file = stem or Path(page.source).stem
    entries: dict[str, Entry] = {}
    faults: list[PageError] = []
    for path, said in _leaves(page.value, ()):
        name = ".".join((file, *path))
        try:
            entries[name] = entry_of(said)
        except WrongEntryError as wrong:
            faults.append(page.error(reason("in_entry", name=quoted(name), why=wrong.why), *path))
    return Words(page, entries, tuple(faults))


def said_by_name(page: Page) -> Mapping[str, Value]:
    """What the file *page* says for each entry, by full name."""
    file = Path(page.source).stem
    return {".".join((file, *path)): said for path, said in _leaves(page.value, ())}


def _leaves(said: Value, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Value]]:
    """Each entry of a file with its path; a mapping without forms is a group."""
    if not isinstance(said, dict) or any(
        key in PERSONS or (key in FORMS and not isinstance(text, dict)) for key, text in said.items()
    ):
        yield path, said
        return
    for key, inside in said.items():
        yield from _leaves(inside, (*path, str(key)))


def entry_of(said: Value) -> Entry:
    """The patterns of an entry as a file says it; a WrongEntryError if they are invalid."""
    if not isinstance(said, dict) or not PERSONS.intersection(map(str, said)):
        return {Person.NOBODY: _lengths(said)}
    if strange := [key for key in said if key not in PERSONS]:
        raise WrongEntryError("strange_person", given=quoted(strange[0]))
    if missing := [key for key in (Person.YOU, Person.THEY) if key not in said]:
        raise WrongEntryError("missing_person", person=str(missing[0]))
    return {Person(str(key)): _lengths(lengths) for key, lengths in said.items()}


def _lengths(said: Value) -> Mapping[Form, str]:
    lengths = said if isinstance(said, dict) else {Form.NORMAL.value: said}
    if strange := [key for key in lengths if key not in FORMS]:
        raise WrongEntryError("strange_form", given=quoted(strange[0]))
    if Form.NORMAL not in lengths:
        raise WrongEntryError("no_normal_form")
    if wrong := [text for text in lengths.values() if not isinstance(text, str) or not text.strip()]:
        raise WrongEntryError("no_text", given=as_written(wrong[0]))
    return {Form(str(key)): str(text) for key, text in lengths.items()}


PLURAL = "plural"
SELECT = "select"

_QUOTED = re.compile(r"'[{}#|](?:[^']|'')*'?|''")
_ARGUMENT = re.compile(r"\s*(\w+)\s*(?:,\s*(\w+)\s*)?")
_BRACE = re.compile("[{}]")
_CASE = re.compile(r"\s*(?:offset:\d+\s*)?(=\d+|\w+)\s*\{")


class Placeholder(Struct, frozen=True):
    """One placeholder of a pattern; *kind* is ``plural`` or ``select``, with *cases*, or empty."""

    blank: str
    kind: str = ""
    cases: tuple[str, ...] = ()


@lru_cache(maxsize=20_000)
def parsed_blanks(pattern: str) -> tuple[Placeholder, ...]:
    """Every placeholder of *pattern* in order, also inside cases; a ValueError if it is malformed.

    A check asks for the same pattern several times; there is room for all of two languages.
    """
    if "{" not in pattern and "}" not in pattern:
        return ()
    from icu4py.messageformat import MessageFormat  # noqa: PLC0415 (only a check asks)

    MessageFormat(pattern, "en")  # which refuses what is malformed
    return tuple(_asked(_QUOTED.sub("", pattern)))


def blanks(pattern: str) -> frozenset[str]:
    """The names of the blanks of *pattern*; a ValueError if it is malformed."""
    return frozenset(each.blank for each in parsed_blanks(pattern))


def _asked(pattern: str) -> Iterator[Placeholder]:
    at = 0
    while (start := pattern.find("{", at)) >= 0:
        at = _close(pattern, start)
        inside = pattern[start + 1 : at - 1]
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
    for brace in _BRACE.finditer(pattern, start):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.end()
    raise ValueError("a brace is not closed")
