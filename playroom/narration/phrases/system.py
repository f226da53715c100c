"""The language of the system, as far as the playroom speaks it."""

import ctypes
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from locale import windows_locale
from subprocess import DEVNULL, PIPE, SubprocessError, run
from typing import Any, Final, cast

from playroom.narration.phrases.language import FALLBACK

NO_LANGUAGE: Final = ("C", "POSIX")


def system_language(
    existing: Iterable[str],
    environment: Mapping[str, str] = os.environ,
    of_platform: Callable[[], Iterable[str]] | None = None,
) -> str:
    """Of the languages that exist, the one that the system asks for first; English if there is none.

    Where the environment names no language, Windows and macOS are asked by *of_platform*.
    """
    wanted = [*of_environment(environment)] or [*(of_platform or platform_languages)()]
    return best(wanted, existing)


def best(wanted: Iterable[str], existing: Iterable[str]) -> str:
    """The first of the *wanted* locales that exists, as it is (pt_BR) or by its language alone (pt)."""
    codes = {_plain(code): code for code in existing}
    for locale in map(_plain, wanted):
        language = locale.partition("_")[0]
        near = (code for plain, code in codes.items() if plain.partition("_")[0] == language)
        if found := codes.get(locale) or codes.get(language) or next(near, None):
            return found
    return FALLBACK


def of_environment(environment: Mapping[str, str]) -> Iterator[str]:
    """The locales that LANGUAGE, LC_ALL, LC_MESSAGES and LANG name, by their rank; C names no language."""
    ranked = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, ranked), "")
    if locale and locale.partition(".")[0] not in NO_LANGUAGE:
        yield from filter(None, environment.get("LANGUAGE", "").split(":"))
    if locale:
        yield locale


def platform_languages(platform: str = sys.platform) -> Iterator[str]:
    """The locales in which Windows or macOS shows itself; none elsewhere."""
    if platform == "win32":
        yield from windows_languages(cast("Any", ctypes).windll.kernel32.GetUserDefaultUILanguage)
    if platform == "darwin":
        yield from apple_languages(_apple_defaults)


def windows_languages(user_interface: Callable[[], int]) -> Iterator[str]:
    """The locale that the number *user_interface* stands for, if it is known."""
    if known := windows_locale.get(user_interface()):
        yield known


def apple_languages(defaults: Callable[[], str]) -> Iterator[str]:
    """The locales in a list such as ``("fr-FR", "en-US")``."""
    for word in defaults().split(","):
        if name := word.strip(' \n()"'):
            yield name


def _apple_defaults() -> str:
    """The user's languages as macOS prints them; empty if it does not answer."""
    command = ["/usr/bin/defaults", "read", "-g", "AppleLanguages"]
    try:
        return run(command, stdout=PIPE, stderr=DEVNULL, timeout=2, check=True, text=True).stdout  # noqa: S603 (a fixed command)
    except (OSError, SubprocessError):
        return ""


def _plain(locale: str) -> str:
    """A locale without encoding and modifier, written one way: ``fr-CA``, ``fr_CA.UTF-8`` are fr_ca."""
    return locale.partition(".")[0].partition("@")[0].replace("-", "_").lower()
