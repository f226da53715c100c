"""The slips of hands that do not write YAML every day, found line by line in a text that cannot be read."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from playroom.strict_yaml.page import PageError, Reason, quoted, reason

_NO_SPACE: Final = re.compile(r"(?P<key>\s*(?:- +)?[^\W\d][\w-]*):(?P<answer>[^\s:/\\].*)")
_KEY: Final = re.compile(r"\s*(?:- +)?[\w-]+:(\s|$)")
_COMMENT: Final = re.compile(r"(^|\s)#.*")
_TEXT: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_BRACKETS: Final[Mapping[str, str]] = {"[": "]", "{": "}"}


class Slip(NamedTuple):
    """A small slip: why its line cannot be read, and the line as it is probably meant."""

    why: Reason
    repaired: str


def slips(text: str, source: str) -> tuple[tuple[PageError, ...], str]:
    """Each line that a small slip makes unreadable, and the text with these lines repaired."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    errors = []
    for number, line in enumerate(lines):
        after = next((other for other in lines[number + 1 :] if _bare(other)), "")
        if found := _slip(line, after):
            errors.append(PageError(source, number + 1, found.why))
            lines[number] = found.repaired
    return tuple(errors), "\n".join(lines)


def _slip(line: str, after: str) -> Slip | None:
    """What is wrong with a line, before the next one that says something."""
    bare = _bare(line)
    if not bare:
        return None
    inner = line.lstrip()
    if "\t" in line[: len(line) - len(inner)]:
        return Slip(reason("tab"), "")
    if found := _NO_SPACE.fullmatch(bare):
        right = f"{found['key']}: {found['answer']}"
        return Slip(reason("no_space", right=quoted(right.strip())), right)
    if '"' in bare or bare.count(": '") == 1:
        return Slip(reason("open_quote"), "")
    return next(filter(None, (_bracket(bare, mark, after) for mark in _BRACKETS)), None)


def _bracket(bare: str, mark: str, after: str) -> Slip | None:
    """Whether a bracket of a line stands alone; a list may go on in the next line."""
    end = _BRACKETS[mark]
    missing = bare.count(mark) - bare.count(end)
    if missing > 0 and (not after or _KEY.match(after)):
        return Slip(reason("open_bracket", end=end), bare + end * missing)
    return Slip(reason("stray_bracket", end=end), "") if missing < 0 and mark not in bare else None


def _bare(line: str) -> str:
    """A line without its comment, and without texts in quotes, in which anything may stand."""
    return _COMMENT.sub("", _TEXT.sub("text", line)).rstrip()
