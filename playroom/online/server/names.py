"""Names and texts that people type: made plain, or refused."""

import re
from unicodedata import category, name, normalize

from playroom.online.server.refused import Refused
from playroom.online.wire.codes import RefusalCode
from playroom.online.wire.limits import LONGEST_NAME

IGNORED_SCRIPTS = {"COMBINING", "DIGIT"}
EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
"""Scripts that are written together."""

UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""The Unicode categories of what is neither seen nor spoken."""


def checked_name(text: str) -> str:
    """The name of a person in NFKC, with single spaces; Refused if it cannot be told from others by ear."""
    plain = " ".join(normalize("NFKC", text).split())
    letters = [each for each in plain if category(each).startswith("L")]
    if not letters or len(plain) > LONGEST_NAME or _has_unseen(plain) or not _is_of_one_script(letters):
        raise Refused(RefusalCode.BAD_NAME)
    return plain


def name_key(text: str) -> str:
    """What two names have in common that sound alike."""
    return re.sub(r"\W", "", normalize("NFKC", text).casefold())


def plain_text(text: str, longest: int) -> str:
    """A typed text on one line without what is neither seen nor spoken, cut at so many characters."""
    shown = (" " if each.isspace() else each for each in normalize("NFC", text))
    return " ".join("".join(each for each in shown if category(each) not in UNSEEN).split())[:longest]


def _has_unseen(text: str) -> bool:
    return any(category(each) in UNSEEN for each in text)


def _is_of_one_script(letters: list[str]) -> bool:
    scripts = {name(each, "UNKNOWN").split(maxsplit=1)[0].split("-")[0] for each in letters} - IGNORED_SCRIPTS
    return len(scripts) <= 1 or scripts <= EAST_ASIAN
