"""The content of a file with the line of each entry, and errors that name the line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

Key: TypeAlias = str | int
Value: TypeAlias = dict[Key, "Value"] | list["Value"] | str | int | float | None
Lines: TypeAlias = tuple[int, Mapping[Key, "Lines"] | Sequence["Lines"]]
"""The line of an entry (from 1), and those of the entries in it."""


MOST_QUOTED: Final = 60
"""The most characters of a value that an error quotes."""


class PageError(ValueError):
    """An error in a file: its name, the line (from 1), and a sentence that says what is wrong."""

    def __init__(self, source: str, line: int, sentence: str) -> None:
        super().__init__(source, line, sentence)
        self.source = source
        self.line = line
        self.sentence = sentence

    def __str__(self) -> str:
        return one_line(f"{self.source}, line {self.line}: {self.sentence}")


@dataclass(frozen=True, slots=True)
class Page:
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

    def error(self, sentence: str, *path: Key) -> PageError:
        """An error in the entry at *path*, to be raised or reported."""
        return PageError(self.source, self.line(*path), sentence)


def one_line(text: str) -> str:
    """*text* with a space for each character that cannot be printed, such as a newline."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def quoted(value: object) -> str:
    """*value* as an error quotes it, which is cut if it is long."""
    text = str(value)
    return text if len(text) <= MOST_QUOTED else f"{text[: MOST_QUOTED - 1]}…"
