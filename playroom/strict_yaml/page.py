"""The content of a file with the line of each entry, and errors that name the line."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

Key: TypeAlias = str | int
Value: TypeAlias = dict[Key, "Value"] | list["Value"] | str | int | float | None
Lines: TypeAlias = tuple[int, Mapping[Key, "Lines"] | Sequence["Lines"]]
"""The line of an entry (from 1), and those of the entries in it."""


NO_LINE: Final = 0
"""The line of an error that concerns a file as a whole."""

MOST_QUOTED: Final = 60
"""The most characters of a value that an error quotes."""

MOST_NAMED: Final = 12
"""The most words that an error lists in full."""
EXAMPLES: Final = 3
"""The number of words that an error lists of a longer list."""


class Reason(Struct, frozen=True):
    """The reason for an error in a file: an entry of locales/*/files.yaml, and its blanks.

    A blank is a text, a number, a kind of values, another reason, a tuple for one of several, or a list for
    all of them.
    """

    entry: str
    blanks: Mapping[str, object]

    def __str__(self) -> str:
        return f"{self.entry} {dict(self.blanks)}"


def reason(entry: str, **blanks: object) -> Reason:
    """The reason of that entry with these blanks."""
    return Reason(entry, blanks)


class PageError(ValueError):
    """An error in a file: its name, the editor's line number (from 1) or NO_LINE, and the reason."""

    def __init__(self, source: str, line: int, why: Reason) -> None:
        super().__init__(source, line, why)
        self.source = source
        self.line = line
        self.why = why

    def __str__(self) -> str:
        """The error in a traceback; players hear it in their language."""
        return one_line(f"{self.source}, line {self.line}: {self.why}")


class Page(Struct, frozen=True):
    """The content of a file, and the lines of its entries."""

    source: str
    value: Value
    lines: Lines

    def line(self, *path: Key) -> int:
        """The line (from 1) of the entry at *path*, or of the nearest entry around it."""
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

    def error(self, why: Reason, *path: Key) -> PageError:
        """An error in the entry at *path*, to be raised or reported."""
        return PageError(self.source, self.line(*path), why)

    def wrong_form(self, why: Reason, *path: Key) -> PageError:
        """The error of an entry of the wrong form: *why*, or that the file is empty."""
        if self.value is None:
            return PageError(self.source, 1, reason("empty"))
        return self.error(why, *path)

    def not_possible(self, question: str, given: object, allowed: object) -> Reason:
        """The reason that an answer is not possible, or that the question or its answer is missing."""
        if given not in (None, ""):
            return reason("not_possible", question=question, given=as_written(given), allowed=allowed)
        is_asked = "." in question or (isinstance(self.value, dict) and question in self.value)
        return reason("no_answer" if is_asked else "missing", question=question, allowed=allowed)


def one_line(text: str) -> str:
    """*text* with unprintable characters, such as newlines, replaced by spaces."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def quoted(value: object) -> str:
    """*value* as quoted by errors, shortened if it is long."""
    text = str(value)
    return text if len(text) <= MOST_QUOTED else f"{text[: MOST_QUOTED - 1]}…"


def as_written(value: object) -> str | Reason:
    """A value in YAML, such as [2, 3] or true; for None, the reason that it is missing."""
    if value is None:
        return reason("nothing")
    if isinstance(value, dict):
        return quoted(f"{{{', '.join(f'{key}: {_inner(each)}' for key, each in value.items())}}}")
    if isinstance(value, list):
        return quoted(f"[{', '.join(map(_inner, value))}]")
    return quoted(str(value).lower() if isinstance(value, bool) else value) or reason("nothing")


def _inner(value: object) -> str:
    inner = as_written(value)
    return inner if isinstance(inner, str) else ""


def nearest_word(given: object, known: Iterable[object]) -> str:
    """The known word most similar to the one given; empty if none is similar."""
    from difflib import get_close_matches  # noqa: PLC0415 (most words are right)

    return next(iter(get_close_matches(str(given).lower(), [str(word) for word in known], 1)), "")


def unknown_key(given: object, known: Iterable[str], many: str = "unknown_of_many") -> Reason:
    """The reason that a key is unknown, with a similar word, else with the known words.

    If they are too many, the reason is *many*, with some of them and their number.
    """
    words = tuple(known)
    if near := nearest_word(given, words):
        return reason("unknown_near", given=quoted(given), near=near)
    if len(words) <= MOST_NAMED:
        return reason("unknown", given=quoted(given), known=words)
    return reason(many, given=quoted(given), known=words[:EXAMPLES], count=len(words))
