"""The language of the system."""

import pytest

from playroom.narration.phrases.system import apple_languages, best, system_language, windows_languages

EXISTING = ("en", "fr", "pt_BR")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8@euro"}, "fr"),
        ({"LANG": "FR"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": ""}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de:fr:en"}, "fr"),
        ({"LC_ALL": "C", "LANGUAGE": "fr"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "pt_PT"}, "pt_BR"),
        ({"LANG": "pt_BR"}, "pt_BR"),
    ],
    ids=str,
)
def test_the_environment_names_the_language(environment: dict[str, str], language: str) -> None:
    assert system_language(EXISTING, environment, lambda: ("fr-FR",)) == language


def test_where_the_environment_names_none_the_platform_does() -> None:
    assert system_language(EXISTING, {}, lambda: ("de-DE", "fr-FR")) == "fr"


def test_where_nothing_names_a_language_it_is_english() -> None:
    assert system_language(EXISTING, {}, lambda: ()) == "en"


def test_windows_names_its_language_by_a_number() -> None:
    assert best(windows_languages(lambda: 0x040C), EXISTING) == "fr"
    assert best(windows_languages(lambda: 0xFFFF), EXISTING) == "en"


@pytest.mark.parametrize(
    ("printed", "language"),
    [('(\n    "de-DE",\n    "fr-FR"\n)\n', "fr"), ('(\n    "en-GB"\n)\n', "en"), ("", "en"), ("()", "en")],
)
def test_macos_prints_a_list_of_languages(printed: str, language: str) -> None:
    assert best(apple_languages(lambda: printed), EXISTING) == language
