"""The parser: a text to its value and lines, or the first error."""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Final, Never

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

from playroom.strict_yaml.page import Key, Lines, PageError, Reason, Value, quoted, reason
from playroom.strict_yaml.scalars import AmbiguousScalarError, plain_scalar

_BREAK: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_UNSEEN: Final = frozenset("\x85\u2028\u2029")
"""Line breaks of YAML that editors do not count."""

MOST_LEVELS: Final = 50
"""The most lists and mappings that may be nested."""


class StrictParser:
    """Parses one text from the library's events, which is twice as fast as from its nodes."""

    def __init__(self, text: str, source: str) -> None:
        self._events = _events(text)
        self._unseen = unseen_breaks(text)
        self._source = source
        self.errors: list[PageError] = []
        """The recoverable errors."""

    def document(self) -> tuple[Value, Lines]:
        """The document in the text; None for an empty text."""
        first = next(self._events, None)
        if first is None:
            return None, (1, ())
        page = self._entry(first, 0)
        if extra := next(self._events, None):
            self._fail(extra, reason("second_document"))
        return page

    def _entry(self, event: Event, level: int) -> tuple[Value, Lines]:
        if level > MOST_LEVELS:
            self._fail(event, reason("nested", most=MOST_LEVELS))
        self._check_plain(event)
        match event:
            case MappingStartEvent():
                return self._mapping(self._line(event), level)
            case SequenceStartEvent():
                return self._sequence(self._line(event), level)
        return self._scalar(event), (self._line(event), ())

    def _check_plain(self, event: Event) -> None:
        """Reject anchors, aliases and tags."""
        if isinstance(event, AliasEvent) or (isinstance(event, NodeEvent) and event.anchor):
            self._fail(event, reason("anchor"))
        if getattr(event, "tag", None):
            self._fail(event, reason("tag"))

    def _mapping(self, line: int, level: int) -> tuple[Value, Lines]:
        value: dict[Key, Value] = {}
        lines: dict[Key, Lines] = {}
        for event in self._until_end():
            key = self._key(event)
            if key in value:
                self._note(event, reason("twice", key=quoted(key), line=lines[key][0]))
            value[key], (_, parts) = self._entry(next(self._events), level + 1)
            lines[key] = self._line(event), parts
        return value, (line, lines)

    def _sequence(self, line: int, level: int) -> tuple[Value, Lines]:
        entries = [self._entry(event, level + 1) for event in self._until_end()]
        return [value for value, _ in entries], (line, [lines for _, lines in entries])

    def _until_end(self) -> Iterator[Event]:
        return takewhile(lambda event: not isinstance(event, CollectionEndEvent), self._events)

    def _key(self, event: Event) -> Key:
        self._check_plain(event)
        key = self._scalar(event)
        if key is None or isinstance(key, bool | float | dict | list):
            self._fail(event, reason("key_needs_quotes"))
        return key

    def _scalar(self, event: Event) -> Value:
        if not isinstance(event, ScalarEvent):
            self._fail(event, reason("key_is_list"))
        try:
            return str(event.value) if event.style else plain_scalar(event.value)
        except AmbiguousScalarError as error:
            self._note(event, error.why)
            return str(event.value)

    def _line(self, event: Event) -> int:
        line = event.start_mark.line if event.start_mark else 0
        return editor_line(line, self._unseen) if self._unseen else line + 1

    def _note(self, event: Event, why: Reason) -> None:
        """Add a recoverable error."""
        self.errors.append(PageError(self._source, self._line(event), why))

    def _fail(self, event: Event, why: Reason) -> Never:
        raise PageError(self._source, self._line(event), why)


def _events(text: str) -> Iterator[Event]:
    """The events of the documents in *text*; libyaml, if it is installed, is ten times as fast."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    events = yaml.parse(text, Loader=loader)
    return (event for event in events if isinstance(event, NodeEvent | CollectionEndEvent))


def unseen_breaks(text: str) -> tuple[int, ...]:
    """The indexes of YAML lines whose line breaks editors do not count."""
    if _UNSEEN.isdisjoint(text):
        return ()
    return tuple(number for number, end in enumerate(_BREAK.findall(text)) if end in _UNSEEN)


def editor_line(line: int, unseen: tuple[int, ...]) -> int:
    """The editor's line number, from 1, of a YAML line, from 0."""
    return line + 1 - sum(number < line for number in unseen)
