"""A language, with its words for tiles and lists, and the phrasebook that makes sentences of messages."""

import re
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Protocol, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from playroom.narration.message import Blank, Either, Half, Message, Person, Players, Sentences, Series, Title
from playroom.narration.phrases.entry import Entry, Form
from playroom.rules.layout import Laid
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile
from playroom.strict_yaml import Page, PageError, quoted, reason
from playroom.strict_yaml.kinds import ListOf, MappingOf, Text, read_entry

if TYPE_CHECKING:  # help has nothing to fill in
    from icu4py.messageformat import MessageFormat

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


_HIDDEN: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Bidirectional and control characters, which names from files may contain."""


_KEY_BLANK: Final = re.compile(r"\{\s*(key_\w+|changing|finishing|profile)\b")
"""The blanks of any entry that are filled with the player's keys."""

_BEFORE_COMMA: Final = re.compile(r"\{(\w+)\},")
"""The blanks of a pattern that a comma follows."""

_FULL_STOP: Final = re.compile(r"(?<![.])[.]$")
_OTHER_ENDS: Final = ("?", "!", "…", "...")


NEAREST: Mapping[Form, tuple[Form, ...]] = {
    Form.EARCONS: (Form.EARCONS, Form.BRIEF, Form.NORMAL),
    Form.SHORT: (Form.SHORT, Form.BRIEF, Form.NORMAL),
    Form.IN_A_ROW: (Form.IN_A_ROW, Form.SHORT, Form.BRIEF, Form.NORMAL),
    Form.BRIEF: (Form.BRIEF, Form.NORMAL),
    Form.NORMAL: (Form.NORMAL,),
    Form.FULL: (Form.FULL, Form.NORMAL),
}
"""The lengths that may replace each length, nearest first: a length that an entry lacks takes the one above.

It holds for what is said and for what is checked: a language may write one form where another has several.
"""


class Verbosity(StrEnum):
    """The level of detail of speech."""

    EARCONS = "earcons"
    """Cues instead of words, and only the tile of a move."""
    SUMMARY = "summary"
    """One sentence for all moves of others since the listener's last; otherwise as BRIEF."""
    BRIEF = "brief"
    NORMAL = "normal"
    FULL = "full"

    @property
    def in_words(self) -> "Verbosity":
        """The level for messages that neither a cue nor a summary replaces."""
        return Verbosity.BRIEF if self in (Verbosity.EARCONS, Verbosity.SUMMARY) else self

    @property
    def form(self) -> Form:
        """The form of entries at this level."""
        return Form.BRIEF if self is Verbosity.SUMMARY else Form(self)


class Audience(Struct, frozen=True):
    """The listener of a message: the players' names by seat, and their own seat if they have one."""

    names: Sequence[str] = ()
    ear: Seat | None = None


NOBODY = Audience()
"""The audience of menus, where there is no table yet."""


class Entries(Protocol):
    """Entries by name."""

    def __contains__(self, name: object, /) -> bool:
        """Whether there is an entry called *name*."""

    def get(self, name: str, /) -> Entry | None:
        """The entry called *name*, if there is one."""


def _no_keys(blank: str) -> str:
    """The `key_words` of a phrasebook without a keymap: a KeyError."""
    raise KeyError(blank)


