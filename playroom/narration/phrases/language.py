"""A language: its name, its lists, and its words for tiles."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from playroom.narration.phrases.entry import formatted
from playroom.strict_yaml import Page, quoted, reason
from playroom.strict_yaml.kinds import ListOf, MappingOf, Text, read_entry

FALLBACK = "en"
"""The language that has every entry."""


class TileStyle(StrEnum):
    """The form of tiles in sentences: 5-2, which is pronounced as the language says, or five two."""

    DIGITS = "digits"
    WORDS = "words"


class Language(Struct, frozen=True):
    """One language: *code* is its folder, *name* its own name, *locale* (en_GB) determines plurals and lists.

    *you* is the listener inside a sentence, *you_first* at its start. *halves* are the words for the numbers
    of a tile, from 0; *pair* and *double* are the patterns of a tile in words, *written_tile* and
    *spoken_tile* those of a tile in digits. *elided* maps words to their elided form (de: d') before text
    that starts with one of *elided_before*.
    """

    code: str
    name: str
    locale: str
    you: str
    you_first: str
    pair: str
    double: str
    halves: tuple[str, ...]
    written_tile: str = "{first}-{second}"
    spoken_tile: str = "{first} {second}"
    elided: Mapping[str, str] = field(default_factory=dict)
    elided_before: tuple[str, ...] = ()
    unelided: tuple[str, ...] = ()
    """The words before which nothing is elided although they start so."""
    voice: str = ""
    """The language of its voices (pt-BR) where those of its code speak as in another country."""

    def with_elisions(self, pattern: str, words: Mapping[str, str]) -> str:
        """*pattern* with words elided before blanks whose value requires it: "d'Ada"."""
        if not self.elided:
            return pattern
        begun = {name for name, word in words.items() if self._elides(word.casefold())}

        def short(found: re.Match[str]) -> str:
            # In a pattern, an apostrophe before a brace is written twice.
            return self.elided[found[1]].replace("'", "''") + found[2] if found[3] in begun else found[0]

        return _elidable(tuple(self.elided)).sub(short, pattern)

    def _elides(self, text: str) -> bool:
        """Whether a word is elided before this text."""
        return text.startswith(self.elided_before) and text.partition(" ")[0] not in self.unelided

    def half(self, number: int, style: TileStyle) -> str:
        """A number of a tile or an end; in digits if the language has no word for it."""
        if style is TileStyle.DIGITS or number >= len(self.halves):
            return str(number)
        return self.halves[number]

    def tile(self, first: int, second: int, style: TileStyle) -> str:
        """A tile, with its *first* half first."""
        if style is TileStyle.DIGITS:
            return _tile(self.written_tile, self.locale, str(first), str(second))
        pattern = self.double if first == second else self.pair
        return _tile(pattern, self.locale, self.half(first, style), self.half(second, style))

    def pronounced(self, text: str) -> str:
        """*text* as it is spoken: each tile in digits by its spoken pattern, and apart from other numbers."""
        written = _written(self.written_tile, self.locale)

        def spoken(found: re.Match[str]) -> str:
            first, second = found["first"], found["second"]
            if max(int(first), int(second)) >= len(self.halves):
                return found[0]
            before = ", " if found["before"] else ""
            after = "" if found["after"] is None else ","
            return f"{before}{_tile(self.spoken_tile, self.locale, first, second)}{after}"

        return written.sub(spoken, text)

    def every(self, several: Sequence[str]) -> str:
        """A list: this, that and the other."""
        return self._joined(_listed(several, "standard", self.locale), several[-1:])

    def either(self, several: Sequence[str]) -> str:
        """A choice: this, that or the other."""
        return self._joined(_listed(several, "or", self.locale), several[-1:])

    def _joined(self, text: str, last: Sequence[str]) -> str:
        """The *text* of a list, with the word before its *last* item elided if that requires it: "e Iris"."""
        for item in last if self.elided else ():
            for word, short in self.elided.items() if self._elides(item.casefold()) else ():
                if text.endswith(whole := f" {word} {item}"):
                    return f"{text.removesuffix(whole)} {short}{item}"
        return text


TEXTS = ("name", "locale", "you", "you_first", "pair", "double")
"""The entries of a language that are a single text."""

_TEXT = Text("pattern", or_empty=False)
_TILES = ("written_tile", "spoken_tile")


_HALVES = ListOf(Text("number_names"))
_ELIDED = MappingOf(_TEXT, _TEXT)
_BEGINNINGS = ListOf(_TEXT)
_OPTIONAL = (*_TILES, "elided", "elided_before", "unelided", "voice")


def language(page: Page) -> Language:
    """The language in the file *page*, with its folder as code; a PageError if an entry is wrong."""
    said = page.value if isinstance(page.value, dict) else {}
    known = (*TEXTS, "halves", *_OPTIONAL)
    if strange := [key for key in said if key not in known]:
        raise page.error(reason("unknown", given=quoted(strange[0]), known=known), strange[0])
    texts = {key: read_entry(page, key, _TEXT) for key in (*TEXTS, *({*_TILES, "voice"} & said.keys()))}
    halves = tuple(read_entry(page, "halves", _HALVES))
    elided = read_entry(page, "elided", _ELIDED) if "elided" in said else {}
    short_forms = {str(word): str(short) for word, short in elided.items()}
    beginnings = tuple(read_entry(page, "elided_before", _BEGINNINGS)) if "elided_before" in said else ()
    kept = tuple(read_entry(page, "unelided", _BEGINNINGS)) if "unelided" in said else ()
    code = Path(page.source).parent.name
    return Language(code, halves=halves, elided=short_forms, elided_before=beginnings, unelided=kept, **texts)


@lru_cache(maxsize=1000)
def _tile(pattern: str, locale: str, first: str, second: str) -> str:
    return formatted(pattern, locale, {"first": first, "second": second})


@lru_cache(maxsize=20)
def _written(pattern: str, locale: str) -> re.Pattern[str]:
    """A tile as it is written by *pattern*: no part of a date, a time or a name, nor of a longer number."""
    tile = re.escape(_tile(pattern, locale, "\ue000", "\ue001"))
    other = tile.replace("\ue000", "[0-9]{1,2}").replace("\ue001", "[0-9]{1,2}")
    tile = tile.replace("\ue000", "(?P<first>[0-9]{1,2})", 1).replace("\ue001", "(?P<second>[0-9]{1,2})", 1)
    before = r"(?:(?P<before>(?<=[0-9]) )|(?<![\w./:-]))"
    after = rf"(?![\w/-]|[.,:][0-9])(?P<after>(?= [0-9])(?! {other}))?"
    return re.compile(f"{before}{tile}{after}")


@lru_cache(maxsize=20)
def _elidable(words: tuple[str, ...]) -> re.Pattern[str]:
    """One of *words* before a blank of a pattern."""
    return re.compile(rf"\b({'|'.join(map(re.escape, words))}) (\{{(\w+)\}})")


def _listed(several: Sequence[str], style: Literal["standard", "or"], locale: str) -> str:
    if len(several) < 2:  # noqa: PLR2004 (a list joins at least two)
        return "".join(several)
    from babel.lists import format_list  # noqa: PLC0415 (it loads slowly)

    return format_list(several, style, locale)
