"""The pages that help reads aloud, as sections of plain text."""

import re
from pathlib import Path
from typing import Final

from msgspec import Struct

from playroom.narration.phrases.phrasebook import FALLBACK

PAGE: Final = "accessibility.md"
"""The file name of the page on accessibility in every language."""
NEWS: Final = "news.md"
"""That of what is new, with a section for each version, newest first."""

_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKS: Final = re.compile(r"[`*]")
_BLOCK: Final = re.compile(r"\n(?:\s*\n|(?=- ))")


class GuideSection(Struct, frozen=True):
    """A heading and its paragraphs; each list item is a paragraph."""

    heading: str
    paragraphs: tuple[str, ...]


def guide(language: str, page: str = PAGE) -> tuple[GuideSection, ...]:
    """A page in *language*, else in English; an OSError if it is not installed."""
    files = (_file(code, page) for code in (language, FALLBACK))
    found = next((file for file in files if file.is_file()), _file(FALLBACK, page))
    return guide_sections(found.read_text(encoding="utf-8"))


def news(language: str) -> tuple[GuideSection, ...]:
    """What is new, a section for each version; an OSError if it is not installed."""
    return tuple(each for each in guide(language, NEWS) if each.paragraphs)


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


def _file(language: str, page: str) -> Path:
    """The file of a page in a language: inside the package, or in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "guides"
    pages = inside if inside.is_dir() else package.parent / "docs"
    return pages / page if language == FALLBACK else pages / language / page
