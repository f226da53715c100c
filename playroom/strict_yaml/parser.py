"""The parser: a text to its page, and every error in it, with repairs of common typing errors."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Final, NamedTuple, Never

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

from playroom.strict_yaml.page import Key, Lines, Page, PageError, Reason, Value, quoted, reason


def page_in(text: str, source: str) -> tuple[Page, tuple[PageError, ...]]:
    """The readable part of the page in *text*, and every error."""
    if found := Reader.NON_PRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        return _no_page(source), (
            PageError(source, line, reason("control_character", code=f"U+{ord(found[0]):04X}")),
        )
    try:
        page, errors = _parsed(text, source)
    except yaml.MarkedYAMLError as error:
        small, repaired = typo_repairs(text, source)
        is_misplaced = _may_be_indentation(error) and all(each.why.entry == "indented" for each in small)
        if is_misplaced and (misplaced := indentation_repair(text, _line(text, error.problem_mark))):
            wrong = PageError(source, misplaced.line, misplaced.why)
            return _mended(misplaced.repaired, source, (wrong,))
        return _mended(repaired, source, small or (_syntax_error(text, error, source),))
    if isinstance(page.value, str):
        small, repaired = typo_repairs(text, source)
        return _mended(repaired, source, small) if small else (page, errors)
    return page, errors


def _parsed(text: str, source: str) -> tuple[Page, tuple[PageError, ...]]:
    """The readable part of the page in *text*, and every error; a YAMLError if it is not YAML."""
    parser = StrictParser(text, source)
    try:
        page = Page(source, *parser.document())
    except PageError as error:
        return _no_page(source), (*parser.errors, error)
    return page, tuple(parser.errors)


def _mended(repaired: str, source: str, errors: tuple[PageError, ...]) -> tuple[Page, tuple[PageError, ...]]:
    """The readable part of the page without these errors, and all errors by line."""
    try:
        page, others = _parsed(repaired, source)
    except yaml.MarkedYAMLError as error:
        more = _syntax_error(repaired, error, source)
        page, others = _no_page(source), () if more.line in {each.line for each in errors} else (more,)
    return page, tuple(sorted((*errors, *others), key=lambda error: error.line))


def _no_page(source: str) -> Page:
    return Page(source, None, (1, ()))


def _may_be_indentation(error: yaml.MarkedYAMLError) -> bool:
    """Whether the library's error is not that a bracket or a colon is missing."""
    return "flow" not in (error.context or "") and "expected ':'" not in (error.problem or "")


def _line(text: str, mark: yaml.Mark | None) -> int:
    """The line (from 1) of a mark, which may stand behind the last."""
    return min(mark.line if mark else 0, text.rstrip("\n").count("\n")) + 1


def _syntax_error(text: str, error: yaml.MarkedYAMLError, source: str) -> PageError:
    """The library's error in plain words, with the line at which it was found."""
    # An open bracket, or a word without a colon, stands at the beginning of what could not be read.
    line = _line(text, error.problem_mark if _may_be_indentation(error) else error.context_mark)
    has_two_colons = text.split("\n")[line - 1].count(": ") > 1
    return PageError(source, line, reason("two_colons" if has_two_colons else "not_yaml"))


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
                entries = [self._entry(each, level + 1) for each in self._until_end()]
                return [value for value, _ in entries], (self._line(event), [lines for _, lines in entries])
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
            self._check_plain(event)
            key = self._scalar(event)
            if key is None or isinstance(key, bool | float | dict | list):
                self._fail(event, reason("key_needs_quotes"))
            if key in value:
                self._note(event, reason("twice", key=quoted(key), line=lines[key][0]))
            value[key], (_, parts) = self._entry(next(self._events), level + 1)
            lines[key] = self._line(event), parts
        return value, (line, lines)

    def _until_end(self) -> Iterator[Event]:
        return takewhile(lambda event: not isinstance(event, CollectionEndEvent), self._events)

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


