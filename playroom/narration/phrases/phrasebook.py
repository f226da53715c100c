"""The phrasebook, which turns messages into the sentences of one language."""

import re
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from enum import StrEnum
from typing import Final, Protocol, assert_never

from msgspec import Struct
from msgspec.structs import replace

from playroom.narration.message import Blank, Either, Half, Message, Person, Players, Sentences, Series, Title
from playroom.narration.phrases.entry import Entry, Form, formatted, pattern
from playroom.narration.phrases.language import FALLBACK, Language, TileStyle
from playroom.rules.layout import Laid
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile
from playroom.strict_yaml import PageError

_HIDDEN: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Bidirectional and control characters, which names from files may contain."""


_KEY_BLANK: Final = re.compile(r"\{\s*(key_\w+|changing|finishing|profile)\b")
"""The blanks of any entry that are filled with the player's keys."""

_BEFORE_COMMA: Final = re.compile(r"\{(\w+)\},")
"""The blanks of a pattern that a comma follows."""

_FULL_STOP: Final = re.compile(r"(?<![.])[.]$")
_OTHER_ENDS: Final = ("?", "!", "…", "...")


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
