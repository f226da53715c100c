"""Names and texts that people type: made plain, or refused."""

import re
from collections.abc import Callable
from functools import cache
from itertools import groupby, pairwise
from unicodedata import category, combining, name, normalize

from playroom.online.server.refused import Refused
from playroom.online.wire.protocol import LONGEST_NAME, LONGEST_REASON, REASON_BYTES, RefusalCode

COMMON_SCRIPTS = {"COMMON", "INHERITED"}
"""The scripts of characters that belong to all scripts, such as spaces and accents."""

SCRIPTS_TOGETHER = (
    {"HAN", "HIRAGANA", "KATAKANA", "LATIN"},
    {"HAN", "BOPOMOFO", "LATIN"},
    {"HAN", "HANGUL", "LATIN"},
)
"""Scripts that are written together: "highly restrictive" in Unicode's UTS #39."""

STACKED_MARKS = {"LATIN": 1, "GREEK": 1, "CYRILLIC": 1}
MOST_STACKED = 4
"""The most marks of a letter: four in UTS #39, one where letters with their accents are characters."""

OVERLAY = 1
"""The combining class of strokes through a letter."""

EVERYDAY = re.compile("[\u0386-\u03ce\u0401-\u045f\u0490\u0491]")
"""The letters of today's Greek, and of the languages that are mostly written in Cyrillic letters."""

UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""The Unicode categories of what is neither seen nor spoken."""


RESERVED = (
    *("Administrator", "Admin", "Administrateur", "Administratrice", "L'administrateur"),
    *("Moderator", "Modérateur", "Modératrice", "Moderador", "Moderatore", "Модератор"),
    *("Server", "The server", "Serveur", "Le serveur", "Playroom", "The playroom"),
    *("A former member", "Un ancien membre", "Un antiguo socio", "Um antigo membro"),
    *("Ein früheres Mitglied", "Un ex socio", "Były członek", "Бывший участник"),
)
"""Names by which the program calls others than people, or by which people believe whoever has them."""

BELOW = 220
"""The combining class of marks below a letter, which speech seldom tells from the letter alone."""


def checked_name(text: str) -> str:
    """The name of a person as PRECIS writes nicknames (RFC 8266); Refused if it may pass for another.

    It is of one script, its letters carry few marks, and no rare ones make it look as if it were Latin. It
    is not one of the server.
    """
    try:
        plain = _nickname()(" ".join(text.split()))
    except UnicodeEncodeError as error:
        raise Refused(RefusalCode.BAD_NAME) from error
    letters = [each for each in plain if category(each).startswith("L")]
    if not letters or len(plain) > LONGEST_NAME or _is_overloaded(plain):
        raise Refused(RefusalCode.BAD_NAME)
    scripts = {_script(each) for each in plain} - COMMON_SCRIPTS
    is_of_one_script = len(scripts) <= 1 or any(scripts <= together for together in SCRIPTS_TOGETHER)
    # Sara in Cyrillic letters is an ordinary name; at a table it is refused beside one that looks alike.
    is_latin_to_see = all(not each.isascii() and _skeleton(each).isascii() for each in letters)
    imitates_latin = is_latin_to_see and not all(EVERYDAY.fullmatch(each) for each in letters)
    if not is_of_one_script or imitates_latin:
        raise Refused(RefusalCode.BAD_NAME)
    is_phonetic = any("SMALL CAPITAL" in name(each, "") for each in letters)
    if is_phonetic or name_key(plain) in map(name_key, RESERVED):
        raise Refused(RefusalCode.BAD_NAME)
    return plain


def name_key(text: str) -> str:
    """The key that two names share if they sound or look alike."""
    kept, script = "", ""
    for each in normalize("NFD", normalize("NFKC", text).casefold()):
        if not combining(each):
            script = _script(each)
        # A Latin letter with a mark below is seldom heard as another.
        kept += "" if script == "LATIN" and combining(each) == BELOW else each
    return "".join(filter(_is_of_word, _skeleton(normalize("NFC", kept)).casefold()))


def plain_text(text: str, longest: int) -> str:
    """A typed text on one line without invisible characters, truncated to *longest* characters."""
    shown = (" " if each.isspace() else each for each in normalize("NFC", text))
    return " ".join("".join(each for each in shown if category(each) not in UNSEEN).split())[:longest]


def plain_reason(text: str) -> str:
    """A reason that was typed, as `plain_text`, and no longer than a table can hold of it."""
    plain = plain_text(text, LONGEST_REASON).encode()[:REASON_BYTES]
    return plain.decode(errors="ignore")


def _is_of_word(character: str) -> bool:
    """Whether a character is of a word: a vowel sign too, such as an Indic one, which is not an accent."""
    is_vowel_sign = category(character).startswith("M") and not combining(character)
    return is_vowel_sign or character.isalnum() or character == "_"


@cache
def _nickname() -> Callable[[str], str]:
    """The PRECIS profile of nicknames. Its enforcement raises UnicodeEncodeError for what is not one."""
    from precis_i18n import get_profile  # noqa: PLC0415 (it takes a while, and only servers need it)

    return get_profile("NicknameCasePreserved").enforce


def _is_overloaded(text: str) -> bool:
    """Whether marks stand on each other, through or around letters, or on most, more than in any language."""
    stacked, letter = 0, ""
    for are_marks, run in groupby(text, lambda each: category(each) in ("Mn", "Me")):
        marks = list(run)
        if not are_marks:
            letter = marks[-1]
            continue
        script = _script(letter)
        doubled = any(one == other for one, other in pairwise(marks))
        around = any(combining(mark) == OVERLAY or category(mark) == "Me" for mark in marks)
        if doubled or around or len(marks) > STACKED_MARKS.get(script, MOST_STACKED):
            return True
        stacked += len(marks) if script in STACKED_MARKS else 0
    return 2 * stacked > sum(each.isalpha() for each in text)


def _script(character: str) -> str:
    if not character or character.isascii():
        return "LATIN" if character.isalpha() else "COMMON"
    from confusable_homoglyphs.categories import alias  # noqa: PLC0415 (it takes a while, and ASCII does not need it)

    return str(alias(character))


def _skeleton(text: str) -> str:
    """A text in which all that looks like ASCII is ASCII, after UTS #39."""
    if text.isascii():
        return text
    return normalize("NFC", "".join(map(_prototype, normalize("NFD", text))))


@cache
def _prototype(character: str) -> str:
    """The ASCII letter or digit that a character looks like; itself if it looks like none."""
    if character.isascii():
        return character
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415 (likewise)

    alike = (each["c"] for each in confusables_data.get(character, ()))
    return next((each for each in alike if each.isascii() and each.isalnum()), character)
