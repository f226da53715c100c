"""The errors of the system for files, in the words of each language."""

import errno
from pathlib import Path

import pytest
from support.languages import CODES

from playroom.narration.file_errors import page_error_message
from playroom.narration.phrases.locales import phrasebook
from playroom.strict_yaml import NotRegularFileError, PageError, unreadable
from playroom.strict_yaml.files import _ENTRIES


def spoken(error: PageError, language: str) -> str:
    return phrasebook(language).say(page_error_message(error))


@pytest.mark.parametrize(
    ("error", "english", "french"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full", "le disque est plein"),
        (OSError(errno.EACCES, "Permission denied"), "you have no permission", "vous n'en avez pas le droit"),
        (
            NotRegularFileError(errno.EINVAL, "Invalid argument"),
            "it is not a regular file",
            "ce n'est pas un fichier ordinaire",
        ),
    ],
)
def test_an_error_is_reported_in_the_language_of_the_listener(
    error: OSError, english: str, french: str
) -> None:
    found = unreadable(Path("own.yaml"), error)

    assert spoken(found, "en") == f"own.yaml: the file cannot be read: {english}."
    assert (
        spoken(found, "fr")
        == f"own.yaml\N{NO-BREAK SPACE}: le fichier ne peut pas être lu\N{NO-BREAK SPACE}: {french}."
    )


def test_a_closed_input_is_reported_as_closed() -> None:
    found = unreadable(Path("-"), OSError(errno.EBADF, "Bad file descriptor"))

    assert spoken(found, "en") == "stdin: the file cannot be read: it is closed."


@pytest.mark.parametrize("language", CODES)
def test_every_error_that_has_words_has_them_in_every_language(language: str) -> None:
    for number in _ENTRIES:
        why = spoken(unreadable(Path("own.yaml"), OSError(number, "STRERROR")), language)

        assert "STRERROR" not in why
        assert errno.errorcode[number] not in why


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "the system reports the error EXDEV."), ("fr", "le système signale l'erreur EXDEV.")],
)
def test_a_rare_error_has_its_name(language: str, words: str) -> None:
    found = unreadable(Path("own.yaml"), OSError(errno.EXDEV, "Invalid cross-device link"))

    assert spoken(found, language).endswith(words)


def test_a_file_that_another_program_has_open_on_windows_is_in_use() -> None:
    error = PermissionError(errno.EACCES, "The process cannot access the file")
    error.winerror = 32  # type: ignore[attr-defined, unused-ignore]  # only Windows has it

    assert spoken(unreadable(Path("own.yaml"), error), "en").endswith("another program is using it.")
