"""How espeak-ng pronounces texts, by which a translation is tried on a voice.

It is asked for phonemes, which take no sound card and a hundredth of the time of speech. What is alike in
them is alike to an ear, and a sign that changes them is read aloud: "five dash three".
"""

import re
import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from playroom.narration.phrases.phrasebook import Language, TileStyle

PROGRAM: Final = "espeak-ng"
HIGHEST_HALF: Final = 18
"""The halves of the largest set."""
NUMBERS: Final = range(200)
"""The numbers that a tile must not sound like: points and tiles."""

_MARK: Final = "qqq"
"""A word between two texts: espeak-ng writes each clause on a line of its own."""
_UNHEARD: Final = re.compile(r"[\s',%!|_:;-]")
"""Stress, pauses and lengths, which an ear does not rely on to tell two texts apart."""
_SIGNS: Final = re.compile(r"(?<!\w)[-–—]|[-–—](?!\w)|(?<=\d)[-–—]|[^\w\s.,:;!?'’…-]|\b(?:vs|etc)\b")
"""Signs and abbreviations that a voice may read aloud; a hyphen inside a word is part of it."""
_LIMIT: Final = 60
"""Seconds after which espeak-ng is given up."""


def phonemes(texts: Sequence[str], locale: str) -> tuple[str, ...] | None:
    """The phonemes of each text; None if espeak-ng is not there, or has no voice for *locale*."""
    # Only a check of a translation asks.
    from subprocess import SubprocessError, run  # noqa: PLC0415

    program = shutil.which(PROGRAM)
    if program is None:
        return None
    voice = locale.replace("_", "-").lower()
    asked = "\n\n".join((_MARK, *(f"{text}\n\n{_MARK}" for text in texts)))
    for name in (voice, voice.partition("-")[0]):
        command = [program, "-q", "-x", "-v", name, "--stdin"]
        try:
            told = run(command, input=asked, capture_output=True, text=True, timeout=_LIMIT, check=True)  # noqa: S603 (a fixed program)
        except (OSError, SubprocessError):
            continue
        mark, *lines = map(str.strip, told.stdout.strip().split("\n"))
        parts = " ".join(lines).split(mark)
        return tuple(part.strip() for part in parts[:-1]) if len(parts) == len(texts) + 1 else None
    return None


def tiles_alike(language: Language, style: TileStyle) -> tuple[tuple[str, str], ...] | None:
    """The tiles of the largest set that sound like another tile or like a number, each with that.

    They are as they are spoken in *style*. A tile is compared with numbers in digits and in words, as some
    voices pronounce these differently. None where espeak-ng cannot say.
    """
    halves = range(HIGHEST_HALF + 1)
    tiles = [language.pronounced(language.tile(high, low, style)) for high in halves for low in halves]
    names = [*map(str, (*NUMBERS, *range(len(language.halves)))), *tiles]
    heard = phonemes([*map(str, NUMBERS), *language.halves, *tiles], language.locale)
    if heard is None:
        return None
    alike = defaultdict(list)
    for name, sound in zip(names, heard, strict=True):
        alike[_UNHEARD.sub("", sound)].append(name)
    return tuple((same[-1], same[0]) for same in alike.values() if len(same) > 1 and same[-1] in tiles)


def signs_read_aloud(texts: Mapping[str, str], locale: str) -> Iterator[tuple[str, str]]:
    """The signs that espeak-ng reads aloud: the key of the text, and the sign; none where it cannot say."""

    def without(text: str, sign: str) -> str:
        """*text* with a pause in the place of a sign."""
        return _SIGNS.sub(lambda each: " , " if each[0] == sign else each[0], text)

    found = [(key, text, sign) for key, text in texts.items() for sign in signs(text)]
    asked = [each for _, text, sign in found for each in (text, without(text, sign))]
    heard = phonemes(asked, locale) or ()
    for (key, _, sign), with_it, paused in zip(found, heard[::2], heard[1::2], strict=False):
        if _UNHEARD.sub("", with_it) != _UNHEARD.sub("", paused):
            yield key, sign


def signs(text: str) -> tuple[str, ...]:
    """The signs and abbreviations of a text that a voice may read aloud, each once."""
    return tuple(dict.fromkeys(_SIGNS.findall(text)))
