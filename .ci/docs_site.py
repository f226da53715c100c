"""Builds the documentation as a site of plain pages, which need no script to be read.

usage: docs_site.py FOLDER

Each page stands where its Markdown stands in the checkout. It leads to the same page in every language that
has it, and to all pages in its own language, or else in English. The page of the search lists all headings;
its script finds the sections that have some words.
"""

import json
import posixpath
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

CHECKOUT: Final = Path(__file__).parents[1]
SITE: Final = CHECKOUT / "docs" / "site"
WORDS: Final[Mapping[str, Mapping[str, str]]] = yaml.safe_load(
    (SITE / "words.yaml").read_text(encoding="utf-8")
)
MARKDOWN: Final = MarkdownIt("commonmark").enable("table")
FIRST: Final = ("README", "install", "accessibility", "news", "rulebooks", "hosting", "web")
LAST: Final = ("CONTRIBUTING", "CHANGELOG", "LICENSE")


class Place(NamedTuple):
    """Where a page is in the site, its language and its title."""

    address: str
    language: str
    title: str

    def way(self, address: str) -> str:
        """The link from here to another page of the site."""
        return posixpath.relpath(address, posixpath.dirname(self.address) or ".")


class Section(NamedTuple):
    """A heading, and all words of the section below it, the heading's too."""

    anchor: str
    heading: str
    words: str


class Page(NamedTuple):
    """A page of Markdown; *file* is its path in the checkout."""

    file: str
    place: Place
    tokens: Sequence[Token]
    sections: Sequence[Section]

    @property
    def name(self) -> str:
        """The name of the file, which is the same in every language."""
        return posixpath.basename(self.file)


def pages() -> Iterator[Page]:
    """All pages, those that players look for first."""
    files = [*CHECKOUT.glob("*.md"), CHECKOUT / "LICENSE"]
    files += [each for each in CHECKOUT.glob("docs/**/*.md") if each.parent.name in {"docs", *WORDS}]
    for file in sorted(files, key=lambda each: (_order(each.stem), each)):
        text = file.read_text(encoding="utf-8")
        tokens = MARKDOWN.parse(text if file.suffix else f"# {text}")
        sections = [*_sections(tokens)]
        address = file.with_name("index.html") if file.stem == "README" else file.with_suffix(".html")
        language = file.parent.name if file.parent.name in WORDS else "en"
        place = Place(address.relative_to(CHECKOUT).as_posix(), language, sections[0].heading)
        yield Page(file.relative_to(CHECKOUT).as_posix(), place, tokens, sections)


def _order(stem: str) -> tuple[int, str]:
    return FIRST.index(stem) if stem in FIRST else len(FIRST) + (stem in LAST), stem


def _sections(tokens: Sequence[Token]) -> Iterator[Section]:
    """The sections of a page, whose headings get the anchors that links to them name."""
    starts = [index for index, token in enumerate(tokens) if token.type == "heading_open"]
    anchors = set[str]()
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        heading = _words(tokens[start + 1 : start + 2])
        anchor = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        if anchor in anchors:
            anchor += f"-{start}"
        anchors.add(anchor)
        tokens[start].attrSet("id", anchor)
        yield Section(anchor, heading, _words(tokens[start + 1 : end]))


def _words(tokens: Iterable[Token]) -> str:
    contents = (each.content for token in tokens for each in (token.children or [token]))
    return " ".join(" ".join(contents).split())


def own_pages(language: str, every: Iterable[Page]) -> list[Page]:
    """All pages in a language, or else in English."""
    found: dict[str, Page] = {}
    for page in every:
        if page.place.language == language or (page.place.language == "en" and page.name not in found):
            found[page.name] = page
    return [*found.values()]


def page_html(page: Page, every: Sequence[Page]) -> str:
    """A page as HTML, whose links lead to the others; the list of languages in it is that above each page."""
    by_file = {each.file: each.place for each in every}
    translations = [each.place for each in every if each.name == page.name]
    for token in page.tokens:
        if token.type == "th_open":
            token.attrSet("scope", "col")
        others = set[Place]()
        for link in token.children or []:
            target, _, anchor = str(link.attrs.get("href", "")).partition("#")
            file = posixpath.normpath(posixpath.join(posixpath.dirname(page.file), target))
            if place := by_file.get(file):
                link.attrSet("href", page.place.way(place.address) + (f"#{anchor}" if anchor else ""))
                others.add(place)
        if others and others == {*translations} - {page.place}:
            token.children = []
    text = MARKDOWN.renderer.render(page.tokens, MARKDOWN.options, {}).replace("<p></p>\n", "")
    return framed(page.place, text, translations, own_pages(page.place.language, every))


def search_places() -> Iterator[Place]:
    """The page of the search in each language."""
    for language, words in WORDS.items():
        folder = "" if language == "en" else f"docs/{language}/"
        yield Place(f"{folder}search.html", language, words["search"])


def search_html(place: Place, own: Sequence[Page]) -> str:
    """The page of the search, with all headings of all pages, and what the script reads."""
    headings, sections = "", list[Mapping[str, str]]()
    for page in own:
        lang, title = WORDS[page.place.language]["lang"], page.place.title
        lines = list[str]()
        for section in page.sections:
            href = f"{place.way(page.place.address)}#{section.anchor}"
            lines.append(f'<a href="{href}">{escape(section.heading)}</a>')
            name = f"{title}: {section.heading}" if lines[1:] else title
            sections.append({"href": href, "name": name, "lang": lang, "text": section.words})
        first, *others = lines
        listed = "".join(f"<li>{line}</li>\n" for line in others)
        headings += f'<div lang="{lang}">\n<h3>{first}</h3>\n'
        headings += f"<ul>\n{listed}</ul>\n</div>\n" if others else "</div>\n"
    text = Template((SITE / "search.html").read_text(encoding="utf-8")).substitute(
        {name: escape(word) for name, word in WORDS[place.language].items()},
        found=headings,
        sections=json.dumps(sections, ensure_ascii=False).replace("<", "\\u003c"),
        top=place.way("."),
    )
    return framed(place, text, search_places(), own)


def framed(place: Place, text: str, translations: Iterable[Place], own: Iterable[Page]) -> str:
    """A whole page of the site with this text."""
    names = ((each, WORDS[each.language]["name"]) for each in translations)
    titles = ((page.place, page.place.title) for page in own)
    (search,) = (each for each in search_places() if each.language == place.language)
    return Template((SITE / "page.html").read_text(encoding="utf-8")).substitute(
        {name: escape(word) for name, word in WORDS[place.language].items()},
        title=escape(place.title),
        text=text,
        top=place.way("."),
        searching=place.way(search.address),
        translations="".join(_line(place, *each) for each in names),
        links="".join(_line(place, *each) for each in titles),
    )


def _line(start: Place, place: Place, name: str) -> str:
    here = ' aria-current="page"' if place == start else ""
    lang, way = WORDS[place.language]["lang"], start.way(place.address)
    return f'<li><a href="{way}" lang="{lang}" hreflang="{lang}"{here}>{escape(name)}</a></li>\n'


def build(folder: Path) -> None:
    """Write the site to a folder."""
    every = [*pages()]
    texts = {page.place.address: page_html(page, every) for page in every}
    texts |= {
        place.address: search_html(place, own_pages(place.language, every)) for place in search_places()
    }
    for address, text in texts.items():
        (folder / address).parent.mkdir(parents=True, exist_ok=True)
        (folder / address).write_text(text, encoding="utf-8", newline="\n")
    for name in ("style.css", "search.js"):
        shutil.copy(SITE / name, folder)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
