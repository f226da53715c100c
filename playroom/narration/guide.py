"""The accessibility guide as sections of plain text."""

import re
from pathlib import Path
from typing import Final

from msgspec import Struct

from playroom.narration.phrases.language import FALLBACK

PAGE: Final = "accessibility.md"
"""The file name of the guide in every language."""

_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKS: Final = re.compile(r"[`*]")
_BLOCK: Final = re.compile(r"\n(?:\s*\n|(?=- ))")


class GuideSection(Struct, frozen=True):
    """A heading and its paragraphs; each list item is a paragraph."""

    heading: str
    paragraphs: tuple[str, ...]


def guide(language: str) -> tuple[GuideSection, ...]:
    """The guide in *language*, else in English; an OSError if it is not installed."""
    files = (_file(code) for code in (language, FALLBACK))
    found = next((file for file in files if file.is_file()), _file(FALLBACK))
    return guide_sections(found.read_text(encoding="utf-8"))


def guide_sections(markdown: str) -> tuple[GuideSection, ...]:
    """The sections of a Markdown page, one for each heading."""
    parts = re.split(r"^#+ +(.*)$", markdown, flags=re.MULTILINE)[1:]
    return tuple(
        GuideSection(_plain(heading), tuple(filter(None, map(_plain, _BLOCK.split(text)))))
        for heading, text in zip(parts[::2], parts[1::2], strict=True)
    )


def _plain(markdown: str) -> str:
    """A paragraph as one line of plain text."""
    text = _MARKS.sub("", _LINK.sub(r"\1", " ".join(markdown.split())))
    return text.removeprefix("- ")


def _file(language: str) -> Path:
    """The file of a language: inside the package, or in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "guides"
    pages = inside if inside.is_dir() else package.parent / "docs"
    return pages / PAGE if language == FALLBACK else pages / language / PAGE
