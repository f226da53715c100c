"""Recovery of the valid entries of a page with errors."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from playroom.strict_yaml.files import content_of, load, read
from playroom.strict_yaml.page import Key, Lines, Page, PageError, Value, quoted, reason

MOST_PARTS: Final = 1000
"""The most entries that are recovered."""

_INSIDE: Final = (b" ", b"\t", b"#", b"\r", b"\n", b"- ", b"]", b"}")
"""The first characters of lines that belong to the entry above."""


def read_valid(file: Path) -> tuple[Page, tuple[PageError, ...]]:
    """The page in *file*, or its valid entries and the errors of the others; OSError if it cannot be read."""
    try:
        return read(file), ()
    except PageError as error:
        return salvage(file, error)[:2]


class Salvaged(NamedTuple):
    """The valid entries of a page, the errors of the others, and the valid text with its comments."""

    page: Page
    errors: tuple[PageError, ...]
    text: str


def salvage(file: Path, error: PageError) -> Salvaged:
    """The valid entries of the mapping in *file*, each parsed alone.

    *error* is the error of the whole page; OSError if the file cannot be opened.
    """
    value: dict[Key, Value] = {}
    lines: dict[Key, Lines] = {}
    errors: list[PageError] = []
    text = ""
    for line, part in _parts(file):
        try:
            page = _page(str(file), line, part)
            for key in page.value if isinstance(page.value, dict) else ():
                if key in lines:
                    raise page.error(reason("twice", key=quoted(key), line=lines[key][0]), key)
        except PageError as wrong:
            errors.append(wrong)
            continue
        if page.value and isinstance(page.value, dict):
            value |= page.value
            lines |= {key: (page.line(key), ()) for key in page.value}
            text += part.decode("utf-8")
    return Salvaged(Page(str(file), value or None, (1, lines)), tuple(errors) or (error,), text)


def _parts(file: Path) -> Iterator[tuple[int, bytes]]:
    """The entries of a mapping, each with its line from 0 and the comments below it.

    The first includes those above it. Empty if there are too many or they are too large.
    """
    try:
        found = content_of(file).splitlines(keepends=True)
    except PageError:
        return
    starts = [number for number, line in enumerate(found) if not line.startswith(_INSIDE)]
    if len(starts) <= MOST_PARTS:
        for start, end in zip([0, *starts[1:]], [*starts[1:], len(found)], strict=True):
            yield start, b"".join(found[start:end])


def _page(source: str, line: int, part: bytes) -> Page:
    """One entry; *line* is the number of lines above it."""
    try:
        page = load(part.decode("utf-8"), source)
    except UnicodeDecodeError as error:
        raise PageError(source, line + 1, reason("not_utf_8")) from error
    except PageError as error:
        raise PageError(source, error.line + line, error.why) from error
    return Page(source, page.value, _moved(page.lines, line))


def _moved(lines: Lines, by: int) -> Lines:
    """The lines of entries that stand further down."""
    number, parts = lines
    if isinstance(parts, Mapping):
        return number + by, {key: _moved(each, by) for key, each in parts.items()}
    return number + by, [_moved(each, by) for each in parts]
