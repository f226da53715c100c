"""Every language of the playroom says everything, and nothing else."""

from functools import cache

import pytest
from support.languages import CODES

from playroom.commands.translation.language_check import check_words
from playroom.commands.translation.language_files import english, words_in
from playroom.narration.phrases.entry import PLURAL, SELECT, Form, Words, parsed_blanks, words
from playroom.narration.phrases.locales import ITSELF, languages, ours, phrasebook
from playroom.narration.phrases.phrasebook import formatted, pattern
from playroom.strict_yaml import read

FILES = sorted(file.name for file in (ours() / "en").glob("*.yaml") if file.name != ITSELF)


@cache
def said(code: str, file: str) -> Words:
    return words(read(ours() / code / file))


@pytest.mark.parametrize("code", CODES)
def test_each_language_names_itself(code: str) -> None:
    found = languages()

    assert found.names[code]
    assert not found.left_out


@pytest.mark.parametrize("code", CODES)
def test_each_language_has_the_same_files(code: str) -> None:
    files = sorted(file.name for file in (ours() / code).glob("*.yaml"))

    assert files == sorted([*FILES, ITSELF])


@pytest.mark.long
@pytest.mark.sample(3)
@pytest.mark.parametrize("code", CODES)
def test_a_language_is_complete_and_no_sign_is_read_aloud(code: str) -> None:
    folder = ours() / code

    found = check_words(words_in(folder), english(), phrasebook(code).language, folder)

    assert list(map(str, found.errors)) == []
    assert [str(doubt) for doubt in found.doubts if "read_aloud" in str(doubt)] == []


@pytest.mark.sample(60)
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("code", CODES)
def test_each_form_of_each_entry_leaves_no_sign_of_its_pattern(code: str, file: str) -> None:
    locale = phrasebook(code).language.locale
    for name, entry in said(code, file).entries.items():
        for text in (text for lengths in entry.values() for text in lengths.values()):
            asked = sorted(parsed_blanks(text), key=lambda each: each.kind == PLURAL)
            for number in (0, 1, 2, 5) if asked and asked[-1].kind == PLURAL else (0,):
                sample = {
                    each.blank: number
                    if each.kind == PLURAL
                    else each.cases[0]
                    if each.kind == SELECT
                    else "x"
                    for each in asked
                }
                spoken = formatted(text, locale, sample)

                assert not set("{}#") & set(spoken), f"{code}/{file} {name}: {spoken}"
                assert "  " not in spoken, f"{code}/{file} {name}: {spoken}"
                assert spoken == spoken.strip(), f"{code}/{file} {name}: {spoken}"


def test_french_keeps_its_signs_with_the_word_before_them() -> None:
    for file in (ours() / "fr").glob("*.yaml"):
        for entry in words(read(file)).entries.values() if file.name != ITSELF else ():
            for text in (text for lengths in entry.values() for text in lengths.values()):
                assert not any(f" {sign}" in text for sign in ":;!?"), f"{file}: {text}"


@pytest.mark.parametrize("code", CODES)
def test_a_short_form_is_no_longer_than_the_normal_one(code: str) -> None:
    for name, entry in said(code, "events.yaml").entries.items():
        for person in entry:
            short, normal = pattern(entry, person, Form.SHORT), pattern(entry, person, Form.NORMAL)
            assert len(short) <= len(normal), (code, name, person)
