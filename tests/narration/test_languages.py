"""Every language of the playroom says everything, and nothing else."""

import pytest

from playroom.narration.phrases.entry import Form, Words, pattern, words
from playroom.narration.phrases.locales import ITSELF, Files, languages, ours
from playroom.narration.phrases.pattern import PLURAL, SELECT, formatted, parsed_blanks
from playroom.narration.phrases.proof import faults, gaps
from playroom.strict_yaml import read

CODES = sorted(folder.name for folder in ours().iterdir())
FILES = sorted(file.name for file in (ours() / "en").glob("*.yaml") if file.name != ITSELF)


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


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("code", CODES)
def test_each_entry_can_be_said(code: str, file: str) -> None:
    locale = {"en": "en_GB"}.get(code, code)

    found = said(code, file)

    assert list(map(str, [*found.faults, *faults(found, Files({}, [ours() / "en"]), locale).values()])) == []


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("code", CODES)
def test_nothing_is_missing(code: str, file: str) -> None:
    assert list(map(str, gaps(said(code, file), said("en", file)))) == []


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("code", CODES)
def test_each_form_of_each_entry_leaves_no_sign_of_its_pattern(code: str, file: str) -> None:
    for name, entry in said(code, file).entries.items():
        for text in (text for lengths in entry.values() for text in lengths.values()):
            for number in (0, 1, 2, 5):
                sample = {
                    each.blank: number
                    if each.kind == PLURAL
                    else each.cases[0]
                    if each.kind == SELECT
                    else "x"
                    for each in sorted(parsed_blanks(text), key=lambda each: each.kind == PLURAL)
                }
                spoken = formatted(text, code, sample)

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