class Phrasebook(Struct, frozen=True):
    """The sentences of one language.

    *left_out* are the errors of the player's own entries, and *english* the number of entries that a language
    of theirs lacks. *key_words* returns the words for blanks that name keys, such as ``key_menu_choose``.
    """

    language: Language
    entries: Entries
    tiles: TileStyle = TileStyle.DIGITS
    left_out: tuple[PageError, ...] = ()
    english: int = 0
    key_words: Callable[[str], str] = _no_keys

    def say(self, message: Message, to: Audience = NOBODY, verbosity: Verbosity = Verbosity.NORMAL) -> str:
        """*message* in words; a KeyError if the phrasebook has no such entry."""
        return _HIDDEN.sub("", self._said(message, to, verbosity.form))

    def short(self, message: Message, to: Audience = NOBODY) -> str:
        """*message* in its shortest form, for a burst of many."""
        return _HIDDEN.sub("", self._said(message, to, Form.SHORT))

    def in_a_row(self, message: Message, to: Audience, count: int) -> str:
        """*count* equal messages in a row as one; "" if the entry has no form for that."""
        entry = self.entries.get(message.entry)
        if not entry or Form.IN_A_ROW not in entry.get(message.person, {}):
            return ""
        counted = replace(message, blanks={**message.blanks, "times": count})
        return _HIDDEN.sub("", self._said(counted, to, Form.IN_A_ROW))

    def _said(self, message: Message, to: Audience, form: Form) -> str:
        entry = self.entries.get(message.entry)
        if entry is None:
            raise KeyError(message.entry)
        written = pattern(entry, message.person, form)
        filled = {name: self._filled(blank, to, form) for name, blank in message.blanks.items()}
        written = _without_doubled_marks(written, message.blanks, filled)
        keys = {*_KEY_BLANK.findall(written)} - filled.keys()
        filled |= {blank: self.key_words(blank) for blank in keys}
        texts = {name: word for name, word in filled.items() if isinstance(word, str)}
        found = self.language.with_elisions(written, texts)
        return formatted(found, self.language.locale, filled)

    def _filled(self, blank: Blank, to: Audience, form: Form) -> str | int | float:
        match blank:
            case Message():
                return self._said(blank, to, form)
            case Sentences(messages):
                return " ".join(self._said(each, to, form) for each in messages)
            case Series(messages):
                return ", ".join(self._said(each, to, form) for each in messages)
            case Either(several):
                return self.language.either([str(self._filled(each, to, form)) for each in several])
            case Players():
                you = self.language.you_first if blank.opens else self.language.you
                listener = [you for seat in blank.seats if seat == to.ear]
                others = [to.names[seat] for seat in blank.seats if seat != to.ear]
                return self.language.every([*listener, *others])
            case Title():
                if own := blank.own.get(self.language.code):
                    return own
                if ours := self.entries.get(f"rulebooks.titles.{blank.name}"):
                    return pattern(ours, Person.NOBODY, Form.NORMAL)
                return blank.own.get(FALLBACK, blank.name)
            case Half(number):
                return self.language.half(number, self.tiles)
            case Tile(low, high):
                return self.language.tile(high, low, self.tiles)
            case Laid(left, right):
                return self.language.tile(left, right, self.tiles)
            case str() | int() | float():
                return blank
            case tuple():
                return self.language.every([str(self._filled(each, to, form)) for each in blank])
        assert_never(blank)


def _without_doubled_marks(
    written: str, blanks: Mapping[str, Blank], filled: MutableMapping[str, str | int | float]
) -> str:
    """The pattern without the comma after a line that ends in a sentence mark: "Leave? 1 of 2".

    The full stop of a line, in *filled*, gives way to the comma: "At once, 1 of 2".
    """
    for name in _BEFORE_COMMA.findall(written):
        line = filled.get(name)
        if isinstance(blanks.get(name), Message) and isinstance(line, str):
            filled[name] = _FULL_STOP.sub("", line)
            if line.endswith(_OTHER_ENDS):
                written = written.replace(f"{{{name}}},", f"{{{name}}}")
    return written


def pattern(entry: Entry, person: Person, form: Form) -> str:
    """The pattern of *entry* nearest to *form*; a KeyError if it has none for this person.

    The listener with others is spoken of as others are, unless there is a pattern of their own.
    """
    spoken_of = Person.THEY if person is Person.YOU_AND and person not in entry else person
    lengths = entry.get(spoken_of) or entry[Person.NOBODY]
    return next(lengths[length] for length in NEAREST[form] if length in lengths)


# Between thousands, as in French and Russian: voices read two numbers, and old consoles show a question mark.
_THOUSANDS = re.compile("(?<=[0-9])[\u00a0\u202f](?=[0-9]{3})")

_SYNTAX = re.compile(r"[{}]|''")
"""Only a pattern with one of these differs from its own text."""


def formatted(pattern: str, locale: str, words: Mapping[str, str | int | float]) -> str:
    """*pattern* with its blanks filled, and the plurals of *locale*; a ValueError if it is malformed."""
    if not _SYNTAX.search(pattern):
        return pattern
    return _THOUSANDS.sub("", _parsed(pattern, locale).format({**words}))


@lru_cache(maxsize=500)
def _parsed(pattern: str, locale: str) -> "MessageFormat":
    from icu4py.messageformat import MessageFormat  # noqa: PLC0415 (help has nothing to fill in)

    return MessageFormat(pattern, locale)
