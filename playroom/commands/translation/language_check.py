"""What is wrong in a language: what it lacks, what is broken or too long, and what a voice reads badly.

Errors keep an entry from being said, or leave out what English tells. Doubts are for a person to look at:
names are often the same in two languages.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from playroom.commands.translation.language_files import Sentence, sample, sentences
from playroom.narration.phrases.entry import Words, words
from playroom.narration.phrases.locales import ITSELF
from playroom.narration.phrases.phrasebook import FALLBACK, Language, TileStyle
from playroom.narration.phrases.proof import faults, gaps
from playroom.strict_yaml import Page, PageError, reason
from playroom.strict_yaml.page import NO_LINE
from playroom.voice.phonemes import signs, signs_read_aloud, tiles_alike

NOT_SPOKEN: Final = ("command_line", "doctor", "files")
"""Files on addresses, options and signs of a file, which are what they are."""
LONGER, ROOM = 2.0, 15
"""How much longer than in English a sentence may be, and how many letters more."""
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_SAME: Final = 3
"""The number of words from which on a text is hardly the same in two languages."""


class Findings(Struct, frozen=True):
    """The errors of a language, and the doubts about it, by file and line."""

    errors: tuple[PageError, ...]
    doubts: tuple[PageError, ...]


def check_words(
    said: Mapping[str, Words], english: Mapping[str, Words], language: Language, folder: Path
) -> Findings:
    """The findings in the words of a language, from files of *folder*; what is missing is an error."""
    empty = {stem: words(Page(str(folder / f"{stem}.yaml"), {}, (1, {})), stem) for stem in english}
    return check_given_words({**empty, **said}, english, language, is_whole=True)


def check_given_words(
    said: Mapping[str, Words], english: Mapping[str, Words], language: Language, *, is_whole: bool = False
) -> Findings:
    """The findings in words, such as those of a PO file; entries may be missing unless it *is_whole*."""
    entries = {name: entry for each in english.values() for name, entry in each.entries.items()}
    errors: list[PageError] = []
    for stem, found in said.items():
        wrong = faults(found, entries, language.locale)
        refused = {*wrong, *(each.why.blanks["name"] for each in found.faults)}
        sound = {name: entry for name, entry in found.entries.items() if name not in wrong}
        whole = english[stem].entries if is_whole and stem in english else {}
        asked = whole or {name: entries[name] for name in sound}
        right = {name: entry for name, entry in asked.items() if name not in refused}
        errors += [*found.faults, *wrong.values(), *gaps(Words(found.page, sound), Words(found.page, right))]
    broken = {(each.source, each.line) for each in errors}
    doubts = [each for each in _doubts(said, english, language) if (each.source, each.line) not in broken]
    return Findings(tuple(errors), tuple(doubts))


def _doubts(
    said: Mapping[str, Words], english: Mapping[str, Words], language: Language
) -> Iterator[PageError]:
    """Sentences that are as in English, too long for an ear, or have a sign that is read aloud."""
    is_english, right = language.code == FALLBACK, dict(sentences(english))
    aloud: dict[str, str] = {}
    places: dict[str, Sentence] = {}
    for each, text in sentences(said):
        other, stem = right.get(each), each.entry.partition(".")[0]
        try:
            heard, original = (language.pronounced(sample(each, language)) for each in (text, other or text))
        except (ValueError, KeyError):
            continue  # it is broken, which is an error
        if text == other and not is_english and stem not in NOT_SPOKEN and len(_WORD.findall(heard)) >= _SAME:
            yield said[stem].fault(each.entry, reason("same_as_english"))
        if len(heard) > LONGER * len(original) + ROOM:
            why = reason("too_long", length=len(heard), english=len(original))
            yield said[stem].fault(each.entry, why)
        if stem not in NOT_SPOKEN and {*signs(heard)} - (set() if is_english else {*signs(original)}):
            aloud[str(each)], places[str(each)] = heard, each
    for key, sign in signs_read_aloud(aloud, language.locale):
        stem = places[key].entry.partition(".")[0]
        yield said[stem].fault(places[key].entry, reason("read_aloud", sign=sign))


def wrong_tiles(language: Language, folder: Path) -> Iterator[PageError]:
    """The error of each way to say tiles in which a voice says some like others, or like a number."""
    for style in TileStyle:
        for tile, other in (tiles_alike(language, style) or ())[:1]:
            yield PageError(str(folder / ITSELF), NO_LINE, reason("tiles_alike", tile=tile, other=other))
