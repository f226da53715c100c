"""What one language is: its name, its lists, and how it names tiles."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal

from playroom.narration.pattern import formatted
from playroom.strict_yaml import Page, quoted, reason
from playroom.strict_yaml.kinds import ListOf, Text, read_entry

FALLBACK = "en"
"""The language that has every entry."""


class TileStyle(StrEnum):
    """How tiles are said: 5-2, or five two."""

    DIGITS = "digits"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Language:
    """One language: *code* is its folder, *name* what it calls itself, *locale* (en_GB) whose plurals it has.

    *you* is the listener inside a sentence, *you_first* at its beginning. *halves* names the numbers of a
    tile from 0 on; *pair* and *double* are the patterns of a tile in words.
    """

    code: str
    name: str
    locale: str
    you: str
    you_first: str
    pair: str
    double: str
    halves: tuple[str, ...]

    def half(self, number: int, style: TileStyle) -> str:
        """One number of a tile or an end; digits where the language has no word for it."""
        if style is TileStyle.DIGITS or number >= len(self.halves):
            return str(number)
        return self.halves[number]

    def tile(self, first: int, second: int, style: TileStyle) -> str:
        """A tile, its *first* half named first."""
        if style is TileStyle.DIGITS:
            return f"{first}-{second}"
        pattern = self.double if first == second else self.pair
        halves = {"first": self.half(first, style), "second": self.half(second, style)}
        return formatted(pattern, self.locale, halves)

    def every(self, several: Sequence[str]) -> str:
        """A list: this, that and the other."""
        return _listed(several, "standard", self.locale)

    def either(self, several: Sequence[str]) -> str:
        """A choice: this, that or the other."""
        return _listed(several, "or", self.locale)


TEXTS = ("name", "locale", "you", "you_first", "pair", "double")
"""The entries of a language that are one word or pattern each."""

_TEXT = Text("pattern", or_empty=False)
_HALVES = ListOf(Text("number_names"))


def language(page: Page) -> Language:
    """The language of the file *page*, with the name of its folder; a PageError if an entry is wrong."""
    said = page.value if isinstance(page.value, dict) else {}
    if strange := [key for key in said if key not in (*TEXTS, "halves")]:
        raise page.error(reason("unknown", given=quoted(strange[0]), known=(*TEXTS, "halves")), strange[0])
    texts = {key: read_entry(page, key, _TEXT) for key in TEXTS}
    halves = tuple(read_entry(page, "halves", _HALVES))
    return Language(Path(page.source).parent.name, halves=halves, **texts)


def _listed(several: Sequence[str], style: Literal["standard", "or"], locale: str) -> str:
    if len(several) < 2:  # noqa: PLR2004 (a list joins at least two)
        return "".join(several)
    from babel.lists import format_list  # noqa: PLC0415 (it takes longer to load than all said before)

    return format_list(several, style, locale)
