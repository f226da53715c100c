"""The language of the operating system."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from operator import itemgetter
from typing import Any, Final, cast

from playroom.narration.phrases.phrasebook import FALLBACK

NO_LANGUAGE: Final = ("C", "POSIX")

MOST_ACCEPTED: Final = 20
"""The languages of a browser that are looked at."""


def system_language(
    existing: Iterable[str],
    environment: Mapping[str, str] = os.environ,
    of_platform: Callable[[], Iterable[str]] | None = None,
) -> str:
    """The existing language that the system prefers; English if there is none.

    *of_platform* returns the preferences of Windows or macOS, for an environment without a language.
    """
    wanted = [*of_environment(environment)] or [*(of_platform or platform_languages)()]
    return best(wanted, existing)


def best(wanted: Iterable[str], existing: Iterable[str]) -> str:
    """The first of the *wanted* locales that exists, exactly (pt_BR) or by its language (pt)."""
    codes = {_plain(code): code for code in existing}
    for locale in map(_plain, wanted):
        language = locale.partition("_")[0]
        near = (code for plain, code in codes.items() if plain.partition("_")[0] == language)
        if found := codes.get(locale) or codes.get(language) or next(near, None):
            return found
    return FALLBACK


def accepted_language(header: str, existing: Iterable[str]) -> str:
    """The existing language that a browser prefers by its header Accept-Language; "" if there is none."""
    codes = {_plain(code).partition("_")[0] for code in existing}
    known: list[tuple[float, str]] = []
    for each in header.split(",")[:MOST_ACCEPTED]:
        name, _, quality = each.strip().partition(";q=")
        with suppress(ValueError):
            weight = float(quality or 1)
            if weight > 0 and _plain(name).partition("_")[0] in codes:
                known.append((-weight, name))
    return best([name for _, name in sorted(known, key=itemgetter(0))], existing) if known else ""


def of_environment(environment: Mapping[str, str]) -> Iterator[str]:
    """The locales of LANGUAGE, LC_ALL, LC_MESSAGES and LANG, in their precedence; C is not a language."""
    ranked = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, ranked), "")
    if locale and locale.partition(".")[0] not in NO_LANGUAGE:
        yield from filter(None, environment.get("LANGUAGE", "").split(":"))
    if locale:
        yield locale


def platform_languages(platform: str = sys.platform) -> Iterator[str]:
    """The display languages of Windows or macOS; empty on other systems."""
    if platform == "win32":
        import ctypes  # noqa: PLC0415 (elsewhere the environment names the language)

        yield from windows_languages(cast("Any", ctypes).windll.kernel32.GetUserDefaultUILanguage)
    if platform == "darwin":
        yield from apple_languages(_apple_defaults)


def windows_languages(user_interface: Callable[[], int]) -> Iterator[str]:
    """The locale of the language identifier that *user_interface* returns, if it is known."""
    from locale import windows_locale  # noqa: PLC0415 (only Windows has these numbers)

    if known := windows_locale.get(user_interface()):
        yield known


def apple_languages(defaults: Callable[[], str]) -> Iterator[str]:
    """The locales in text such as ``("fr-FR", "en-US")``."""
    for word in defaults().split(","):
        if name := word.strip(' \n()"'):
            yield name


def _apple_defaults() -> str:
    """The user's languages as printed by macOS; empty on an error or after 2 seconds."""
    from subprocess import DEVNULL, PIPE, SubprocessError, run  # noqa: PLC0415 (only macOS is asked so)

    command = ["/usr/bin/defaults", "read", "-g", "AppleLanguages"]
    try:
        return run(command, stdout=PIPE, stderr=DEVNULL, timeout=2, check=True, text=True).stdout  # noqa: S603 (a fixed command)
    except (OSError, SubprocessError):
        return ""


def _plain(locale: str) -> str:
    """A locale without encoding and modifier, normalized: ``fr-CA`` and ``fr_CA.UTF-8`` are fr_ca."""
    return locale.partition(".")[0].partition("@")[0].replace("-", "_").lower()
