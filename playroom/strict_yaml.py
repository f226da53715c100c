"""YAML that means one thing only: the gate through which every page, record and settings file comes in.

It reads words, whole numbers, decimals such as 0.8, true, false, null, lists and mappings. What two
programs may read differently is refused: `no`, `on`, 5:30, 2024-01-01, 010 and 0x10 without quotes, a
doubled key, anchors, aliases, tags, a second document.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from errno import ENOENT
from itertools import takewhile
from pathlib import Path
from typing import Final, Never, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)
from yaml.reader import Reader
from yaml.resolver import Resolver

Key: TypeAlias = str | int
Value: TypeAlias = dict[Key, "Value"] | list["Value"] | str | int | float | None
Lines: TypeAlias = tuple[int, Mapping[Key, "Lines"] | Sequence["Lines"]]

DEEPEST: Final = 50
_WHOLE: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DECIMAL: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,17}")
_NAMED: Final[Mapping[str, Value]] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
}
_YES_OR_NO: Final = re.compile(r"yes|no|on|off", re.IGNORECASE)


class PageError(ValueError):
    """A file that is refused: its name, the line (from 1), and what is wrong in one sentence."""

    def __init__(self, source: str, line: int, sentence: str) -> None:
        super().__init__(source, line, sentence)
        self.source = source
        self.line = line
        self.sentence = sentence

    def __str__(self) -> str:
        return one_line(f"{self.source}, line {self.line}: {self.sentence}")


@dataclass(frozen=True, slots=True)
class Page:
    """What a file says, and on which line it says it."""

    source: str
    value: Value
    lines: Lines

    def line(self, *path: Key) -> int:
        """The line (from 1) on which the entry at *path* begins, or of the nearest that holds it."""
        found, parts = self.lines
        for step in path:
            match parts:
                case Mapping() if step in parts:
                    found, parts = parts[step]
                case Sequence() if isinstance(step, int) and step < len(parts):
                    found, parts = parts[step]
                case _:
                    return found
        return found

    def error(self, sentence: str, *path: Key) -> PageError:
        """The refusal of the entry at *path*, ready to be raised or told."""
        return PageError(self.source, self.line(*path), sentence)


def read(file: Path) -> Page:
    """The page in *file*. A missing or locked file is an OSError, anything else wrong a PageError."""
    raw = _bytes(file)
    try:
        return load(raw.decode("utf-8"), str(file))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise PageError(str(file), line, "this is no UTF-8 text: save the file as UTF-8.") from error


def unreadable(file: Path, error: OSError) -> PageError:
    """The refusal of a file that cannot be opened."""
    return PageError(str(file), 1, f"the file cannot be read: {error.strerror}.")


def one_line(text: str) -> str:
    """*text* as it may be shown in one line, whatever a file says or is called."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def load(text: str, source: str) -> Page:
    """The page that *text* is; *source* names it in a PageError."""
    if found := Reader.NON_PRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise PageError(source, line, f"the character U+{ord(found[0]):04X} may not stand in a text file.")
    try:
        return Page(source, *_Reading(text, source).document())
    except yaml.MarkedYAMLError as error:
        raise _no_yaml(error, source) from error


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except ValueError as error:
        raise FileNotFoundError(ENOENT, "no file can be called so", str(file)) from error


def _no_yaml(error: yaml.MarkedYAMLError, source: str) -> PageError:
    mark = error.problem_mark or error.context_mark
    began = (
        f", {error.context} that begins on line {error.context_mark.line + 1}" if error.context_mark else ""
    )
    return PageError(source, mark.line + 1 if mark else 1, f"this is no YAML: {error.problem}{began}.")


class _Reading:
    """One reading of one text, event by event, which is twice as fast as by way of nodes."""

    def __init__(self, text: str, source: str) -> None:
        self._events = _events(text)
        self._source = source

    def document(self) -> tuple[Value, Lines]:
        first = next(self._events, None)
        if first is None:
            return None, (1, ())
        page = self._entry(first, 0)
        if extra := next(self._events, None):
            self._refuse(extra, "a second document begins here; a file is one document.")
        return page

    def _entry(self, event: Event, depth: int) -> tuple[Value, Lines]:
        if depth > DEEPEST:
            self._refuse(event, f"lists and mappings are nested more than {DEEPEST} deep.")
        self._plain(event)
        match event:
            case MappingStartEvent():
                return self._mapping(_line(event), depth)
            case SequenceStartEvent():
                return self._sequence(_line(event), depth)
        return self._scalar(event), (_line(event), ())

    def _plain(self, event: Event) -> None:
        if isinstance(event, AliasEvent) or (isinstance(event, NodeEvent) and event.anchor):
            self._refuse(event, "names for parts of a file (& and *) are not used here: write the part out.")
        if getattr(event, "tag", None):
            self._refuse(event, "tags (!) are not used here: write the value alone.")

    def _mapping(self, line: int, depth: int) -> tuple[Value, Lines]:
        value: dict[Key, Value] = {}
        lines: dict[Key, Lines] = {}
        for event in self._until_end():
            key = self._key(event)
            if key in value:
                self._refuse(event, f'"{key}" stands twice, first on line {lines[key][0]}.')
            value[key], (_, parts) = self._entry(next(self._events), depth + 1)
            lines[key] = _line(event), parts
        return value, (line, lines)

    def _sequence(self, line: int, depth: int) -> tuple[Value, Lines]:
        entries = [self._entry(event, depth + 1) for event in self._until_end()]
        return [value for value, _ in entries], (line, [lines for _, lines in entries])

    def _until_end(self) -> Iterator[Event]:
        return takewhile(lambda event: not isinstance(event, CollectionEndEvent), self._events)

    def _key(self, event: Event) -> Key:
        self._plain(event)
        key = self._scalar(event)
        if key is None or isinstance(key, bool | float | dict | list):
            self._refuse(event, "a key must be a word or a whole number; put it in quotes.")
        return key

    def _scalar(self, event: Event) -> Value:
        if not isinstance(event, ScalarEvent):
            self._refuse(event, "a key must be a word or a whole number, not a list or a mapping.")
        text = event.value
        if event.style:
            return text
        if text in _NAMED:
            return _NAMED[text]
        if _WHOLE.fullmatch(text):
            return int(text)
        if _DECIMAL.fullmatch(text):
            return float(text)
        return self._word(event)

    def _word(self, event: ScalarEvent) -> str:
        text = event.value
        if _YES_OR_NO.fullmatch(text):
            self._refuse(
                event, f'{text} without quotes can mean true or false: write "{text}", true or false.'
            )
        if _old_meaning(text):
            self._refuse(event, f'{text} without quotes can be read as something else: write "{text}".')
        return text

    def _refuse(self, event: Event, sentence: str) -> Never:
        raise PageError(self._source, _line(event), sentence)


def _events(text: str) -> Iterator[Event]:
    """What stands in the documents of *text*; libyaml reads it where it is there, ten times as fast."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    events = yaml.parse(text, Loader=loader)
    return (event for event in events if isinstance(event, NodeEvent | CollectionEndEvent))


def _line(event: Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _old_meaning(text: str) -> bool:
    """Whether YAML 1.1 knows *text* as a date, a number of base 60 or 8 and the like."""
    rules = Resolver.yaml_implicit_resolvers.get(text[0], ())
    return any(pattern.match(text) for _, pattern in rules)
