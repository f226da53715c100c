"""What a real espeak-ng makes of tiles and signs: no dash, no two tiles alike."""

import os
import shutil

import pytest
from msgspec.structs import replace
from support.languages import CODES
from support.systems import ON_WINDOWS

from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import TileStyle
from playroom.voice import phonemes as phonemes_module
from playroom.voice.phonemes import (
    HIGHEST_HALF,
    PROGRAM,
    phonemes,
    signs_read_aloud,
    tiles_alike,
)

IS_NEEDED = bool(os.environ.get("CI")) and not ON_WINDOWS
IS_THERE = shutil.which(PROGRAM) is not None
pytestmark = pytest.mark.skipif(not IS_THERE and not IS_NEEDED, reason="espeak-ng is not installed")


@pytest.mark.long
@pytest.mark.parametrize("style", TileStyle)
@pytest.mark.parametrize("code", CODES)
def test_no_tile_sounds_like_another_tile_or_a_number(code: str, style: TileStyle) -> None:
    assert tiles_alike(phrasebook(code).language, style) in ((), None)


@pytest.mark.long
def test_a_tile_in_words_that_is_a_number_in_words_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phonemes_module, "HIGHEST_HALF", 10)
    monkeypatch.setattr(phonemes_module, "NUMBERS", range(20))
    ten = ("boş", "bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz", "on")
    halves = (*ten, *(f"on {each}" for each in ten[1:9]))
    english = phrasebook("en").language
    turkish = replace(english, locale="tr", halves=halves, double="çift {first}")
    apart = replace(turkish, pair="{first}{first, select, on { ile} other {}} {second}")

    alike = tiles_alike(turkish, TileStyle.WORDS)

    assert alike is not None
    assert ("on yedi", "17") in alike
    assert tiles_alike(apart, TileStyle.WORDS) == ()


@pytest.mark.parametrize("code", CODES)
def test_no_dash_of_a_tile_is_read_aloud(code: str) -> None:
    language = phrasebook(code).language
    tiles = [(high, low) for high in range(HIGHEST_HALF + 1) for low in range(high + 1)]
    spoken = [language.pronounced(language.tile(*tile, TileStyle.DIGITS)) for tile in tiles]

    assert list(signs_read_aloud({text: text for text in spoken}, language.locale)) == []


def test_signs_that_are_read_aloud_are_found() -> None:
    wrong = {
        "tile": "Ben: 5-3, left.",
        "slash": "Left/right.",
        "date": "On 12/11/2026.",
        "percent": "5 %.",
        "vs": "Ada vs Ben.",
    }

    found = {*signs_read_aloud({**wrong, "right": "Ben (a bot), 5 3: well-known."}, "en_GB")}

    assert {key for key, _ in found} == wrong.keys()


def test_each_text_has_its_phonemes_however_many_clauses_it_has() -> None:
    told = phonemes(["one, two. Three!", "one"], "en_GB")

    assert told is not None
    assert len(told) == 2
    assert phonemes(["one"], "tlh_XX") is None
