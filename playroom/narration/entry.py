"""The entries of a phrasebook as they stand in a file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from playroom.narration.message import Person
from playroom.strict_yaml import Key, Page, PageError, Value, quoted


class Form(StrEnum):
    """The length in which an entry is written; SHORT is for bursts."""

    SHORT = "short"
    BRIEF = "brief"
    NORMAL = "normal"
    FULL = "full"


Entry: TypeAlias = Mapping[Person, Mapping[Form, str]]
"""The patterns of one entry, for each person that it tells apart."""

NEAREST: Mapping[Form, tuple[Form, ...]] = {
    Form.SHORT: (Form.SHORT, Form.BRIEF, Form.NORMAL),
    Form.BRIEF: (Form.BRIEF, Form.NORMAL),
    Form.NORMAL: (Form.NORMAL,),
    Form.FULL: (Form.FULL, Form.NORMAL),
}
"""The lengths that may stand for each, nearest first."""

PERSONS = frozenset(each.value for each in Person if each)
FORMS = frozenset(each.value for each in Form)


@dataclass(frozen=True, slots=True)
class Words:
    """What one file says: its entries by full name (``events.drew``), and what in it is none, and why."""

    page: Page
    entries: Mapping[str, Entry]
    faults: tuple[PageError, ...] = ()

    def fault(self, name: str, sentence: str) -> PageError:
        """What is wrong with the entry called *name*, with its file, line and key."""
        _, *path = name.split(".")
        return self.page.error(f"{quoted(name)}: {sentence}", *path)


def words(page: Page) -> Words:
    """What the file *page* says; its entries are called after the file."""
    entries: dict[str, Entry] = {}
    faults: list[PageError] = []
    for path, said in _leaves(page.value, ()):
        name = ".".join((Path(page.source).stem, *path))
        try:
            entries[name] = _entry(said)
        except ValueError as wrong:
            faults.append(page.error(f"{quoted(name)}: {wrong}", *path))
    return Words(page, entries, tuple(faults))


def pattern(entry: Entry, person: Person, form: Form) -> str:
    """The pattern of *entry* that is nearest to *form*; a KeyError if it has none for this person."""
    lengths = entry.get(person) or entry[Person.NOBODY]
    return next(lengths[length] for length in NEAREST[form] if length in lengths)


def _leaves(said: Value, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Value]]:
    """Each entry of a file with its path; groups are mappings that hold no form of an entry."""
    if not isinstance(said, dict) or _is_entry(said):
        yield path, said
        return
    for key, inside in said.items():
        yield from _leaves(inside, (*path, str(key)))


def _is_entry(said: Mapping[Key, Value]) -> bool:
    """Whether a mapping is an entry: forms hold text, so that even a group may hold an entry called brief."""
    return any(key in PERSONS or (key in FORMS and not isinstance(text, dict)) for key, text in said.items())


def _entry(said: Value) -> Entry:
    if not isinstance(said, dict) or not PERSONS.intersection(map(str, said)):
        return {Person.NOBODY: _lengths(said)}
    if strange := [key for key in said if key not in PERSONS]:
        raise ValueError(f"{quoted(strange[0])} does not belong beside you and they.")
    if missing := [key for key in (Person.YOU, Person.THEY) if key not in said]:
        raise ValueError(f"there is no form for {missing[0]}.")
    return {Person(str(key)): _lengths(lengths) for key, lengths in said.items()}


def _lengths(said: Value) -> Mapping[Form, str]:
    lengths = said if isinstance(said, dict) else {Form.NORMAL.value: said}
    if strange := [key for key in lengths if key not in FORMS]:
        raise ValueError(f"{quoted(strange[0])} does not belong beside brief, normal, full and short.")
    if Form.NORMAL not in lengths:
        raise ValueError("there is no normal form.")
    return {Form(str(key)): _text(text) for key, text in lengths.items()}


def _text(text: Value) -> str:
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"{quoted(text)} is no text; put it in quotes.")
    return text
