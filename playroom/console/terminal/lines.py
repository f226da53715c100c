"""PURE. A text as lines that a terminal, a screen reader and a braille display all get whole."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

SHORTEST: Final = 3
"""Characters that a line must have: NVDA and Orca drop shorter ones, and lines of digits alone."""

_COMBINING: Final = "\N{COMBINING GRAVE ACCENT}"
"""The first character that may take no column, or two."""
_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[P\]X^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -~])?")
_BREAK: Final = re.compile(r"[\n\r\v\f\x85\u2028\u2029]+")
_SPACE: Final = re.compile(r"(?<!«) +(?![:;!?»](?: |$))")
"""The spaces at which a line may end: not those before a colon and the like, which French does not part."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")
_PLAINER: Final = str.maketrans(
    {
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
        "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{MINUS SIGN}": "-",
        "\N{LATIN SMALL LIGATURE OE}": "oe",
        "\N{LATIN CAPITAL LIGATURE OE}": "OE",
    }
)


def wrapped_lines(text: str, width: int) -> tuple[str, ...]:
    """*text* in lines of at most *width* columns, broken between words, none too thin to be read out."""
    parts = _BREAK.split(_SEQUENCE.sub("", text))
    return tuple(line for part in parts for line in _wrapped(_CONTROL.sub(" ", part), width))


def spelled(text: str, encoding: str) -> str:
    """*text* with the nearest letters that *encoding* has, "?" where it has none."""
    if _known(text, encoding):
        return text
    return "".join(letter if _known(letter, encoding) else _nearest(letter, encoding) for letter in text)


def _wrapped(text: str, width: int) -> list[str]:
    rows = _rows(text, width)
    for above, below in reversed(list(pairwise(rows))):
        while _thin(" ".join(below)) and _columns([above[-1], *below]) <= width:
            below.insert(0, above.pop())
    return [_thick(" ".join(row)) for row in rows]


def _rows(text: str, width: int) -> list[list[str]]:
    """The words of *text* in rows, as many words in each as it holds."""
    rows: list[list[str]] = []
    room = 0
    for word in _words(text, width):
        room -= _width(word) + 1
        if not rows or room < 0:
            rows.append([])
            room = width - _width(word)
        rows[-1].append(word)
    return rows


def _words(text: str, width: int) -> Iterator[str]:
    """The words of *text*, with what no space may part from them; those wider than *width* in pieces."""
    for word in filter(None, _SPACE.split(text.strip())):
        if _width(word) <= width:
            yield " ".join(word.split())
        else:
            for part in word.split():
                yield from [part] if _width(part) <= width else _pieces(part, width)


def _pieces(word: str, width: int) -> Iterator[str]:
    piece = ""
    for letter in word:
        if _width(piece + letter) > width:
            yield piece
            piece = ""
        piece += letter
    yield piece


def _columns(row: list[str]) -> int:
    return _width(" ".join(row))


def _width(text: str) -> int:
    """The columns that *text* takes; a Latin letter takes one."""
    if max(text, default="") < _COMBINING:
        return len(text)
    from prompt_toolkit.utils import get_cwidth  # noqa: PLC0415 (it takes long to load, and few texts need it)

    return get_cwidth(text)


def _thin(line: str) -> bool:
    return len(line) < SHORTEST or line.replace(" ", "").isdigit()


def _thick(line: str) -> str:
    """*line* with the full stops that it lacks."""
    return _thick(f"{line}.") if _thin(line) else line


def _known(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _nearest(letter: str, encoding: str) -> str:
    apart = unicodedata.normalize("NFKD", letter.translate(_PLAINER))
    return apart.encode(encoding, "ignore").decode(encoding) or "?"