def is_yaml(text: str) -> bool:
    """Whether the library can read *text*."""
    try:
        for _ in _events(text):
            pass
    except yaml.YAMLError:
        return False
    return True


def unseen_breaks(text: str) -> tuple[int, ...]:
    """The indexes of YAML lines whose line breaks editors do not count."""
    if _UNSEEN.isdisjoint(text):
        return ()
    return tuple(number for number, end in enumerate(_BREAK.findall(text)) if end in _UNSEEN)


def editor_line(line: int, unseen: tuple[int, ...]) -> int:
    """The editor's line number, from 1, of a YAML line, from 0."""
    return line + 1 - sum(number < line for number in unseen)


_NO_SPACE: Final = re.compile(r"(?P<key>\s*(?:- +)?[^\W\d][\w-]*):(?P<answer>[^\s:/\\].*)")
_NO_COLON: Final = re.compile(r"(?P<key>[^\W\d][\w-]*)(?: *= *| +)(?P<answer>[^\s:=].*)")
_ANSWERED: Final = re.compile(r"\s*[\w-]+: +[^\s|>&\[{].*")
_KEY: Final = re.compile(r"\s*(?:- +)?[\w-]+:(\s|$)")
_KEY_OR_ITEM: Final = re.compile(r" *(?:- |[\w-]+:(\s|$))")
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


class IndentationRepair(NamedTuple):
    """A line (from 1) that begins at the wrong place: the reason, and the whole text as probably meant."""

    line: int
    why: Reason
    repaired: str


def indentation_repair(text: str, problem: int) -> IndentationRepair | None:
    """The line near the *problem* that makes *text* YAML if it begins where its neighbours do.

    The library notices a line that begins at the wrong place at the next one, if at all: so the line before
    the problem is tried first.
    """
    lines = text.split("\n")
    said = [number for number, line in enumerate(lines) if _KEY_OR_ITEM.match(_bare(line))][:MOST_LINES]
    at = bisect_left(said, problem - 1)
    near = [each for each in (at - 1, at, at - 2, at + 1, at - 3) if 0 <= each < len(said)]
    match [_depth(lines[number]) for number in said[max(0, at - 2) : at + 1]]:
        case [upper, lower, found] if found > lower == upper:  # too deep itself: noticed at once
            near.insert(0, at)
    for place in near:
        number, before = said[place], lines[said[place - 1]] if place else ""
        after = lines[said[place + 1]] if place + 1 < len(said) else ""
        depths = (_depth(before), _depth(before) + 2, _depth(after)) if place else (0,)
        for depth in dict.fromkeys(depths):
            line = " " * depth + lines[number].lstrip(" ")
            repaired = "\n".join((*lines[:number], line, *lines[number + 1 :]))
            if line != lines[number] and is_yaml(repaired):
                is_too_deep = _depth(before) == depth < _depth(lines[number])
                why = reason("indented") if is_too_deep else reason("misplaced", spaces=depth)
                return IndentationRepair(number + 1, why, repaired)
    return None


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


_WHOLE: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DECIMAL: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,17}")
_CONSTANTS: Final[Mapping[str, Value]] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
}
_BOOLEAN_WORD: Final = re.compile(r"yes|no|on|off", re.IGNORECASE)


class AmbiguousScalarError(ValueError):
    """A scalar that YAML programs interpret differently."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why)
        self.why = why


def plain_scalar(text: str) -> Value:
    """The value of a scalar without quotes; AmbiguousScalarError if it must be put in quotes."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    if _BOOLEAN_WORD.fullmatch(text):
        raise AmbiguousScalarError(reason("yes_or_no", given=text))
    # YAML 1.1 has another meaning for dates, octal numbers and the like.
    rules = Resolver.yaml_implicit_resolvers.get(text[0], ())
    if any(pattern.match(text) for _, pattern in rules):
        raise AmbiguousScalarError(reason("needs_quotes", given=quoted(text)))
    return text
